"""Sets of cards without a swish, counted and listed: what trying every set gives."""

from math import comb

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.position import Position
from ludex.games.swish.solving.independent_sets import count_no_swish_sets, list_no_swish_sets, minimal_swishes
from tests.games.swish.commercial import minimal
from tests.games.swish.random_tables import one_pair_tables, tables, written
from tests.oracles import deals, derangements, swishes
from tests.trials import examples


def check(position: Position, card_sets: set[frozenset[int]]) -> None:
    found = minimal_swishes(position)
    counts = count_no_swish_sets(found, Budget())
    assert counts == deals.counts(len(position.cards), card_sets)
    largest = max(n for n, number in enumerate(counts) if number)
    assert list_no_swish_sets(found, largest, Budget()) == deals.largest(len(position.cards), card_sets)


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
