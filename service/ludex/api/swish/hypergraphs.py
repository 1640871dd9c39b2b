"""Stored hypergraphs, one for each class of isomorphic positions, and their exports."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import Lock
from typing import Any, Literal

from flask import Response
from pydantic import ConfigDict, Field, RootModel
from sqlalchemy.orm import Session

from ludex.api.collections import LabelPath, mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Duplicate, Matching, Timed
from ludex.api.parameters import Parameters
from ludex.api.problems import refused
from ludex.api.routes import Routes
from ludex.api.service import require_storing, service
from ludex.api.swish import PREFIX
from ludex.api.swish.graph_formats import MEDIA_TYPES, with_node_link, written
from ludex.api.swish.searching import search
from ludex.api.swish.sources import CardsOrDeck
from ludex.catalogue.swish.hypergraphs import HYPERGRAPHS, store_hypergraphs
from ludex.catalogue.swish.hypergraphs import StoredHypergraph as ListedHypergraph
from ludex.catalogue.swish.positions import POSITIONS, store_position
from ludex.pictures import PictureTooLarge, svg_hypergraph
from ludex.swish.junctions import HypergraphError

_LARGE = Lock()
_LARGE_ARCS = 20_000

routes = Routes(
    "swish-hypergraphs", tag="SWISH hypergraphs", about="Hypergraphs of positions, in canonical form.", prefix=PREFIX
)


class Hypergraph(Answer):
    """The hypergraph of a class of isomorphic positions."""

    label: str
    url: str
    nodes: int
    arcs: int
    hypernodes: int
    positions: int = Field(description="How many stored positions have it.")
    first_position: str | None = Field(description="The label of the first of them.")


class NodeLink(Answer):
    """The node-link form of networkx."""

    directed: bool
    multigraph: bool
    graph: dict[str, Any]
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]


class HypergraphWithGraph(Hypergraph):
    """A hypergraph with its nodes and arcs, in canonical numbers."""

    node_link: NodeLink = Field(description="The node-link form of networkx; nodes have `hypernode`.")


class HypergraphAnswer(RootModel[HypergraphWithGraph | NodeLink]):
    """A hypergraph, or its graph alone with `format=node-link`."""


class StoredHypergraph(Answer):
    """The hypergraph of the request's cards, without its graph."""

    label: str
    url: str
    nodes: int
    arcs: int
    hypernodes: int
    matching: Matching = Field(description="For card i of the request, its hypernode in the stored canonical form.")
    duplicate_of: Duplicate | None = Field(description="Null where the hypergraph is new.")


class StoredHypergraphAnswer(StoredHypergraph):
    """The hypergraph of the request's cards."""

    node_link: NodeLink = Field(
        description="The node-link form of networkx, in the order of the request's cards or the deck's listing; nodes "
        "have `hypernode` (the index of the card), `configuration` and `code`."
    )


class Construct(CardsOrDeck, Timed):
    """The cards or the deck, each card with one point and one circle."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"deck": "swish-36"}]})


class FormatQuery(Parameters):
    """How to write the graph."""

    format: Literal["json", "node-link", "graphml", "dot", "digraph6"] = Field(
        default="json",
        description="`node-link` is the graph alone; `digraph6` loses the hypernodes: node 4i+k is configuration k of "
        "hypernode i (8i+k under symmetry square).",
    )


def _fields(stored: ListedHypergraph) -> dict[str, Any]:
    return {
        "label": stored.label,
        "url": f"{PREFIX}/hypergraphs/{stored.label}",
        "nodes": stored.nodes,
        "arcs": stored.arcs,
        "hypernodes": stored.hypernodes,
        "positions": stored.positions,
        "first_position": stored.first_position,
    }


def show(stored: ListedHypergraph) -> Hypergraph:
    """Return the answer of a stored hypergraph."""
    return Hypergraph(**_fields(stored))


def _draw(session: Session, stored: ListedHypergraph) -> str:
    """Draw a hypergraph with the cards of the first position that has it."""
    from ludex.swish.hypergraph import construct_hypergraph

    position = POSITIONS.by_label(session, stored.first_position or "")
    if position is None:
        raise PictureTooLarge("no stored position has this hypergraph, so there are no cards to draw it with")
    try:
        return svg_hypergraph(construct_hypergraph(position.position))
    except HypergraphError as error:
        raise PictureTooLarge(str(error)) from None


@contextmanager
def _one_large_graph(arcs: int) -> Iterator[None]:
    """Let one large graph be written at a time: each takes some 50 MB, and reads take no computing slot."""
    with _LARGE if arcs > _LARGE_ARCS else nullcontext():
        yield


KIND = Kind(HYPERGRAPHS, "hypergraphs", "hypergraph", Hypergraph, show, draw=_draw)
mount(routes, KIND, objects=False)


@routes.get("/hypergraphs/<label:label>", HypergraphAnswer, problems=(422,))
def hypergraph(path: LabelPath, query: FormatQuery) -> Response:
    """Show a hypergraph, as JSON or in a format of other programs."""
    from ludex.swish.identity.hypergraph import hypergraph_from_form

    with service().catalogue.reading() as session:
        stored = KIND.load(session, path.label)
    form = "node-link" if query.format == "json" else query.format
    try:
        with _one_large_graph(stored.arcs):
            text = written(hypergraph_from_form(stored.form), form)
    except HypergraphError as error:
        raise refused("/label", str(error)) from None
    if query.format == "json":
        text = with_node_link(show(stored), text)
    return Response(text, content_type=MEDIA_TYPES[form])


@routes.post("/hypergraphs", {201: StoredHypergraphAnswer, 200: StoredHypergraphAnswer}, problems=(403, 422, 503))
def construct(body: Construct) -> Response:
    """Make and store the hypergraph of cards or of a deck.

    The position of these cards is stored with it. 201 where the hypergraph is new; 200 where an isomorphic one is
    stored already, which is then the same object.
    """
    from ludex.swish.hypergraph import construct_hypergraph
    from ludex.swish.identity.hypergraph import canonical_hypergraph

    require_storing()
    position, deck = body.source()
    with search("hypergraph", body.time_limit, "swish hypergraph", "/cards" if deck is None else "/deck"):
        canonical = canonical_hypergraph(position)
        graph = written(construct_hypergraph(position), "node-link")
    with service().catalogue.writing() as session:
        stored = store_hypergraphs(session, [canonical])[canonical.key]
        store_position(session, position, canonical)
    matching = list(canonical.card_order)
    answer = StoredHypergraph(
        label=stored.row.label,
        url=f"{PREFIX}/hypergraphs/{stored.row.label}",
        nodes=canonical.nodes,
        arcs=canonical.arcs,
        hypernodes=canonical.hypernodes,
        matching=matching,
        duplicate_of=None if stored.created else Duplicate(relation="isomorphic", matching=matching),
    )
    response = Response(with_node_link(answer, graph), content_type="application/json")
    if stored.created:
        response.status_code = 201
        response.location = answer.url
    return response
