"""Pictures of a swish: its cards as placed, and the stack that they form."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.pictures.cards import (
    blank,
    card_size,
    card_table,
    cell_colours,
    centre,
    disc,
    number_space,
    require_drawable,
    ring,
)
from ludex.pictures.svg import GAP, INK, SHEET_MARGIN, document, element, transformed

_ARROW_SPACE = 72.0
_TABLE_SHAPE = 1.6


def _laid_over(stack: Sequence[Card], symmetry: Symmetry, numbers: Sequence[int]) -> list[Element]:
    """Draw cards over one another: all circles, then all points, each with the number of its card."""
    height, width = stack[0].board
    colours = cell_colours(height, width, symmetry)
    return [
        *blank(height, width),
        *(ring(cell, colours[cell]) for card in stack for cell in card.circles),
        *(disc(cell, colours[cell]) for card in stack for cell in card.points),
        *(
            element(
                "text",
                text=str(number),
                x=x,
                y=y + 3,
                font_size=8.5,
                font_weight="600",
                text_anchor="middle",
                fill="#ffffff",
            )
            for number, card in zip(numbers, stack, strict=True)
            for x, y in map(centre, card.points)
        ),
    ]


def _arrow(x: float, y: float) -> Element:
    return element(
        "path", d=f"M{x:g} {y:g}h32m-11 -10l11 10l-11 10", fill="none", stroke=INK, stroke_width=3,
        stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def svg_swish(
    stack: Sequence[Card], symmetry: Symmetry = Symmetry.RECTANGLE, numbers: Sequence[int] | None = None
) -> str:
    """Return a picture of a swish: its cards side by side as placed, then laid over one another.

    `stack` are the cards as placed; the orbits under `symmetry` determine the colours of their cells. In the stack,
    each circle contains its point, which shows the number of its card: its place in `stack` or, if given, its number in
    `numbers` (such as its index in the position). The stack need not be a swish. Raises ValueError if it is empty, its
    boards differ or the number of `numbers` is wrong, and PictureTooLarge as
    :func:`ludex.games.swish.pictures.cards.svg_position` does.
    """
    numbers = range(len(stack)) if numbers is None else numbers
    if not stack or len({card.board for card in stack}) > 1 or len(numbers) != len(stack):
        raise ValueError("a stack needs cards of one board, and equally many numbers")
    require_drawable(stack)
    parts, across, down = card_table(stack, symmetry, numbers, _TABLE_SHAPE)
    card_across, card_down = card_size(*stack[0].board)
    space = number_space(*stack[0].board)
    scale = max(1.25, min(2.0, (down - space) / card_down))
    body = max(down + space / 2, scale * card_down)
    middle = SHEET_MARGIN + body / 2
    stack_x = SHEET_MARGIN + across + _ARROW_SPACE
    return document(
        f"A SWISH stack of {len(stack)} card{'s' * (len(stack) > 1)}",
        "The cards as they are placed, and the stack: each circle holds the point of the card whose number it bears.",
        stack_x + scale * card_across + SHEET_MARGIN + GAP / 2,
        body + 2 * SHEET_MARGIN,
        [
            transformed(parts, SHEET_MARGIN, middle - (down + space / 2) / 2),
            _arrow(SHEET_MARGIN + across + 20, middle),
            transformed(_laid_over(stack, symmetry, numbers), stack_x, middle - scale * card_down / 2, scale),
        ],
    )
