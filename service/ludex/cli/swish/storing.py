"""`ludex swish add`: cards stored as a position, with what is found among them."""

from typing import Annotated, Literal

import typer

from ludex.cli.opening import opened
from ludex.cli.output import Json
from ludex.cli.progress import TimeLimit, searching
from ludex.cli.stored_objects import show_stored
from ludex.cli.swish.arguments import CardFile, Cards, DeckName, Limit, SymmetryOption
from ludex.cli.swish.sources import read_cards
from ludex.swish.written import written


def add(
    cards: Cards = None,
    deck: DeckName = None,
    file: CardFile = None,
    symmetry: SymmetryOption = None,
    find: Annotated[
        Literal["any", "largest", "all"] | None, typer.Option("--find", help="What to find and store with it.")
    ] = None,
    limit: Limit = None,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> None:
    """Store cards as a position, with their hypergraph, and with the swishes that are looked for."""
    from ludex.operations.swish.positions import Find, store_position

    position = read_cards(cards, deck, file, symmetry).position
    wanted = None if find is None else Find(find)
    with opened() as catalogue, searching(time_limit) as budget:
        done = store_position(catalogue, position, budget, wanted, limit=limit or 2**62)
    lines = []
    found = None
    if find is not None:
        found = {"swishes": written(done.swishes, position), "complete": done.complete}
        sizes = ", ".join(str(swish.size) for swish in done.swishes[:20]) or "none"
        lines = [f"swishes: {len(done.swishes)} of size {sizes}{'' if done.complete else '; there may be more'}"]
    show_stored(done.stored, as_json, lines, matching=done.matching, found=found)
