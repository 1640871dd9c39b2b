"""Solutions that local search finds: they solve the level, in no more swaps than were made.

Walks to plane arrangements with short edges.

The beam search by crossings: it undoes random swaps, and its effects of moves are those of counting again.

Short paths to some plane arrangement, which are rarely much longer than the shortest.
"""

import time
from collections.abc import Callable
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import count_crossings, is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kernels.token_swapping import effects
from ludex.games.planarity.making.generation import scramble_drawing
from ludex.games.planarity.solving.arrangements import PlaneArrangements
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.upper_bounds import (
    MAX_TARGETS,
    CrossingSearch,
    LengthSearch,
    ShortSolutions,
    find_short_path,
    select_nearest,
)
from tests.benchmarks.reach import scrambled_level
from tests.games.planarity.known_drawings import crossed_paths, folded_cycle
from tests.games.planarity.sample_drawings import connected_drawing, plane_grid, plane_triangulation
from tests.oracles.small_drawings import swapped
from tests.oracles.untangling import fewest_swaps


def _search(drawing: Drawing) -> ShortSolutions:
    return ShortSolutions(drawing, StateSpace.of(drawing))


@pytest.mark.parametrize(
    ("vertices", "edges", "swaps"),
    [
        (24, 44, 40),
        *(
            pytest.param(*sizes, marks=pytest.mark.slow)
            for sizes in ((30, 55, 16), (30, 55, 40), (40, 75, 16), (40, 75, 40))
        ),
    ],
)
def test_solutions_are_no_longer_than_the_scramble(vertices: int, edges: int, swaps: int) -> None:
    drawing = scrambled_level(vertices, edges, swaps, 1)
    search = _search(drawing)
    search.improve(Budget(seconds=30))
    assert search.swaps is not None
    assert len(search.swaps) <= swaps
    assert is_plane(drawing.after(search.swaps))


@pytest.mark.parametrize(
    ("vertices", "edges", "swaps"), [(12, 20, 40), pytest.param(20, 36, 200, marks=pytest.mark.slow)]
)
def test_solutions_are_the_same_for_every_search_and_never_get_longer(
    monkeypatch: pytest.MonkeyPatch, vertices: int, edges: int, swaps: int
) -> None:
    # No time limit may decide the result.
    monkeypatch.setattr("ludex.games.planarity.solving.upper_bounds._CROSSINGS_SECONDS", 1000.0)
    drawing = scrambled_level(vertices, edges, swaps, 2)
    first, second = _search(drawing), _search(drawing)
    lengths = []
    for _ in range(3):
        first.improve(Budget())
        second.improve(Budget())
        assert first.swaps is not None
        assert first.swaps == second.swaps
        lengths.append(len(first.swaps))
    assert lengths == sorted(lengths, reverse=True)


@pytest.mark.parametrize(("drawing", "minimum"), [(folded_cycle(8), 6), (crossed_paths(5), 5)])
def test_small_minima_are_found(drawing: Drawing, minimum: int) -> None:
    search = _search(drawing)
    search.improve(Budget())
    assert search.swaps is not None
    assert len(search.swaps) == minimum


def test_a_search_without_time_finds_nothing() -> None:
    search = _search(folded_cycle(20))
    search.improve(Budget(seconds=0.0))
    assert search.swaps is None


CROSSED = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))


def _arranged(drawing: Drawing, arrangement: np.ndarray) -> Drawing:
    return drawing.moved(tuple(drawing.points[position] for position in arrangement.tolist()))


@pytest.mark.parametrize("words", [1, 2])
def test_walks_reach_plane_arrangements_and_are_the_same_each_time(words: int) -> None:
    drawing = scramble_drawing(plane_grid(Random(1), 6, 5), 12, 1)
    space = StateSpace.of(drawing, words=words)
    found = [LengthSearch(drawing, space).walk(number, Budget()) for number in (0, 1, 0, 1)]
    reached = [arrangement for arrangement in found[:2] if arrangement is not None]
    assert reached
    for arrangement in reached:
        assert sorted(arrangement.tolist()) == list(range(30))
        assert is_plane(_arranged(drawing, arrangement))
    for again, before in zip(found[2:], found[:2], strict=True):
        assert np.array_equal(again, before)


def test_a_walk_without_time_or_without_a_plane_arrangement_reaches_none() -> None:
    assert LengthSearch(CROSSED, StateSpace.of(CROSSED)).walk(0, Budget(seconds=0.0)) is None
    crossing = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (2, 3)))
    assert LengthSearch(crossing, StateSpace.of(crossing)).walk(0, Budget()) is None


@pytest.mark.slow
def test_forty_swaps_of_a_hundred_vertices_are_undone() -> None:
    drawing = scramble_drawing(plane_grid(Random(1), 10, 10), 40, 1)
    search = ShortSolutions(drawing, StateSpace.of(drawing))
    search.improve(Budget())
    assert search.swaps is not None
    assert len(search.swaps) <= 40
    assert is_plane(drawing.after(search.swaps))


def _search_crossings(drawing: Drawing, budget: Budget) -> CrossingSearch:
    search = CrossingSearch(drawing, StateSpace.of(drawing))
    search.run(budget)
    return search


@pytest.mark.parametrize("seed", range(20))
def test_the_effects_of_moves_are_the_differences_after_them(seed: int) -> None:
    drawing = connected_drawing(Random(seed), 8, 7 + seed % 6)
    space, edges = StateSpace.of(drawing), np.array(drawing.edges)
    x, y = np.array(drawing.points, dtype=np.float64).T
    lengths = np.hypot(x[:, None] - x, y[:, None] - y)
    arrangements = np.array([Random(seed + k).sample(range(8), 8) for k in range(3)])
    risen = np.zeros((3, len(space.moves)), dtype=np.int64)
    longer, drawn = np.zeros(risen.shape), np.zeros(8, dtype=np.uint64)
    effects(arrangements, space.moves, space.adjacency, edges, space.blocked, lengths, drawn, risen, longer)
    for i, arrangement in enumerate(arrangements.tolist()):
        before = drawing.moved(tuple(drawing.points[position] for position in arrangement))
        for e, (u, v) in enumerate(space.moves.tolist()):
            after = before.swapped((u, v))
            assert risen[i, e] == count_crossings(after) - count_crossings(before)
            assert longer[i, e] == pytest.approx(_total_length(after) - _total_length(before), abs=1e-6)


def _total_length(drawing: Drawing) -> float:
    points = np.array(drawing.points, dtype=np.float64)
    first, second = np.array(drawing.edges).T
    return float(np.linalg.norm(points[first] - points[second], axis=1).sum())


def test_swaps_of_small_drawings_make_them_plane_and_are_at_least_the_minimum() -> None:
    longer = found = 0
    for seed in range(40):
        drawing = connected_drawing(Random(seed), 7, 9)
        minimum = fewest_swaps(drawing.points, drawing.edges)[0]
        swaps = _search_crossings(drawing, Budget()).swaps
        if swaps is not None:
            assert minimum is not None
            assert is_plane(drawing.after(swaps))
            assert len(swaps) >= minimum
            found += 1
            longer += len(swaps) - minimum
    assert found >= 30
    assert longer <= 10


@pytest.mark.parametrize("plane", [plane_grid, plane_triangulation])
@pytest.mark.parametrize(
    ("seed", "swaps"),
    [(1, 10), pytest.param(2, 12, marks=pytest.mark.slow), pytest.param(3, 15, marks=pytest.mark.slow)],
)
def test_random_swaps_of_large_plane_drawings_are_undone(
    plane: Callable[[Random], Drawing], seed: int, swaps: int
) -> None:
    drawing = scramble_drawing(plane(Random(seed)), swaps, seed)
    assert not is_plane(drawing)
    found = _search_crossings(drawing, Budget(seconds=5, clock=time.process_time)).swaps
    assert found is not None
    assert len(found) <= swaps
    assert is_plane(drawing.after(found))


def test_a_search_without_time_or_a_plane_arrangement_finds_no_path() -> None:
    drawing = scramble_drawing(plane_grid(Random(1)), 3, 1)
    assert _search_crossings(drawing, Budget(seconds=0.0)).swaps is None
    star = Drawing(
        ((0, 0), (10, 1), (5, 9), (0, 6), (11, 7), (5, -3)), ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5))
    )
    assert _search_crossings(star, Budget()).swaps is None


def test_short_paths_lead_to_plane_drawings() -> None:
    longer = 0
    for seed in range(12):
        drawing = connected_drawing(Random(seed), 8, 9)
        space = StateSpace.of(drawing)
        found = np.concatenate(list(PlaneArrangements(space)(Budget())))
        kept = select_nearest(space, found)
        assert len(kept) == min(MAX_TARGETS, len(found))
        swaps = find_short_path(space, kept)
        assert swaps is not None
        points = tuple(drawing.points)
        for edge in swaps:
            points = swapped(points, edge)
        assert fewest_swaps(points, drawing.edges)[0] == 0
        minimum = solve(drawing).min_swaps
        assert minimum is not None
        longer += len(swaps) - minimum
    assert 0 <= longer <= 6


def test_a_plane_start_needs_no_swaps_and_no_targets_give_no_path() -> None:
    drawing = connected_drawing(Random(0), 6, 6)
    space = StateSpace.of(drawing)
    assert find_short_path(space, np.arange(6)[None]) == ()
    assert find_short_path(space, np.zeros((0, 6), dtype=np.int64)) is None


@pytest.mark.parametrize("vertices", [6, 24, 60])
def test_on_a_path_the_number_of_swaps_is_the_number_of_inversions(vertices: int) -> None:
    """Source: D. Knuth, "Sorting and Searching", section 5.1.1: neighbours are swapped until no inversion is left."""
    points = tuple((x, x * x) for x in range(vertices))
    space = StateSpace.of(Drawing(points, tuple(pairwise(range(vertices)))))
    random = Random(vertices)
    for _ in range(5):
        # Few and many inversions.
        distance = random.choice([2, vertices // 4, vertices])
        target = sorted(range(vertices), key=lambda v: v + random.random() * distance)
        swaps = find_short_path(space, np.array(target)[None])
        assert swaps is not None
        assert len(swaps) == sum(first > second for first, second in combinations(target, 2))
