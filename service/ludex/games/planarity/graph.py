"""Graphs by themselves, without a drawing."""

from dataclasses import dataclass, field

from ludex.games.planarity.drawing import MAX_VERTICES, Edge
from ludex.graphs.canonical import GraphError


@dataclass(frozen=True, slots=True)
class Graph:
    """A simple graph of 1 to 64 `vertices`: `edges` (u, v) with u < v, sorted. Raises GraphError if it is not one.

    `drawn_plane` if a plane drawing of it is known; it is the same graph if none is.

    >>> Graph(3, ((2, 1), (0, 1))).edges
    ((0, 1), (1, 2))
    """

    vertices: int
    edges: tuple[Edge, ...]
    drawn_plane: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.vertices <= MAX_VERTICES:
            raise GraphError(f"a graph of {self.vertices} vertices, 1 to {MAX_VERTICES} are allowed")
        edges = sorted((u, v) if u < v else (v, u) for u, v in self.edges)
        for u, v in edges:
            if u == v or u < 0 or v >= self.vertices:
                raise GraphError(f"{[u, v]} is not an edge between vertices 0 to {self.vertices - 1}")
        if len(set(edges)) < len(edges):
            raise GraphError("an edge comes twice")
        object.__setattr__(self, "edges", tuple(edges))
