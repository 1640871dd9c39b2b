"""Random walks of exchanges keep count of the crossings of the arrangement that they reach."""

from random import Random

import numpy as np
import pytest

from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kernels import annealing
from ludex.games.planarity.kernels.crossing_counts import count_at_each, crossings_of, rises
from ludex.games.planarity.solving.state_space import StateSpace
from tests.games.planarity.sample_drawings import connected_drawing
from tests.oracles.small_drawings import crossed_pairs


def crossed(drawing: Drawing, arrangement: list[int]) -> frozenset[frozenset[Edge]]:
    """Return the pairs of edges that cross in an arrangement."""
    return crossed_pairs(tuple(drawing.points[position] for position in arrangement), drawing.edges)


@pytest.mark.parametrize(("vertices", "edges"), [(9, 12), (12, 30), (70, 90)])
def test_walks_keep_the_number_of_crossings_at_each_vertex(vertices: int, edges: int) -> None:
    drawing = connected_drawing(Random(vertices), vertices, edges)
    space, ends = StateSpace.of(drawing), np.array(drawing.edges, dtype=np.int64)
    pairs = np.argwhere(np.triu(space.distances < vertices, 1))
    arrangement, at = np.arange(vertices), np.zeros(vertices, dtype=np.int64)
    best = arrangement.copy()
    state = np.ones(annealing.STATE_SIZE, dtype=np.uint64)
    count_at_each(arrangement, space.adjacency, ends, space.left, at)
    state[annealing.CROSSINGS] = crossings_of(arrangement, space.adjacency, ends, space.left)
    state[annealing.MOVED] = 0
    fixed = (pairs, space.distances, space.adjacency, ends, space.left, state, at, arrangement, best)
    for temperature in (3.0, 1.0, 0.2):
        annealing.anneal_near(300, temperature, 0.1, *fixed)
        crossings = crossed(drawing, arrangement.tolist())
        assert sorted(arrangement.tolist()) == list(range(vertices))
        assert int(state[annealing.CROSSINGS]) == len(crossings)
        assert int(state[annealing.MOVED]) == space.distances[np.arange(vertices), arrangement].sum()
        assert at.tolist() == [sum(any(v in edge for edge in pair) for pair in crossings) for v in range(vertices)]


@pytest.mark.parametrize("seed", range(5))
def test_exchanges_change_the_number_of_crossings_by_the_rises(seed: int) -> None:
    drawing = connected_drawing(Random(seed), 8, 9 + 2 * seed)
    space, ends = StateSpace.of(drawing), np.array(drawing.edges, dtype=np.int64)
    arrangement = np.random.default_rng(seed).permutation(8)
    moves, risen = np.argwhere(np.triu(np.ones((8, 8)), 1)), np.zeros(28, dtype=np.int64)
    rises(moves, arrangement, space.adjacency, ends, space.left, risen)
    before = len(crossed(drawing, arrangement.tolist()))
    for (u, v), rise in zip(moves.tolist(), risen.tolist(), strict=True):
        exchanged = arrangement.tolist()
        exchanged[u], exchanged[v] = exchanged[v], exchanged[u]
        assert len(crossed(drawing, exchanged)) - before == rise
