"""The crossings of a drawing, and the connected parts of its graph, which determine the edges that can ever cross.

Two edges that share an end never count as crossing. Crossings are counted and listed exactly, in compiled code.

A swap moves vertices within one connected part only. Therefore edges can only ever lie on segments between the
positions of the same part. Two crossing segments of different parts matter. Two crossing segments of the same part
matter only if this part has two edges without a common end: in a star or a triangle, any two edges share an end,
whatever the swaps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Drawing, Edge, closed_neighbourhoods, number_array

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def count_crossings(drawing: Drawing) -> int:
    """Return the number of crossing edge pairs.

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
    The cost is `O(m^2)` for m edges, in compiled code. Results are cached. The function raises no exceptions for valid
    arguments.

    References
    ----------
    "Swap Planarity", section 2.

    Examples
    --------
    >>> count_crossings(Drawing(((0, 0), (2, 2), (0, 2), (3, 0)), ((0, 1), (2, 3))))
    1
    """
    Drawing.require(drawing)
    return _count_crossings(drawing)


@lru_cache(maxsize=64)  # solving and storing a level counts the crossings of its drawing several times
def _count_crossings(drawing: Drawing) -> int:
    return _crossings(drawing, 0)[0]


def crossing_pairs(drawing: Drawing, limit: int | None = None) -> tuple[tuple[Edge, Edge], ...]:
    """Return the pairs of crossing edges of a `drawing`, sorted by edges.

    The result contains at most `limit` pairs. If `limit` is None, it contains all pairs, which may be about two
    million. Cost: `O(m^2)` for m edges, in compiled code.

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
    return int(kernels.crossing_counts.crossing_edges(numbers[:n], numbers[n:], pairs)), pairs


@dataclass(frozen=True, slots=True)
class DrawingSummary:
    """A drawing made by a move or parsed from text, with its vertex, edge and crossing counts."""

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


@dataclass(frozen=True, slots=True)
class ConnectedPart:
    """A connected part: its vertices in ascending order, its edges, and whether two of its edges have no common end."""

    vertices: tuple[int, ...]
    edges: tuple[Edge, ...]
    has_disjoint_edges: bool


def parts(drawing: Drawing) -> tuple[list[ConnectedPart], list[int]]:
    """Return the connected parts of a `drawing` that have edges, sorted by smallest vertex, and the isolated vertices.

    >>> found, isolated = parts(Drawing(((0, 0), (1, 0), (0, 1), (5, 6)), ((0, 3),)))
    >>> found[0].vertices, found[0].has_disjoint_edges, isolated
    ((0, 3), False, [1, 2])
    """
    neighbours = closed_neighbourhoods(drawing)
    connected: list[ConnectedPart] = []
    isolated: list[int] = []
    left = (1 << drawing.vertices) - 1
    while left:
        part = waiting = left & -left
        while waiting:
            v = waiting.bit_length() - 1
            new = neighbours[v] & ~part
            part |= new
            waiting = waiting ^ (1 << v) | new
        left ^= part
        vertices = tuple(v for v in range(drawing.vertices) if part >> v & 1)
        if len(vertices) == 1:
            isolated += vertices
            continue
        edges = tuple(edge for edge in drawing.edges if part >> edge[0] & 1)
        is_star = max(neighbours[v].bit_count() for v in vertices) == len(edges) + 1
        connected.append(ConnectedPart(vertices, edges, len(vertices) > 3 and not is_star))
    return connected, isolated


def relevant_crossings(
    drawing: Drawing, listed: Sequence[ConnectedPart], inside: bool
) -> "tuple[list[Edge], npt.NDArray[np.int64]]":
    """Return the pairs of segments whose crossing matters, and the list of these segments.

    A segment joins two vertices of the same part. `listed` lists the parts of the `drawing`. A pair, a row of an array
    of shape (k, 2), consists of two indices into the sorted list of segments. Crossings that do not affect swap
    equivalence are left out. If `inside` is false, crossings of two segments of the same part are left out too. Cost:
    O(n^4), in compiled code.
    """
    import numpy as np

    segments = [segment for part in listed for segment in combinations(part.vertices, 2)]
    sizes = [len(part.vertices) * (len(part.vertices) - 1) // 2 for part in listed]
    arguments = (
        number_array(drawing.points, ()),
        number_array((), segments),
        np.repeat(np.arange(len(listed)), sizes),
        np.array([inside and part.has_disjoint_edges for part in listed], dtype=np.uint8),
    )
    links = np.empty(
        (kernels.crossing_counts.part_crossings(*arguments, np.empty((0, 2), dtype=np.int64)), 2), dtype=np.int64
    )
    kernels.crossing_counts.part_crossings(*arguments, links)
    crosses = np.zeros(len(segments), dtype=np.bool_)
    crosses[links] = True
    return [segments[number] for number in np.flatnonzero(crosses)], (np.cumsum(crosses) - 1)[links]


@dataclass(frozen=True, slots=True)
class IndependentPart:
    """A part of a drawing whose edges never cross edges of other parts.

    `drawing` is the part as a separate drawing. Its vertex i is vertex `vertices[i]` of the whole drawing.
    """

    drawing: Drawing
    vertices: tuple[int, ...]

    def named(self, edge: Edge) -> Edge:
        """Convert an `edge` of the part to the vertex numbers of the whole drawing."""
        return self.vertices[edge[0]], self.vertices[edge[1]]


def independent_parts(drawing: Drawing) -> list[IndependentPart]:
    """Return the independent parts of a `drawing`, sorted by smallest vertex. Each part is a separate puzzle.

    Two connected parts belong to the same independent part if a segment between positions of one crosses a segment
    between positions of the other. Vertices without edges are left out. Cost: `O(n^4)` in compiled code, or `O(n + m)`
    for a graph with one connected part.

    >>> apart = Drawing(((0, 0), (1, 0), (0, 1), (50, 2), (51, 9), (58, 3)), ((0, 1), (3, 4), (4, 5)))
    >>> [part.vertices for part in independent_parts(apart)]
    [(0, 1), (3, 4, 5)]
    """
    connected, _ = parts(drawing)
    group = list(range(len(connected)))
    if len(connected) > 1:
        owner = {vertex: number for number, part in enumerate(connected) for vertex in part.vertices}
        segments, links = relevant_crossings(drawing, connected, inside=False)
        owners = number_array((), [(owner[u], owner[v]) for u, v in segments])[links, 0]
        for code in set((owners[:, 0] * len(connected) + owners[:, 1]).tolist()):
            least, other = sorted(group[number] for number in divmod(code, len(connected)))
            group = [least if number == other else number for number in group]
    groups = [[part for part, number in zip(connected, group, strict=True) if number == g] for g in sorted(set(group))]
    return [
        _extract_part(
            drawing, sorted(v for part in members for v in part.vertices), [e for part in members for e in part.edges]
        )
        for members in groups
    ]


def _extract_part(drawing: Drawing, vertices: list[int], edges: list[Edge]) -> IndependentPart:
    if len(vertices) == drawing.vertices:
        return IndependentPart(drawing, tuple(vertices))
    number = {vertex: place for place, vertex in enumerate(vertices)}
    points = tuple(drawing.points[vertex] for vertex in vertices)
    renumbered = tuple(sorted((number[u], number[v]) for u, v in edges))
    return IndependentPart(Drawing.unchecked(points, renumbered), tuple(vertices))
