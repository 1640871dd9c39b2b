"""What can be said of a drawing without a search: invariants of its graph, its points and its crossings."""

from ludex.games.planarity.crossings import count_crossings, crossing_pairs
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.identity.invariants import GraphInvariants, graph_invariants
from ludex.games.planarity.points import hull, interior

MAX_CROSSING_PAIRS = 20_000


class DrawingInvariants(GraphInvariants):
    """The invariants of a drawing and of its graph.

    `degrees` descend. `planar`: some drawing of the graph, on some points, has no crossings. `girth` is the length of a
    shortest cycle, null if there is none. `crossing_pairs` are the pairs of edges that cross, null if there are more
    than 20,000. `plane`: no edges cross. `hull` and `interior` count the points on the convex hull and inside it;
    `hull_vertices` go counter-clockwise.
    """

    drawing: Drawing
    crossings: int
    crossing_pairs: tuple[tuple[Edge, Edge], ...] | None
    plane: bool
    hull: int
    interior: int
    hull_vertices: tuple[int, ...]
    interior_vertices: tuple[int, ...]


def drawing_invariants(drawing: Drawing) -> DrawingInvariants:
    """Return the invariants of a `drawing`. Cost: milliseconds.

    >>> found = drawing_invariants(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
    >>> found.crossings, found.tree, found.hull_vertices
    (1, True, (0, 2, 1, 3))
    """
    crossings = count_crossings(drawing)
    outside, inside = hull(drawing.points), interior(drawing.points)
    return DrawingInvariants(
        **graph_invariants(drawing.vertices, drawing.edges).model_dump(),
        drawing=drawing,
        crossings=crossings,
        crossing_pairs=tuple(crossing_pairs(drawing)) if crossings <= MAX_CROSSING_PAIRS else None,
        plane=not crossings,
        hull=len(outside),
        interior=len(inside),
        hull_vertices=outside,
        interior_vertices=inside,
    )
