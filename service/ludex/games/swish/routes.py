"""The SWISH routes: the declared requests, stored hypergraphs, and the swishes of stored positions."""

from threading import Lock
from typing import Literal

from flask import Response
from pydantic import Field, create_model

from ludex.api.middleware.problems import refused
from ludex.api.resources.imports import import_of
from ludex.api.routing.cursors import After, PageSlice, page_reply, whole_numbers
from ludex.api.routing.declared_routes import declared_routes
from ludex.api.routing.responses import object_text, reply
from ludex.api.routing.routes import Model, Routes, object_rule, routes_of
from ludex.api.service import service
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import Count
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import find, plain_value
from ludex.games.swish.hypergraph import HypergraphError
from ludex.games.swish.kinds import HYPERGRAPH, POSITION
from ludex.games.swish.operations.positions import swishes_in_position
from ludex.games.swish.requests import REQUESTS
from ludex.games.swish.requests.bounds import BOUNDS
from ludex.games.swish.requests.hypergraphs import FORMATS_ABOUT, NodeLink
from ludex.games.swish.requests.solving import POSITIONS
from ludex.games.swish.swishes import PlacedCard, swish_responses
from ludex.graphs import formats
from ludex.requests import bounds as shared
from ludex.requests.fields import Label, LabelPath, PageQuery, Parameters, ResponseModel
from ludex.requests.json_text import JsonText
from ludex.requests.response_models import object_answer, page_of

__all__ = ["BOUNDS", "subjects"]

hypergraph_routes = routes_of(HYPERGRAPH)

# Writing a large graph takes about 50 MB, and read requests are not limited by computing slots. Therefore, only one
# graph is written at a time.
_WRITING = Lock()


class FormatQuery(Parameters):
    """The format of the graph."""

    format: Literal["json", "node-link", "graphml", "dot", "digraph6"] = Field(
        default="json", description=FORMATS_ABOUT
    )


def _with_graph(registry: Registry) -> tuple[Model, ...]:
    result: Model = create_model(
        "SwishHypergraphWithGraph",
        __base__=object_answer(HYPERGRAPH)(registry),
        __doc__="A hypergraph with its nodes and arcs in canonical order.",
        first_position=(str | None, Field(description="Label of the first stored position with this hypergraph.")),
        node_link=(NodeLink, Field(description="The graph in the node-link format of networkx.")),
    )
    return result, NodeLink


@hypergraph_routes.get(object_rule(HYPERGRAPH), _with_graph, problems=(422,))
def hypergraph(path: LabelPath, query: FormatQuery) -> Response:
    """Return a hypergraph as JSON or in an external format."""
    with service().catalogue.reading() as reader:
        result = find(reader, path.label, HYPERGRAPH)
        first = neighbours(reader, result.id, "hypergraph-of", limit=1)
    form = "node-link" if query.format == "json" else query.format
    try:
        with _WRITING:
            text = formats.write_graph(plain_value(HYPERGRAPH, result).graph, form)
    except HypergraphError as error:
        raise refused("/label", str(error)) from None
    if query.format == "json":
        return reply(object_text(result, first_position=first[0].label if first else None, node_link=JsonText(text)))
    return Response(text, content_type=formats.FORMATS[form][0])


position_routes = routes_of(POSITION)


class FoundInPosition(ResponseModel):
    """A stored swish, placed with the canonical cards of the position."""

    label: Label = Field(description="Label of the swish.")
    size: int = Field(description="Number of cards.")
    cards: list[PlacedCard] = Field(description="The placed cards.")


@position_routes.get(object_rule(POSITION, "/swishes"), page_of(FoundInPosition, "SwishesInPosition"))
def swishes_of_position(path: LabelPath, query: PageQuery) -> Response:
    """List the stored swishes of a position, with the configurations of its cards.

    These are the swishes that earlier requests found, or that the starting catalogue contains. POST /swish/solve finds
    all swishes.
    """

    def read(after: After | None, limit: int) -> PageSlice:
        start = None if after is None else whole_numbers(after, 1)[0]
        # The response contains each card of a swish twice, whereas the stored document contains each card only once.
        most_bytes = shared.PAGE_BYTES // 2
        result = swishes_in_position(service().catalogue, path.label, start, limit, most_bytes=most_bytes)
        swishes = swish_responses((swish for _, swish in result.items), result.position)
        items = [
            FoundInPosition(label=label, size=swish.size, cards=list(swish.cards))
            for (label, _), swish in zip(result.items, swishes, strict=True)
        ]
        return PageSlice(items, None if result.after is None else (result.after,), Count(result.count, True))

    return page_reply(query, [POSITION.name, path.label, "swishes"], read)


def subjects() -> tuple[Routes, ...]:
    """Return the routes in the order of the documentation."""
    return (*declared_routes(REQUESTS), import_of(POSITIONS, POSITION), position_routes, hypergraph_routes)
