"""`ludex sets equivalence`, `lookup` and `dedup`: which positions are the same up to the symmetries that keep sets."""

from pathlib import Path
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import CardFile, Cards, DeckName, Properties, Values
from ludex.cli.sets.sources import Shape, read_position, read_positions, read_source

_POSITION = "Cards joined by commas, a file with a card a line, a deck's slug, or a stored position's or cap's label."


def equivalence(
    a: Annotated[str, typer.Argument(metavar="A", help=_POSITION)],
    b: Annotated[str, typer.Argument(metavar="B", help="As A.")],
    properties: Properties = None,
    values: Values = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Tell whether a symmetry that keeps sets takes one position to another, with the matching of their cards."""
    from ludex.api.sets.equivalence import PositionComparison
    from ludex.sets.identity.equivalence import compare

    shape = Shape(properties, values)
    first, second = read_position(a, shape), read_position(b, shape)
    with searching(time_limit) as budget:
        found = compare(first, second, budget)
    matching = None if found.matching is None else list(found.matching)
    model = PositionComparison(
        equivalent=found.equivalent,
        matching=matching,
        reason=found.reason,
        symmetry=None if found.symmetry is None else found.symmetry.as_document(),
    )
    lines = [f"{'equivalent' if found.equivalent else 'not equivalent'}: {found.reason}"]
    pairs = [(first.codes[i], second.codes[j]) for i, j in enumerate(matching or ())]
    lines += output.table([("card of a", "card of b"), *pairs]) if pairs else []
    output.answer(model, as_json, lines)


def lookup(
    cards: Cards = None,
    deck: DeckName = None,
    file: CardFile = None,
    properties: Properties = None,
    values: Values = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Find the stored position that is equivalent to the cards, with a matching. There is at most one."""
    from ludex.api.sets.positions import show
    from ludex.api.sets.storing_positions import EquivalentPositions
    from ludex.catalogue.sets.lookup import equivalent_positions
    from ludex.catalogue.sets.positions import prepare_position

    position = read_source(cards, deck, file, properties, values).position
    with searching(time_limit) as budget:
        prepared = prepare_position(position, budget)
    with opened() as database, database.reading() as session:
        found = equivalent_positions(session, prepared)
    model = EquivalentPositions(
        items=[show(stored) for stored, _ in found], matchings=[list(matching) for _, matching in found]
    )
    lines = [f"{stored.label}  cards {' '.join(map(str, matching))}" for stored, matching in found]
    output.answer(model, as_json, lines or ["no equivalent position is stored"])


def dedup(
    positions: Annotated[list[str] | None, typer.Argument(metavar="POSITION...", help=_POSITION)] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", help="A file with a position a line, its cards joined by spaces; `-`: standard input."),
    ] = None,
    properties: Properties = None,
    values: Values = None,
    stored: Annotated[bool, typer.Option("--stored/--no-stored", help="Name the stored position of each.")] = True,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Sort positions into classes of equivalent ones. Positions are counted from 0, as they are given."""
    from ludex.api.sets.storing_positions import SetPositionClass, SetPositionClasses
    from ludex.catalogue.sets.lookup import dedup as sort_with_stored
    from ludex.sets.identity.equivalence import classes

    shape = Shape(properties, values)
    given = [read_position(text, shape) for text in positions or []]
    given += [] if file is None else read_positions(str(file), shape)
    if not given:
        raise CommandError("no positions: give them as arguments, or --file FILE with a position a line")
    with searching(time_limit) as budget:
        if stored:
            with opened() as database:
                found = [
                    (one.members, one.matchings, one.positions) for one in sort_with_stored(database, given, budget)
                ]
        else:
            found = [(one.members, one.matchings, ()) for one in classes(given, budget)]
    model = SetPositionClasses(
        classes=[
            SetPositionClass(members=list(members), matchings=[list(m) for m in matchings], positions=list(labels))
            for members, matchings, labels in found
        ]
    )
    lines = [
        f"{' '.join(map(str, each.members))}{'  stored: ' + ' '.join(each.positions) if each.positions else ''}"
        for each in model.classes
    ]
    output.answer(model, as_json, lines)
