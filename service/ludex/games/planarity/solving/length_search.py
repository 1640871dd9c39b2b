"""Random walks to plane arrangements with short edges, for large drawings that were scrambled by many random swaps.

Edges of plane drawings are usually short. A walk has two phases. The first phase makes the edges short and does not
count crossings, which is fast and leads to an arrangement with few crossings that differs from the plane drawing
in few places. The second phase removes these crossings. Both phases are simulated annealing (see
:mod:`ludex.games.planarity.kernels.annealing`). The walks prove nothing.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kernels import annealing
from ludex.games.planarity.kernels.crossing_counts import count_at_each
from ludex.games.planarity.solving.shortest_solutions import total_distances
from ludex.games.planarity.solving.state_space import StateSpace


@dataclass(frozen=True, slots=True)
class _Phase:
    """A phase of a walk. The unit of temperatures and weights is the median length of an edge.

    `hot` and `cold` are the initial and the final temperature. `weights` contains the weights of a crossing and of a
    step of distance. `moves` is the number of moves per vertex, and `nearest` is the largest distance in the graph of
    two vertices that are exchanged.
    """

    hot: float
    cold: float
    weights: tuple[float, float]
    moves: int
    nearest: int


# Walks with each of the first and each of the second phases take turns. With a greater weight of distances, the
# arrangements are nearer to the drawing. With 128 vertices, 237 edges and 40 random swaps, a walk takes about a second,
# and about two of three walks reach a plane arrangement.
_SHORTEN = tuple(_Phase(0.3, 0.05, (0.0, weight), 4_000, 128) for weight in (0.3, 0.5))
_REMOVE_CROSSINGS = (_Phase(1.4, 0.3, (2.0, 0.4), 3_000, 3), _Phase(2.3, 0.5, (3.3, 0.7), 2_000, 3))
_PROOF_SLICES = 50


class LengthSearch:
    """Walks of a `drawing` whose state space is `space`. The same numbers always give the same walks."""

    def __init__(self, drawing: Drawing, space: StateSpace) -> None:
        self._space = space
        self._edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
        points = np.array(drawing.points, dtype=np.float64)
        distances = np.linalg.norm(points[:, None] - points[None], axis=2)
        self._lengths = distances / np.median(distances[self._edges[:, 0], self._edges[:, 1]])

    def walk(self, number: int, budget: Budget) -> npt.NDArray[np.int64] | None:
        """Return a plane arrangement, or None if the walk with this `number` reaches none, or the `budget` ends."""
        n = len(self._lengths)
        arrangement, best = np.arange(n), np.arange(n)
        state, at = np.zeros(annealing.STATE_SIZE, dtype=np.uint64), np.zeros(n, dtype=np.int64)
        state[annealing.RANDOM] = np.uint64((1 + number) * 0x9E3779B97F4A7C15 % 2**64 | 1)
        turn, first = divmod(number, len(_SHORTEN))
        for phase in (_SHORTEN[first], _REMOVE_CROSSINGS[turn % len(_REMOVE_CROSSINGS)]):
            count_at_each(arrangement, self._space.adjacency, self._edges, self._space.left, at)
            state[annealing.CROSSINGS] = at.sum() // 4
            state[annealing.MOVED] = total_distances(self._space, arrangement[None])[0]
            state[annealing.LEAST_MOVED] = n * n
            self._anneal(phase, state, at, arrangement, best, budget)
        return best if state[annealing.LEAST_MOVED] < n * n else None

    def _anneal(
        self,
        phase: _Phase,
        state: npt.NDArray[np.uint64],
        at: npt.NDArray[np.int64],
        arrangement: npt.NDArray[np.int64],
        best: npt.NDArray[np.int64],
        budget: Budget,
    ) -> None:
        """Run a `phase`, which modifies the given arrays."""
        n, space = len(arrangement), self._space
        pairs = np.argwhere(np.triu(space.distances <= min(phase.nearest, n - 1), 1))
        for part in range(_PROOF_SLICES):
            if budget.exhausted() or not len(pairs):
                return
            annealing.anneal_short(
                n * phase.moves // _PROOF_SLICES,
                phase.hot * (phase.cold / phase.hot) ** (part / _PROOF_SLICES),
                phase.weights,
                pairs,
                space.distances,
                self._lengths,
                space.adjacency,
                self._edges,
                space.left,
                state,
                at,
                arrangement,
                best,
            )
