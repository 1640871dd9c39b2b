"""Short paths to some plane arrangement, which are rarely much longer than the shortest."""

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.solving.arrangements import PlaneArrangements
from ludex.games.planarity.solving.beam_search import (
    MAX_TARGETS,
    find_short_path,
    select_nearest,
)
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.state_space import StateSpace
from tests.games.planarity.sample_drawings import connected_drawing
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
