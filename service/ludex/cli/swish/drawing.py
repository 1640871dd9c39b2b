"""`ludex swish draw`: pictures as SVG, to a file or to standard output."""

from typing import Annotated, Literal

import typer

from ludex.cli import output
from ludex.cli.failures import CommandError
from ludex.cli.opening import opened
from ludex.cli.output import Output, require_writable
from ludex.cli.stored_objects import labelled, picture_of
from ludex.cli.swish.sources import Given
from ludex.swish.position import Position

Picture = Literal["cards", "stack", "no-swish", "hypergraph"]


def draw(
    given: Given,
    label: Annotated[str | None, typer.Option("--label", help="A stored object, in place of cards.")] = None,
    picture: Annotated[
        Picture,
        typer.Option("--as", help="`stack` lays the cards over one another as they are; `no-swish` sorts by colours."),
    ] = "cards",
    file_out: Output = None,
) -> None:
    """Draw cards, a stack, a set without a swish, a hypergraph, or a stored object, as SVG."""
    require_writable(file_out)
    if label is None:
        svg = _drawn(given.read().position, picture)
    elif given.named:
        raise CommandError("--label and cards are given; give one of them")
    else:
        svg = _stored(label)
    output.write_text(svg, file_out)


def _stored(label: str) -> str:
    from ludex.catalogue.kinds.swish import SWISH
    from ludex.operations.swish.hypergraphs import draw_hypergraph

    if not labelled(label, "swish-hypergraph"):
        return picture_of(label, *(kind.name for kind in SWISH.kinds))
    with opened() as catalogue:
        return draw_hypergraph(catalogue, label)


def _drawn(position: Position, picture: Picture) -> str:
    from ludex.pictures import svg_card, svg_hypergraph, svg_no_swish_set, svg_position, svg_swish
    from ludex.swish.hypergraph import construct_hypergraph

    match picture:
        case "stack":
            return svg_swish(position.cards, position.symmetry)
        case "no-swish":
            return svg_no_swish_set(position)
        case "hypergraph":
            return svg_hypergraph(construct_hypergraph(position))
        case "cards":
            [first, *others] = position.cards
            return svg_position(position) if others else svg_card(first, position.symmetry)
