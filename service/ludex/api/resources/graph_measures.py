"""Routes that compute measures of stored graphs and hypergraphs, and of the surroundings of any object."""

from typing import Any

from flask import Response
from pydantic import Field

from ludex.api.middleware.problems import refused
from ludex.api.resources.graph import SurroundingsParameters, computing, relation_errors, relation_names
from ludex.api.routing.responses import PREFIX, reply
from ludex.api.routing.routes import Routes
from ludex.api.service import search, service
from ludex.catalogue.graph.following import SECONDS
from ludex.catalogue.graph.neighbours import surroundings
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.objects.reading import find
from ludex.engine.budget import Budget
from ludex.graphs.measures import MEASURES, MeasureError, MeasureResult, available_measures, measure
from ludex.requests import bounds
from ludex.requests.fields import LabelPath, Parameters, ResponseModel

routes = Routes(tag="Graph", about="The catalogue as a graph of objects and relations.", prefix=PREFIX)

_OF = (
    "Names of measures, separated by commas. By default, as many measures are computed as the time limit allows. "
    f"The measures are {', '.join(MEASURES)}."
)


class MeasuresQuery(Parameters):
    """The measures to compute."""

    of: str | None = Field(default=None, max_length=bounds.RELATIONS_CHARACTERS, description=_OF)


class SurroundingsMeasuresQuery(SurroundingsParameters):
    """The extent of an object's surroundings, and the measures to compute for them."""

    of: str | None = Field(default=None, max_length=bounds.RELATIONS_CHARACTERS, description=_OF)


class MeasureValue(ResponseModel):
    """A measure of a graph."""

    name: str = Field(description="Name of the measure.")
    value: int | float | bool | list[Any] | dict[str, Any] | None = Field(
        description="Value of the measure; null if the measure is not defined for this graph."
    )
    by: str = Field(description="The function that computed the value.")


class Measures(ResponseModel):
    """Measures of a graph."""

    vertices: int = Field(description="Number of vertices.")
    edges: int = Field(description="Number of edges.")
    items: list[MeasureValue] = Field(description="The measures.")


class SurroundingsMeasures(Measures):
    """Measures of an object's surroundings."""

    complete: bool = Field(description="False if a limit was reached, so that objects or links are missing.")


def measures_of_object(kind: Kind[Any, Any], path: LabelPath, query: MeasuresQuery) -> Response:
    """Compute measures of the graph of an object."""
    with service().catalogue.reading() as reader:
        document = find(reader, path.label, kind).document()
    assert kind.view.graph is not None
    try:
        graph = kind.view.graph(document)
    except ValueError as error:  # the graph is too large for its vertices and edges to be listed
        raise refused("/label", str(error)) from None
    with search("measures", SECONDS, "ludex graph measures") as budget:
        return reply(_measured(graph, query.of, budget))


@routes.get(
    "/objects/<label:label>/surroundings/measures", SurroundingsMeasures, problems=(409, 422, 503), holds_slot=True
)
def measures_of_surroundings(path: LabelPath, query: SurroundingsMeasuresQuery) -> Response:
    """Compute measures of the surroundings of an object, as a directed graph without parallel arcs."""
    import networkx

    with relation_errors("/relations"), computing("surroundings") as (reader, budget):
        node, relations = find(reader, path.label).id, relation_names(query.relations)
        around = surroundings(reader, node, query.depth, relations, limit=query.limit, budget=budget)
        return reply(_measured(networkx.DiGraph(around.graph()), query.of, budget) | {"complete": around.complete})


def _measured(graph: Any, of: str | None, budget: Budget) -> dict[str, Any]:  # noqa: ANN401 - a graph of networkx
    """Return the requested measures. If none are requested, return as many measures as the time limit allows."""
    items: list[MeasureResult] = []
    for name in available_measures(graph) if of is None else of.split(","):
        if of is None and budget.exhausted() is not None:
            break
        budget.check()
        try:
            items += measure(graph, [name])
        except MeasureError as error:
            if of is not None:
                raise refused("/of", str(error)) from None
    return {"vertices": len(graph), "edges": graph.number_of_edges(), "items": items}
