"""`ludex swish hypergraph`: the hypergraph of cards; `equivalence`, `lookup`, `dedup`: positions with the same one."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json, Output, require_writable
from ludex.cli.stored_objects import stored_text
from ludex.cli.swish.arguments import Limit, Store
from ludex.cli.swish.sources import Given, catalogue_if, read_position, read_positions
from ludex.swish.card import Symmetry

Format = Literal["summary", "json", "node-link", "graphml", "dot", "digraph6"]
_POSITION = "Card codes joined by commas, a file with a code a line, a deck's slug, or a stored position's label."

Choice = Annotated[Symmetry, typer.Option("--symmetry", help="For cards that are written out or in files.")]


def hypergraph(
    given: Given,
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
    position = given.read().position
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


def equivalence(
    a: Annotated[str, typer.Argument(metavar="A", help=_POSITION)],
    b: Annotated[str, typer.Argument(metavar="B", help="As A.")],
    symmetry: Choice = Symmetry.RECTANGLE,
    as_json: Json = False,
) -> None:
    """Tell whether two positions have isomorphic hypergraphs, hypernodes kept, with the matching of their cards."""
    from ludex.swish.identity.equivalence import compare

    found = compare(read_position(a, symmetry), read_position(b, symmetry))
    lines = [f"{'equivalent' if found.equivalent else 'not equivalent'}: {found.reason}"]
    lines += output.table([("card of a", "card of b"), *enumerate(found.matching)]) if found.matching else []
    output.answer(found, as_json, lines)


def lookup(
    given: Given,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Find the stored positions whose hypergraph is isomorphic to that of the cards, each with a matching."""
    from ludex.operations.swish.positions import isomorphic_positions

    position = given.read().position
    with opened() as catalogue:
        found, matchings = isomorphic_positions(catalogue, position, limit or 2**31 - 1)
    if as_json:
        items = ",".join(one.text() for one in found)
        output.write([f'{{"items":[{items}],"matchings":{output.json_text(matchings)}}}'])
        return
    lines = [f"{one.label}  cards {' '.join(map(str, each))}" for one, each in zip(found, matchings, strict=True)]
    output.write(lines or ["no stored position has this hypergraph"])


def dedup(
    positions: Annotated[list[str] | None, typer.Argument(metavar="POSITION...", help=_POSITION)] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", help="A file with a position a line, its codes joined by spaces; `-`: standard input."),
    ] = None,
    symmetry: Choice = Symmetry.RECTANGLE,
    stored: Annotated[bool, typer.Option("--stored/--no-stored", help="Name the stored positions of each.")] = True,
    as_json: Json = False,
) -> None:
    """Sort positions into classes with isomorphic hypergraphs. Positions are counted from 0, as they are given."""
    from ludex.operations.swish.positions import classes_of_positions

    given = [read_position(text, symmetry) for text in positions or []]
    given += [] if file is None else read_positions(str(file), symmetry)
    if not given:
        raise CommandError("no positions: give them as arguments, or --file FILE with a position a line")
    with catalogue_if(stored) as catalogue:
        classes = classes_of_positions(catalogue, given)
    lines = [
        f"{' '.join(map(str, each.members))}{'  stored: ' + ' '.join(each.positions) if each.positions else ''}"
        for each in classes
    ]
    output.answer({"classes": classes}, as_json, lines)
