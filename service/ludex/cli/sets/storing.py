"""`ludex sets add`: storing cards as a position."""

from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.sets.arguments import CardFile, Cards, DeckName, Limit, Properties, Values
from ludex.cli.sets.solving import Find, sets_said
from ludex.cli.sets.sources import read_source
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
    from ludex.api.sets.storing_positions import look_for, stored_answer
    from ludex.catalogue.sets.positions import prepare_position

    position = read_source(cards, deck, file, properties, values).position
    with opened() as database:
        with searching(time_limit) as budget:
            found = look_for(position, find, limit or EVERY, budget)
            prepared = prepare_position(position, budget, sets=found.count, has_set=found.has_set)
        model = stored_answer(database, prepared, found if find else None)
    state = "stored" if model.duplicate_of is None else "an equivalent position was stored before"
    lines = [f"{model.label}: {state}"]
    if model.found is not None:
        known = "at least " + sets_said(len(found.sets)) if found.count is None else sets_said(found.count)
        lines += [known, *(" ".join(one) for one in model.found.sets)]
    output.answer(model, as_json, lines)
