"""`ludex sets draw`: pictures as SVG, to a file or to standard output."""

from enum import StrEnum
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.output import Output, require_writable
from ludex.cli.progress import searching
from ludex.cli.sets.arguments import CardFile, Cards, DeckName, Properties, Values
from ludex.cli.sets.games import load_game
from ludex.cli.sets.objects import draw_stored
from ludex.cli.sets.sources import Source, read_source
from ludex.labels import is_label
from ludex.sets.position import Position
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
    cards: Cards = None,
    deck: DeckName = None,
    file: CardFile = None,
    properties: Properties = None,
    values: Values = None,
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
    if file_out is not None:
        require_writable(file_out)
    if label is not None and (cards or deck or file):
        raise CommandError("--label and cards are given; give one of them")
    if number is not None and not is_label(label or "", "setgame"):
        raise CommandError("--round: only games have rounds; give --label with a stored game's label")
    if label is None:
        svg = _drawn(read_source(cards, deck, file, properties, values), picture, mark)
    elif is_label(label, "setgame"):
        svg = _game(label, number)
    else:
        svg = draw_stored(label)
    output.write_text(svg, file_out)


def _drawn(source: Source, picture: Picture, mark: Mark) -> str:
    from ludex.pictures import MAX_TABLE_CARDS, PictureTooLarge, cap_svg, found_sets_svg, set_card_svg, set_table_svg

    if source.cards is None and source.deck.size > MAX_TABLE_CARDS and picture is not Picture.CAP:
        raise PictureTooLarge(f"{source.deck.size:,} cards, at most {MAX_TABLE_CARDS:,} are drawn")
    position = source.position
    if picture is Picture.CAP:
        return cap_svg(position)
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


def _game(label: str, number: int | None) -> str:
    from ludex.api.sets.games import table_of_round
    from ludex.pictures import set_table_svg

    record = load_game(label)
    if number is None:
        return set_table_svg(Position(record.deck, record.final_table))
    if number >= len(record.rounds):
        raise CommandError(f"--round: {number}, the game has the rounds 0 to {len(record.rounds) - 1}")
    found = record.rounds[number].found
    return set_table_svg(Position(record.deck, table_of_round(record, number)), [] if found is None else [found])
