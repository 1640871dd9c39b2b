"""The plane arrangements of a drawing that lie near its start, or anywhere; listed in parts, under a budget."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.planarity.kernels import plane_arrangements as kernel
from ludex.games.planarity.solving.state_space import StateSpace

# Some 30 ms.
_SLICE = 100_000
_ROWS = 4096


class PlaneArrangements:
    """A search of a state `space` for the plane arrangements whose vertices move at most `limit` in all.

    None is no limit. After the search, `complete` tells that the limit left nothing out: what was found is all there
    is. `steps` counts the placements that were tried.
    """

    def __init__(self, space: StateSpace, limit: int | None = None) -> None:
        n = len(space.adjacency)
        self._space = space
        self._limit = n * n if limit is None else limit
        self._state = np.zeros(kernel.STATE_SIZE, dtype=np.int64)
        self._frames = np.zeros((n + 1, kernel.FRAME_SIZE + n), dtype=np.uint64)
        self._counters = np.zeros((n + 1, kernel.COUNTER_SIZE), dtype=np.int64)
        self._segments = np.zeros((n * (n - 1) // 2 + 1, 2), dtype=np.int64)
        self._arrangement = np.zeros(n, dtype=np.int64)
        self._least_distances = np.zeros(n, dtype=np.int64)
        self._frames[0, [kernel.FREE, kernel.LEFT]] = np.uint64((1 << n) - 1)
        self._frames[0, kernel.FRAME_SIZE :] = space.within[:, n - 1]
        self.steps = 0
        kernel.open_frame(
            0,
            self._limit,
            space.adjacency,
            space.within,
            self._state,
            self._frames,
            self._counters,
            self._least_distances,
        )

    @property
    def complete(self) -> bool:
        """Tell whether the limit has left nothing out so far."""
        return not self._state[kernel.CUT]

    def __call__(self, budget: Budget, most_steps: int | None = None) -> Iterator[npt.NDArray[np.int64]]:
        """Yield arrays of arrangements (rows: the position of each vertex), at times empty ones.

        It ends when nothing is left, or after some `most_steps` placements in all (None: no limit): see
        :meth:`exhausted`. Raises BudgetExhausted when the `budget` ends.
        """
        space = self._space
        while not self.exhausted() and (most_steps is None or self.steps < most_steps):
            budget.check()
            found = np.zeros((_ROWS, len(space.adjacency)), dtype=np.int64)
            kernel.advance(
                _SLICE,
                self._limit,
                space.adjacency,
                space.within,
                space.distances,
                space.blocked,
                self._state,
                self._frames,
                self._counters,
                self._segments,
                self._arrangement,
                found,
                self._least_distances,
            )
            steps = int(self._state[kernel.STEPS])
            budget.count(steps)
            self.steps += steps
            yield found[: self._state[kernel.FOUND]]

    def exhausted(self) -> bool:
        """Tell whether every arrangement within the limit has been met."""
        return bool(self._state[kernel.DEPTH] < 0)
