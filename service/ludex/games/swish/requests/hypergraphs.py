"""Hypergraphs of cards: construction, storage, and export to external formats."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.games.swish import operations
from ludex.games.swish.hypergraph import construct_hypergraph
from ludex.games.swish.requests.inputs import CardsInput
from ludex.requests.fields import Matching, Option, ResponseModel, TimeLimited, example
from ludex.requests.json_text import JsonText
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores, Text
from ludex.requests.response_models import stored_answer

FORMATS_ABOUT = (
    "`node-link` returns only the graph, without the other fields of the response. `digraph6` does not include "
    "hypernodes: node 4i+k is configuration "
    "k of hypernode i (8i+k for symmetry square)."
)

Form = Literal["summary", "json", "node-link", "graphml", "dot", "digraph6"]


class NodeLink(ResponseModel):
    """A graph in the node-link format of networkx."""

    directed: bool = Field(description="Always true.")
    multigraph: bool = Field(description="Always false.")
    graph: dict[str, Any] = Field(description="Attributes of the graph.")
    nodes: list[dict[str, Any]] = Field(description="The nodes with their attributes.")
    edges: list[dict[str, Any]] = Field(description="The arcs.")


class NewHypergraph(CardsInput, TimeLimited):
    """The cards or the deck from which to construct a hypergraph."""

    model_config = example(deck="swish-36")


class HypergraphCommand(NewHypergraph):
    """The cards from which to construct a hypergraph, and the output format."""

    form: Annotated[Form, Option(("--format",))] = Field(
        default="summary", description="`json` is the response of the API. " + FORMATS_ABOUT
    )
    canonical: bool = Field(default=False, description="Number the nodes in the order of the canonical form.")


def construct(request: NewHypergraph, context: ExecutionContext) -> StoredResult:
    """Construct and store the hypergraph of cards with one point and one circle each.

    The position that consists of the cards is stored too. Returns 201 if the hypergraph is new. Isomorphic hypergraphs
    are stored as one object, so the status is 200 if an isomorphic hypergraph is already stored.
    """
    from ludex.graphs.formats import write_graph

    position = request.position(context)
    with request.at_fault(), context.search():
        graph = construct_hypergraph(position)
        stored, matching = operations.positions.store_hypergraph(context.destination, position)
        if isinstance(request, HypergraphCommand) and request.canonical:
            graph = stored.document.canonical.graph  # type: ignore[attr-defined] # it is a hypergraph
        form = request.form if isinstance(request, HypergraphCommand) and request.form not in _SHOWN else "node-link"
        text = write_graph(graph, form)
    return StoredResult(stored, {"matching": matching, "node_link": JsonText(text)}, shown=text)


_SHOWN = ("summary", "json")


def by_command(request: HypergraphCommand, context: ExecutionContext) -> StoredResult | Text:
    """Construct the hypergraph of cards with one point and one circle each.

    Each card is a hypernode, and each of its configurations is a node.
    """
    result = construct(request, context)
    return result if request.form in _SHOWN else Text(result.shown)


def _lines(result: StoredResult, request: HypergraphCommand) -> Iterator[str]:
    del request
    document: Any = result.stored.document
    yield f"{document.label}: {document.hypernodes} hypernodes, {document.nodes} nodes, {document.arcs} arcs"


CONSTRUCT = Request(
    "POST /swish/hypergraphs",
    "",
    construct,
    _lines,
    "swish/hypergraphs",
    Stores.ON_REQUEST,
    stored_answer(
        "swish-hypergraph",
        matching=(
            Matching,
            Field(description="Entry i is the hypernode, in the canonical form, of card i of the request."),
        ),
        node_link=(
            NodeLink,
            Field(
                description="The graph in the node-link format of networkx, in the order of the cards of the request "
                "or the deck. Nodes have `hypernode` (the index of the card), `configuration` and `code`."
            ),
        ),
    ),
)
HYPERGRAPH = Request("", "swish hypergraph", by_command, _lines, "swish/hypergraphs", Stores.ON_REQUEST)
