"""`ludex swish board`: what is known of a whole board, in closed form."""

import re
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
    from ludex.api.swish.boards import Board
    from ludex.swish.study.boards import MAX_CONSTRUCTION_SIDE, board_facts, construction

    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", size)
    if match is None:
        raise CommandError(f"HxW: {size!r} is no board; write rows and columns, such as 4x3")
    height, width = int(match[1]), int(match[2])
    facts = board_facts(height, width, symmetry)
    listed = max(height, width) <= MAX_CONSTRUCTION_SIDE
    cards = [str(card) for card in construction(height, width, symmetry)] if listed else None
    model = Board(
        height=height,
        width=width,
        symmetry=str(symmetry),
        cards=facts.cards,
        largest_no_swish_set=facts.largest_no_swish_set,
        maximum_sets=facts.maximum_sets,
        construction=cards,
    )
    rows = [
        ("cards", facts.cards),
        ("cards of a largest no-swish set", facts.largest_no_swish_set),
        ("such sets", facts.maximum_sets),
    ]
    output.answer(model, as_json, [*output.table(rows), *(["one of them:", *cards] if cards else [])])
