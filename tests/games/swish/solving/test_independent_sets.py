"""Sets of cards without a swish, counted and listed: what trying every set gives."""

from collections.abc import Iterable
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.independent_sets import (
    count_no_swish_sets,
    list_no_swish_sets,
    minimal_swishes,
)
from ludex.games.swish.solving.search import find_any
from ludex.games.swish.solving.weights import KindCount, Kinds
from tests.games.swish.commercial import deck, minimal
from tests.games.swish.random_tables import one_pair_tables, tables, written
from tests.oracles import deals, derangements, swishes
from tests.trials import examples


def check(position: Position, card_sets: set[frozenset[int]]) -> None:
    found = minimal_swishes(position)
    counts = count_no_swish_sets(found, Budget())
    assert counts == deals.counts(len(position.cards), card_sets)
    largest = max(n for n, number in enumerate(counts) if number)
    assert list_no_swish_sets(found, largest, Budget()) == deals.largest(len(position.cards), card_sets)
    assert by_kinds(found.kinds, found.masks) == by_kinds(found.kinds, deals.minimal(card_sets))


def by_kinds(kinds: Kinds, masks: Iterable[int]) -> set[KindCount]:
    """Return card sets as counts of copies: a minimal swish stands for every choice among them."""
    return {kinds.count(tuple(index for index in range(64) if int(mask) >> index & 1)) for mask in masks}


@settings(deadline=None, max_examples=examples(60))
@given(one_pair_tables(most_cards=11, most_cells=6))
def test_the_counts_and_the_largest_sets_are_those_of_trying_every_set(position: Position) -> None:
    cells = position.height * position.width
    check(position, derangements.card_sets(written(position), cells, position.symmetry.value))


@settings(deadline=None, max_examples=examples(60))
@given(tables())
def test_so_they_are_for_cards_with_any_symbols(position: Position) -> None:
    found = swishes.all_swishes(written(position), position.symmetry.value)
    check(position, {frozenset(cards) for cards, _ in found})


def test_a_deck_without_swishes_has_all_its_sets() -> None:
    position = Position.from_codes(["*o./...", "*../.o."] * 2)
    assert count_no_swish_sets(minimal_swishes(position), Budget()) == [1, 4, 6, 4, 1]
    assert list_no_swish_sets(minimal_swishes(position), 4, Budget()) == [(0, 1, 2, 3)]


def test_64_copies_of_a_card_are_counted_exactly() -> None:
    alone = Position.from_codes(["*o."] * 64)
    assert count_no_swish_sets(minimal_swishes(alone), Budget()) == [comb(64, n) for n in range(65)]
    pairs = Position.from_codes(["*o"] * 64)
    assert count_no_swish_sets(minimal_swishes(pairs), Budget()) == [1, 64] + [0] * 63


def test_the_caller_ends_the_count() -> None:
    with pytest.raises(BudgetExhausted, match="cancelled"):
        count_no_swish_sets(minimal("swish-36"), Budget(stop=lambda: True))


def test_memory_ends_a_list() -> None:
    position = Position.from_codes(["*o"] * 64)
    found = minimal_swishes(position)
    with pytest.raises(BudgetExhausted, match="memory"):
        list_no_swish_sets(found, 1, Budget(memory_bytes=100))


@pytest.mark.parametrize(
    ("slug", "number", "sizes"), [("swish-36", 1978, range(2, 7)), ("swish-60", 2606, range(2, 9))]
)
def test_a_commercial_deck_has_the_published_number_of_minimal_swishes(slug: str, number: int, sizes: range) -> None:
    by_size = minimal(slug).by_size()
    assert sum(by_size.values()) == len(minimal(slug).masks) == number
    assert list(by_size) == list(sizes)


@settings(deadline=None, max_examples=examples(40))
@given(one_pair_tables(most_cards=12), st.data())
def test_they_decide_whether_some_of_the_cards_have_a_swish(position: Position, data: st.DataObject) -> None:
    found = minimal_swishes(position)
    cards = st.integers(0, len(position.cards) - 1)
    for _ in range(10):
        chosen = data.draw(st.lists(cards, min_size=1, unique=True))
        part = Position(tuple(position.cards[index] for index in chosen), position.symmetry)
        assert found.has_swish(chosen) == (find_any(part) is not None)


def test_no_card_has_no_swish() -> None:
    assert not minimal("swish-36").has_swish([])


def test_more_than_64_cards_are_refused() -> None:
    with pytest.raises(PositionError, match="98 cards given; minimal swishes can be computed for at most 64"):
        minimal_swishes(deck("swish-5x4"))
