"""What a canonical form of points or of a drawing holds; and points and edges as an array for the kernels."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from ludex.planarity.drawing import Edge
from ludex.planarity.points import Point

if TYPE_CHECKING:
    import numpy


@dataclass(frozen=True, slots=True)
class Canonical:
    """The form that an object shares with the equivalent ones, and only with those.

    `order[i]` is the canonical number of vertex (point) i. Where forms are equal, vertices of equal numbers match.
    """

    form: bytes
    order: tuple[int, ...]


CanonicalPoints = Canonical
CanonicalDrawing = Canonical


def number_array(points: Sequence[Point], edges: Sequence[Edge]) -> "numpy.ndarray":
    """Return points and then edges as the rows of one int64 array (n + m, 2): what takes the least time to make."""
    import numpy as np

    rows = (*points, *edges)
    return np.fromiter(chain.from_iterable(rows), np.int64, 2 * len(rows)).reshape(-1, 2)
