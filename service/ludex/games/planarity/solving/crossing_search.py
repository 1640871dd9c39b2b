"""A beam search for swaps that make a drawing plane, guided by the crossings and the lengths of the edges.

The search needs no known plane arrangements. It yields an upper bound but proves no minimum. It is good at undoing
random swaps of a plane drawing of any size: a swap makes edges longer, and short edges rarely cross.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kernels.crossing_counts import crossings_of
from ludex.games.planarity.kernels.rotations import empty_sets
from ludex.games.planarity.kernels.token_swapping import effects
from ludex.games.planarity.solving.state_space import StateSpace

# The widths of the consecutive searches, and their weights: the number of crossings that counts as much as the median
# length of an edge. With weight 4, a search of width 16 solves 40 plane grids and triangulations of 60 vertices after
# up to 15 random swaps, with no more swaps than were made before. A search by crossings alone does not solve all of
# them. For 60 vertices and 40 swaps, the narrowest search takes about 10 ms and the widest 0.5 s.
_SEARCHES = ((1, 4.0), (4, 4.0), (16, 4.0), (64, 4.0), (64, 2.0), (256, 2.0))
# From this width on, the arrangement with the fewest crossings is kept if a search finds no swaps.
_NEAREST_WIDTH = 16
# The number of best steps to consider for each arrangement to keep, because some steps lead to visited arrangements.
_SPARE = 4


@dataclass(slots=True)
class _Layer:
    """Arrangements after the same number of swaps, with their crossings, lengths of edges and hash values."""

    rows: npt.NDArray[np.int64]
    crossings: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.float64]
    hashes: npt.NDArray[np.uint64]


class CrossingSearch:
    """A beam search of a `drawing` whose state space is `space`.

    After :meth:`run`, `swaps` contains the shortest swaps found that make the drawing plane, or None. `nearest`
    contains the arrangement with the fewest crossings of each of the wider searches that found no swaps. It may be
    close to a plane arrangement.
    """

    def __init__(self, drawing: Drawing, space: StateSpace) -> None:
        n = drawing.vertices
        self.swaps: tuple[Edge, ...] | None = None
        self.nearest: list[npt.NDArray[np.int64]] = []
        self._drawing = drawing
        self._space = space
        self._edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
        points = np.array(drawing.points, dtype=np.float64)
        distances = np.linalg.norm(points[:, None] - points[None], axis=2)
        self._lengths = distances / np.median(distances[self._edges[:, 0], self._edges[:, 1]])
        self._names = np.random.default_rng(1).integers(1 << 63, size=(n, n), dtype=np.uint64)

    def run(self, budget: Budget) -> None:
        """Run several searches, each wider than the one before, until the `budget` ends."""
        for width, weight in _SEARCHES:
            limit = self._drawing.vertices if self.swaps is None else len(self.swaps) - 1
            self._search(width, weight, limit, budget)

    def _search(self, width: int, weight: float, limit: int, budget: Budget) -> None:
        """Search for at most `limit` swaps. Keep the `width` best arrangements of each layer."""
        layer = self._first_layer()
        visited = set(layer.hashes.tolist())
        steps: list[npt.NDArray[np.int64]] = []
        fewest, nearest = layer.crossings[0], layer.rows[0]
        while fewest and len(steps) < limit and not budget.exhausted():
            layer, chosen = self._next_layer(layer, width, weight, visited)
            if not len(layer.rows):
                break
            steps.append(chosen)
            best = int(np.argmin(layer.crossings))
            if layer.crossings[best] < fewest:
                fewest, nearest = layer.crossings[best], layer.rows[best]
                if not fewest:
                    self.swaps = self._path(steps, best)
        if fewest and width >= _NEAREST_WIDTH:
            self.nearest.append(nearest)

    def _first_layer(self) -> _Layer:
        rows = np.arange(self._drawing.vertices, dtype=np.int64)[None]
        crossings = np.array([crossings_of(rows[0], self._space.adjacency, self._edges, self._space.left)])
        hashes = np.bitwise_xor.reduce(self._names[np.arange(rows.shape[1]), rows[0]])
        return _Layer(rows, crossings, np.zeros(1), np.array([hashes]))

    def _next_layer(
        self, layer: _Layer, width: int, weight: float, visited: set[int]
    ) -> tuple[_Layer, npt.NDArray[np.int64]]:
        """Return the best arrangements after another swap, and the parent and the move of each, in two rows."""
        space, rows = self._space, layer.rows
        u, v = space.moves.T
        risen = np.zeros((len(rows), len(space.moves)), dtype=np.int64)
        longer = np.zeros(risen.shape)
        drawn = empty_sets(rows.shape[1:], space.words)
        effects(rows, space.moves, space.adjacency, self._edges, space.blocked, self._lengths, drawn, risen, longer)
        crossings, lengths = layer.crossings[:, None] + risen, layer.lengths[:, None] + longer
        names = self._names
        hashes = layer.hashes[:, None] ^ names[u, rows[:, u]] ^ names[v, rows[:, v]]
        hashes ^= names[u, rows[:, v]] ^ names[v, rows[:, u]]
        costs = (crossings + weight * lengths).ravel()
        best = np.argsort(costs, kind="stable")
        chosen: list[int] = []
        for step in best[: _SPARE * width + len(space.moves)].tolist():
            if (name := int(hashes.flat[step])) not in visited:
                visited.add(name)
                chosen.append(step)
                if len(chosen) == width:
                    break
        parents, moves = np.divmod(np.array(chosen, dtype=np.int64), len(space.moves))
        after, numbers = rows[parents], np.arange(len(parents))
        after[numbers, u[moves]], after[numbers, v[moves]] = rows[parents, v[moves]], rows[parents, u[moves]]
        following = _Layer(after, crossings[parents, moves], lengths[parents, moves], hashes[parents, moves])
        return following, np.stack([parents, moves])

    def _path(self, steps: list[npt.NDArray[np.int64]], row: int) -> tuple[Edge, ...]:
        """Return the swaps from the start to a `row` of the last layer."""
        swaps = list[Edge]()
        for parents, moves in reversed(steps):
            u, v = self._space.moves[moves[row]]
            swaps.append((int(u), int(v)))
            row = int(parents[row])
        return tuple(reversed(swaps))
