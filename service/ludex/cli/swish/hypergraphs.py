"""`ludex swish hypergraph`: the hypergraph of cards, in the formats of other programs."""

from typing import Annotated, Literal

import typer

from ludex.cli import output
from ludex.cli.output import Output, require_writable
from ludex.cli.stored_objects import stored_text
from ludex.cli.swish.arguments import CardFile, Cards, DeckName, Store, SymmetryOption
from ludex.cli.swish.sources import catalogue_if, read_cards

Format = Literal["summary", "json", "node-link", "graphml", "dot", "digraph6"]


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
    ] = "summary",
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    canonical: Annotated[bool, typer.Option("--canonical", help="Number the nodes as in the canonical form.")] = False,
    file_out: Output = None,
    store: Store = False,
) -> None:
    """Make the hypergraph of cards with one point and one circle: a hypernode a card, a node a configuration."""
    from ludex.catalogue.kinds.swish.hypergraph import SwishHypergraph
    from ludex.graphs.formats import written
    from ludex.graphs.node_link import write_node_link
    from ludex.operations.swish.hypergraphs import store_hypergraph
    from ludex.swish.hypergraph import construct_hypergraph

    require_writable(file_out)
    position = read_cards(cards, deck, file, symmetry).position
    with catalogue_if(store) as catalogue:
        stored, matching = store_hypergraph(catalogue, position)
    document = stored.document
    assert isinstance(document, SwishHypergraph)
    wanted = "json" if as_json else form
    if wanted == "summary":
        numbers = f"{document.hypernodes} hypernodes, {document.nodes} nodes, {document.arcs} arcs"
        output.write_text(f"{document.label}: {numbers}", file_out)
        return
    graph = document.canonical.graph if canonical else construct_hypergraph(position)
    if wanted == "json":
        text = stored_text(stored, matching=matching, node_link=write_node_link(graph))
    else:
        text = written(graph, wanted)
    output.write_text(text, file_out)
