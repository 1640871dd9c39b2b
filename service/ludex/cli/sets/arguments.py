"""The arguments that many commands share."""

from pathlib import Path
from typing import Annotated

import typer

from ludex.cli.failures import CommandError
from ludex.engine.random_numbers import MAX_SEED
from ludex.sets.deck import MAX_PROPERTIES, MAX_VALUES, Deck
from ludex.sets.named_decks import built_in
from ludex.sets.solving.names import IntegerProgramEngine, SolverName


def _whole_deck(name: str) -> Deck:
    """Return the whole deck with this slug. Raises CommandError."""
    deck = built_in(name)
    if deck is None:
        raise CommandError(
            f"{name!r} is no whole deck; write set-V-P for V values and P properties, a million cards at most"
        )
    return deck


Cards = Annotated[
    list[str] | None, typer.Argument(help="Cards, one digit a property, such as 0121.", show_default=False)
]
DeckName = Annotated[
    str | None, typer.Option("--deck", help="A deck's slug or label, in place of cards: set-V-P is a whole deck.")
]
CardFile = Annotated[
    Path | None, typer.Option("--file", help="A file with a card a line, in place of cards; `-`: standard input.")
]
Values = Annotated[
    int | None,
    typer.Option("--values", "-v", min=1, max=MAX_VALUES, help="How many values a property has; 3 if not given."),
]
Properties = Annotated[
    int | None,
    typer.Option(
        "--properties", "-p", min=1, max=MAX_PROPERTIES, help="How many properties; as many as a card has digits."
    ),
]
Whole = Annotated[
    Deck,
    typer.Argument(metavar="DECK", parser=_whole_deck, help="A whole deck: set-V-P has V values and P properties."),
]
Solver = Annotated[SolverName, typer.Option("--solver", help="All of them are exact; `lookup` is the fast one.")]
Engine = Annotated[
    IntegerProgramEngine | None,
    typer.Option("--engine", help="What solves the integer program: `cp-sat` if not given."),
]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="At most so many; all if not given.")]
Store = Annotated[bool, typer.Option("--store", help="Store it in the catalogue.")]
Drawn = Annotated[
    int | None,
    typer.Option("-n", "--cards", min=0, help="How many are drawn; as many as a game begins with if not given."),
]
ChosenSeed = Annotated[
    int | None, typer.Option("--seed", min=0, max=MAX_SEED, help="Decides the cards; chosen if not given.")
]
Seed = Annotated[int, typer.Option("--seed", min=0, max=MAX_SEED, help="Decides the random numbers.")]
