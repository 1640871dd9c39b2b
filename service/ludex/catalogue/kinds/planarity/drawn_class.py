"""What levels and classes of the census share: both are classes of swap-equivalent drawings, shown by one of them."""

from typing import Annotated, Any

from pydantic import Field

from ludex.catalogue.document import Document, Fact
from ludex.catalogue.kind import Identity, Linked, prepare
from ludex.catalogue.kinds.planarity.drawn import MINIMUM, DrawingPart, OptimalSolutions
from ludex.catalogue.kinds.planarity.graph import graph_entry
from ludex.catalogue.kinds.planarity.order_type import ORDER_TYPE
from ludex.engine.keys import content_key
from ludex.planarity.drawing import Drawing
from ludex.planarity.identity.graph import canonical_graph
from ludex.planarity.identity.swap_class import canonical_drawing


class DrawnClass(Document):
    """A class of swap-equivalent drawings, and one of them."""

    drawing: DrawingPart
    vertices: Annotated[int, Fact()]
    edges: Annotated[int, Fact()]
    crossings: Annotated[int, Fact()]
    min_swaps: Annotated[int | None, Fact()] = Field(description=MINIMUM)
    optimal_solutions: OptimalSolutions
    graph: str = Field(description="The label of its graph.")
    order_type: str = Field(description="The label of the order type of this drawing's points.")
    x_type: str = Field(description="The label of the crossing type of this drawing's points.")


def identify_class(tag: str, drawing: Drawing) -> Identity:
    """Return the identity of a class of swap-equivalent drawings, under the tag of its kind."""
    canonical = canonical_drawing(drawing)
    return Identity(content_key(tag, canonical.form), (drawing.vertices, len(drawing.edges)), canonical.order)


def write_class(drawing: Drawing) -> tuple[dict[str, Any], list[Linked]]:
    """Return what follows from the drawing of a class: fields of its document, and its links.

    The links' details list, for vertex i, its number in the canonical graph and in the canonical order type.
    """
    from ludex.planarity.crossings import count_crossings

    graph = canonical_graph(drawing.vertices, drawing.edges)
    links = [
        Linked("has-graph", graph_entry(drawing.vertices, graph.edges), detail=list(graph.order)),
        Linked(
            "has-order-type", order_type := prepare(ORDER_TYPE, drawing.points), detail=list(order_type.order or ())
        ),
    ]
    [x_type] = order_type.links
    fields = {
        "drawing": DrawingPart.of(drawing),
        "vertices": drawing.vertices,
        "edges": len(drawing.edges),
        "crossings": count_crossings(drawing),
        "graph": links[0].label,
        "order_type": links[1].label,
        "x_type": x_type.label,
    }
    return fields, links
