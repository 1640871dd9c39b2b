"""`ludex swish hypergraph`: the hypergraph of cards, in the formats of other programs."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli import output
from ludex.cli.output import Output, require_writable
from ludex.cli.swish.arguments import CardFile, Cards, DeckName, Store, SymmetryOption
from ludex.cli.swish.sources import read_source
from ludex.swish.position import Position

if TYPE_CHECKING:
    import networkx

    from ludex.swish.identity.hypergraph import CanonicalHypergraph


class Format(StrEnum):
    """How a hypergraph is written."""

    SUMMARY = "summary"
    JSON = "json"
    NODE_LINK = "node-link"
    GRAPHML = "graphml"
    DOT = "dot"
    DIGRAPH6 = "digraph6"


def hypergraph(
    cards: Cards = None,
    deck: DeckName = None,
    file: CardFile = None,
    symmetry: SymmetryOption = None,
    form: Annotated[
        Format,
        typer.Option(
            "--format",
            help="`json` is the answer of the API; `digraph6` loses the hypernodes: node 4i+k is configuration k of "
            "hypernode i (8i+k under symmetry square).",
        ),
    ] = Format.SUMMARY,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    canonical: Annotated[bool, typer.Option("--canonical", help="Number the nodes as in the canonical form.")] = False,
    file_out: Output = None,
    store: Store = False,
) -> None:
    """Make the hypergraph of cards with one point and one circle: a hypernode a card, a node a configuration."""
    from ludex.api.swish.graph_formats import written
    from ludex.swish.hypergraph import construct_hypergraph
    from ludex.swish.identity.hypergraph import canonical_hypergraph

    if file_out is not None:
        require_writable(file_out)
    position = read_source(cards, deck, file, symmetry).position
    found = canonical_hypergraph(position)
    created = _store(position, found) if store else False
    wanted = Format.JSON if as_json else form
    if wanted is Format.SUMMARY:
        text = f"{found.label}: {found.hypernodes} hypernodes, {found.nodes} nodes, {found.arcs} arcs"
    else:
        graph = found.graph if canonical else construct_hypergraph(position)
        text = (
            _answer(found, graph, known_before=store and not created)
            if wanted is Format.JSON
            else (written(graph, wanted))
        )
    output.write_text(text, file_out)


def _answer(found: "CanonicalHypergraph", graph: "networkx.DiGraph", known_before: bool) -> str:
    from ludex.api.models import Duplicate
    from ludex.api.swish import PREFIX
    from ludex.api.swish.hypergraphs import NodeLink, StoredHypergraphAnswer
    from ludex.graphs.node_link import write_node_link

    matching = list(found.card_order)
    answer = StoredHypergraphAnswer(
        label=found.label,
        url=f"{PREFIX}/hypergraphs/{found.label}",
        nodes=found.nodes,
        arcs=found.arcs,
        hypernodes=found.hypernodes,
        node_link=NodeLink(**write_node_link(graph)),
        matching=matching,
        duplicate_of=Duplicate(relation="isomorphic", matching=matching) if known_before else None,
    )
    return str(answer.model_dump_json())


def _store(position: Position, found: "CanonicalHypergraph") -> bool:
    from ludex.catalogue.swish.hypergraphs import store_hypergraphs
    from ludex.catalogue.swish.positions import store_position
    from ludex.cli.opening import opened

    with opened() as database, database.writing() as session:
        created = store_hypergraphs(session, [found])[found.key].created
        store_position(session, position, found)
    return created
