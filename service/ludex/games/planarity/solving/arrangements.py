"""Searches for plane arrangements of a drawing: an exact search that can list all of them, and simulated annealing.

The exact search lists the arrangements near the start, or all arrangements, in several arrays and within a budget.
Annealing proves nothing, but it quickly finds an arrangement where the exact search takes too long.

For tiny drawings, all permutations are tried. The exact search is faster for all other drawings, but compiling it takes
several seconds. A new installation therefore solves its first tiny drawing in half the time. The tests compare both
searches.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kernels import annealing
from ludex.games.planarity.kernels import plane_arrangements as kernel
from ludex.games.planarity.kernels.crossing_counts import count_at_each
from ludex.games.planarity.kernels.set_arrays import empty_sets
from ludex.games.planarity.solving.state_space import StateSpace

# The number of placements between two checks of the budget, for sets of one word and of two words. They take about 50
# ms.
_SLICES = {1: 40_000, 2: 10_000}
_ROWS = 4096


class PlaneArrangements:
    """A search of a state `space` for plane arrangements in which the vertices have moved at most `limit` in total.

    If `limit` is None, there is no limit. `positions`, if given, is an array that contains the set of
    allowed positions of each vertex. If `exchanges` is true, any vertex can move anywhere at a cost
    of 1, and the limit is twice the number of exchanges of any two vertices.

    `steps` is the number of placements tried so far. After the search, `complete` is true if the limit excluded
    nothing, so that all plane arrangements were listed.
    """

    def __init__(
        self,
        space: StateSpace,
        limit: int | None = None,
        positions: npt.NDArray[np.uint64] | None = None,
        *,
        exchanges: bool = False,
    ) -> None:
        n = len(space.adjacency)
        self._space = space
        self._limit = n * n if limit is None else limit
        self._state = np.zeros(kernel.STATE_SIZE, dtype=np.int64)
        self._state[kernel.EXCHANGES] = exchanges
        self._frames = empty_sets((n + 1, kernel.FRAME_SIZE + 2 * n), space.words)
        self._counters = np.zeros((n + 1, kernel.COUNTER_SIZE), dtype=np.int64)
        self._arrangement = np.zeros(n, dtype=np.int64)
        self._least_distances = np.zeros(n, dtype=np.int64)
        self.steps = 0
        kernel.open_root(
            np.ascontiguousarray(space.within[:, n - 1]) if positions is None else positions,
            self._limit,
            space.adjacency,
            space.within,
            self._state,
            self._frames,
            self._counters,
            self._arrangement,
            self._least_distances,
        )

    @property
    def complete(self) -> bool:
        """Return whether the limit has excluded nothing so far."""
        return not self._state[kernel.CUT]

    def __call__(self, budget: Budget, most_steps: int | None = None) -> Iterator[npt.NDArray[np.int64]]:
        """Yield arrays of plane arrangements. Each row contains the positions of the vertices. Arrays may be empty.

        The search ends when nothing is left to try, or after `most_steps` placements in total (None: no limit).
        :meth:`exhausted` tells the two cases apart. Raises BudgetExhausted when the `budget` ends.
        """
        space, most = self._space, _SLICES[self._space.words]
        while not self.exhausted() and (most_steps is None or self.steps < most_steps):
            budget.check()
            steps = most if most_steps is None else min(most, most_steps - self.steps)
            rows = np.empty((min(_ROWS, steps), len(space.adjacency)), dtype=np.int64)
            kernel.advance(
                steps,
                self._limit,
                space.adjacency,
                space.within,
                space.distances,
                space.blocked,
                self._state,
                self._frames,
                self._counters,
                self._arrangement,
                rows,
                self._least_distances,
            )
            steps = int(self._state[kernel.STEPS])
            budget.count(steps)
            self.steps += steps
            yield rows[: self._state[kernel.FOUND]]

    def tighten(self, limit: int) -> None:
        """Lower the limit for the remaining search."""
        self._limit = min(self._limit, limit)

    def exhausted(self) -> bool:
        """Return whether every arrangement within the limit has been visited."""
        return bool(self._state[kernel.DEPTH] < 0)


# The number of moves between two checks of the budget. These moves take at most about 30 ms.
_MOVES = 2000
# The initial and the final temperature of a walk, in crossings, and its number of slices. The walks use the three
# schedules in turn. The first schedule is cool, so that the walk stays near the start. This suits drawings that a few
# swaps make plane. If the start is far from every plane arrangement, only the hot schedules succeed.
_SCHEDULES = ((0.5, 0.3, 100), (1.5, 0.6, 500), (1.2, 0.4, 500))


def find_by_annealing(
    drawing: Drawing, space: StateSpace, budget: Budget, starts: int = 8
) -> Iterator[tuple[int, ...]]:
    """Yield plane arrangements of a `drawing` that random walks find. Each of the walks yields at most one arrangement.

    `starts` is the number of walks, and `space` is the state space of the drawing. A step exchanges any two vertices of
    a component, which is equivalent to several swaps along edges. If the `budget` is exhausted, the walks end early
    without an exception. Every call with the same drawing makes the same walks.
    """
    edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
    pairs = np.argwhere(np.triu(space.distances < drawing.vertices, 1))
    if not len(pairs):
        return
    for start in range(starts):
        hot, cold, slices = _SCHEDULES[start % len(_SCHEDULES)]
        arrangement, at = np.arange(drawing.vertices, dtype=np.int64), np.zeros(drawing.vertices, dtype=np.int64)
        state = np.zeros(annealing.STATE_SIZE, dtype=np.uint64)
        state[annealing.RANDOM] = np.uint64((1 + start) * 0x9E3779B97F4A7C15 % 2**64 | 1)
        count_at_each(arrangement, space.adjacency, edges, space.left, at)
        state[annealing.CROSSINGS] = at.sum() // 4
        for part in range(slices):
            if budget.exhausted():
                return
            temperature = hot * (cold / hot) ** (part / slices)
            annealing.anneal(_MOVES, temperature, pairs, space.adjacency, edges, space.left, state, at, arrangement)
            if not state[annealing.CROSSINGS]:
                yield tuple(arrangement.tolist())
                break


MAX_TINY_VERTICES = 5
"""For 6 vertices, trying all permutations takes longer than the compiled search."""


class TinyPlaneArrangements:
    """The plane arrangements of a state `space` in which the vertices have moved at most `limit` in total.

    The attributes and methods are those of :class:`ludex.games.planarity.solving.arrangements.PlaneArrangements`.
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
