"""Short paths to some plane arrangement, which are rarely much longer than the shortest."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.generation import scramble_drawing
from ludex.games.planarity.solving.beam_search import (
    MAX_TARGETS,
    find_path_by_crossings,
    find_short_path,
    select_nearest,
)
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.plane_arrangements import PlaneArrangements
from ludex.games.planarity.solving.state_space import StateSpace
from tests.games.planarity.sample_drawings import connected_drawing, plane_grid, plane_triangulation
from tests.oracles.small_drawings import swapped
from tests.oracles.untangling import fewest_swaps


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
    found = find_path_by_crossings(drawing, StateSpace.of(drawing), Budget(seconds=5))
    assert found is not None
    assert len(found) <= swaps
    assert is_plane(drawing.after(found))


@pytest.mark.slow
def test_a_solution_that_is_not_proved_undoes_the_random_swaps() -> None:
    drawing = scramble_drawing(plane_grid(Random(4)), 12, 4)
    solution = solve(drawing, Budget(seconds=4))
    assert solution.min_swaps is not None
    assert solution.min_swaps <= 12


def test_a_search_by_crossings_without_time_or_a_plane_arrangement_finds_no_path() -> None:
    drawing = scramble_drawing(plane_grid(Random(1)), 3, 1)
    assert find_path_by_crossings(drawing, StateSpace.of(drawing), Budget(seconds=0.0)) is None
    star = Drawing(
        ((0, 0), (10, 1), (5, 9), (0, 6), (11, 7), (5, -3)), ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5))
    )
    assert find_path_by_crossings(star, StateSpace.of(star), Budget()) is None
