"""`ludex sets draw`: pictures as SVG, to a file or to standard output."""

from enum import StrEnum
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.output import Output, require_writable
from ludex.cli.progress import searching
from ludex.cli.sets.sources import Given
from ludex.cli.stored_objects import find_value, labelled, picture_of
from ludex.sets.position import Position, laid_out
from ludex.sets.solving.solver import EVERY


class Picture(StrEnum):
    """What to draw of cards."""

    TABLE = "table"
    SETS = "sets"
    CAP = "cap"


class Mark(StrEnum):
    """Which sets of a table to mark."""

    NONE = "none"
    ANY = "any"
    ALL = "all"


def draw(
    given: Given,
    label: Annotated[str | None, typer.Option("--label", help="A stored object, in place of cards.")] = None,
    number: Annotated[
        int | None, typer.Option("--round", min=0, help="Of a game: the table of this round, from 0, not the last one.")
    ] = None,
    picture: Annotated[
        Picture,
        typer.Option("--as", help="`sets` draws each set among the cards; `cap` the cards as points of a grid."),
    ] = Picture.TABLE,
    mark: Annotated[Mark, typer.Option("--mark", help="Mark a set on the table, or all of them.")] = Mark.NONE,
    file_out: Output = None,
) -> None:
    """Draw a card, a table with its sets marked, sets, a cap, or a stored object, as SVG."""
    require_writable(file_out)
    if label is not None and given.named:
        raise CommandError("--label and cards are given; give one of them")
    if number is not None and not labelled(label or "", "set-game"):
        raise CommandError("--round: only games have rounds; give --label with a stored game's label")
    if label is None:
        svg = _drawn(laid_out(given.read()), picture, mark)
    elif number is None:
        svg = picture_of(label, *([] if labelled(label) else ["set-deck"]))
    else:
        from ludex.pictures import set_game_svg

        svg = set_game_svg(find_value(label, "set-game"), number)
    output.write_text(svg, file_out)


def _drawn(position: Position, picture: Picture, mark: Mark) -> str:
    from ludex.pictures import MAX_TABLE_CARDS, PictureTooLarge, cap_svg, found_sets_svg, set_card_svg, set_table_svg

    if picture is Picture.CAP:
        return cap_svg(position)
    if len(position.cards) > MAX_TABLE_CARDS:  # before their sets are sought
        raise PictureTooLarge(f"{len(position.cards):,} cards, at most {MAX_TABLE_CARDS:,} are drawn")
    if picture is Picture.SETS:
        return found_sets_svg(position.deck, _sets(position, Mark.ALL))
    if len(position.cards) == 1 and mark is Mark.NONE:
        return set_card_svg(position.deck, position.cards[0])
    return set_table_svg(position, _sets(position, mark))


def _sets(position: Position, mark: Mark) -> list[tuple[int, ...]]:
    from ludex.sets.solving.search import find_all

    if mark is Mark.NONE:
        return []
    with searching() as budget:
        return list(find_all(position, 1 if mark is Mark.ANY else EVERY, budget=budget))
