"""The plane arrangements of tiny drawings, found by trying all permutations.

The search of `plane_arrangements` is faster for all other drawings, but compiling it takes several seconds. A new
installation therefore solves its first tiny drawing in half the time. The tests compare both searches.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.planarity.solving.state_space import StateSpace

MAX_TINY_VERTICES = 5
"""For 6 vertices, trying all permutations takes longer than the compiled search."""


class TinyPlaneArrangements:
    """The plane arrangements of a state `space` in which the vertices have moved at most `limit` in total.

    The attributes and methods are those of :class:`ludex.games.planarity.solving.plane_arrangements.PlaneArrangements`.
    """

    def __init__(self, space: StateSpace, limit: int) -> None:
        n = len(space.adjacency)
        rows = _permutations(n)
        distances = space.distances[np.arange(n), rows]
        plane = rows[(distances < n).all(axis=1) & _is_plane(space, rows)]
        near = space.distances[np.arange(n), plane].sum(axis=1) <= limit
        self.steps = len(rows)
        self.complete = bool(near.all())
        self._found = plane[near]

    def __call__(self, budget: Budget) -> Iterator[npt.NDArray[np.int64]]:
        """Yield one array of plane arrangements. Raises BudgetExhausted if the `budget` has ended."""
        budget.check()
        budget.count(self.steps)
        yield self._found

    def tighten(self, limit: int) -> None:
        """Do nothing, because all arrangements have been listed."""


def _is_plane(space: StateSpace, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return, for each arrangement, whether no two edges cross."""
    n = len(space.adjacency)
    edges = [(u, v) for u, v in combinations(range(n), 2) if int(space.adjacency[u]) >> v & 1]
    crossing = np.zeros(len(rows), dtype=np.bool_)
    for (u, v), (w, x) in combinations(edges, 2):
        if len({u, v, w, x}) == 4:
            ends = space.blocked[rows[:, u], rows[:, v], rows[:, w]] >> rows[:, x].astype(np.uint64)
            crossing |= (ends & np.uint64(1)).astype(np.bool_)
    return ~crossing


@lru_cache(maxsize=MAX_TINY_VERTICES)
def _permutations(n: int) -> npt.NDArray[np.int64]:
    return np.array(list(permutations(range(n))), dtype=np.int64)
