"""Hypergraphs of cards: made and stored, shown with their graph or in the formats of other programs, drawn."""

from threading import Lock
from typing import Any, Literal

from flask import Response
from pydantic import Field, create_model

from ludex.api.addresses import list_rule, object_rule
from ludex.api.answers import object_answer, stored_answer
from ludex.api.models import Answer, LabelPath, Matching, Parameters
from ludex.api.objects import object_reply, stored_reply
from ludex.api.problems import refused
from ludex.api.replies import JsonText, picture
from ludex.api.routes import SVG, Model, routes_of
from ludex.api.service import require_storing, service
from ludex.api.swish.sources import TimedSource, search
from ludex.catalogue.kinds.swish import HYPERGRAPH
from ludex.catalogue.links import neighbours
from ludex.catalogue.reading import find, plain_value
from ludex.catalogue.registry import Registry
from ludex.graphs.formats import FORMATS, written
from ludex.operations.swish.hypergraphs import draw_hypergraph, store_hypergraph
from ludex.swish.hypergraph import construct_hypergraph
from ludex.swish.junctions import HypergraphError

routes = routes_of(HYPERGRAPH)

# Each large graph takes some 50 MB while it is written, and reads take no computing slot: one at a time.
_WRITING = Lock()


class NodeLink(Answer):
    """The node-link form of networkx."""

    directed: bool
    multigraph: bool
    graph: dict[str, Any]
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]


class FormatQuery(Parameters):
    """How to write the graph."""

    format: Literal["json", "node-link", "graphml", "dot", "digraph6"] = Field(
        default="json",
        description="`node-link` is the graph alone; `digraph6` loses the hypernodes: node 4i+k is configuration k of "
        "hypernode i (8i+k under symmetry square).",
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


_STORED = stored_answer(
    HYPERGRAPH,
    matching=(Matching, Field(description="For card i of the request, its hypernode in the stored canonical form.")),
    node_link=(
        NodeLink,
        Field(
            description="The node-link form of networkx, in the order of the request's cards or the deck's listing; "
            "nodes have `hypernode` (the index of the card), `configuration` and `code`."
        ),
    ),
)


@routes.get(object_rule(HYPERGRAPH), _with_graph, problems=(422,))
def hypergraph(path: LabelPath, query: FormatQuery) -> Response:
    """Show a hypergraph, as JSON or in a format of other programs."""
    with service().catalogue.reading() as reader:
        found = find(reader, path.label, HYPERGRAPH)
        first = neighbours(reader, found.id, "hypergraph-of", limit=1)
    form = "node-link" if query.format == "json" else query.format
    try:
        with _WRITING:
            text = written(plain_value(HYPERGRAPH, found).graph, form)
    except HypergraphError as error:
        raise refused("/label", str(error)) from None
    if query.format == "json":
        return object_reply(found, first_position=first[0].label if first else None, node_link=JsonText(text))
    return Response(text, content_type=FORMATS[form][0])


@routes.get(object_rule(HYPERGRAPH, ".svg"), SVG, problems=(422,))
def drawn(path: LabelPath) -> Response:
    """Draw a hypergraph with the cards of the first position that has it."""
    return picture(draw_hypergraph(service().catalogue, path.label))


@routes.post(list_rule(HYPERGRAPH), {201: _STORED, 200: _STORED}, problems=(403, 422, 503))
def construct(body: TimedSource) -> Response:
    """Make and store the hypergraph of cards or of a deck, each card with one point and one circle.

    The position of these cards is stored with it. 201 where the hypergraph is new; 200 where an isomorphic one is
    stored already, which is then the same object.
    """
    require_storing()
    position = body.source().position
    with search("hypergraph", body.time_limit, "hypergraph", body.place):
        graph = written(construct_hypergraph(position), "node-link")
        stored, matching = store_hypergraph(service().catalogue, position)
    return stored_reply(stored, matching=list(matching), node_link=JsonText(graph))
