"""Documents have facts, columns and claims, and are written as JSON in two parts."""

from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from sqlalchemy import BigInteger, Boolean, String

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import (
    MOST_CLAIMS_SHOWN,
    Document,
    DocumentPart,
    columns_of,
    contradictions,
    differences,
    facts_of,
    join_members,
    member,
    serialize_document,
)
from ludex.catalogue.storage.tables import Natural
from ludex.engine.fact import Fact


class Colour(StrEnum):
    RED = "red"


class Inner(DocumentPart):
    deep: Annotated[int, Fact()]
    plain: int


class Example(Document):
    colour: Annotated[Colour, Fact()]
    size: Annotated[int, Fact(leading=False)]
    huge: Annotated[int | None, Fact(natural=True)]
    flag: Annotated[bool | None, Fact()]
    inner: Inner | None
    cards: list[str]


EXAMPLE = Example(
    label="x", kind="toy", colour=Colour.RED, size=3, huge=None, flag=True, inner=Inner(deep=4, plain=5), cards=["a"]
)


def test_the_facts_of_a_model_are_the_fields_that_it_marks():
    facts = {fact.name: fact for fact in facts_of(Example)}
    assert list(facts) == ["colour", "size", "huge", "flag", "deep"]
    assert [fact.nullable for fact in facts.values()] == [False, False, True, True, True]
    assert [type(fact.column_type) for fact in facts.values()] == [String, BigInteger, Natural, Boolean, BigInteger]
    assert [fact.of(EXAMPLE) for fact in facts.values()] == ["red", 3, None, True, 4]
    assert facts["deep"].of(EXAMPLE.model_copy(update={"inner": None})) is None


def test_a_list_is_no_fact():
    class Wrong(Document):
        cards: Annotated[list[str], Fact()]

    with pytest.raises(TypeError, match=r"Wrong\.cards"):
        list(facts_of(Wrong))


def test_a_document_is_written_with_what_lists_leave_out_apart():
    text = serialize_document(EXAMPLE, frozenset({"cards"}))
    assert text.rest == '"cards":["a"]'
    assert Example.model_validate_json(join_members(text.body, text.rest)) == EXAMPLE
    assert serialize_document(EXAMPLE).rest is None


def test_members_are_joined_to_an_object():
    assert join_members("{}", '"a":1') == '{"a":1}'
    assert join_members('{"a":1}', None, member({"b": "ä"}), "") == '{"a":1,"b":"ä"}'


def test_the_facts_of_a_model_have_column_types_for_migrations():
    facts = {fact.name: fact for fact in facts_of(Example)}
    types = ["text", "number", "natural?", "truth?", "number?"]
    assert [fact.type_name for fact in facts.values()] == types
    assert [fact.is_number for fact in facts.values()] == [False, True, True, False, True]
    members = EXAMPLE.model_dump(mode="json")
    assert [fact.within(members) for fact in facts.values()] == ["red", 3, None, True, 4]
    assert facts["deep"].within({"inner": None}) is facts["deep"].within({}) is None
    assert facts["deep"].within({"inner": {"deep": 4}}) == 4


def test_a_fact_that_is_a_list_of_numbers_is_a_text():
    class Degrees(Document):
        degrees: Annotated[tuple[int, ...], Fact(name="degree_sequence")]
        maybe: Annotated[list[int] | None, Fact()]

    degrees, maybe = facts_of(Degrees)
    document = Degrees(label="x", kind="toy", degrees=(3, 2), maybe=None)
    assert (degrees.name, degrees.path, degrees.of(document)) == ("degree_sequence", ("degrees",), "3,2")
    assert (maybe.nullable, maybe.of(document)) == (True, None)


def test_the_columns_of_a_table_are_the_facts_and_the_plain_members():
    class Table(Document):
        inner: Inner | None
        names: tuple[str, ...]
        pair: tuple[int, int]
        numbers: list[float] | None
        choice: Literal["a", "b"]
        nested: list[list[int]]
        long: str
        open: Any

    assert columns_of(Table, frozenset({"long"})) == {
        "label": ("label",),
        "kind": ("kind",),
        "deep": ("inner", "deep"),
        "names": ("names",),
        "numbers": ("numbers",),
        "choice": ("choice",),
        "nested": ("nested",),
    }


def test_differences_of_documents_have_the_places_of_their_members():
    other = EXAMPLE.model_copy(update={"size": 4, "inner": Inner(deep=5, plain=5), "cards": ["b" * 300]})
    assert list(differences(EXAMPLE, EXAMPLE)) == []
    first, second, third = differences(EXAMPLE, other)
    assert (first, second) == ("size is 3, but must be 4", "inner/deep is 4, but must be 5")
    assert third.endswith("but must be ['" + "b" * 198 + "...")
    for length, shown in ((196, "x" * 196 + "']"), (197, "x" * 197 + "'...")):  # 200 characters with the brackets
        [long] = differences(EXAMPLE, EXAMPLE.model_copy(update={"cards": ["x" * length]}))
        assert long == f"cards is ['a'], but must be ['{shown}"
    [missing] = differences(EXAMPLE, EXAMPLE.model_copy(update={"inner": None}))
    assert missing == "inner is deep=4 plain=5, but must be None"


def test_a_document_has_the_first_claims_in_their_order():
    claims = [
        Claim(name, value=1, proved=False, parameters=parameters)
        for name, parameters in (("b", {}), ("a", {"n": 10}), ("a", {"n": 9}), ("a", {"m": 11}))
    ]
    shown = EXAMPLE.with_claims(claims)
    assert [(claim.statement, claim.parameters) for claim in shown.claims] == [
        ("a", {"m": 11}),
        ("a", {"n": 9}),
        ("a", {"n": 10}),
        ("b", {}),
    ]
    assert shown.with_claims(claims[::-1]) is shown
    many = [Claim("a", value=n, proved=False, parameters={"n": n}) for n in range(MOST_CLAIMS_SHOWN + 1)]
    assert len(EXAMPLE.with_claims(many).claims) == MOST_CLAIMS_SHOWN
    assert list(contradictions(shown, claims[1:])) == []
    wrong = [replace(claim, value=2) if claim.statement == "b" else claim for claim in claims]
    assert list(contradictions(shown, wrong)) == ["claims: the summary of b differs from its claim"]
