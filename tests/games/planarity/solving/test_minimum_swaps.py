"""The minimum number of swaps: exact, proved, with all optimal solutions counted."""

from dataclasses import replace
from math import comb, factorial

import pytest
from hypothesis import given, settings

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.generation import scramble_drawing
from ludex.games.planarity.solving import part_search
from ludex.games.planarity.solving.hints import hint
from ludex.games.planarity.solving.minimum_swaps import paths_of_solution, solve
from ludex.games.planarity.solving.solution import NO_PLANE_ARRANGEMENT, PLANE, UNKNOWN
from ludex.games.planarity.untangle import read_untangle
from tests.games.planarity.known_drawings import crossed_paths, folded_cycle, path_gadget
from tests.games.planarity.sample_drawings import drawings
from tests.oracles.untangling import fewest_moves
from tests.trials import examples


@settings(deadline=None, max_examples=examples(150))
@given(drawings(most=6))
def test_the_minimum_and_its_counts_are_those_of_plain_search(drawing: Drawing) -> None:
    solution = solve(drawing)
    assert solution.proved
    minimum, arrangements, sequences = fewest_moves(drawing.points, drawing.edges, drawing.edges)
    assert solution.min_swaps == minimum
    if minimum is None:
        assert (solution.arrangements, solution.sequences, solution.swaps) == (None, None, ())
    else:
        assert (solution.arrangements, solution.sequences) == (arrangements, sequences)
        assert solution.lower_bound == minimum
        assert len(solution.swaps) == minimum
        assert is_plane(drawing.after(solution.swaps))


@pytest.mark.parametrize("n", [6, 8, 10, 12])
def test_the_cycle_of_lemma_1_has_one_crossing_and_needs_half_its_length_choose_two(n: int) -> None:
    solution = solve(folded_cycle(n))
    assert (solution.crossings, solution.min_swaps, solution.proved) == (1, comb(n // 2, 2), True)
    # Either half can be reversed.
    assert solution.arrangements == 2


def test_the_path_gadget_of_theorem_2_is_solved_by_its_first_or_its_last_edge_only() -> None:
    solution = solve(path_gadget())
    assert (solution.crossings, solution.min_swaps, solution.arrangements, solution.sequences) == (1, 1, 2, 2)
    assert all(is_plane(path_gadget().swapped(edge)) == (edge in {(0, 1), (5, 6)}) for edge in path_gadget().edges)


@pytest.mark.parametrize("count", [1, 5, 16])
def test_far_apart_crossings_are_mended_in_any_order(count: int) -> None:
    solution = solve(crossed_paths(count))
    assert (solution.crossings, solution.min_swaps, solution.arrangements) == (count, count, 1)
    assert solution.sequences == factorial(count)


def test_a_plane_drawing_needs_no_swap() -> None:
    solution = solve(Drawing(((0, 0), (1, 0), (0, 1)), ((0, 1), (1, 2))))
    assert (solution.min_swaps, solution.swaps, solution.arrangements, solution.sequences) == (0, (), 1, 1)
    assert solution.reason == PLANE


def test_a_graph_without_a_plane_arrangement_is_proved_to_have_none() -> None:
    # Two triangles whose segments cross wherever their vertices are: swaps never leave a triangle.
    star = Drawing(
        ((0, 0), (10, 1), (5, 9), (0, 6), (11, 7), (5, -3)), ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5))
    )
    solution = solve(star)
    assert (solution.crossings, solution.min_swaps, solution.proved) == (6, None, True)
    assert solution.reason == NO_PLANE_ARRANGEMENT


def test_a_cube_with_seven_points_on_the_hull_is_proved_unreachable() -> None:
    cube = ((0, 1), (1, 2), (2, 3), (0, 3), (4, 5), (5, 6), (6, 7), (4, 7), (0, 4), (1, 5), (2, 6), (3, 7))
    around = ((0, 0), (40, -20), (80, -19), (120, 3), (118, 50), (70, 81), (20, 60), (60, 31))
    solution = solve(Drawing(around, cube))
    assert (solution.min_swaps, solution.proved, solution.arrangements) == (None, True, None)


@pytest.mark.parametrize("description", ["5:0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4", "4:0-1,0-2,0-3,1-2,1-3,2-3"])
def test_untangle_puzzles_on_a_circle_are_mostly_unreachable_and_that_is_quick_to_prove(description: str) -> None:
    solution = solve(read_untangle(description), Budget(seconds=0.0))
    assert (solution.min_swaps, solution.proved) == (None, True)


def test_where_the_time_ends_first_the_answer_says_so() -> None:
    solution = solve(folded_cycle(20), Budget(seconds=0.0))
    assert (solution.min_swaps, solution.proved, solution.reason) == (None, False, UNKNOWN)
    assert solution.lower_bound == 1


def test_a_search_that_cannot_end_in_time_gives_swaps_that_do_and_a_bound_that_holds() -> None:
    drawing = folded_cycle(30)
    solution = solve(drawing, Budget(seconds=1.5))
    assert not solution.proved
    assert solution.min_swaps == len(solution.swaps)
    assert is_plane(drawing.after(solution.swaps))
    assert solution.lower_bound <= comb(15, 2) <= len(solution.swaps)


def test_bounds_that_meet_prove_the_minimum_without_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(*_arguments: object) -> None:
        raise BudgetExhausted("time")

    monkeypatch.setattr(part_search, "find_shortest_paths", end)
    drawing = crossed_paths(3)
    solution = solve(drawing)
    assert (solution.min_swaps, solution.lower_bound, solution.proved) == (3, 3, True)
    assert (solution.arrangements, solution.sequences, solution.is_complete) == (None, None, False)
    assert is_plane(drawing.after(solution.swaps))
    partial = hint(drawing)
    assert (partial.remaining, partial.minimum, partial.proved) == (3, 3, False)


def test_a_cancelled_search_ends_at_once() -> None:
    assert not solve(folded_cycle(30), Budget(stop=lambda: True)).proved


def test_large_drawings_a_few_swaps_from_plane_are_solved() -> None:
    grid = Drawing(
        tuple((1000 * x + 7 * y * y + x * x * y, 900 * y + 11 * x * x + y) for y in range(6) for x in range(8)),
        tuple((8 * y + x, 8 * y + x + 1) for y in range(6) for x in range(7))
        + tuple((8 * y + x, 8 * y + x + 8) for y in range(5) for x in range(8)),
    )
    assert is_plane(grid)
    solution = solve(scramble_drawing(grid, 2, 5))
    assert solution.proved
    assert solution.min_swaps == 2


def test_independent_parts_are_solved_one_by_one() -> None:
    cycle, paths = folded_cycle(8), crossed_paths(10)
    away = tuple((x + 500_000, y + 3_000_001) for x, y in cycle.points)
    both = Drawing(paths.points + away, paths.edges + tuple((u + 40, v + 40) for u, v in cycle.edges))
    whole, ten, one = solve(both), solve(paths), solve(cycle)
    assert (whole.min_swaps, whole.arrangements) == (16, 2)
    assert ten.sequences == factorial(10)
    assert whole.sequences == comb(16, 6) * factorial(10) * (one.sequences or 0)
    assert is_plane(both.after(whole.swaps))


def test_the_shortest_ways_are_none_where_the_minimum_is_larger() -> None:
    drawing = folded_cycle(8)
    solution = solve(drawing)
    assert paths_of_solution(drawing, replace(solution, swaps=solution.swaps[1:], min_swaps=5), Budget()) is None
    parts = paths_of_solution(drawing, solution, Budget())
    assert parts is not None
    assert [sum(part.paths.counts[-1]) for part in parts] == [solution.sequences]
