"""`POST /planarity/invariants`: what can be said of a drawing without searching."""

from pydantic import Field

from ludex.api import bounds
from ludex.api.models import Answer, Timed
from ludex.api.planarity import PREFIX
from ludex.api.planarity.drawings import DrawingIn, DrawingOut, pairs, show_drawing
from ludex.api.planarity.searching import search
from ludex.api.routes import Routes
from ludex.planarity.drawing import Drawing
from ludex.planarity.points import hull, interior

routes = Routes(
    "planarity-invariants", tag="Planarity drawings", about="What can be said of a drawing at once.", prefix=PREFIX
)


class Measured(DrawingIn, Timed):
    """A drawing."""


class Invariants(Answer):
    """The invariants of a drawing, its graph and its points, and the labels of the classes that they are in."""

    drawing: DrawingOut
    vertices: int
    edges: int
    crossings: int
    crossing_pairs: list[list[list[int]]] | None = Field(
        description=f"The pairs of edges that cross; null where there are more than {bounds.CROSSING_PAIRS:,}."
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


@routes.post("/invariants", {200: Invariants}, problems=(422, 503))
def invariants_of(body: Measured) -> Invariants:
    """Show the invariants of a drawing, and the labels that it would be stored under.

    Nothing is stored.
    """
    drawing = body.drawing()
    with search("invariants", body.time_limit, "invariants"):
        return show_invariants(drawing)


def show_invariants(drawing: Drawing) -> Invariants:
    """Compute the invariants of a drawing, as the answer that shows them."""
    from ludex.planarity.crossings import count_crossings, crossing_pairs
    from ludex.planarity.identity.invariants import graph_invariants
    from ludex.planarity.identity.keys import graph_label, level_label, order_type_label, x_type_label

    crossings = count_crossings(drawing)
    listed = crossings <= bounds.CROSSING_PAIRS
    graph = graph_invariants(drawing.vertices, drawing.edges)
    outside, inside = hull(drawing.points), interior(drawing.points)
    return Invariants(
        drawing=show_drawing(drawing),
        vertices=drawing.vertices,
        edges=len(drawing.edges),
        crossings=crossings,
        crossing_pairs=[pairs(pair) for pair in crossing_pairs(drawing)] if listed else None,
        plane=not crossings,
        hull=len(outside),
        interior=len(inside),
        hull_vertices=list(outside),
        interior_vertices=list(inside),
        degrees=list(graph.degrees),
        min_degree=graph.min_degree,
        max_degree=graph.max_degree,
        components=graph.components,
        connected=graph.connected,
        planar=graph.planar,
        outerplanar=graph.outerplanar,
        tree=graph.tree,
        forest=graph.forest,
        bipartite=graph.bipartite,
        girth=graph.girth,
        automorphisms=graph.automorphisms,
        graph=graph_label(drawing.vertices, drawing.edges),
        order_type=order_type_label(drawing.points),
        x_type=x_type_label(drawing.points),
        level=level_label(drawing),
    )
