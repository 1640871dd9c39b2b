"""x-types (crossing types): which segments between the points of a set cross, and their canonical form.

Two point sets have the same x-type if some matching of their points preserves which of these segments cross. Equal
order types have equal x-types, but the converse does not hold. The crossings carry the same information as the rotation
system up to reflection, so the canonical form is the smallest labelling of the rotation system. Swap classes use the
same labelling, with a graph. Source: A. Pilz and E. Welzl, "Order on order types", SoCG 2015.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Edge, number_array
from ludex.games.planarity.points import Point
from ludex.graphs.canonical import CanonicalForm

if TYPE_CHECKING:
    import numpy


@dataclass(frozen=True, slots=True)
class LeastForm:
    """The smallest form over all labellings of n points, and labellings that give it, each the labels of the points.

    `form` is the byte n, then eight bytes for each label, least significant first, whose bit j is set if it is joined
    to label j. Then, for each label except 0, follows its rotation: the other labels, one byte each, starting after 0,
    which is omitted.
    """

    form: bytes
    orders: list[tuple[int, ...]]


def least_form(points: Sequence[Point], edges: Sequence[Edge], most_orders: int) -> LeastForm:
    """Return the smallest form of at least four `points` with any graph, and labellings that give it.

    At most `most_orders` labellings are returned. `edges` are those of the graph, pairs of indices of points. Cost:
    2n(n - 1) labellings of at most O(n^2) each.

    >>> square = [(0, 0), (5, 0), (6, 6), (0, 5)]
    >>> least_form(square, [(0, 2)], most_orders=9).orders
    [(2, 0, 3, 1), (3, 1, 2, 0), (3, 0, 2, 1), (2, 1, 3, 0)]
    """
    count, form, orders = _least(points, edges, True, most_orders)
    return LeastForm(form, [tuple(order) for order in orders[:count].tolist()])


def least_connected_form(points: Sequence[Point], edges: Sequence[Edge]) -> tuple[bytes, "numpy.ndarray"] | None:
    """Return the smallest form and one labelling of a connected graph that has two edges without a common end.

    `edges` are those of the graph, pairs of indices of `points`. Returns None for any other graph.

    >>> least_connected_form([(0, 0), (5, 0), (6, 6), (0, 5)], [(0, 1), (0, 2), (0, 3)]) is None
    True
    """
    if len(points) < 4 or len(edges) < len(points) - 1:
        return None
    count, form, orders = _least(points, edges, False, 1)
    return (form, orders[0]) if count else None


def _least(
    points: Sequence[Point], edges: Sequence[Edge], any_graph: bool, most_orders: int
) -> tuple[int, bytes, "numpy.ndarray"]:
    """Return the number of labellings with the smallest form (0: unsuitable graph), the form, and the labellings."""
    import numpy as np

    n = len(points)
    table = np.empty((5 * n + 2 + most_orders, n), np.int64)
    form = np.empty(8 * n + (n - 1) * (n - 2), np.uint8)
    count = _kernel()(number_array(points, edges), any_graph, table, np.empty((4, n), np.uint64), form)
    return count, bytes((n,)) + form.tobytes(), table[5 * n + 2 :]


@cache
def _kernel() -> Callable[..., int]:
    """Return the compiled function. Importing it at every call would take as long as hashing a key."""
    return kernels.rotations.least_form


X_TYPE = "xtype"
"""The tag that is hashed before the canonical form. It never changes."""


def canonical_x_type(points: Sequence[Point]) -> CanonicalForm:
    """Return the canonical form of the x-type of 1 to 64 `points` in general position.

    Fewer than four points have no crossings. Cost: 2n(n - 1) labellings of at most O(n^2) each.

    >>> kite, twisted = [(0, 0), (8, 0), (3, 9), (4, 3)], [(4, 3), (0, 0), (3, 9), (8, 0)]
    >>> canonical_x_type(kite).form == canonical_x_type(twisted).form
    True
    """
    n = len(points)
    if n < 4:
        return CanonicalForm(bytes((n,)), tuple(range(n)))
    least = least_form(points, (), most_orders=1)
    return CanonicalForm(least.form, least.orders[0])
