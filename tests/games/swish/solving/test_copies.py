"""Copies of a card are different cards, counted by kind."""

from itertools import combinations

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.position import Position
from ludex.games.swish.solving.copies import Kinds
from tests.games.swish.commercial import deck
from tests.games.swish.random_tables import one_pair_tables, tables
from tests.oracles.swish_cards import canonical
from tests.oracles.swishes import laid_ways


@settings(deadline=None)
@given(one_pair_tables() | tables())
def test_cards_are_of_one_kind_where_they_are_copies(position: Position) -> None:
    kinds = Kinds.of(position)
    symmetry = position.symmetry.value
    assert sorted(index for members in kinds.members for index in members) == list(range(len(position.cards)))
    for i, one in enumerate(position.cards):
        assert i in kinds.members[kinds.kind_of[i]]
        for j, other in enumerate(position.cards):
            copies = canonical(str(one), symmetry) == canonical(str(other), symmetry)
            assert (kinds.kind_of[i] == kinds.kind_of[j]) == copies
    assert [members[0] for members in kinds.members] == sorted(members[0] for members in kinds.members)


@settings(deadline=None)
@given(one_pair_tables() | tables())
def test_more_copies_than_ways_to_lay_the_card_tell_nothing(position: Position) -> None:
    kinds = Kinds.of(position)
    for kind, members in enumerate(kinds.members):
        ways = len(laid_ways(str(position.cards[members[0]]), position.symmetry.value))
        assert kinds.ways[kind] == ways
        assert kinds.telling_copies(kind) == min(ways, len(members))


@settings(deadline=None)
@given(one_pair_tables(most_cards=8))
def test_a_count_stands_for_all_sets_that_have_it(position: Position) -> None:
    kinds = Kinds.of(position)
    every = [
        chosen for size in range(len(position.cards) + 1) for chosen in combinations(range(len(position.cards)), size)
    ]
    by_count: dict = {}
    for chosen in every:
        by_count.setdefault(kinds.count(chosen), []).append(chosen)
    for count, sets in by_count.items():
        assert sorted(kinds.expand(count)) == sorted(sets)
        assert kinds.choices(count) == len(sets)


def test_the_deck_of_60_has_24_of_its_36_kinds_twice() -> None:
    members = [len(members) for members in Kinds.of(deck("swish-60")).members]
    assert (len(members), members.count(1), members.count(2)) == (36, 12, 24)


def test_a_set_with_all_telling_copies_has_all_copies() -> None:
    kinds = Kinds.of(Position.from_codes(["*o", "*o", "*o"]))
    assert (kinds.ways, kinds.telling_copies(0)) == ((2,), 2)
    assert kinds.cards({(0, 1)}) == [0]
    assert kinds.cards({(0, 1), (0, 2)}) == [0, 1, 2]
    assert kinds.cards(set()) == []
    two = Kinds.of(Position.from_codes(["*o.", "*.o", "*o."]))
    assert two.cards({(0, 1), (1, 1)}) == [0, 1]
    assert two.cards({(0, 1), (0, 2)}) == [0, 2]


def test_cards_are_compared_within_the_budget() -> None:
    with pytest.raises(BudgetExhausted):
        Kinds.of(deck("swish-60"), Budget(seconds=0.0))
