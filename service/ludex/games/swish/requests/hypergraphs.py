"""Hypergraphs of cards: construction, storage, export to external formats, and pictures of cards."""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from ludex import graphs
from ludex.catalogue import objects
from ludex.games.swish import operations, pictures
from ludex.games.swish.hypergraph import construct_hypergraph
from ludex.games.swish.position import Position
from ludex.games.swish.requests.inputs import CardsInput, GivenPosition
from ludex.requests.declaration import Given, Store, TimeLimit, request
from ludex.requests.fields import Label, Matching, Option, ResponseModel
from ludex.requests.inputs import HasCatalogue, drawn_object
from ludex.requests.json_text import JsonText
from ludex.requests.response_models import object_answer
from ludex.requests.results import OfKind, Svg
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Registry

_FEW_ARCS = 2000


class NodeLink(ResponseModel):
    """A graph in the node-link format of networkx."""

    directed: bool = Field(description="Always true.")
    multigraph: bool = Field(description="Always false.")
    graph: dict[str, Any] = Field(description="Attributes of the graph.")
    nodes: list[dict[str, Any]] = Field(description="The nodes with their attributes.")
    edges: list[dict[str, Any]] = Field(description="The arcs.")


def _written(result: StoredObject, form: str) -> str:
    """Return the graph of a hypergraph in a format."""
    import networkx

    text = result.members["node_link"]
    return (
        text
        if form == "node-link"
        else graphs.formats.write_graph(networkx.node_link_graph(json.loads(text), edges="edges"), form)
    )


_FORMATS = {form: partial(_written, form=form) for form in ("node-link", "graphml", "dot", "digraph6")}
_MATCHED = "Entry i is the hypernode, in the canonical form, of card i of the request."
_CONSTRUCTED = (
    "The graph in the node-link format of networkx, in the order of the cards of the request or the deck. Nodes have "
    "`hypernode` (the index of the card), `configuration` and `code`."
)
_MEMBERS = {
    "matching": (Matching, Field(description=_MATCHED)),
    "node_link": (NodeLink, Field(description=_CONSTRUCTED)),
}


def _lines(found: StoredObject) -> Iterator[str]:
    yield f"{found.label}: {found['hypernodes']} hypernodes, {found['nodes']} nodes, {found['arcs']} arcs"


@request(
    "POST /swish/hypergraphs",
    command="swish hypergraph CARD...",
    subject="swish/hypergraphs",
    writes="store",
    text=_lines,
    formats=_FORMATS,
    example={"deck": "swish-36"},
)
def construct(
    catalogue: Session,
    position: GivenPosition,
    canonical: bool = False,
    *,
    store: Store = True,
    time_limit: TimeLimit = None,
) -> Annotated[StoredObject, OfKind("swish-hypergraph", further=_MEMBERS)]:
    """Construct and store the hypergraph of cards with one point and one circle each.

    Each card is a hypernode, and each of its configurations is a node. The position that consists of the cards is
    stored too. Returns 201 if the hypergraph is new. Isomorphic hypergraphs are stored as one object, so the status is
    200 if an isomorphic hypergraph is already stored.

    The formats `node-link`, `graphml`, `dot` and `digraph6` return only the graph. `digraph6` does not include
    hypernodes: node 4i+k is configuration k of hypernode i (8i+k for symmetry square).

    Parameters
    ----------
    canonical
        Number the nodes in the order of the canonical form.

    Returns
    -------
    StoredObject
        The hypergraph.

    Examples
    --------
    >>> catalogue.swish.construct(swish.Position.from_codes(["*o", "o*"]))["arcs"]
    16
    """
    with catalogue.searching(time_limit) as budget:
        stored, matching = operations.positions.store_hypergraph(catalogue.destination, position, budget)
        document: Any = stored.document
        graph = document.canonical.graph if canonical else construct_hypergraph(position)
        text = graphs.formats.write_graph(graph, "node-link")
    return StoredObject.of(catalogue, stored, matching=matching, node_link=JsonText(text))


def _with_graph(registry: "Registry") -> Any:  # noqa: ANN401 - models
    model = create_model(
        "SwishHypergraphWithGraph",
        __base__=object_answer(registry.kind["swish-hypergraph"])(registry),
        __doc__="A hypergraph with its nodes and arcs in canonical order.",
        first_position=(str | None, Field(description="Label of the first stored position with this hypergraph.")),
        node_link=(NodeLink, Field(description="The graph in the node-link format of networkx.")),
    )
    return model, NodeLink


@request(
    "GET /swish/hypergraphs/{label}",
    subject="swish/hypergraphs",
    formats=_FORMATS,
    answers=_with_graph,
    lacks={
        "command": "`ludex swish show`",
        "tool": "objects of every kind are a tool",
        "python": "`Catalogue.get`, and `to_networkx` of the object",
    },
)
def hypergraph(
    catalogue: Session, label: Annotated[Label, Field(description="Label or slug of the object.")]
) -> StoredObject:
    """Return a hypergraph as JSON or in an external format.

    The formats other than `json` return only the graph. `digraph6` does not include hypernodes: node 4i+k is
    configuration k of hypernode i (8i+k for symmetry square).
    """
    kind = catalogue.registry.kind["swish-hypergraph"]
    with catalogue.reading() as reader:
        view = objects.reading.find(reader, label, kind)
        first = objects.links.neighbours(reader, view.id, "hypergraph-of", limit=1)
    found = objects.reading.plain_value(kind, view)
    # Writing a large graph takes a second and about 50 MB.
    with nullcontext() if found.arcs <= _FEW_ARCS else catalogue.searching():
        text = graphs.formats.write_graph(found.graph, "node-link")
    members = {"first_position": first[0].label if first else None, "node_link": JsonText(text)}
    return StoredObject(catalogue, view, members=members)


class PictureInput(CardsInput):
    """Cards, or a stored object."""

    def read(self, context: HasCatalogue) -> Position | str:
        """Return the cards, or the label of the object. Raises Fault."""
        if self.label is None or self.cards is not None or self.deck is not None:
            return self.position(context)
        return self.label


@request(
    "POST /swish/pictures",
    command="swish draw CARD...",
    subject="swish/cards",
    lacks={"tool": "pictures of stored objects are a tool"},
    example={"cards": ["*o./...", "o../.*."]},
)
def draw(
    catalogue: Session,
    position: Annotated[Position | str, Given(PictureInput)],
    picture: Annotated[Literal["cards", "stack", "no-swish", "hypergraph"], Option(("--as",))] = "cards",
) -> Svg:
    """Draw cards, a stack, a set without a swish, a hypergraph, or a stored object as SVG.

    Parameters
    ----------
    position
        The cards, or the label of a stored object.
    picture
        `cards`: each card; `stack`: the cards on top of each other, as written; `no-swish`: the cards sorted by colour;
        `hypergraph`: the hypergraph of the cards.

    Returns
    -------
    str
        The picture as SVG.

    Examples
    --------
    >>> catalogue.swish.draw(swish.Position.from_codes(["*o", "o*"]), "stack")[:4]
    '<svg'
    """
    if isinstance(position, str):
        return Svg(drawn_object(position, catalogue))
    match picture:
        case "stack":
            return Svg(pictures.cards.svg_swish(position.cards, position.symmetry))
        case "no-swish":
            return Svg(pictures.cards.svg_no_swish_set(position))
        case "hypergraph":
            return Svg(pictures.hypergraphs.svg_hypergraph(construct_hypergraph(position)))
        case "cards" if len(position.cards) == 1:
            return Svg(pictures.cards.svg_card(position.cards[0], position.symmetry))
        case "cards":
            return Svg(pictures.cards.svg_position(position))
