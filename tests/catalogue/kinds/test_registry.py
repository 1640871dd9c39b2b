"""A registry has the kinds, relations and statements of games, and their numbers in a catalogue."""

import dataclasses
from typing import Annotated

import pytest

from ludex.catalogue.kinds.document import Document, facts_of
from ludex.catalogue.kinds.numbers import KIND, RELATION, STATEMENT, NamedNumber
from ludex.catalogue.kinds.registry import GameKinds, Registry, UnknownKind, least_of, with_numbers
from ludex.catalogue.kinds.relation import Relation
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.engine.fact import Fact
from tests.catalogue.necklaces import LETTER, TOYS

OTHER = dataclasses.replace(LETTER, name="other-letter", address="others/letters")


def game(**changes):
    return dataclasses.replace(GameKinds("Others", (OTHER,)), **changes)


def test_a_relation_that_games_share_is_one_with_the_kinds_of_all_of_them():
    holds = Relation("holds", "held-by", ("other-letter",), ("other-letter",), "itself")
    registry = Registry((TOYS, game(relations=(holds,))))
    assert registry.relation["holds"].sources == ("toy-multiset", "other-letter")
    assert registry.directed["held-by"] == (registry.relation["holds"], True)
    with pytest.raises(KeyError):
        registry.directed["held"]


@pytest.mark.parametrize(
    "games",
    [
        (TOYS, TOYS),
        (
            TOYS,
            game(relations=(Relation("holds", "held-by", ("other-letter",), ("other-letter",), "", counted=True),)),
        ),
        (game(relations=(Relation("loves", "loved-by", ("other-letter",), ("nothing",), ""),)),),
    ],
)
def test_declarations_that_clash_are_refused(games):
    with pytest.raises(ValueError, match=r"name|declare the relation|no kind"):
        Registry(games)


def test_a_kind_has_a_table_of_its_facts():
    registry = Registry((TOYS,))
    table = registry.facts["toy-necklace"]
    assert table.name == "toy_necklace"
    assert list(table.c.keys()) == ["node", "length", "period", "note", "weight", "known", "multiset"]
    assert [index.name for index in table.indexes] == ["ix_toy_necklace_multiset"]


def test_a_kind_is_called_by_its_name_its_address_or_a_part_of_it():
    registry = Registry((TOYS, game()))
    for kind in registry.kinds:
        for name in (kind.name, kind.address):
            assert registry.called(name) is kind
    own, others = registry.kind[LETTER.name], registry.kind["other-letter"]
    with pytest.raises(UnknownKind, match="'letters' is ambiguous; use one of"):
        registry.called("letters")
    assert registry.called("letters", "others") is others
    assert registry.called("letters", own.address.partition("/")[0]) is own
    with pytest.raises(UnknownKind, match=r"unknown kind 'digits'; use one of letters$"):
        registry.called("digits", "others")
    with pytest.raises(UnknownKind, match=r"use one of .*others/letters"):
        registry.called("digits")
    with pytest.raises(TypeError, match="kind"):
        registry.called(5)


def test_a_label_belongs_to_the_kind_with_the_longest_name_that_begins_it():
    longer = dataclasses.replace(LETTER, name="other-letter-pair", address="others/pairs")
    registry = Registry((game(kinds=(OTHER, longer)),))
    key = "-" + "a" * 16
    assert registry.labelled("other-letter-3" + key) is OTHER
    assert registry.labelled("other-letter-pair-3" + key) is longer
    assert registry.labelled("other-letterpair" + key) is registry.labelled("other-letter-3") is None


def test_relations_join_kinds_of_the_same_game_and_mutual_ones_different_kinds():
    pair = dataclasses.replace(LETTER, name="other-pair", address="others/pairs")
    names = ("other-letter", "other-pair")
    relations = (
        Relation("likes", "liked-by", names, ("other-pair",), ""),
        Relation("near", "near", names, names, ""),
        Relation("counts", "counted-by", ("other-letter",), ("other-pair",), "", counted=True),
    )
    registry = Registry((game(kinds=(OTHER, pair), relations=relations),))
    likes, near, _ = (registry.relation[one.name] for one in relations)
    assert registry.joined(likes, OTHER, False) == ("other-pair",)
    assert registry.joined(likes, OTHER, True) == ()
    assert registry.joined(likes, pair, True) == names
    assert near.mutual and registry.joined(near, OTHER, False) == ("other-pair",)
    assert registry.counts_of(pair) == (f"{OTHER.noun}_count",)
    assert registry.counts_of(OTHER) == ()
    shared = Registry((TOYS, game(relations=(Relation("holds", "held-by", ("other-letter",), ("other-letter",), ""),))))
    assert shared.joined(shared.relation["holds"], OTHER, False) == ("other-letter",)


def test_relations_of_games_keep_their_order_and_a_shared_one_has_the_checks_of_all():
    def relation(name, check=None):
        return Relation(name, f"{name}-by", ("other-letter",), ("other-letter",), "", check=check)

    def united(first, second):
        return Registry((game(relations=first), game(kinds=(), relations=second)))

    def one(*link):
        yield ("one", *link)

    def two(*link):
        yield ("two", *link)

    registry = united(
        (relation("a", one), relation("b", one), relation("c")), (relation("x"), relation("b", two), relation("c"))
    )
    assert list(registry.relation) == ["a", "x", "b", "c"]
    found = [each.check and list(each.check(1, 2, 3, None)) for each in registry.relation.values()]
    assert found == [[("one", 1, 2, 3, None)], None, [("one", 1, 2, 3, None), ("two", 1, 2, 3, None)], None]
    assert list(united((relation("a", one),), (relation("a"),)).relation["a"].check(5)) == [("one", 5)]


class Facts(Document):
    count: Annotated[int | None, Fact()]
    natural: Annotated[int | None, Fact(natural=True)]
    words: Annotated[str | None, Fact()]
    truth: Annotated[bool | None, Fact()]
    known: Annotated[int, Fact()]


def test_unknown_values_are_less_than_known_ones():
    least = [least_of(fact) for fact in facts_of(Facts)]
    assert [None if each is None else str(each) for each in least] == ["-1", "''", "''", None, None]


def test_relations_of_games_that_are_not_installed_can_still_be_followed():
    registry = Registry((TOYS,))
    gone = [
        NamedNumber(RELATION, "eats", 98, "eaten-by", True, False),
        NamedNumber(RELATION, "meets", 99, None, None, True),
    ]
    numbered = with_numbers(registry, (*rows_of(registry), *gone))
    eats, backwards = numbered.directed["eaten-by"]
    assert (eats.name, backwards, eats.derived, eats.owned_by_target) == ("eats", True, True, False)
    meets, backwards = numbered.directed["meets"]
    assert (meets.inverse, backwards, meets.derived, meets.owned_by_target) == ("meets", False, False, True)
    assert numbered.relation_of_number[98] == eats
    assert numbered.relation.keys() == registry.relation.keys() == {each.name for each in numbered.relations}


def rows_of(registry):
    declared = ((KIND, registry.kind), (RELATION, registry.relation), (STATEMENT, registry.statement))
    return [
        NamedNumber(category, name, number, *([None] * (len(NamedNumber._fields) - 3)))
        for category, names in declared
        for number, name in enumerate(names, start=5)
    ]


def test_a_registry_gets_the_numbers_of_a_catalogue_and_knows_what_is_not_installed():
    registry = Registry((TOYS,))
    rows = rows_of(registry)
    gone = NamedNumber(KIND, "gone-kind", 99, *([None] * (len(NamedNumber._fields) - 3)))
    numbered = with_numbers(registry, (*rows, gone))
    for name, kind in registry.kind.items():
        number = numbered.numbers.kinds[name]
        assert (numbered.kind_of_number[number], numbered.kind_name(number)) == (kind, name)
    assert (numbered.kinds_not_installed, numbered.kind_name(99), numbered.kind_name(100)) == (
        ("gone-kind",),
        "gone-kind",
        "kind-100",
    )
    assert numbered.facts is registry.facts
    with pytest.raises(DatabaseError, match=r"no number for the kind .*; run `ludex db upgrade`"):
        with_numbers(registry, tuple(rows[1:]))
    with pytest.raises(DatabaseError, match="unknown category 'colour'"):
        with_numbers(registry, (*rows, gone._replace(category="colour")))
