"""The solver agrees with the oracle, and its bounds hold."""

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.engine.budget import Budget
from peg_solitaire.position import Position, PositionError, cells
from peg_solitaire.solving import Bound, Solution, solution_faults, solve
from tests.fourth_game.oracle import fewest_pegs

CELLS_OF_3 = cells(3)
POSITIONS_OF_3 = [Position(3, frozenset(pegs)) for number in range(1, 10) for pegs in combinations(CELLS_OF_3, number)]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    side = draw(st.integers(2, 4))
    return Position(side, draw(st.frozensets(st.sampled_from(cells(side)), min_size=1)))


def test_every_position_of_nine_cells_is_solved_as_by_the_oracle() -> None:
    for position in POSITIONS_OF_3:
        solution = solve(position)
        assert solution.proved
        assert solution.pegs == fewest_pegs(3, position.pegs) == len(position.after(*solution.jumps).pegs)


@given(positions())
def test_positions_are_solved_as_by_the_oracle(position: Position) -> None:
    solution = solve(position)
    assert (solution.pegs, solution.proved) == (fewest_pegs(position.side, position.pegs), True)
    assert list(solution_faults(position, solution, Budget())) == []


def test_a_search_that_is_cut_short_keeps_the_bound_of_the_parity_classes() -> None:
    full = Position.parse("****/****/**.*/****")
    assert solve(full, Budget(seconds=0.0)) == Solution(15, (), 2, Bound.PARITY)
    assert solve(full).pegs == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("*", "rows, not 1"),
        ("**/*", "row 2 has length 1"),
        ("*x/..", "row 1, '*x'"),
        ("../..", "empty"),
        ("", "rows, not 1"),
    ],
)
def test_wrong_texts_are_refused_with_the_place(text: str, place: str) -> None:
    with pytest.raises(PositionError, match=re.escape(place)):
        Position.parse(text)
