"""The graphs of the census and families of them: connected graphs with two disjoint edges on 4 to 7 vertices.

Source: R. Read and R. Wilson, "An Atlas of Graphs", as listed by networkx.
"""

from enum import StrEnum
from functools import cache

from ludex.engine.arguments import require_choice, require_integer
from ludex.games.planarity.graph import Graph, canonical_graph
from ludex.games.planarity.study.census_bounds import MAX_CENSUS_POINTS, MIN_CENSUS_POINTS


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
