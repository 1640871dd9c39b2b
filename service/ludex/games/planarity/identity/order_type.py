"""Order types: which triples of points of a set turn left, and their canonical form.

Two point sets have the same order type if some matching of their points preserves every turn or reverses every turn (a
reflection). Source: "Swap Planarity", section 2; J. E. Goodman and R. Pollack, "Multidimensional sorting", 1983
(labellings that begin on the hull).
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Drawing, Edge, number_array
from ludex.games.planarity.points import Point
from ludex.graphs.canonical import CanonicalForm

if TYPE_CHECKING:
    import numpy

ORDER_TYPE = "ordertype"
"""The tag that is hashed before the canonical form. It never changes."""


def canonical_order_type(points: Sequence[Point], reflection: bool = True) -> CanonicalForm:
    """Return the canonical form of the order type of 1 to 64 `points` in general position.

    With `reflection` false, mirror images have different forms. Cost: at most O(n^3) for each vertex of the hull; see
    :mod:`ludex.games.planarity.kernels.order_types`.

    >>> kite, mirrored = [(0, 0), (8, 0), (3, 9), (4, 3)], [(0, 0), (-8, 0), (-3, 9), (-4, 3)]
    >>> canonical_order_type(kite).form == canonical_order_type(mirrored).form
    True
    """
    least, orders = _least(points, (), reflection)
    return CanonicalForm(_points_form(least, len(points)), tuple(orders[0].tolist()))


def canonical_ordered_drawing(drawing: Drawing) -> CanonicalForm:
    """Return the canonical form of a `drawing` up to matchings that preserve its graph and order type.

    Mirror images are equivalent: this is the equivalence of Theorem 3, with reflections.

    >>> points = ((0, 0), (8, 0), (3, 9), (4, 3))
    >>> one, other = Drawing(points, ((0, 3), (0, 1), (1, 2))), Drawing(points, ((0, 2), (0, 3), (1, 3)))
    >>> canonical_ordered_drawing(one).form == canonical_ordered_drawing(other).form
    False
    """
    least, orders = _least(drawing.points, drawing.edges, True)
    n = drawing.vertices
    return CanonicalForm(bytes((n,)) + least[n:].tobytes(), tuple(orders[0].tolist()))


def _points_form(least: "numpy.ndarray", n: int) -> bytes:
    """Return the form without neighbours, which points without a graph do not have."""
    return bytes((n,)) + least[2 * n :].tobytes()


def _least(points: Sequence[Point], edges: Sequence[Edge], reflection: bool) -> tuple["numpy.ndarray", "numpy.ndarray"]:
    """Return the neighbours and smallest form, as words, and an array whose first row is a labelling."""
    import numpy as np

    n = len(points)
    least = np.empty(2 * n + max(n - 2, 0) * max(n - 3, 0) // 2, np.uint64)
    orders = np.empty((4, n), np.int64)
    _kernel()(number_array(points, edges), reflection, least, orders)
    return least, orders


@cache
def _kernel() -> Callable[..., int]:
    """Return the compiled function. Importing it at every call would take as long as hashing a key."""
    return kernels.order_types.least_order_type
