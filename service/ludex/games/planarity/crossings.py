"""Count and list the pairs of edges that cross in a drawing, exactly and in compiled code.

Edges that share an end never count as crossing.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Drawing, Edge, number_array

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@lru_cache(maxsize=64)  # solving and storing a level counts the crossings of its drawing several times
def count_crossings(drawing: Drawing) -> int:
    """Return the number of pairs of edges that cross.

    Parameters
    ----------
    drawing : Drawing
        The drawing. Edges that share an end never cross.

    Returns
    -------
    int
        The exact number of crossing pairs.

    Notes
    -----
    The cost is O(m^2) for m edges, in compiled code. Results are cached. The function raises no exceptions.

    References
    ----------
    "Swap Planarity", section 2.

    Examples
    --------
    >>> count_crossings(Drawing(((0, 0), (2, 2), (0, 2), (3, 0)), ((0, 1), (2, 3))))
    1
    """
    return _crossings(drawing, 0)[0]


def crossing_pairs(drawing: Drawing, limit: int | None = None) -> tuple[tuple[Edge, Edge], ...]:
    """Return the pairs of edges of a `drawing` that cross, in the order of the edges, and at most `limit` of them.

    With `limit` None, return all pairs, of which there may be about two million. Cost: O(m^2) for m edges, in compiled
    code.

    >>> crossing_pairs(Drawing(((0, 0), (2, 2), (0, 2), (3, 0)), ((0, 1), (2, 3))))
    (((0, 1), (2, 3)),)
    """
    if limit is None:
        limit = count_crossings(drawing)
    count, pairs = _crossings(drawing, limit)
    edges = drawing.edges
    return tuple((edges[a], edges[b]) for a, b in pairs[:count].tolist())


def is_plane(drawing: Drawing) -> bool:
    """Return whether no two edges of a `drawing` cross."""
    return count_crossings(drawing) == 0


def _crossings(drawing: Drawing, limit: int) -> "tuple[int, npt.NDArray[np.int64]]":
    import numpy as np

    numbers, n = number_array(drawing.points, drawing.edges), drawing.vertices
    pairs = np.zeros((limit, 2), dtype=np.int64)
    return int(kernels.segments.crossing_edges(numbers[:n], numbers[n:], pairs)), pairs


@dataclass(frozen=True, slots=True)
class DrawingSummary:
    """A drawing made by a move or parsed from text, with its numbers of vertices, edges and crossings."""

    drawing: Drawing
    vertices: int
    edges: int
    crossings: int

    @classmethod
    def of(cls, drawing: Drawing) -> "DrawingSummary":
        """Return the summary of a `drawing`.

        >>> shown = DrawingSummary.of(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
        >>> shown.vertices, shown.edges, shown.crossings
        (4, 3, 1)
        """
        return cls(drawing, drawing.vertices, len(drawing.edges), count_crossings(drawing))
