"""Order types: which triples of a point set turn left. Canonical form, key and label.

Two point sets have the same order type where some matching of their points keeps every turn, or turns every one
around (a reflection). Source: "Swap Planarity", section 2; J. E. Goodman and R. Pollack, "Multidimensional sorting",
1983 (labellings that begin on the hull).
"""

from collections.abc import Sequence

from ludex.labels import content_key, label
from ludex.planarity.canonical import CanonicalDrawing, CanonicalPoints, edge_array, point_array
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.points import Point, hull


def canonical_order_type(points: Sequence[Point], reflection: bool = True) -> CanonicalPoints:
    """Return the canonical form of the order type of 1 to 64 points in general position.

    Without `reflection` mirror images differ. Cost: O(n^3) for each vertex of the hull at most; see
    :mod:`ludex.planarity.kernels.order_types`.

    >>> kite, mirrored = [(0, 0), (8, 0), (3, 9), (4, 3)], [(0, 0), (-8, 0), (-3, 9), (-4, 3)]
    >>> canonical_order_type(kite).form == canonical_order_type(mirrored).form
    True
    """
    form, order = _least(points, (), reflection)
    n = len(points)
    return CanonicalPoints(bytes((n,)) + form[8 * n :], order)


def canonical_ordered_drawing(drawing: Drawing) -> CanonicalDrawing:
    """Return the canonical form of a drawing up to matchings that keep its order type (or mirror it) and its graph.

    This is Theorem 3's equivalence, reflections allowed.

    >>> points = ((0, 0), (8, 0), (3, 9), (4, 3))
    >>> one, other = Drawing(points, ((0, 3), (0, 1), (1, 2))), Drawing(points, ((0, 2), (0, 3), (1, 3)))
    >>> canonical_ordered_drawing(one).form == canonical_ordered_drawing(other).form
    False
    """
    form, order = _least(drawing.points, drawing.edges, True)
    return CanonicalDrawing(bytes((len(drawing.points),)) + form, order)


def order_type_key(points: Sequence[Point]) -> bytes:
    """Return the key of an order type, up to reflection."""
    return content_key("ordertype", canonical_order_type(points).form)


def order_type_label(points: Sequence[Point]) -> str:
    """Return the label of an order type: kind, points, vertices of the hull, hash.

    >>> order_type_label([(0, 0), (1, 0), (0, 1)])[:13]
    'ordertype-3-3'
    """
    return label("ordertype", (len(points), len(hull(points))), order_type_key(points))


def _least(points: Sequence[Point], edges: Sequence[Edge], reflection: bool) -> tuple[bytes, tuple[int, ...]]:
    """Return the least form, the rows of neighbours first, and the labels of the points."""
    import numpy as np

    from ludex.planarity.kernels.order_types import BEST, least_order_type

    n = len(points)
    least = np.empty(2 * n + max(n - 2, 0) * max(n - 3, 0) // 2, dtype=np.dtype("<u8"))
    orders = np.empty((4, n), dtype=np.int64)
    least_order_type(point_array(points), edge_array(edges), reflection, least, orders)
    return least[n:].tobytes(), tuple(orders[BEST].tolist())
