"""Drawings and points as JSON, descriptions of Untangle, graphs in graph6."""

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from ludex.catalogue.kind import Identity
from ludex.catalogue.kinds.planarity import GRAPH, LEVEL, ORDER_TYPE
from ludex.catalogue.kinds.planarity.drawn_class import identify_class
from ludex.engine.budget import Budget
from ludex.graphs.graph6 import is_graph6, read_graph6
from ludex.pictures import drawing_svg, point_set_svg
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.graph import Graph
from ludex.planarity.identity.swap_class import LEVEL as SWAP_CLASS
from ludex.planarity.points import require_general_position
from ludex.planarity.untangle import circle, is_untangle, read_untangle
from ludex.requests.fields import faults_of
from ludex.requests.planarity.sources import Drawn, GivenPoints
from ludex.requests.written_numbers import exact_json
from ludex.web.notations.understood import Understood


def read(text: str, budget: Budget) -> Iterator[Understood]:
    """Read a drawing or points as JSON, a description of Untangle, a graph in graph6."""
    if text.startswith(("{", "[")):
        yield _of_json(exact_json(text), budget)
    elif is_untangle(text):
        drawing = read_untangle(text)
        said = f"a graph of {drawing.vertices} vertices and {len(drawing.edges)} edges, as Untangle describes it"
        yield Understood(said, GRAPH.name, _identified(drawing.vertices, drawing.edges, budget), drawing_svg(drawing))
    elif is_graph6(text):
        graph = read_graph6(text)
        edges = tuple(sorted((min(edge), max(edge)) for edge in graph.edges))
        said = f"a graph of {len(graph)} vertices and {len(edges)} edges, in graph6"
        picture = drawing_svg(Drawing(circle(len(graph)), edges)) if len(graph) > 1 else ""
        yield Understood(said, GRAPH.name, _identified(len(graph), edges, budget), picture)


def _of_json(given: Any, budget: Budget) -> Understood:  # noqa: ANN401 - whatever JSON holds
    given = given.get("drawing", given) if isinstance(given, dict) else {"points": given}
    try:
        if not isinstance(given, dict) or "edges" not in given:
            return _of_points(GivenPoints.model_validate(given), budget)
        drawn = Drawn.model_validate({name: given[name] for name in ("points", "edges") if name in given})
    except ValidationError as error:
        raise ValueError("; ".join(f"{'/'.join(map(str, place))} {said}" for place, said in faults_of(error))) from None
    drawing = Drawing.from_numbers(drawn.points or (), drawn.edges or ())
    said = f"a drawing of {drawing.vertices} vertices and {len(drawing.edges)} edges"
    return Understood(said, LEVEL.name, identify_class(SWAP_CLASS, drawing), drawing_svg(drawing))


def _of_points(given: GivenPoints, budget: Budget) -> Understood:
    points = Drawing.from_numbers(given.points or (), ()).points
    require_general_position(points)
    said = f"a set of {len(points)} points"
    return Understood(said, ORDER_TYPE.name, ORDER_TYPE.identify(points, budget), point_set_svg(points))


def _identified(vertices: int, edges: tuple[Edge, ...], budget: Budget) -> Identity:
    return GRAPH.identify(Graph(vertices, edges), budget)
