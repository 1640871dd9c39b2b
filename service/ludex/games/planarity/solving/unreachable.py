"""Simple proofs, for drawings of any size, that no plane arrangement is reachable.

Source: "Swap Planarity", section 4.2, for the limit of 3n - h - 3 edges that do not cross. On points in convex
position, exactly the outerplanar graphs have plane drawings. Vertices never leave the positions of their component.
Therefore each component is tested separately with its own positions. All components with edges are also tested
together.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.points import hull

if TYPE_CHECKING:
    import networkx

_NOT_PLANAR = "the graph is not planar"


def simple_reason(drawing: Drawing) -> str | None:
    """Return why no sequence of swaps can make a `drawing` plane, or None if no simple reason is found.

    Cost: O(n + m), plus one planarity test per component.

    >>> points = ((0, 0), (4, 0), (4, 3), (0, 4), (2, 5))
    >>> complete = tuple((i, j) for i in range(5) for j in range(i))
    >>> simple_reason(Drawing(points, complete))
    'the graph is not planar'
    """
    import networkx

    graph = drawing.graph()
    if not networkx.check_planarity(graph)[0]:
        return _NOT_PLANAR
    parts = [part for part in networkx.connected_components(graph) if len(part) > 1]
    everything = [vertex for part in parts for vertex in part]
    for part in (everything, *parts):
        reason = _part_reason(drawing, graph.subgraph(part))
        if reason is not None:
            return reason if len(part) == drawing.vertices else f"{reason}, on the vertices {_listed(part)}"
    return None


def no_plane_assignment(drawing: Drawing) -> str | None:
    """Return why no assignment of vertices to points makes a `drawing` plane, or None if no reason is found.

    Here, any vertex may move to any point, including the points of vertices without edges. In :func:`simple_reason`,
    vertices stay within their components.

    >>> points = ((0, 0), (4, 0), (4, 3), (0, 4))
    >>> no_plane_assignment(Drawing(points, ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))))
    'there are 6 edges, but at most 3n - 3 - hull = 5 can be drawn without a crossing on 4 points with 4 on the hull'
    """
    import networkx

    graph = drawing.graph()
    return _part_reason(drawing, graph) if networkx.check_planarity(graph)[0] else _NOT_PLANAR


def is_outerplanar(graph: "networkx.Graph") -> bool:
    """Return whether a `graph` is outerplanar, that is, still planar after adding an apex adjacent to all vertices.

    >>> import networkx
    >>> is_outerplanar(networkx.cycle_graph(5)), is_outerplanar(networkx.complete_graph(4))
    (True, False)
    """
    import networkx

    suspended = networkx.Graph(graph.edges)
    suspended.add_edges_from(("apex", vertex) for vertex in graph)
    planar: bool = networkx.check_planarity(suspended)[0]
    return planar


def _part_reason(drawing: Drawing, graph: "networkx.Graph") -> str | None:
    points = [drawing.points[vertex] for vertex in graph]
    n, edges, outside = len(points), graph.number_of_edges(), len(hull(points))
    most = 3 * n - 3 - outside
    if edges and edges > most:
        return (
            f"there are {edges} edges, but at most 3n - 3 - hull = {most} can be drawn without a crossing on {n} "
            f"points with {outside} on the hull"
        )
    if outside == n and not is_outerplanar(graph):
        return "the points are in convex position and the graph is not outerplanar"
    return None


def _listed(vertices: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(vertices)))
