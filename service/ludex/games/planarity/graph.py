"""Abstract graphs (not drawings): validation, canonical form, and subgraph containment."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ludex.engine.arguments import require_integer, require_pairs, require_type
from ludex.games.planarity.drawing import MAX_VERTICES, Edge, describe_excess
from ludex.graphs.canonical import GraphError, canonical_form_of_simple
from ludex.graphs.embedding import PreservedRelation, find_embedding


@dataclass(frozen=True, slots=True)
class Graph:
    """A simple graph without a drawing.

    Parameters
    ----------
    vertices : int
        The number of vertices, 1 to 128.
    edges : tuple of (int, int)
        The edges. They are stored in sorted order, with the smaller end of each edge first.
    drawn_plane : bool, optional
        Whether a plane drawing of the graph is known. This value does not affect equality.

    Raises
    ------
    GraphError
        If the graph is not simple, or has too many vertices or edges.

    References
    ----------
    "Swap Planarity", Section 2.

    Examples
    --------
    >>> Graph(3, ((2, 1), (0, 1))).edges
    ((0, 1), (1, 2))
    """

    vertices: int
    edges: tuple[Edge, ...]
    drawn_plane: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        require_integer(self.vertices, "vertices")
        if not 1 <= self.vertices <= MAX_VERTICES:
            raise GraphError(f"the graph has {self.vertices} vertices; 1 to {MAX_VERTICES} are allowed")
        pairs = require_pairs(self.edges, "edges")
        if too_many := describe_excess(pairs):
            raise GraphError(too_many)
        edges = sorted((u, v) if u < v else (v, u) for u, v in pairs)
        for u, v in edges:
            if u == v or u < 0 or v >= self.vertices:
                raise GraphError(f"{[u, v]} is not an edge between vertices 0 to {self.vertices - 1}")
        if len(set(edges)) < len(edges):
            raise GraphError("an edge occurs twice")
        object.__setattr__(self, "edges", tuple(edges))

    @staticmethod
    def require(value: object, name: str = "graph") -> None:
        """Raise TypeError if the argument `name` is not a graph."""
        require_type(value, Graph, name, "Graph(vertices, edges) creates a Graph")


GRAPH = "graph"
"""The tag that is hashed before the canonical form. It never changes."""


@dataclass(frozen=True, slots=True)
class CanonicalGraph:
    """The canonical form of a graph.

    `order` contains the canonical number of each vertex. `edges` lists the edges with these numbers, in sorted order.
    """

    form: bytes
    order: tuple[int, ...]
    edges: tuple[Edge, ...]


def canonical_graph(vertices: int, edges: Iterable[Edge]) -> CanonicalGraph:
    """Return the canonical form of the graph with `vertices` vertices and these `edges`.

    Two graphs have equal forms if and only if they are isomorphic. Raises ludex.graphs.canonical.GraphError if the
    edges do not form a simple graph. Cost: twice that of BLISS.

    >>> canonical_graph(3, [(0, 1), (1, 2)]).form == canonical_graph(3, [(2, 0), (1, 2)]).form
    True
    """
    listed = tuple(edges)
    canonical = canonical_form_of_simple(vertices, listed)
    order = canonical.order
    numbered = [(order[u], order[v]) if order[u] < order[v] else (order[v], order[u]) for u, v in listed]
    return CanonicalGraph(canonical.form, order, tuple(sorted(numbered)))


def is_subgraph(pattern: Graph, host: Graph) -> bool:
    """Return whether `host` contains `pattern` as a subgraph, which need not be an induced subgraph.

    This is the case if some injective map from the vertices of `pattern` to the vertices of `host` maps edges to edges.
    Raises EmbeddingTooHard if the search exceeds its step limit. Cost: microseconds to milliseconds for graphs of a
    dozen vertices, and at most about a second.

    >>> triangle, square = Graph(3, ((0, 1), (0, 2), (1, 2))), Graph(4, ((0, 1), (1, 2), (2, 3), (0, 3)))
    >>> is_subgraph(triangle, square), is_subgraph(triangle, Graph(4, (*square.edges, (0, 2))))
    (False, True)
    """
    if pattern.vertices > host.vertices or len(pattern.edges) > len(host.edges):
        return False
    neighbours, host_neighbours = _neighbours(pattern), _neighbours(host)
    domains = [
        sum(1 << image for image, around in enumerate(host_neighbours) if around.bit_count() >= degree)
        for degree in (around.bit_count() for around in neighbours)
    ]
    return all(domains) and find_embedding(domains, [PreservedRelation(neighbours, host_neighbours)]) is not None


def _neighbours(graph: Graph) -> list[int]:
    """Return the set of the neighbours of each vertex, as the bits of an integer."""
    neighbours = [0] * graph.vertices
    for u, v in graph.edges:
        neighbours[u] |= 1 << v
        neighbours[v] |= 1 << u
    return neighbours
