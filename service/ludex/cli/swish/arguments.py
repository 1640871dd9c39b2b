"""The arguments that many commands share."""

from pathlib import Path
from typing import Annotated

import typer

from ludex.swish.card import Symmetry
from ludex.swish.found import Rule

CardCodes = Annotated[
    list[str] | None, typer.Argument(help="Card codes, such as '*o./.../.../...'.", show_default=False)
]
DeckName = Annotated[str | None, typer.Option("--deck", help="A deck's slug or label, in place of cards.")]
CardFile = Annotated[
    Path | None, typer.Option("--file", help="A file with a card code a line, in place of cards; `-`: standard input.")
]
SymmetryOption = Annotated[
    Symmetry | None, typer.Option("--symmetry", help="That of the deck if not given, or `rectangle` for cards.")
]
RuleOption = Annotated[Rule, typer.Option("--rule", help="`simple` lays every card as it is written.")]
MaxSize = Annotated[int | None, typer.Option("--max-size", min=2, help="Only swishes of at most so many cards.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="At most so many; all if not given.")]
Store = Annotated[bool, typer.Option("--store", help="Store what is found in the catalogue.")]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="The same seed, the same cards.")]
