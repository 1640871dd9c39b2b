"""What a canonical form of points or of a drawing holds; and points and edges as the arrays of the kernels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludex.planarity.drawing import Edge
from ludex.planarity.points import Point


@dataclass(frozen=True, slots=True)
class Canonical:
    """The form that an object shares with the equivalent ones, and only with those.

    `order[i]` is the canonical number of vertex (point) i. Where forms are equal, vertices of equal numbers match.
    """

    form: bytes
    order: tuple[int, ...]


CanonicalPoints = Canonical
CanonicalDrawing = Canonical


def point_array(points: Sequence[Point]) -> Any:
    """Return points as an int64 array (n, 2)."""
    import numpy as np

    return np.array(points, dtype=np.int64).reshape(-1, 2)


def edge_array(edges: Sequence[Edge]) -> Any:
    """Return edges as an int64 array (m, 2)."""
    import numpy as np

    return np.array(edges, dtype=np.int64).reshape(-1, 2)
