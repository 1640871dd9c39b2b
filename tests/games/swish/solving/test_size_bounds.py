"""Upper bounds on the size of a swish, against brute force and whatever the dual values are."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget
from ludex.games.swish.position import Position
from ludex.games.swish.solving.placements import placements_of
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.solving.size_bounds import SCALE, proved_bound, size_bound
from ludex.games.swish.swishes import Largest, Rule
from tests.games.swish.random_tables import one_pair_tables, tables
from tests.games.swish.solving.test_orbit_blocks import random_cards
from tests.oracles import swishes
from tests.trials import examples


def largest_size(position: Position, rule: Rule) -> int:
    codes, symmetry = list(map(str, position.cards)), str(position.symmetry)
    return max((len(chosen) for chosen, _ in swishes.all_swishes(codes, symmetry, str(rule))), default=0)


@settings(deadline=None, max_examples=examples(40))
@given(tables() | one_pair_tables(most_cards=4), st.sampled_from(Rule), st.integers(0, 2**32))
def test_no_swish_exceeds_the_bound_of_any_dual_values(position: Position, rule: Rule, seed: int) -> None:
    most = largest_size(position, rule)
    placements = placements_of(position, rule, copies_differ=False)
    assert most <= size_bound(placements, Budget()) <= len(position.cards)
    numbers = np.random.default_rng(seed)
    for width in (1, SCALE, 2**36):
        balance, room = numbers.integers(-width, width + 1, (2, placements.cells))
        assert proved_bound(placements, balance, room) >= most


@pytest.mark.parametrize(
    ("codes", "bound"),
    [
        # Three cards of the same two cells: only two of them fit.
        (["*o", "*o", "*o"], 2),
        # A cycle of three cells.
        (["*o.", "o.*", ".*o"], 3),
        # Two copies on different cells, but only one card for the other direction.
        (["*o..", "o*..", "*o.."], 2),
    ],
)
def test_the_bound_of_a_few_cards_is_sharp(codes: list[str], bound: int) -> None:
    position = Position.from_codes(codes)
    assert largest_size(position, Rule.SWISH) == bound
    assert size_bound(placements_of(position, Rule.SWISH, copies_differ=False), Budget()) == bound


@pytest.mark.parametrize("seed", range(6))
def test_the_bound_is_close_for_cards_with_one_point_and_one_circle(seed: int) -> None:
    position = random_cards(30, 5, 4, seed)
    size = find_largest(position).size
    bound = size_bound(placements_of(position, Rule.SWISH, copies_differ=False), Budget())
    assert size <= bound <= size + 1


def test_the_values_64_bits_hold_are_not_exceeded() -> None:
    symbols = ["*" * 4095 + "o", "o" + "*" * 4095, "o" * 4095 + "*", "*" + "o" * 4095]
    cards = Position.from_codes(["/".join(row[i : i + 64] for i in range(0, 4096, 64)) for row in symbols])
    placements = placements_of(cards, Rule.SWISH, copies_differ=False)
    assert len(placements) >= 4
    assert placements.cells == 4096
    numbers = np.random.default_rng(1)
    (starts, points), (other_starts, circles) = placements.points, placements.circles
    for balance in (*(np.full(4096, sign * 2**36) for sign in (-1, 1)), numbers.choice([-(2**36), 2**36], 4096)):
        room = np.full(4096, 2**36)
        charge = [0] * len(cards.cards)
        for i, card in enumerate(placements.cards.tolist()):
            value = SCALE
            value -= sum(int(balance[cell] + room[cell]) for cell in points[starts[i] : starts[i + 1]])
            value += sum(int(balance[cell]) for cell in circles[other_starts[i] : other_starts[i + 1]])
            charge[card] = max(charge[card], value)
        assert proved_bound(placements, balance, room) == (sum(charge) + 4096 * 2**36) // SCALE


def test_a_program_that_does_not_end_proves_the_number_of_cards() -> None:
    placements = placements_of(random_cards(30, 5, 4, 0), Rule.SWISH, copies_differ=False)
    with patch("ludex.games.swish.solving.size_bounds.linprog") as program:
        program.return_value.status = 1
        assert size_bound(placements, Budget()) == placements.usable_cards
    nothing = placements_of(Position.from_codes(["*o", "*o"]), Rule.SIMPLE, copies_differ=False)
    assert size_bound(nothing, Budget()) == 0


@pytest.mark.parametrize("max_size", [None, 40])
def test_a_search_that_is_stopped_states_the_bound(max_size: int | None) -> None:
    position = random_cards(300, 14, 14, 1)
    placements = placements_of(position, Rule.SWISH, copies_differ=False)
    bound = size_bound(placements, Budget())
    unknown = Largest(None, proved=False)
    with (
        patch("ludex.games.swish.solving.stack_model.lift_circulations", return_value=[]),
        patch("ludex.games.swish.solving.stack_model.largest_stack", return_value=unknown),
    ):
        largest = find_largest(position, max_size=max_size, budget=Budget(seconds=60))
    assert not largest.proved
    assert largest.upper_bound == (bound if max_size is None else 40)
    assert largest.at_most(300) == largest.upper_bound
    assert bound < 300


def test_the_bound_of_a_result_is_its_size_if_it_is_proved() -> None:
    assert Largest(None, proved=True).at_most(5) == 0
    assert Largest(None, proved=False).at_most(5) == 5
    assert Largest(None, proved=False, upper_bound=4).at_most(5) == 4
    assert Largest(None, proved=False, upper_bound=6).at_most(5) == 5
