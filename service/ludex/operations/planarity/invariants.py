"""What can be said of a drawing without searching, and the labels that it would be stored under."""

from dataclasses import asdict

from pydantic import Field

from ludex.catalogue.document import Part
from ludex.catalogue.kind import named
from ludex.catalogue.kinds.planarity.drawn import DrawingPart
from ludex.planarity.drawing import Drawing, Edge

MAX_CROSSING_PAIRS = 20_000


class DrawingInvariants(Part):
    """The invariants of a drawing, its graph and its points, and the labels of the classes that they are in."""

    drawing: DrawingPart
    vertices: int
    edges: int
    crossings: int
    crossing_pairs: list[tuple[Edge, Edge]] | None = Field(
        description=f"The pairs of edges that cross; null where there are more than {MAX_CROSSING_PAIRS:,}."
    )
    plane: bool = Field(description="No edges cross.")
    hull: int = Field(description="How many points the convex hull has.")
    interior: int = Field(description="How many points are inside it.")
    hull_vertices: list[int] = Field(description="The vertices on the hull, counter-clockwise.")
    interior_vertices: list[int]
    degrees: list[int] = Field(description="Falling.")
    min_degree: int
    max_degree: int
    components: int
    connected: bool
    planar: bool = Field(description="Some drawing of the graph, on whatever points, has no crossings.")
    outerplanar: bool
    tree: bool
    forest: bool
    bipartite: bool
    girth: int | None = Field(description="The length of a shortest cycle; null: there is none.")
    automorphisms: int
    graph: str = Field(description="The label of the class of isomorphic graphs.")
    order_type: str = Field(description="The label of the points' order type, up to reflection.")
    x_type: str = Field(description="The label of the points' crossing type.")
    level: str = Field(description="The label of the class of swap-equivalent drawings.")


def invariants(drawing: Drawing) -> DrawingInvariants:
    """Compute the invariants of a drawing. Nothing is stored. Cost: milliseconds.

    >>> found = invariants(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
    >>> found.crossings, found.tree, found.x_type
    (1, True, 'planarity-x-type-4-ioalihpbuzfclff2')
    """
    from ludex.catalogue.kinds.planarity.graph import GRAPH
    from ludex.catalogue.kinds.planarity.order_type import ORDER_TYPE, X_TYPE
    from ludex.operations.planarity.levels import class_of
    from ludex.planarity.crossings import count_crossings, crossing_pairs
    from ludex.planarity.graph import Graph
    from ludex.planarity.identity.invariants import graph_invariants
    from ludex.planarity.points import hull, interior

    crossings = count_crossings(drawing)
    pairs = crossing_pairs(drawing) if crossings <= MAX_CROSSING_PAIRS else None
    graph = asdict(graph_invariants(drawing.vertices, drawing.edges))
    outside, inside = hull(drawing.points), interior(drawing.points)
    return DrawingInvariants(
        drawing=DrawingPart.of(drawing),
        crossings=crossings,
        crossing_pairs=None if pairs is None else list(pairs),
        plane=not crossings,
        hull=len(outside),
        interior=len(inside),
        hull_vertices=list(outside),
        interior_vertices=list(inside),
        graph=named(GRAPH, Graph(drawing.vertices, drawing.edges)).label,
        order_type=named(ORDER_TYPE, drawing.points).label,
        x_type=named(X_TYPE, drawing.points).label,
        level=class_of(drawing).label,
        **graph | {"degrees": list(graph["degrees"])},
    )
