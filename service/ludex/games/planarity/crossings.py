"""Which edges of a drawing cross: exact, compiled. Edges that share an end never count as crossing."""

from functools import lru_cache
from typing import TYPE_CHECKING

from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Drawing, Edge, number_array

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@lru_cache(maxsize=64)  # a level asks for those of its drawing several times
def count_crossings(drawing: Drawing) -> int:
    """Return the number of pairs of edges that cross.

    Parameters
    ----------
    drawing : Drawing
        The drawing; edges that share an end never cross.

    Returns
    -------
    int
        The number of pairs, exact. Nothing is raised.

    Notes
    -----
    Cost: O(m^2) for m edges, compiled.

    References
    ----------
    "Swap Planarity", section 2.

    >>> count_crossings(Drawing(((0, 0), (2, 2), (0, 2), (3, 0)), ((0, 1), (2, 3))))
    1
    """
    return _crossings(drawing, 0)[0]


def crossing_pairs(drawing: Drawing, limit: int | None = None) -> tuple[tuple[Edge, Edge], ...]:
    """Return the pairs of edges of a `drawing` that cross, in the order of the edges; at most `limit` (None: all).

    Cost: O(m^2), compiled; there may be some two million pairs.

    >>> crossing_pairs(Drawing(((0, 0), (2, 2), (0, 2), (3, 0)), ((0, 1), (2, 3))))
    (((0, 1), (2, 3)),)
    """
    if limit is None:
        limit = count_crossings(drawing)
    found, pairs = _crossings(drawing, limit)
    edges = drawing.edges
    return tuple((edges[a], edges[b]) for a, b in pairs[:found].tolist())


def is_plane(drawing: Drawing) -> bool:
    """Tell whether no two edges of a `drawing` cross."""
    return count_crossings(drawing) == 0


def _crossings(drawing: Drawing, limit: int) -> "tuple[int, npt.NDArray[np.int64]]":
    import numpy as np

    numbers, n = number_array(drawing.points, drawing.edges), drawing.vertices
    pairs = np.zeros((limit, 2), dtype=np.int64)
    return int(kernels.segments.crossing_edges(numbers[:n], numbers[n:], pairs)), pairs
