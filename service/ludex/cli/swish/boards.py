"""`ludex swish board`: what is known of a whole board, in closed form."""

import re
from dataclasses import asdict
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.output import Json
from ludex.swish.card import Symmetry


def board(
    size: Annotated[str, typer.Argument(metavar="HxW", help="Rows and columns, such as 4x3.")],
    symmetry: Annotated[Symmetry, typer.Option("--symmetry")] = Symmetry.RECTANGLE,
    as_json: Json = False,
) -> None:
    """Show how many cards a board has, its largest no-swish sets, and one of them."""
    from ludex.swish.study.boards import MAX_CONSTRUCTION_SIDE, board_facts, construction

    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", size)
    if match is None:
        raise CommandError(f"HxW: {size!r} is no board; write rows and columns, such as 4x3")
    height, width = int(match[1]), int(match[2])
    facts = board_facts(height, width, symmetry)
    listed = max(height, width) <= MAX_CONSTRUCTION_SIDE
    cards = [str(card) for card in construction(height, width, symmetry)] if listed else None
    rows = [
        ("cards", facts.cards),
        ("cards of a largest no-swish set", facts.largest_no_swish_set),
        ("such sets", facts.maximum_sets),
    ]
    lines = [*output.table(rows), *(["one of them:", *cards] if cards else [])]
    output.answer({**asdict(facts), "construction": cards}, as_json, lines)
