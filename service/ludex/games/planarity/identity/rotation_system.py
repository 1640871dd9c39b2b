"""The least labelling of a rotation system with a graph: the common part of x-types and of swap classes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Edge, number_array
from ludex.games.planarity.points import Point

if TYPE_CHECKING:
    import numpy


@dataclass(frozen=True, slots=True)
class LeastForm:
    """The least form over all labellings of n points, and labellings that have it: labels of the points.

    `form` is the byte n and then, for each label, eight bytes, low first, whose bit j tells whether it is joined to
    label j. For each label but 0 its rotation follows: the other labels, a byte each, beginning after 0, which is left
    out.
    """

    form: bytes
    orders: list[tuple[int, ...]]


def least_form(points: Sequence[Point], edges: Sequence[Edge], most_orders: int) -> LeastForm:
    """Return the least form of at least four `points` with any graph, and up to `most_orders` labellings that have it.

    `edges` are those of the graph, pairs of indices of points. Cost: 2n(n - 1) labellings of at most O(n^2) each.

    >>> square = [(0, 0), (5, 0), (6, 6), (0, 5)]
    >>> least_form(square, [(0, 2)], most_orders=9).orders
    [(2, 0, 3, 1), (3, 1, 2, 0), (3, 0, 2, 1), (2, 1, 3, 0)]
    """
    found, form, orders = _least(points, edges, True, most_orders)
    return LeastForm(form, [tuple(order) for order in orders[:found].tolist()])


def least_connected_form(points: Sequence[Point], edges: Sequence[Edge]) -> tuple[bytes, "numpy.ndarray"] | None:
    """Return the least form and one labelling of a connected graph that has two edges without a common end.

    `edges` are those of the graph, pairs of indices of `points`. None for any other graph.

    >>> least_connected_form([(0, 0), (5, 0), (6, 6), (0, 5)], [(0, 1), (0, 2), (0, 3)]) is None
    True
    """
    if len(points) < 4 or len(edges) < len(points) - 1:
        return None
    found, form, orders = _least(points, edges, False, 1)
    return (form, orders[0]) if found else None


def _least(
    points: Sequence[Point], edges: Sequence[Edge], any_graph: bool, most_orders: int
) -> tuple[int, bytes, "numpy.ndarray"]:
    """Return how many labellings have the least form (0: not such a graph), the form, and these labellings."""
    import numpy as np

    n = len(points)
    table = np.empty((5 * n + 2 + most_orders, n), np.int64)
    form = np.empty(8 * n + (n - 1) * (n - 2), np.uint8)
    found = _kernel()(number_array(points, edges), any_graph, table, np.empty((4, n), np.uint64), form)
    return found, bytes((n,)) + form.tobytes(), table[5 * n + 2 :]


@cache
def _kernel() -> Callable[..., int]:
    """Return the compiled function. To import it at every call would take as long as to hash a key."""
    return kernels.rotations.least_form
