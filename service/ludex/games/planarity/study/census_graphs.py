"""The graphs of the census and families of them: connected graphs with two disjoint edges on 4 to 7 vertices.

Source: R. Read and R. Wilson, "An Atlas of Graphs", as listed by networkx.

The largest minimum number of swaps for given numbers of vertices and edges, as far as it is known.

This module imports nothing, so that pages and parameters can check bounds without loading the census. Source: complete
censuses of all arrangements on all order types, for all graphs without isolated vertices. A connected graph attains
each largest minimum, if there is a connected graph with these numbers of vertices and edges.
"""

from enum import StrEnum
from functools import cache

from ludex.engine.arguments import require_choice, require_integer
from ludex.games.planarity.graph import Graph, canonical_graph

MIN_CENSUS_POINTS, MAX_CENSUS_POINTS = 4, 7
"""The smallest and largest number of points of a census that lists classes."""

MAX_COUNTED_POINTS = 8
"""The largest number of points of a census that only counts classes."""

_BY_EDGES = {
    3: {2: 0, 3: 0},
    4: {2: 0, 3: 1, 4: 1, 5: 1, 6: 0},
    5: {3: 1, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3, 9: 1},
    6: {3: 0, 4: 3, 5: 5, 6: 4, 7: 5, 8: 6, 9: 6, 10: 6, 11: 5, 12: 3},
    7: {4: 1, 5: 6, 6: 7, 7: 7, 8: 8, 9: 10, 10: 9, 11: 8, 12: 8, 13: 8, 14: 8, 15: 6},
    8: dict(enumerate((0, 3, 9, 10, 10, 13, 14, 14, 13, 12, 12, 11, 10, 10, 10), 4)),
}

HARDEST_CLASSES = {
    4: {3: 1, 4: 2, 5: 1, 6: 1},
    5: {4: 1, 5: 1, 6: 1, 7: 3, 8: 3, 9: 2},
    6: {5: 1, 6: 22, 7: 5, 8: 7, 9: 5, 10: 2, 11: 110, 12: 44},
    7: {6: 25, 7: 1, 8: 20, 9: 12, 10: 44, 11: 1225, 12: 387, 13: 427, 14: 470, 15: 20},
    8: {7: 22, 8: 1, 9: 108, 10: 72, 11: 6, 12: 119, 13: 333, 14: 159, 15: 1806, 16: 229_107, 17: 20_862, 18: 4},
}
"""The number of swap classes of connected graphs that attain the largest minimum, by numbers of vertices and edges."""


def largest_minimum(vertices: int, edges: int) -> int | None:
    """Return the largest minimum number of swaps for these numbers of `vertices` and `edges`, or None if it is unknown.

    Only drawings without isolated vertices count. If a drawing has the smallest number of edges that can cover all
    vertices, its edges are disjoint, except that two edges share an end if the number of vertices is odd. Swaps of
    these two edges only change which of their three vertices is in the middle, so the minimum is at most 1.

    >>> largest_minimum(7, 12), largest_minimum(8, 12), largest_minimum(21, 11), largest_minimum(11, 20)
    (8, 13, 1, None)
    """
    if vertices > 3 and edges == (vertices + 1) // 2:
        return vertices % 2
    return _BY_EDGES.get(vertices, {}).get(edges)


def largest_connected_minimum(vertices: int, edges: int) -> int | None:
    """Return the largest minimum of the drawings of connected graphs with these numbers, or None if it is unknown.

    There is no value if there is no connected graph with two disjoint edges, or if all its drawings are unreachable.

    >>> largest_connected_minimum(7, 12), largest_connected_minimum(8, 12), largest_connected_minimum(8, 19)
    (8, 13, None)
    """
    return _BY_EDGES.get(vertices, {}).get(edges) if edges >= vertices - 1 else None


class GraphFamily(StrEnum):
    """A family of connected graphs. An outerplanar graph has a plane drawing with all vertices on the outer face."""

    ALL = "all"
    PLANAR = "planar"
    OUTERPLANAR = "outerplanar"
    TREES = "trees"


@cache
def connected_graphs(n: int) -> tuple[Graph, ...]:
    """Return the connected graphs of `n` <= 7 vertices with two disjoint edges, one for each isomorphism class.

    >>> len(connected_graphs(4)), len(connected_graphs(5))
    (5, 20)
    """
    import networkx

    atlas = (graph for graph in networkx.graph_atlas_g() if len(graph) == n and networkx.is_connected(graph))
    return tuple(graph for listed in atlas if has_disjoint_edges(graph := Graph(n, tuple(listed.edges))))


def graphs_of_family(n: int, family: GraphFamily | str = GraphFamily.ALL) -> tuple[Graph, ...]:
    """Return the graphs of a family among :func:`connected_graphs`.

    Parameters
    ----------
    n : int
        The number of vertices, 4 to 7.
    family : GraphFamily or str, optional
        The family or its name: `all`, `planar`, `outerplanar` or `trees`.

    Returns
    -------
    tuple of Graph
        One graph for each isomorphism class.

    References
    ----------
    R. Read and R. Wilson, "An Atlas of Graphs", as listed by networkx.

    Examples
    --------
    >>> [len(graphs_of_family(5, family)) for family in ("trees", "outerplanar", "planar", "all")]
    [2, 12, 19, 20]
    """
    require_integer(n, "n")
    chosen = require_choice(family, GraphFamily, "family")
    return tuple(graph for graph in connected_graphs(n) if _is_in(graph, chosen))


def census_graph(graph: Graph) -> Graph:
    """Return the graph of the census (see :func:`connected_graphs`) that is isomorphic to a given graph.

    Parameters
    ----------
    graph : Graph
        A connected graph with two disjoint edges on 4 to 7 vertices.

    Returns
    -------
    Graph
        The graph of the census.

    Raises
    ------
    ValueError
        If the graph is not in the census.

    References
    ----------
    R. Read and R. Wilson, "An Atlas of Graphs", as listed by networkx.

    Examples
    --------
    >>> census_graph(Graph(4, ((0, 1), (1, 2), (2, 3)))).edges
    ((0, 1), (0, 3), (1, 2))
    """
    Graph.require(graph)
    if not MIN_CENSUS_POINTS <= graph.vertices <= MAX_CENSUS_POINTS:
        raise ValueError(
            f"the census covers graphs with {MIN_CENSUS_POINTS} to {MAX_CENSUS_POINTS} vertices, not {graph.vertices}"
        )
    form = canonical_graph(graph.vertices, graph.edges).form
    for listed in connected_graphs(graph.vertices):
        if len(listed.edges) == len(graph.edges) and canonical_graph(listed.vertices, listed.edges).form == form:
            return listed
    raise ValueError("the graph is not in the census, which has connected graphs with two disjoint edges")


def has_disjoint_edges(graph: Graph) -> bool:
    """Return whether a graph has two disjoint edges.

    Among connected graphs, only stars and the triangle have no such edges.
    """
    return any(not set(a) & set(b) for a in graph.edges for b in graph.edges)


def _is_in(graph: Graph, family: GraphFamily) -> bool:
    import networkx

    match family:
        case GraphFamily.ALL:
            return True
        case GraphFamily.TREES:
            return len(graph.edges) == graph.vertices - 1
        case GraphFamily.PLANAR:
            return bool(networkx.check_planarity(networkx.Graph(graph.edges))[0])
        case GraphFamily.OUTERPLANAR:
            # A graph is outerplanar if and only if it stays planar after adding a vertex joined to all its vertices.
            joined = (*graph.edges, *((vertex, graph.vertices) for vertex in range(graph.vertices)))
            return bool(networkx.check_planarity(networkx.Graph(joined))[0])
