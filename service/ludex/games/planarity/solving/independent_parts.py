"""The parts of a drawing that no swaps can ever make cross: each is a puzzle by itself."""

from dataclasses import dataclass

from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.parts import parts, relevant_crossings


@dataclass(frozen=True, slots=True)
class IndependentPart:
    """A part as a drawing by itself. Its vertex i is vertices[i] of the whole."""

    drawing: Drawing
    vertices: tuple[int, ...]

    def named(self, edge: Edge) -> Edge:
        """Return an `edge` of the part by its vertices in the whole."""
        return self.vertices[edge[0]], self.vertices[edge[1]]


def independent_parts(drawing: Drawing) -> list[IndependentPart]:
    """Return the parts of a `drawing`, by their least vertices.

    Connected parts are together if segments between their positions cross. Vertices without edges are left out. Cost:
    O(n^4), compiled; O(n + m) for a graph with one part.

    >>> apart = Drawing(((0, 0), (1, 0), (0, 1), (50, 2), (51, 9), (58, 3)), ((0, 1), (3, 4), (4, 5)))
    >>> [part.vertices for part in independent_parts(apart)]
    [(0, 1), (3, 4, 5)]
    """
    connected, _ = parts(drawing)
    group = list(range(len(connected)))
    if len(connected) > 1:
        owner = {vertex: number for number, part in enumerate(connected) for vertex in part.vertices}
        segments, links = relevant_crossings(drawing, connected, inside=False)
        for a, b in {(owner[segments[a][0]], owner[segments[b][0]]) for a, b in links}:
            least, other = sorted((group[a], group[b]))
            group = [least if number == other else number for number in group]
    together = [
        [part for part, number in zip(connected, group, strict=True) if number == g] for g in sorted(set(group))
    ]
    return [
        _alone(
            drawing, sorted(v for part in members for v in part.vertices), [e for part in members for e in part.edges]
        )
        for members in together
    ]


def _alone(drawing: Drawing, vertices: list[int], edges: list[Edge]) -> IndependentPart:
    number = {vertex: place for place, vertex in enumerate(vertices)}
    points = tuple(drawing.points[vertex] for vertex in vertices)
    return IndependentPart(Drawing(points, tuple((number[u], number[v]) for u, v in edges)), tuple(vertices))
