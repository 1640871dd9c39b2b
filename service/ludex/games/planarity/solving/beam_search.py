"""A beam search for a short path to one of several known plane arrangements, guided by distances.

The search yields an upper bound but proves no minimum. The module `crossing_search` contains a beam search that needs
no known arrangements.

If a swap brings one end of an edge nearer to its target and the other end farther from its target, the sum of the
distances does not change. Among arrangements with equal bounds, the search therefore prefers those with the smallest
sum of squared distances. On a path, every swap that removes an inversion reduces this sum.
"""

import numpy as np
import numpy.typing as npt

from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.kernels import token_swapping as kernel
from ludex.games.planarity.solving.shortest_solutions import (
    Layer,
    costs_home,
    empty_layer,
    empty_table,
    pack_rows,
    unpack_rows,
)
from ludex.games.planarity.solving.state_space import StateSpace

MAX_TARGETS = 64
"""The maximum number of target arrangements."""

# The maximum numbers of arrangements to generate (about 0.2 microseconds each) and to keep in a layer.
_MOST_MADE = 200_000
_WIDEST = 256


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
    the `space`. Cost: at most about 70 ms.
    """
    costs = costs_home(space, targets)
    bounds = swap_lower_bounds(costs, unit)
    if not len(targets) or int(bounds.min()) >= _far(space):
        return None
    rounds = 2 * int(bounds.min()) + 8
    width = max(1, min(_WIDEST, _MOST_MADE // (rounds * len(space.moves))))
    layers = [_narrow(space, pack_rows(targets), costs, width, unit)]
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
        layers.append(_narrow(space, below.rows[: count[0]], below.costs[: count[0]], width, unit))
    return None


def _far(space: StateSpace) -> int:
    """Return a number greater than any distance in swaps, used as the distance between different components."""
    n = len(space.adjacency)
    return n * n


def _narrow(
    space: StateSpace, rows: npt.NDArray[np.uint64], costs: npt.NDArray[np.int64], width: int, unit: int
) -> Layer:
    """Return a layer of at most `width` rows with the smallest bounds, sorted by bound and by squared distances."""
    n = len(space.distances)
    squares = (space.distances[np.arange(n), unpack_rows(rows, n)] ** 2).sum(axis=1)
    best = np.lexsort((costs[:, 0] + 2 * unit * costs[:, 1], squares, swap_lower_bounds(costs, unit)))[:width]
    return Layer(rows[best], costs[best], np.zeros(0, dtype=np.int32))


def _sequence(space: StateSpace, layers: list[Layer]) -> tuple[Edge, ...]:
    """Return the swaps from the start (the first row of the last layer) to a target (a row of the first layer)."""
    row, swaps = layers[-1].rows[:1], list[Edge]()
    scratch, followers = np.zeros(row.shape[1], dtype=np.uint64), np.zeros((1, len(space.moves)), dtype=np.int32)
    for layer in reversed(layers[:-1]):
        table = empty_table(len(layer.rows))
        kernel.insert(layer.rows, len(layer.rows), table)
        kernel.follow(row, space.moves, layer.rows, table, scratch, followers)
        move = int(np.argmax(followers[0] >= 0))
        swaps.append((int(space.moves[move, 0]), int(space.moves[move, 1])))
        row = layer.rows[followers[0, move] : followers[0, move] + 1]
    return tuple(swaps)
