"""`ludex sets deal`: seeded random cards of a deck."""

from itertools import islice
from secrets import randbelow
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.output import Json
from ludex.cli.sets.arguments import Whole
from ludex.cli.sets.sources import whole_deck
from ludex.engine.random_numbers import MAX_SEED


def deal(
    deck: Whole,
    n: Annotated[
        int | None,
        typer.Option("-n", "--cards", min=0, help="How many; as many as a game begins with if not given."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=MAX_SEED, help="Decides the cards; chosen if not given.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Deal random cards, as a game does. They are a line each, so that another command reads them with --file -."""
    whole = whole_deck(deck)
    number = min(whole.values * whole.properties, whole.size) if n is None else n
    if number > whole.size:
        raise CommandError(f"-n: {number:,} cards, the deck has {whole.size:,}")
    chosen = randbelow(2**31) if seed is None else seed
    codes = [whole.code(card) for card in islice(whole.shuffled(chosen), number)]
    value = {"properties": whole.properties, "values": whole.values, "seed": chosen, "cards": codes}
    output.answer_object(value, as_json, [f"# {number:,} cards of {deck}, seed {chosen}", *codes])
