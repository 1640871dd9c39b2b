"""Largest swishes of many cards: circulations between orbits, the bounds that they prove, and parities."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import linprog

from ludex.engine.budget import Budget
from ludex.games.swish.card import Symmetry, orbit_numbers
from ludex.games.swish.position import Position
from ludex.games.swish.solving.circulations import circulation_bound, largest_circulation, lift_circulations
from ludex.games.swish.solving.placements import Placements, placements_of
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.solving.size_bounds import CardArcs, CardParities, size_bound
from ludex.games.swish.swishes import Rule, is_swish
from tests.games.swish.random_tables import one_pair_tables, written
from tests.games.swish.solving.test_orbit_blocks import random_cards
from tests.oracles import derangements
from tests.trials import examples


def swishes_of(position: Position) -> set[frozenset[int]]:
    cells = position.height * position.width
    return set(map(frozenset, derangements.card_sets(written(position), cells, position.symmetry.value)))


def placements_under(position: Position, symmetry: Symmetry = Symmetry.RECTANGLE) -> Placements:
    return placements_of(Position(position.cards, symmetry), Rule.SWISH, copies_differ=False)


def most_in_a_circulation(position: Position) -> int:
    """Return the maximum number of cards such that as many leave each orbit as enter it, by a linear program."""
    number = orbit_numbers(position.height, position.width, position.symmetry)
    capacity = np.bincount(list(number.values()))
    leaving, entering = np.zeros((2, len(capacity), len(position.cards)))
    for index, card in enumerate(position.cards):
        leaving[number[card.points[0]], index] = 1
        entering[number[card.circles[0]], index] = 1
    solved = linprog(
        -np.ones(len(position.cards)),
        A_ub=leaving,
        b_ub=capacity,
        A_eq=leaving - entering,
        b_eq=np.zeros(len(capacity)),
        bounds=(0, 1),
    )
    return round(-solved.fun)


@settings(deadline=None, max_examples=examples(40))
@given(one_pair_tables(most_cards=7, most_cells=9))
def test_no_swish_of_a_small_position_exceeds_the_circulation(position: Position) -> None:
    placements = placements_of(position, Rule.SWISH)
    arcs = CardArcs.of(placements)
    bound, sizes = circulation_bound(placements, arcs), {len(cards) for cards in swishes_of(position)}
    assert max(sizes, default=0) <= bound
    lifted = lift_circulations(arcs, bound, Budget())
    assert len(lifted) in sizes | {0}
    assert len(lifted) == 0 or is_swish(placements.swish(lifted.tolist()).stack)


@settings(deadline=None, max_examples=examples(40))
@given(one_pair_tables(most_cards=7, most_cells=9))
def test_the_cards_of_every_swish_satisfy_the_parities(position: Position) -> None:
    arcs = CardArcs.of(placements_of(position, Rule.SWISH))
    parities = CardParities(arcs)
    first = {card: list(arcs.card).index(card) for card in arcs.card}
    for cards in swishes_of(position):
        assert parities.allow(np.array([first[card] for card in sorted(cards)]))


def test_a_circulation_of_odd_parity_is_no_swish() -> None:
    # The cards lead from the outer to the inner columns and back, but one of them also changes the half of the board.
    position = Position.from_codes(["*o..", ".*.o"])
    placements = placements_of(position, Rule.SWISH)
    arcs = CardArcs.of(placements)
    circulation = largest_circulation(arcs)
    assert len(circulation) == circulation_bound(placements, arcs) == 2
    assert not CardParities(arcs).allow(circulation)
    assert swishes_of(position) == set()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("cards", "height", "width", "symmetry"),
    [
        (60, 6, 7, Symmetry.RECTANGLE),
        (70, 7, 7, Symmetry.SQUARE),
        (70, 8, 8, Symmetry.SQUARE),
        (50, 9, 9, Symmetry.RECTANGLE),
    ],
)
def test_the_bound_is_that_of_the_linear_program(
    cards: int, height: int, width: int, symmetry: Symmetry, seed: int
) -> None:
    placements = placements_under(random_cards(cards, height, width, seed), symmetry)
    arcs = CardArcs.of(placements)
    circulation = largest_circulation(arcs)
    assert size_bound(placements, Budget()) == circulation_bound(placements, arcs) == len(circulation)


@pytest.mark.parametrize(
    ("side", "symmetry"), [(30, Symmetry.RECTANGLE), (31, Symmetry.RECTANGLE), (30, Symmetry.SQUARE)]
)
def test_a_largest_swish_of_a_thousand_cards_is_proved_in_seconds(side: int, symmetry: Symmetry) -> None:
    position = Position(random_cards(1000, side, side, 1).cards, symmetry)
    start = time.process_time()
    found = find_largest(position, budget=Budget(seconds=60.0))
    assert time.process_time() - start < 10.0
    assert found.proved
    assert found.swish is not None
    assert is_swish(found.swish.stack)
    assert len(set(found.swish.indices)) == found.size
    for placed in found.swish.cards:
        assert position.cards[placed.index].configured(placed.configuration) == placed.placed
    assert found.size == most_in_a_circulation(position)


def test_a_search_without_time_finds_nothing() -> None:
    arcs = CardArcs.of(placements_under(random_cards(60, 6, 6, 1)))
    assert len(lift_circulations(arcs, 36, Budget(seconds=0.0))) == 0


def test_the_circulation_of_a_position_without_swishes_is_empty() -> None:
    placements = placements_under(random_cards(30, 30, 30, 1))
    assert len(placements) == 0
    assert len(largest_circulation(CardArcs.of(placements))) == 0
