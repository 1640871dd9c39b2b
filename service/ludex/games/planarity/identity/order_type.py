"""Order types and x-types of point sets, with their canonical forms.

- The order type states which triples of points turn left. Two point sets have the same order type if some matching of
  their points preserves every turn or reverses every turn (a reflection).
- The x-type (crossing type) states which segments between points cross. Two point sets have the same x-type if some
  matching of their points preserves the crossings. Point sets with the same order type have the same x-type, but the
  converse does not hold.

The crossings and the rotation system determine each other, up to reflection. The canonical form of an x-type is
therefore the smallest form of the rotation system over all labellings. Swap classes use the same method, with a graph.

Sources: "Swap Planarity", section 2; J. E. Goodman and R. Pollack, "Multidimensional sorting", 1983 (labellings that
begin on the hull); A. Pilz and E. Welzl, "Order on order types", SoCG 2015.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
    """Return the canonical form of the order type of 1 to 128 `points` in general position.

    If `reflection` is false, a point set and its mirror image may have different forms. Cost: at most O(n^3) for each
    vertex of the hull (see :mod:`ludex.games.planarity.kernels.order_types`).

    >>> kite, mirrored = [(0, 0), (8, 0), (3, 9), (4, 3)], [(0, 0), (-8, 0), (-3, 9), (-4, 3)]
    >>> canonical_order_type(kite).form == canonical_order_type(mirrored).form
    True
    """
    least, orders = _least(points, (), reflection)
    return CanonicalForm(_points_form(least, len(points)), tuple(orders[0].tolist()))


def canonical_ordered_drawing(drawing: Drawing) -> CanonicalForm:
    """Return the canonical form of a `drawing` up to matchings that preserve its graph and order type.

    Mirror images are equivalent. This equivalence is that of Theorem 3, including reflections.

    >>> points = ((0, 0), (8, 0), (3, 9), (4, 3))
    >>> a, b = Drawing(points, ((0, 3), (0, 1), (1, 2))), Drawing(points, ((0, 2), (0, 3), (1, 3)))
    >>> canonical_ordered_drawing(a).form == canonical_ordered_drawing(b).form
    False
    """
    least, orders = _least(drawing.points, drawing.edges, True)
    n = drawing.vertices
    return CanonicalForm(bytes((n,)) + least[n:].tobytes(), tuple(orders[0].tolist()))


def _points_form(least: "numpy.ndarray", n: int) -> bytes:
    """Return the form without the neighbours, since points without a graph have none."""
    return bytes((n,)) + least[2 * n :].tobytes()


def _least(points: Sequence[Point], edges: Sequence[Edge], reflection: bool) -> tuple["numpy.ndarray", "numpy.ndarray"]:
    """Return an array with the neighbours and the smallest form, and an array with a labelling in its first row.

    The labelling is one that gives the smallest form.
    """
    import numpy as np

    n = len(points)
    least = kernels.rotations.empty_sets((2 * n + max(n - 2, 0) * max(n - 3, 0) // 2,), kernels.rotations.words_for(n))
    orders = np.empty((4, n), np.int64)
    _kernel()(number_array(points, edges), reflection, least, orders)
    return least, orders


@cache
def _kernel() -> Callable[..., int]:
    """Return the compiled function, imported once. An import at every call would take as long as hashing a key."""
    return kernels.order_types.least_order_type


@dataclass(frozen=True, slots=True)
class LeastForm:
    """The smallest form over all labellings of n points, and labellings that give this form.

    `form` begins with the byte n. Each label follows with its neighbours and its rotation. The neighbours are eight
    bytes, or sixteen bytes for more than 64 points, least significant first. Bit j is set if the label is joined to
    label j. The rotation lists the other labels in order, one byte each. The rotation starts after label 0, which is
    omitted. The rotation of label 0 is omitted completely.
    """

    form: bytes
    orders: list[tuple[int, ...]]


def least_form(points: Sequence[Point], edges: Sequence[Edge], most_orders: int) -> LeastForm:
    """Return the smallest form of at least four `points` with any graph, and labellings that give this form.

    The result contains at most `most_orders` labellings. `edges` lists the edges of the graph as pairs of point
    indices. Cost: 2n(n - 1) labellings are compared. A comparison takes at most O(n^2) time.

    >>> square = [(0, 0), (5, 0), (6, 6), (0, 5)]
    >>> least_form(square, [(0, 2)], most_orders=9).orders
    [(2, 0, 3, 1), (3, 1, 2, 0), (3, 0, 2, 1), (2, 1, 3, 0)]
    """
    count, form, orders = _least_rotations(points, edges, True, most_orders)
    return LeastForm(form, [tuple(order) for order in orders[:count].tolist()])


def least_connected_form(points: Sequence[Point], edges: Sequence[Edge]) -> tuple[bytes, "numpy.ndarray"] | None:
    """Return the smallest form of `points` with a connected graph that has two disjoint edges, and one labelling.

    `edges` lists the edges of the graph as pairs of point indices. Returns None for any other graph.

    >>> least_connected_form([(0, 0), (5, 0), (6, 6), (0, 5)], [(0, 1), (0, 2), (0, 3)]) is None
    True
    """
    if len(points) < 4 or len(edges) < len(points) - 1:
        return None
    count, form, orders = _least_rotations(points, edges, False, 1)
    return (form, orders[0]) if count else None


def _least_rotations(
    points: Sequence[Point], edges: Sequence[Edge], any_graph: bool, most_orders: int
) -> tuple[int, bytes, "numpy.ndarray"]:
    """Return the number of labellings that give the smallest form, the form, and an array of labellings.

    The number is 0 if the graph is unsuitable, which is only possible if `any_graph` is false.
    """
    import numpy as np

    n = len(points)
    table = np.empty((5 * n + 2 + most_orders, n), np.int64)
    words = kernels.rotations.words_for(n)
    form = np.empty(8 * words * n + (n - 1) * (n - 2), np.uint8)
    rows = kernels.rotations.empty_sets((4, n), words)
    count = _rotations_kernel()(number_array(points, edges), any_graph, table, rows, form)
    return count, bytes((n,)) + form.tobytes(), table[5 * n + 2 :]


@cache
def _rotations_kernel() -> Callable[..., int]:
    """Return the compiled function, imported once. An import at every call would take as long as hashing a key."""
    return kernels.rotations.least_form


X_TYPE = "xtype"
"""The tag that is hashed before the canonical form. It never changes."""


def canonical_x_type(points: Sequence[Point]) -> CanonicalForm:
    """Return the canonical form of the x-type of 1 to 128 `points` in general position.

    Fewer than four points have no crossings. Cost: 2n(n - 1) labellings are compared. A comparison takes at most O(n^2)
    time.

    >>> kite, twisted = [(0, 0), (8, 0), (3, 9), (4, 3)], [(4, 3), (0, 0), (3, 9), (8, 0)]
    >>> canonical_x_type(kite).form == canonical_x_type(twisted).form
    True
    """
    n = len(points)
    if n < 4:
        return CanonicalForm(bytes((n,)), tuple(range(n)))
    least = least_form(points, (), most_orders=1)
    return CanonicalForm(least.form, least.orders[0])


def symmetries_of(points: Sequence[Point]) -> list[list[int]]:
    """Return the permutations of the points that preserve which segments cross. The identity comes first.

    >>> symmetries_of(((0, 0), (1, 0), (1, 1), (0, 1)))[:2]
    [[0, 1, 2, 3], [3, 0, 1, 2]]
    """
    n = len(points)
    first, *others = least_form(points, (), most_orders=2 * n * (n - 1)).orders
    point_of = {label: point for point, label in enumerate(first)}
    return [[point_of[label] for label in order] for order in (first, *others)]
