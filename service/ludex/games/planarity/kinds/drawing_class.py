"""The common part of levels and census classes: both represent a class of swap-equivalent drawings by one of them."""

import json
from typing import Annotated, Any

from pydantic import Field

from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import DerivedLink, Identity, NewLink, prepare
from ludex.catalogue.objects.reading import ObjectView
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.swap_class import CENSUS_CLASS, LEVEL, canonical_drawing
from ludex.games.planarity.kinds.document_parts import MINIMUM, DrawingPart, OptimalSolutions
from ludex.games.planarity.kinds.graph import GRAPH
from ludex.games.planarity.kinds.order_type import ORDER_TYPE
from ludex.games.planarity.study.census_bounds import MAX_CENSUS_POINTS

_SWAPS = ("swaps", "minimum swaps", "fewest swaps", "swap number", "moves", "minimum number of swaps")


class DrawingClassDocument(Document):
    """A class of swap-equivalent drawings, represented by one of them."""

    drawing: DrawingPart
    vertices: Annotated[int, Fact()] = Field(description="Number of vertices.")
    edges: Annotated[int, Fact()] = Field(description="Number of edges.")
    crossings: Annotated[int, Fact(synonyms=("crossing edges", "crossing pairs"))] = Field(
        description="Number of pairs of edges that cross."
    )
    min_swaps: Annotated[int | None, Fact(synonyms=_SWAPS)] = Field(description=MINIMUM)
    optimal_solutions: OptimalSolutions
    graph: str = Field(description="Label of its graph.")
    order_type: str = Field(description="Label of the order type of this drawing's points.")
    x_type: str = Field(description="Label of the x-type of this drawing's points.")


def identify_class(tag: str, drawing: Drawing) -> Identity:
    """Return the identity of a class of swap-equivalent drawings, under the tag of its kind.

    If the drawing is small enough for the census, the identity links to the same class as an object of the other kind.
    """
    canonical = canonical_drawing(drawing)
    other = CENSUS_CLASS if tag == LEVEL else LEVEL
    same_class = DerivedLink("same-class", content_key(other, canonical.form))
    links = (same_class,) if drawing.vertices <= MAX_CENSUS_POINTS else ()
    return Identity(content_key(tag, canonical.form), (drawing.vertices, len(drawing.edges)), canonical.order, links)


def drawing_of(stored: ObjectView) -> Drawing:
    """Return the drawing of a stored class from its JSON text.

    This is several times as fast as reading the whole document.
    """
    drawing = json.loads(stored.body)["drawing"]
    return Drawing.unchecked(tuple(map(tuple, drawing["points"])), tuple(map(tuple, drawing["edges"])))


def write_class(drawing: Drawing, drawn_plane: bool = False) -> tuple[dict[str, Any], list[NewLink]]:
    """Return the document fields and the links that follow from the drawing of a class.

    `drawn_plane` states whether swaps that make the drawing plane are known. The details of the links to the graph and
    to the order type list the canonical number of each vertex in that object.
    """
    graph = prepare(GRAPH, Graph(drawing.vertices, drawing.edges, drawn_plane))
    order_type = prepare(ORDER_TYPE, drawing.points)
    links = [
        NewLink("has-graph", graph, detail=list(graph.order or ())),
        NewLink("has-order-type", order_type, detail=list(order_type.order or ())),
    ]
    [x_type] = order_type.links
    fields = {
        "drawing": DrawingPart.of(drawing),
        "vertices": drawing.vertices,
        "edges": len(drawing.edges),
        "crossings": count_crossings(drawing),
        "graph": graph.label,
        "order_type": order_type.label,
        "x_type": x_type.label,
    }
    return fields, links
