"""`ludex sets add`: storing cards as a position."""

from typing import Annotated

import typer

from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import CardFile, Cards, DeckName, Limit, Properties, Values
from ludex.cli.sets.solving import sets_said
from ludex.cli.sets.sources import read_source
from ludex.cli.stored_objects import show_stored
from ludex.sets.position import laid_out
from ludex.sets.solving.names import Find
from ludex.sets.solving.solver import EVERY


def add(
    cards: Cards = None,
    deck: DeckName = None,
    file: CardFile = None,
    properties: Properties = None,
    values: Values = None,
    find: Annotated[Find | None, typer.Option("--find", help="What to find and store with them.")] = None,
    limit: Limit = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Store cards as a position, and the sets that are looked for. One that is equivalent is the stored one."""
    from ludex.operations.sets.positions import store_position

    position = laid_out(read_source(cards, deck, file, properties, values))
    with opened() as catalogue, searching(time_limit) as budget:
        done = store_position(catalogue, position, find, limit or EVERY, budget)
    found, lines = None, []
    if done.found is not None:
        found = done.found.as_document(position.deck)
        known = done.found.count
        lines = [f"at least {sets_said(len(found['sets']))}" if known is None else sets_said(known)]
        lines += [" ".join(one) for one in found["sets"]]
    show_stored(done.stored, as_json, lines, matching=done.matching, found=found)
