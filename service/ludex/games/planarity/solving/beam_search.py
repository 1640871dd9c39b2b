"""Beam searches for a short path to some plane arrangement. They yield upper bounds but prove no minimum.

There are two searches. `find_short_path` starts from known plane arrangements and is guided by distances.
`find_path_by_crossings` needs no known arrangements: it starts from the drawing and is guided by the crossings and the
lengths of the edges.
"""

import numpy as np
import numpy.typing as npt

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kernels import token_swapping as kernel
from ludex.games.planarity.kernels.crossing_counts import crossings_of, rises
from ludex.games.planarity.solving.shortest_solutions import Layer, costs_home, empty_layer, pack_rows
from ludex.games.planarity.solving.state_space import StateSpace

MAX_TARGETS = 64
"""The maximum number of target arrangements."""

# The maximum numbers of arrangements to generate (about 0.2 microseconds each) and to keep in a layer.
_MOST_MADE = 200_000
_WIDEST = 256
# The widths of the consecutive searches by crossings. For a triangulation of 60 vertices that 15 swaps make plane, the
# narrowest search takes about 10 ms and the widest 2 s.
_CROSSING_WIDTHS = (1, 4, 16, 64)
# The number of crossings that counts as much as the median length of an edge. The weight was tested on 40 plane grids
# and triangulations of 60 vertices, after up to 15 random swaps. With this weight, a search of width 16 solves all of
# these drawings, with no more swaps than were made before. A search by crossings alone does not solve all of them.
_LENGTH_WEIGHT = 4.0


def swap_lower_bounds(costs: npt.NDArray[np.int64], unit: int = 1) -> npt.NDArray[np.int64]:
    """Return a lower bound on the number of swaps to each arrangement of a :class:`Layer` with the given `costs`.

    `unit` is the cost of a move in the distances.
    """
    bounds: npt.NDArray[np.int64] = np.maximum(-(-costs[:, 0] // (2 * unit)), costs[:, 1])
    return bounds


def select_nearest(space: StateSpace, arrangements: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the `arrangements` with the smallest lower bounds, at most MAX_TARGETS of them."""
    if len(arrangements) <= MAX_TARGETS:
        return arrangements
    return arrangements[np.argsort(swap_lower_bounds(costs_home(space, arrangements)), kind="stable")[:MAX_TARGETS]]


def find_short_path(space: StateSpace, targets: npt.NDArray[np.int64], unit: int = 1) -> tuple[Edge, ...] | None:
    """Return swaps that lead to one of the plane arrangements in `targets`, or None if the beam search finds no path.

    The search runs backwards, from all targets to the start, where each vertex is at its initial position. In each
    layer, the search keeps the rows with the smallest lower bounds. `unit` is the cost of a move in the distances of
    the `space`. Cost: at most about 50 ms.
    """
    costs = costs_home(space, targets)
    bounds = swap_lower_bounds(costs, unit)
    if not len(targets) or int(bounds.min()) >= _far(space):
        return None
    rounds = 2 * int(bounds.min()) + 8
    width = max(1, min(_WIDEST, _MOST_MADE // (rounds * len(space.moves))))
    layers = [_narrow(pack_rows(targets), costs, width, unit)]
    for _ in range(rounds):
        above = layers[-1]
        if not above.costs[0].any():
            return _sequence(space, layers)
        below = empty_layer(len(above.rows) * len(space.moves) + 1, above.rows.shape[1])
        count = np.zeros(1, dtype=np.int64)
        kernel.expand(
            above.rows,
            above.costs,
            0,
            len(above.rows),
            space.moves,
            space.distances,
            _far(space),
            2 * _far(space) * unit,
            below.rows,
            below.costs,
            below.table,
            count,
        )
        layers.append(_narrow(below.rows[: count[0]], below.costs[: count[0]], width, unit))
    return None


def find_path_by_crossings(drawing: Drawing, space: StateSpace, budget: Budget) -> tuple[Edge, ...] | None:
    """Return swaps that make a `drawing` plane, or None if none are found before the `budget` ends.

    `space` is the state space of the drawing. The function runs several beam searches, each wider than the one before.
    In each layer, a search keeps the arrangements with the fewest crossings and the shortest edges. This method is good
    at undoing random swaps of a plane drawing of any size.
    """
    best: tuple[Edge, ...] | None = None
    for width in _CROSSING_WIDTHS:
        most = drawing.vertices if best is None else len(best) - 1
        best = _reduce_crossings(drawing, space, budget, width, most) or best
    return best


def _reduce_crossings(
    drawing: Drawing, space: StateSpace, budget: Budget, width: int, most: int
) -> tuple[Edge, ...] | None:
    """Run a beam search of the given `width` for a path of at most `most` swaps to a plane arrangement."""
    edges = np.array(drawing.edges, dtype=np.int64).reshape(-1, 2)
    lengths = _EdgeLengths(drawing, space, edges)
    rows = np.arange(drawing.vertices, dtype=np.int64)[None]
    crossings = np.array([crossings_of(rows[0], space.adjacency, edges, space.blocked)])
    length = np.zeros(1)
    visited = {rows[0].tobytes()}
    layers: list[list[tuple[int, int]]] = []
    while crossings.all() and len(layers) < most:
        after = np.zeros((len(rows), len(space.moves)), dtype=np.int64)
        lengths_after = np.zeros(after.shape)
        for i, row in enumerate(rows):
            if budget.exhausted():
                return None
            rises(space.moves, row, space.adjacency, edges, space.blocked, after[i])
            lengths_after[i] = length[i] + lengths.rises(row)
        after += crossings[:, None]
        generated: list[npt.NDArray[np.int64]] = []
        steps: list[tuple[int, int]] = []
        for step in np.argsort(after + _LENGTH_WEIGHT * lengths_after, axis=None, kind="stable").tolist():
            parent, move = divmod(step, len(space.moves))
            arrangement = rows[parent].copy()
            arrangement[space.moves[move]] = arrangement[space.moves[move, ::-1]]
            if (name := arrangement.tobytes()) not in visited:
                visited.add(name)
                generated.append(arrangement)
                steps.append((parent, move))
                if len(generated) == width:
                    break
        if not generated:
            return None
        layers.append(steps)
        parents, moves = np.array(steps).T
        rows, crossings, length = np.array(generated), after[parents, moves], lengths_after[parents, moves]
    return None if crossings.all() else _steps_back(space, layers, int(np.argmin(crossings)))


class _EdgeLengths:
    """The total length of the edges in arrangements of a drawing.

    The unit of length is the median length of an edge in the drawing.
    """

    def __init__(self, drawing: Drawing, space: StateSpace, edges: npt.NDArray[np.int64]) -> None:
        points = np.array(drawing.points, dtype=np.float64)
        distances = np.linalg.norm(points[:, None] - points[None], axis=2)
        self._distances = distances / np.median(distances[edges[:, 0], edges[:, 1]])
        self._adjacency = np.zeros_like(distances)
        self._adjacency[edges[:, 0], edges[:, 1]] = self._adjacency[edges[:, 1], edges[:, 0]] = 1.0
        self._first, self._second = space.moves.T

    def rises(self, arrangement: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Return by how much each move would increase the total length of the edges."""
        u, v = self._first, self._second
        distances = self._distances[np.ix_(arrangement, arrangement)]
        # Entry (u, v) is the total length of the edges at u if only u were moved, to the position of v.
        lengths = self._adjacency @ distances
        at_home = lengths.diagonal()
        risen: npt.NDArray[np.float64] = lengths[u, v] + lengths[v, u] - at_home[u] - at_home[v] + 2 * distances[u, v]
        return risen


def _steps_back(space: StateSpace, layers: list[list[tuple[int, int]]], row: int) -> tuple[Edge, ...]:
    """Return the swaps from the start to a `row` of the last layer.

    `layers` contains the parent and the move of each row.
    """
    swaps = list[Edge]()
    for steps in reversed(layers):
        row, move = steps[row]
        swaps.append((int(space.moves[move, 0]), int(space.moves[move, 1])))
    return tuple(reversed(swaps))


def _far(space: StateSpace) -> int:
    """Return a number greater than any distance in swaps, used as the distance between different components."""
    n = len(space.adjacency)
    return n * n


def _narrow(rows: npt.NDArray[np.uint64], costs: npt.NDArray[np.int64], width: int, unit: int) -> Layer:
    """Return a layer of at most `width` rows with the smallest bounds, sorted by bound."""
    best = np.lexsort((costs[:, 0] + 2 * unit * costs[:, 1], swap_lower_bounds(costs, unit)))[:width]
    return Layer(rows[best], costs[best], np.zeros(0, dtype=np.int32))


def _sequence(space: StateSpace, layers: list[Layer]) -> tuple[Edge, ...]:
    """Return the swaps from the start (the first row of the last layer) to a target (a row of the first layer)."""
    row, swaps = layers[-1].rows[:1], list[Edge]()
    scratch, followers = np.zeros(row.shape[1], dtype=np.uint64), np.zeros((1, len(space.moves)), dtype=np.int32)
    for layer in reversed(layers[:-1]):
        table = empty_layer(len(layer.rows), row.shape[1]).table
        kernel.insert(layer.rows, len(layer.rows), table)
        kernel.follow(row, space.moves, layer.rows, table, scratch, followers)
        move = int(np.argmax(followers[0] >= 0))
        swaps.append((int(space.moves[move, 0]), int(space.moves[move, 1])))
        row = layer.rows[followers[0, move] : followers[0, move] + 1]
    return tuple(swaps)
