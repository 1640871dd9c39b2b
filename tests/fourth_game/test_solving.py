"""The solver agrees with the oracle, and its bounds hold."""

import re
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.engine.budget import Budget, Unchecked
from peg_solitaire.position import SYMMETRIES, Position, PositionError, canonical, cells, compare
from peg_solitaire.solving import Bound, Solution, parity_bound, parity_class, solution_faults, solve
from tests.fourth_game.oracle import fewest_pegs, positions_after

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


@given(positions())
def test_no_jump_changes_the_parity_class(position: Position) -> None:
    for pegs in positions_after(position.pegs, position.side):
        assert parity_class(Position(position.side, pegs)) == parity_class(position)
    assert parity_bound(position) <= fewest_pegs(position.side, position.pegs)


@given(positions(), st.sampled_from(SYMMETRIES))
def test_images_have_one_canonical_form_and_a_matching(position: Position, symmetry) -> None:
    image = position.image(symmetry)
    assert canonical(image)[0] == canonical(position)[0]
    found = compare(position, image)
    assert found.equivalent
    assert sorted(found.matching or ()) == list(range(len(position.pegs)))


def test_positions_are_equivalent_if_an_image_is_equal() -> None:
    for a, b in product(POSITIONS_OF_3[:60], repeat=2):
        assert compare(a, b).equivalent == any(a.image(symmetry) == b for symmetry in SYMMETRIES)


def test_a_search_that_is_cut_short_keeps_the_bound_of_the_parity_classes() -> None:
    full = Position.parse("****/****/**.*/****")
    assert solve(full, Budget(seconds=0.0)) == Solution(15, (), 2, Bound.PARITY)
    assert solve(full).pegs == 2


def test_faults_of_solutions_are_found() -> None:
    position = Position.parse("***/***/...")
    solution = solve(position)
    assert (solution.pegs, solution.bound) == (3, Bound.SEARCH)
    [fault] = solution_faults(position, Solution(2, solution.jumps, 2, Bound.SEARCH), Budget())
    assert fault == "its solution leaves 3 pegs, not 2"
    [fault] = solution_faults(position, Solution(6, (), 6, Bound.SEARCH), Budget())
    assert fault == "jumps can leave 3 pegs, fewer than 6"
    [fault] = solution_faults(position, Solution(6, (), 3, Bound.PARITY), Budget())
    assert "parity" in fault
    [fault] = solution_faults(position, Solution(4, (((0, 0), (0, 2)),), 3, Bound.SEARCH), Budget())
    assert "no peg can jump" in fault
    [unchecked] = solution_faults(position, solution, Budget(seconds=0.0))
    assert isinstance(unchecked, Unchecked)


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


@given(positions())
def test_texts_and_positions_convert_both_ways(position: Position) -> None:
    assert Position.parse(str(position)) == position
