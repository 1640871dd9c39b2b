"""Hints: every best next swap, what remains, and the swap that put the minimum out of reach."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.making.generation import GenerationParameters, Scramble, generate, plane_drawing
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.solving import minimum_swaps
from ludex.games.planarity.solving.hints import fewer_swaps, hint, hint_table
from ludex.games.planarity.solving.minimum_swaps import solve, solve_with_paths
from ludex.games.planarity.solving.solution import UNKNOWN, UPPER_BOUND, Solution
from ludex.games.planarity.untangle import circle
from tests.games.planarity.known_drawings import complete, folded_cycle
from tests.games.planarity.sample_drawings import connected_drawing, drawings
from tests.oracles.small_drawings import swapped
from tests.oracles.triangulations import is_plane
from tests.oracles.untangling import fewest_swaps
from tests.trials import examples


def states(drawing: Drawing, swaps: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
    laid = [tuple(drawing.points)]
    for edge in swaps:
        laid.append(swapped(laid[-1], edge))
    return laid


@settings(max_examples=examples(80))
@given(drawings(least=4, most=6), st.lists(st.integers(0, 20), max_size=4))
def test_hints_are_those_of_plain_search(drawing: Drawing, choices: list[int]) -> None:
    edges = drawing.edges
    swaps = [edges[choice % len(edges)] for choice in choices] if edges else []
    laid = states(drawing, swaps)
    distances = [fewest_swaps(points, edges)[0] for points in laid]
    found = hint(drawing, swaps)
    assert (found.proved, found.remaining, found.minimum) == (True, distances[-1], distances[0])
    if distances[0] is None:
        assert (found.best, found.mistake) == ((), None)
        return
    nearer = [edge for edge in edges if fewest_swaps(swapped(laid[-1], edge), edges)[0] == distances[-1] - 1]
    assert found.best == tuple(nearer if distances[-1] else ())
    missed = [k for k, distance in enumerate(distances) if k + distance > distances[0]]
    assert found.mistake == (missed[0] - 1 if missed else None)


def test_a_search_that_ends_early_says_so() -> None:
    found = hint(folded_cycle(16), [(0, 1)], Budget(seconds=0.0))
    assert (found.proved, found.minimum, found.mistake) == (False, None, None)


def test_who_cannot_be_told_the_best_is_told_to_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = folded_cycle(8)
    known = solve(drawing)

    def only_the_start(given: Drawing, *_: object, **__: object) -> object:
        lost = Solution(1, None, False, (), None, None, 1, UNKNOWN)
        return solve_with_paths(given, Budget()) if given == drawing else (lost, None)

    monkeypatch.setattr(minimum_swaps, "solve_with_paths", only_the_start)
    off = next(edge for edge in drawing.edges if edge not in hint(drawing).best)
    found = hint(drawing, [known.swaps[0], off, off])
    assert (found.best, found.remaining, found.proved, found.mistake) == ((off,), 7, False, 1)


def test_a_stored_way_without_a_proof_is_always_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = folded_cycle(8)
    way = solve(drawing).swaps
    known = Solution(1, len(way), False, way, None, None, 1, UPPER_BOUND)
    lost = Solution(1, None, False, (), None, None, 1, UNKNOWN), None
    monkeypatch.setattr(minimum_swaps, "solve_with_paths", lambda *_, **__: lost)

    def offered(*swaps: tuple[int, int]) -> tuple[object, object, object]:
        found = hint(drawing, swaps, known=known)
        return found.best, found.remaining, found.proved

    off = next(edge for edge in drawing.edges if not set(edge) & set(way[0]) and edge not in way)
    assert offered() == (way[:1], len(way), False)
    assert offered(way[0]) == (way[1:2], len(way) - 1, False)
    assert offered(off) == ((off,), len(way) + 1, False)
    # The order of swaps that share no vertex does not matter.
    assert offered(off, way[0]) == ((off,), len(way), False)
    assert offered(way[0], off) == ((off,), len(way), False)
    assert hint(drawing, way, known=known).remaining == 0


def test_what_no_swaps_can_solve_has_no_hint() -> None:
    found = hint(Drawing(circle(5), complete(5)), [(0, 1)])
    assert (found.best, found.remaining, found.proved) == ((), None, True)


def test_swaps_of_what_is_no_edge_are_refused_at_their_place() -> None:
    with pytest.raises(DrawingError) as refused:
        hint(folded_cycle(6), [(1, 0), (0, 3)])
    assert refused.value.place == ("swaps", 1)


@pytest.mark.parametrize("swaps", [[], [0], [3, 1], [2, 2, 4]])
def test_a_known_solution_of_the_start_changes_no_hint(swaps: list[int]) -> None:
    for seed in range(4):
        drawing = connected_drawing(Random(seed), 8, 10)
        made = [drawing.edges[index] for index in swaps]
        assert hint(drawing, made, known=solve(drawing)) == hint(drawing, made)


@settings(max_examples=examples(40))
@given(drawings(least=4, most=6))
def test_a_table_of_hints_has_what_plain_search_finds_wherever_a_shortest_solution_comes(drawing: Drawing) -> None:
    edges, points = drawing.edges, drawing.points
    solution = solve(drawing)
    table = hint_table(drawing, solution)
    assert table.complete
    if solution.min_swaps is None:
        assert table.swaps == {}
        return
    expected: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}
    layer = {tuple(range(len(points)))}
    for left in range(solution.min_swaps, -1, -1):
        further = set()
        for at in layer:
            nearer = {edge: swapped(at, edge) for edge in edges if left}
            best = {
                edge: after
                for edge, after in nearer.items()
                if fewest_swaps([points[place] for place in after], edges)[0] == left - 1
            }
            expected[at] = tuple(best)
            further |= set(best.values())
        layer = further
    assert table.swaps == expected


def test_a_table_of_hints_that_is_too_long_begins_at_the_start() -> None:
    drawing = connected_drawing(Random(1), 9, 9)
    solution = solve(drawing)
    whole, begun = hint_table(drawing, solution), hint_table(drawing, solution, most=3)
    assert len(whole.swaps) > 3
    assert (begun.complete, list(begun.swaps.items())) == (False, list(whole.swaps.items())[:3])


@pytest.mark.parametrize("seed", range(12))
def test_the_quick_bound_is_never_below_the_minimum(seed):
    numbers = RandomNumbers(seed)
    walk = Scramble(plane_drawing(GenerationParameters(7, 10, 1), numbers), numbers)
    walk.swap(5)
    drawing = walk.drawing()
    minimum, *_ = fewest_swaps(drawing.points, drawing.edges)
    found = fewer_swaps(drawing, walk.way_back(), 6, Budget())
    assert found is not None
    assert minimum <= found <= 5
    assert fewer_swaps(drawing, walk.way_back(), minimum, Budget()) is None


def test_the_quick_bound_keeps_to_the_budget():
    numbers = RandomNumbers(4)
    walk = Scramble(plane_drawing(GenerationParameters(15, 24, 1), numbers), numbers)
    walk.swap(8)
    with pytest.raises(BudgetExhausted):
        fewer_swaps(walk.drawing(), walk.way_back(), 9, Budget(seconds=0.0))


def test_large_levels_have_the_requested_minimum():
    batch = generate(GenerationParameters(15, 24, 6, seed=5, method=Method.REPAIR), 4)
    assert batch == generate(GenerationParameters(15, 24, 6, seed=5, method=Method.REPAIR), 4)
    for level in batch.items:
        # The generator expects 6 swaps. Without this, the search rules out the numbers below one after another.
        assert solve(level.drawing).min_swaps == level.solution.min_swaps == 6
        assert is_plane(level.drawing.after(level.solution.swaps).points, level.drawing.edges)
