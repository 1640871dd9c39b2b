"""The beam search by crossings: it undoes random swaps, and its effects of moves are those of counting again."""

import time
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import count_crossings, is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kernels.token_swapping import effects
from ludex.games.planarity.making.generation import scramble_drawing
from ludex.games.planarity.solving.crossing_search import CrossingSearch
from ludex.games.planarity.solving.state_space import StateSpace
from tests.games.planarity.sample_drawings import connected_drawing, plane_grid, plane_triangulation
from tests.oracles.untangling import fewest_swaps


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
