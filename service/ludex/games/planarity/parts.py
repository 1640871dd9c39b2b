"""The connected parts of a drawing's graph, and the crossings that matter for swap-equivalence.

A swap moves vertices within one connected part only. So the segments between the positions of one part tell what can
ever cross: those of two parts, and those of one part that has two edges without a common end. (In a star or a triangle
all edges share ends, whatever is swapped.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ludex.games.planarity import kernels
from ludex.games.planarity.drawing import Drawing, Edge, number_array


@dataclass(frozen=True, slots=True)
class Part:
    """The vertices of a connected part, ascending, its edges, and whether two of them have no common end."""

    vertices: tuple[int, ...]
    edges: tuple[Edge, ...]
    has_disjoint_edges: bool


def parts(drawing: Drawing) -> tuple[list[Part], list[int]]:
    """Return the parts of a `drawing` that have edges, by their least vertices, and the isolated vertices.

    >>> found, isolated = parts(Drawing(((0, 0), (1, 0), (0, 1), (5, 6)), ((0, 3),)))
    >>> found[0].vertices, found[0].has_disjoint_edges, isolated
    ((0, 3), False, [1, 2])
    """
    root = list(range(drawing.vertices))

    def find(v: int) -> int:
        while root[v] != v:
            root[v] = root[root[v]]
            v = root[v]
        return v

    for u, v in drawing.edges:
        one, other = sorted((find(u), find(v)))
        root[other] = one
    members: dict[int, list[int]] = {}
    for v in range(drawing.vertices):
        members.setdefault(find(v), []).append(v)
    edges: dict[int, list[Edge]] = {}
    for edge in drawing.edges:
        edges.setdefault(find(edge[0]), []).append(edge)
    found = [Part(tuple(members[v]), tuple(listed), _have_disjoint(listed)) for v, listed in sorted(edges.items())]
    return found, [v for v, listed in members.items() if len(listed) == 1]


def relevant_crossings(
    drawing: Drawing, listed: Sequence[Part], inside: bool
) -> tuple[list[Edge], list[tuple[int, int]]]:
    """Return the segments within the `listed` parts of a `drawing`, and the pairs of their numbers that cross.

    Pairs that do not matter are left out; unless `inside`, only those of different parts matter. Cost: O(n^4),
    compiled.
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
        (kernels.part_crossings.part_crossings(*arguments, np.empty((0, 2), dtype=np.int64)), 2), dtype=np.int64
    )
    kernels.part_crossings.part_crossings(*arguments, links)
    return segments, [(a, b) for a, b in links.tolist()]


def _have_disjoint(edges: Sequence[Edge]) -> bool:
    """Tell whether a connected graph has two edges without a common end: it is neither a star nor a triangle."""
    common = set.intersection(*(set(edge) for edge in edges))
    return not common and len({v for edge in edges for v in edge}) > 3
