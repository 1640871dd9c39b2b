"""Hypergraphs: shown with their graph or in the formats of other programs, drawn with the cards of a position."""

from threading import Lock
from typing import Literal

from flask import Response
from pydantic import Field, create_model

from ludex.api.middleware.problems import refused
from ludex.api.routing.responses import object_text, reply
from ludex.api.routing.routes import Model, object_rule, routes_of
from ludex.api.service import service
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import find, plain_value
from ludex.games.swish.hypergraph import HypergraphError
from ludex.games.swish.kinds import HYPERGRAPH
from ludex.games.swish.requests.hypergraphs import FORMATS_ABOUT, NodeLink
from ludex.graphs.formats import FORMATS, write_graph
from ludex.requests.answers import object_answer
from ludex.requests.fields import LabelPath, Parameters
from ludex.requests.json_text import JsonText

routes = routes_of(HYPERGRAPH)

# Each large graph takes some 50 MB while it is written, and reads take no computing slot: one at a time.
_WRITING = Lock()


class FormatQuery(Parameters):
    """How to write the graph."""

    format: Literal["json", "node-link", "graphml", "dot", "digraph6"] = Field(
        default="json", description=FORMATS_ABOUT
    )


def _with_graph(registry: Registry) -> tuple[Model, ...]:
    made: Model = create_model(
        "SwishHypergraphWithGraph",
        __base__=object_answer(HYPERGRAPH)(registry),
        __doc__="A hypergraph with its nodes and arcs, in canonical numbers.",
        first_position=(str | None, Field(description="The label of the first stored position that has it.")),
        node_link=(NodeLink, Field(description="The node-link form of networkx; nodes have `hypernode`.")),
    )
    return made, NodeLink


@routes.get(object_rule(HYPERGRAPH), _with_graph, problems=(422,))
def hypergraph(path: LabelPath, query: FormatQuery) -> Response:
    """Show a hypergraph, as JSON or in a format of other programs."""
    with service().catalogue.reading() as reader:
        found = find(reader, path.label, HYPERGRAPH)
        first = neighbours(reader, found.id, "hypergraph-of", limit=1)
    form = "node-link" if query.format == "json" else query.format
    try:
        with _WRITING:
            text = write_graph(plain_value(HYPERGRAPH, found).graph, form)
    except HypergraphError as error:
        raise refused("/label", str(error)) from None
    if query.format == "json":
        return reply(object_text(found, first_position=first[0].label if first else None, node_link=JsonText(text)))
    return Response(text, content_type=FORMATS[form][0])
