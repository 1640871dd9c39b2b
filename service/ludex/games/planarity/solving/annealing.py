"""A plane arrangement by simulated annealing. It proves nothing, but is quick if exact searches take too long."""

from collections.abc import Iterator

import numpy as np

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kernels import annealing as kernel
from ludex.games.planarity.kernels.crossing_counts import crossings_of
from ludex.games.planarity.solving.state_space import StateSpace

# The number of moves between two looks at the budget: at most some 30 ms.
_SLICE = 2000
# A start's first and last temperature, in crossings, and its slices; the starts take turns. The first one is cool: it
# stays near a start that a few swaps make plane. Only the hot ones get away from arrangements far from any plane one.
_SCHEDULES = ((0.5, 0.3, 100), (1.5, 0.6, 500), (1.2, 0.4, 500))


def annealed(drawing: Drawing, space: StateSpace, budget: Budget, starts: int = 8) -> Iterator[tuple[int, ...]]:
    """Yield plane arrangements of a `drawing` in which random walks end; at most one for each of `starts` walks.

    `space` is the drawing's state space. A walk exchanges any two vertices of a component; swaps along edges can do
    that too, if not at once. It ends early if the `budget` is exhausted; nothing is raised. The arrangements of a
    drawing are always the same.
    """
    edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
    pairs = np.argwhere(np.triu(space.distances < drawing.vertices, 1))
    if not len(pairs):
        return
    for start in range(starts):
        hot, cold, slices = _SCHEDULES[start % len(_SCHEDULES)]
        arrangement = np.arange(drawing.vertices, dtype=np.int64)
        state = np.zeros(kernel.STATE_SIZE, dtype=np.uint64)
        state[kernel.RANDOM] = np.uint64((1 + start) * 0x9E3779B97F4A7C15 % 2**64 | 1)
        state[kernel.CROSSINGS] = crossings_of(arrangement, space.adjacency, edges, space.blocked)
        for part in range(slices):
            if budget.exhausted():
                return
            temperature = hot * (cold / hot) ** (part / slices)
            kernel.anneal(_SLICE, temperature, pairs, space.adjacency, edges, space.blocked, state, arrangement)
            if not state[kernel.CROSSINGS]:
                yield tuple(arrangement.tolist())
                break
