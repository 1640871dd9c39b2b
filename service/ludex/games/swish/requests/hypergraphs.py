"""The hypergraph of cards: made, stored with their position, written in the formats of other programs."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.games.swish import operations
from ludex.games.swish.hypergraph import construct_hypergraph
from ludex.games.swish.requests.sources import GivenCards
from ludex.requests.answers import stored_answer
from ludex.requests.fields import Answer, Matching, Option, Timed, example
from ludex.requests.json_text import JsonText
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores, Text

FORMATS_ABOUT = (
    "`node-link` is the graph alone; `digraph6` loses the hypernodes: node 4i+k is configuration k of "
    "hypernode i (8i+k under symmetry square)."
)

Form = Literal["summary", "json", "node-link", "graphml", "dot", "digraph6"]


class NodeLink(Answer):
    """The node-link form of networkx."""

    directed: bool
    multigraph: bool
    graph: dict[str, Any]
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]


class NewHypergraph(GivenCards, Timed):
    """The cards or the deck whose hypergraph is made."""

    model_config = example(deck="swish-36")


class WrittenHypergraph(NewHypergraph):
    """The cards, and how their hypergraph is written."""

    form: Annotated[Form, Option(("--format",))] = Field(
        default="summary", description="`json` is the answer of the API; " + FORMATS_ABOUT
    )
    canonical: bool = Field(default=False, description="Number the nodes as in the canonical form.")


def construct(asked: NewHypergraph, work: ExecutionContext) -> StoredResult:
    """Make and store the hypergraph of cards or of a deck, each card with one point and one circle.

    The position of these cards is stored with it. 201 if the hypergraph is new; 200 if an isomorphic one is
    stored already, which is then the same object.
    """
    from ludex.graphs.formats import write_graph

    position = asked.position(work)
    with asked.at_fault(), work.search():
        graph = construct_hypergraph(position)
        stored, matching = operations.hypergraphs.store_hypergraph(work.kept, position)
        if isinstance(asked, WrittenHypergraph) and asked.canonical:
            graph = stored.document.canonical.graph  # type: ignore[attr-defined] # it is a hypergraph
        form = asked.form if isinstance(asked, WrittenHypergraph) and asked.form not in _SHOWN else "node-link"
        text = write_graph(graph, form)
    return StoredResult(stored, {"matching": matching, "node_link": JsonText(text)}, shown=text)


_SHOWN = ("summary", "json")


def by_command(asked: WrittenHypergraph, work: ExecutionContext) -> StoredResult | Text:
    """Make the hypergraph of cards with one point and one circle: a hypernode a card, a node a configuration."""
    made = construct(asked, work)
    return made if asked.form in _SHOWN else Text(made.shown)


def _said(made: StoredResult, asked: WrittenHypergraph) -> Iterator[str]:
    del asked
    document: Any = made.stored.document
    yield f"{document.label}: {document.hypernodes} hypernodes, {document.nodes} nodes, {document.arcs} arcs"


CONSTRUCT = Request(
    "POST /swish/hypergraphs",
    "",
    construct,
    _said,
    "swish/hypergraphs",
    Stores.ASKED,
    stored_answer(
        "swish-hypergraph",
        matching=(
            Matching,
            Field(description="For card i of the request, its hypernode in the canonical form."),
        ),
        node_link=(
            NodeLink,
            Field(
                description="The node-link form of networkx, in the order of the request's cards or the deck's "
                "listing; nodes have `hypernode` (the index of the card), `configuration` and `code`."
            ),
        ),
    ),
)
HYPERGRAPH = Request("", "swish hypergraph", by_command, _said, "swish/hypergraphs", Stores.ASKED)
