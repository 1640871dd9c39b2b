"""`ludex swish draw`: pictures as SVG, to a file or to standard output."""

from enum import StrEnum
from typing import Annotated

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.output import Output, require_writable
from ludex.cli.swish.arguments import CardFile, Cards, DeckName, SymmetryOption
from ludex.cli.swish.objects import draw_stored
from ludex.cli.swish.sources import read_source
from ludex.swish.position import Position


class Picture(StrEnum):
    """What to draw of cards."""

    CARDS = "cards"
    STACK = "stack"
    NO_SWISH = "no-swish"
    HYPERGRAPH = "hypergraph"


def draw(
    cards: Cards = None,
    deck: DeckName = None,
    file: CardFile = None,
    label: Annotated[str | None, typer.Option("--label", help="A stored object, in place of cards.")] = None,
    picture: Annotated[
        Picture,
        typer.Option("--as", help="`stack` lays the cards over one another as they are; `no-swish` sorts by colours."),
    ] = Picture.CARDS,
    symmetry: SymmetryOption = None,
    file_out: Output = None,
) -> None:
    """Draw cards, a stack, a set without a swish, a hypergraph, or a stored object, as SVG."""
    if file_out is not None:
        require_writable(file_out)
    if label is not None:
        if cards or deck or file:
            raise CommandError("--label and cards are given; give one of them")
        svg = draw_stored(label)
    else:
        svg = _drawn(read_source(cards, deck, file, symmetry).position, picture)
    output.write_text(svg, file_out)


def _drawn(position: Position, picture: Picture) -> str:
    from ludex.pictures import svg_card, svg_hypergraph, svg_no_swish_set, svg_position, svg_swish
    from ludex.swish.hypergraph import construct_hypergraph

    match picture:
        case Picture.STACK:
            return svg_swish(position.cards, position.symmetry)
        case Picture.NO_SWISH:
            return svg_no_swish_set(position)
        case Picture.HYPERGRAPH:
            return svg_hypergraph(construct_hypergraph(position))
        case Picture.CARDS:
            return (
                svg_card(position.cards[0], position.symmetry) if len(position.cards) == 1 else svg_position(position)
            )
