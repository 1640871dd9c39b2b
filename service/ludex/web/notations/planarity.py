"""Drawings and points as JSON, descriptions of Untangle, graphs in graph6, labels."""

from ludex.catalogue.kinds.planarity import GRAPH, LEVEL, ORDER_TYPE
from ludex.catalogue.kinds.planarity.drawn_class import identify_class
from ludex.engine.budget import Budget
from ludex.games.planarity.pictures.drawings import drawing_svg, point_set_svg
from ludex.planarity.drawing import Drawing
from ludex.planarity.graph import Graph
from ludex.planarity.identity.swap_class import LEVEL as SWAP_CLASS
from ludex.planarity.untangle import is_untangle
from ludex.requests.planarity.sources import (
    GivenDrawing,
    GivenPoints,
    drawing_of_text,
    looks_like_drawing,
    points_of_text,
)
from ludex.requests.request import ExecutionContext
from ludex.requests.written_numbers import exact_json
from ludex.web.notations.notation import Notation, Understood, readable, validated

_JSON = ("{", "[")


def read_drawing(text: str, work: ExecutionContext) -> Drawing:
    """Return the drawing that a text means. Raises Fault."""
    with readable(text):
        return validated(GivenDrawing, drawing_of_text(text)).read(work)


def _understood(text: str, work: ExecutionContext, budget: Budget) -> Understood:
    """Return what a text is read as: numbers make a drawing or points; where the places are open it is a graph."""
    if text.startswith(_JSON) and _has_no_edges(text):
        with readable(text):
            points = validated(GivenPoints, points_of_text(text)).read(work)
        said = f"a set of {len(points)} points"
        return Understood(said, ORDER_TYPE.name, ORDER_TYPE.identify(points, budget), point_set_svg(points))
    drawing = read_drawing(text, work)
    size = f"of {drawing.vertices} vertices and {len(drawing.edges)} edges"
    if text.startswith(_JSON):
        identity = identify_class(SWAP_CLASS, drawing)
        return Understood(f"a drawing {size}", LEVEL.name, identity, drawing_svg(drawing))
    written = "as Untangle describes it" if is_untangle(text) else "in graph6"
    picture = drawing_svg(drawing) if drawing.vertices > 1 else ""
    identity = GRAPH.identify(Graph(drawing.vertices, drawing.edges), budget)
    return Understood(f"a graph {size}, {written}", GRAPH.name, identity, picture)


def _has_no_edges(text: str) -> bool:
    with readable(text):
        given = exact_json(text)
    given = given.get("drawing", given) if isinstance(given, dict) else given
    return isinstance(given, list) or (isinstance(given, dict) and "edges" not in given)


NOTATION = Notation(lambda text: is_untangle(text) or looks_like_drawing(text), "", read_drawing, _understood)
