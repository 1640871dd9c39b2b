"""`ludex swish equivalence`, `lookup` and `dedup`: which positions have isomorphic hypergraphs."""

from pathlib import Path
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.swish.arguments import CardFile, Cards, DeckName, Limit, SymmetryOption
from ludex.cli.swish.sources import read_position, read_positions, read_source
from ludex.swish.card import Symmetry
from ludex.swish.position import Position

_POSITION = "Card codes joined by commas, a file with a code a line, a deck's slug, or a stored position's label."

Choice = Annotated[Symmetry, typer.Option("--symmetry", help="For cards that are written out or in files.")]


def equivalence(
    a: Annotated[str, typer.Argument(metavar="A", help=_POSITION)],
    b: Annotated[str, typer.Argument(metavar="B", help="As A.")],
    symmetry: Choice = Symmetry.RECTANGLE,
    as_json: Json = False,
) -> None:
    """Tell whether two positions have isomorphic hypergraphs, hypernodes kept, with the matching of their cards."""
    from ludex.api.swish.equivalence import Comparison
    from ludex.swish.identity.equivalence import compare

    found = compare(read_position(a, symmetry), read_position(b, symmetry))
    matching = None if found.matching is None else list(found.matching)
    model = Comparison(equivalent=found.equivalent, matching=matching, reason=found.reason)
    lines = [f"{'equivalent' if found.equivalent else 'not equivalent'}: {found.reason}"]
    lines += output.table([("card of a", "card of b"), *enumerate(matching)]) if matching else []
    output.answer(model, as_json, lines)


def lookup(
    cards: Cards = None,
    deck: DeckName = None,
    file: CardFile = None,
    symmetry: SymmetryOption = None,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Find the stored positions whose hypergraph is isomorphic to that of the cards, each with a matching."""
    from ludex.api.swish.positions import show
    from ludex.api.swish.storing_positions import Isomorphic
    from ludex.catalogue.swish.positions import isomorphic_positions
    from ludex.swish.identity.hypergraph import canonical_hypergraph

    hypergraph = canonical_hypergraph(read_source(cards, deck, file, symmetry).position)
    with opened() as database, database.reading() as session:
        found = isomorphic_positions(session, hypergraph, limit or 2**31 - 1)
    model = Isomorphic(items=[show(stored) for stored, _ in found], matchings=[list(m) for _, m in found])
    lines = [f"{stored.label}  cards {' '.join(map(str, matching))}" for stored, matching in found]
    output.answer(model, as_json, lines or ["no stored position has this hypergraph"])


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
    from ludex.api.swish.storing_positions import Classes, PositionClass
    from ludex.swish.identity.equivalence import classes

    given = [read_position(text, symmetry) for text in positions or []]
    given += [] if file is None else read_positions(str(file), symmetry)
    if not given:
        raise CommandError("no positions: give them as arguments, or --file FILE with a position a line")
    found = classes(given)
    known = _stored_like([given[each.members[0]] for each in found]) if stored else [[] for _ in found]
    model = Classes(
        classes=[
            PositionClass(members=list(each.members), matchings=[list(m) for m in each.matchings], positions=labels)
            for each, labels in zip(found, known, strict=True)
        ]
    )
    lines = [
        f"{' '.join(map(str, each.members))}{'  stored: ' + ' '.join(each.positions) if each.positions else ''}"
        for each in model.classes
    ]
    output.answer(model, as_json, lines)


def _stored_like(positions: list[Position]) -> list[list[str]]:
    from ludex.catalogue.swish.positions import isomorphic_positions
    from ludex.swish.identity.hypergraph import canonical_hypergraph

    hypergraphs = [canonical_hypergraph(position) for position in positions]
    with opened() as database, database.reading() as session:
        return [[one.label for one, _ in isomorphic_positions(session, graph)] for graph in hypergraphs]
