"""The least labelling of a rotation system with a graph: the common part of x-types and of swap classes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludex.planarity.canonical import edge_array, point_array
from ludex.planarity.drawing import Edge
from ludex.planarity.points import Point


@dataclass(frozen=True, slots=True)
class LeastRotations:
    """The least form over all labellings of n points, and the labels of the points in labellings that have it.

    `neighbours` are n words of eight bytes, low byte first: bit j of word i tells whether labels i and j are joined.
    `rotations` have a byte for each entry: for each label but 0 the other labels in its rotation, after 0.
    """

    neighbours: bytes
    rotations: bytes
    orders: tuple[tuple[int, ...], ...]


def least_rotations(points: Sequence[Point], edges: Sequence[Edge], most_orders: int = 1) -> LeastRotations:
    """Return the least form of at least four points with a graph, and up to `most_orders` labellings that have it.

    Cost: 2n(n - 1) labellings, O(n^2) each at most.

    >>> square = [(0, 0), (5, 0), (6, 6), (0, 5)]
    >>> least_rotations(square, [(0, 2)], most_orders=9).orders
    ((0, 1, 2, 3), (0, 3, 2, 1), (2, 3, 0, 1), (2, 1, 0, 3))
    """
    table, rows, _ = _prepared(points, edges)
    return _least(table, rows, most_orders)


def least_connected_rotations(points: Sequence[Point], edges: Sequence[Edge]) -> LeastRotations | None:
    """Return the same of a connected graph that has two edges without a common end, None for any other graph.

    >>> least_connected_rotations([(0, 0), (5, 0), (6, 6), (0, 5)], [(0, 1), (0, 2), (0, 3)]) is None
    True
    """
    table, rows, connected = _prepared(points, edges)
    return _least(table, rows, 1) if connected else None


def _prepared(points: Sequence[Point], edges: Sequence[Edge]) -> tuple[Any, Any, bool]:
    """Return the kernel's arrays, and whether the graph is connected and has two edges without a common end."""
    import numpy as np

    from ludex.planarity.kernels.rotations import prepare

    n = len(points)
    table = np.empty((5 * n, n), dtype=np.int64)
    rows = np.empty((4, n), dtype=np.uint64)
    return table, rows, prepare(point_array(points), edge_array(edges), table, rows)


def _least(table: Any, rows: Any, most_orders: int) -> LeastRotations:
    import numpy as np

    from ludex.planarity.kernels.rotations import least_labelling

    n = rows.shape[1]
    orders = np.empty((most_orders + 2, n), dtype=np.int64)
    found = least_labelling(table, rows, orders)
    return LeastRotations(
        rows[3].astype("<u8", copy=False).tobytes(),
        table[4 * n + 1 :, 1 : n - 1].astype(np.uint8).tobytes(),
        tuple(map(tuple, orders[: min(found, most_orders)].tolist())),
    )
