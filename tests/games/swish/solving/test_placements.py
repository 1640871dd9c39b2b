"""What is laid out for the searches: every placement that a swish needs, and as few others as can be told."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from ludex.games.swish.card import Card
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.placements import placements_of
from ludex.games.swish.swishes import Rule
from tests.games.swish.commercial import deck
from tests.games.swish.random_tables import one_pair_tables, tables, written
from tests.oracles import swishes


def rows(pair) -> list[list[int]]:
    starts, values = pair
    return [values[a:b].tolist() for a, b in pairwise(starts.tolist())]


@settings(deadline=None)
@given(tables() | one_pair_tables(most_cards=4))
def test_no_placement_of_a_swish_is_left_out(position: Position) -> None:
    for rule in Rule:
        laid = {(placed.index, str(placed.placed)) for placed in placements_of(position, rule).placed}
        for cards, codes in swishes.all_swishes(written(position), position.symmetry.value, rule.value):
            assert set(zip(cards, codes, strict=True)) <= laid


@settings(deadline=None)
@given(tables() | one_pair_tables())
def test_every_placement_lays_a_card_of_the_position_once(position: Position) -> None:
    placed = placements_of(position, Rule.SWISH).placed
    assert len({(p.index, p.placed) for p in placed}) == len(placed)
    for p in placed:
        assert p.placed == position.cards[p.index].configured(p.configuration)


@settings(deadline=None)
@given(tables() | one_pair_tables())
def test_the_arrays_say_which_symbols_lie_on_which_cell(position: Position) -> None:
    laid = placements_of(position, Rule.SWISH)
    cells = sorted({cell for p in laid.placed for cell in (*p.placed.points, *p.placed.circles)})
    assert laid.cells == len(cells)
    assert laid.cards.tolist() == [p.index for p in laid.placed]
    assert rows(laid.points) == [[cells.index(cell) for cell in p.placed.points] for p in laid.placed]
    assert rows(laid.circles) == [[cells.index(cell) for cell in p.placed.circles] for p in laid.placed]
    for cell, (points, circles) in enumerate(zip(rows(laid.with_point), rows(laid.with_circle), strict=True)):
        assert points == [i for i, row in enumerate(rows(laid.points)) if cell in row]
        assert circles == [i for i, row in enumerate(rows(laid.circles)) if cell in row]
    for card in range(len(position.cards)):
        own = [i for i, p in enumerate(laid.placed) if p.index == card]
        assert own == list(range(laid.first[card], laid.first[card + 1]))


def test_cards_that_no_cycle_can_hold_are_not_laid_at_all() -> None:
    # Thirty cards that lead from one cell to two others and never back, beside two that match.
    position = Position.from_codes(["*o./...", "*.o/..."] * 15 + [".../*o.", ".../o*."])
    assert {p.index for p in placements_of(position, Rule.SIMPLE).placed} == {30, 31}


def test_cards_with_a_symbol_that_nothing_can_meet_are_not_laid_at_all() -> None:
    position = Position.from_codes(["**o", "oo.", "*.."])
    assert placements_of(position, Rule.SIMPLE).placed == ()


def test_of_copies_as_many_are_laid_as_can_lie_in_one_swish() -> None:
    # Two ways to lay the first card, four to lay the second.
    position = Position.from_codes(["*o"] * 5)
    laid = placements_of(position, Rule.SWISH, copies_differ=False)
    assert {p.index for p in laid.placed} == {0, 1}
    assert laid.before.tolist()[:2] == [-1, 0]
    assert {p.index for p in placements_of(position, Rule.SWISH).placed} == {0, 1, 2, 3, 4}


def test_coincident_configurations_are_one_placement() -> None:
    # A hypergraph of 144 configuration nodes, 132 where coincident ones are merged.
    assert len(placements_of(deck("swish-36"), Rule.SWISH).placed) == 132
    assert np.diff(placements_of(deck("swish-36"), Rule.SWISH).first).max() == 4


def test_more_than_a_thousand_cards_are_refused() -> None:
    with pytest.raises(PositionError, match="1001 cards given; a search supports at most 1000"):
        placements_of(Position((Card.from_code("*o"),) * 1001), Rule.SWISH)
