"""Walks to plane arrangements with short edges."""

from random import Random

import numpy as np
import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.generation import scramble_drawing
from ludex.games.planarity.solving.length_search import LengthSearch
from ludex.games.planarity.solving.state_space import StateSpace
from ludex.games.planarity.solving.upper_bounds import ShortSolutions
from tests.games.planarity.sample_drawings import plane_grid

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
