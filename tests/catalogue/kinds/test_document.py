from enum import StrEnum
from typing import Annotated

import pytest
from sqlalchemy import BigInteger, Boolean, String

from ludex.catalogue.kinds.document import Document, DocumentPart, facts_of, joined, member, written
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
    text = written(EXAMPLE, frozenset({"cards"}))
    assert text.rest == '"cards":["a"]'
    assert Example.model_validate_json(joined(text.body, text.rest)) == EXAMPLE
    assert written(EXAMPLE).rest is None


def test_members_are_joined_to_an_object():
    assert joined("{}", '"a":1') == '{"a":1}'
    assert joined('{"a":1}', None, member({"b": "ä"}), "") == '{"a":1,"b":"ä"}'
