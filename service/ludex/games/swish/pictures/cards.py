"""Pictures of one card and of a table of cards."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from xml.etree.ElementTree import Element

from ludex.games.swish.card import Card, Cell, Symmetry
from ludex.games.swish.orbits import orbit_numbers
from ludex.games.swish.position import Position
from ludex.pictures.palette import orbit_colour
from ludex.pictures.sheets import CARD_EDGE, CARD_FILL, GAP, SHEET_MARGIN, TABLE_SHAPE, columns_for, moved, tag
from ludex.pictures.svg import FAINT_INK, PictureTooLarge, caption, document, element

MAX_DRAWN_CARDS = 2_500
MAX_SYMBOLS = 20_000
"""The most cards, and points and circles on them, in one picture; it then has at most some 10 MB."""

CELL = 28.0
CARD_MARGIN = 6.0

_EMPTY_CELL = "#d5d0c3"
_POINT_RADIUS = 7.5
_RING_RADIUS, _RING_WIDTH = 10.5, 3.0


def require_drawable(cards: Sequence[Card]) -> None:
    """Raise PictureTooLarge for more than MAX_DRAWN_CARDS `cards`, or MAX_SYMBOLS points and circles on them."""
    if len(cards) > MAX_DRAWN_CARDS:
        raise PictureTooLarge(f"{len(cards)} cards, a picture has at most {MAX_DRAWN_CARDS}")
    symbols = sum(len(card.points) + len(card.circles) for card in cards)
    if symbols > MAX_SYMBOLS:
        raise PictureTooLarge(f"{symbols} points and circles, a picture has at most {MAX_SYMBOLS}")


def card_size(height: int, width: int) -> tuple[float, float]:
    """Return the width and the height of a drawn card of a `height` x `width` board, in pixels."""
    return width * CELL + 2 * CARD_MARGIN, height * CELL + 2 * CARD_MARGIN


def number_space(height: int, width: int) -> float:
    """Return the height of the line with the number of a card, above a card of a `height` x `width` board.

    It is larger on a large card.
    """
    return max(18.0, card_size(height, width)[0] / 10)


def centre(cell: Cell) -> tuple[float, float]:
    """Return the place of the centre of a `cell` on a drawn card."""
    a, b = cell
    return CARD_MARGIN + (b - 0.5) * CELL, CARD_MARGIN + (a - 0.5) * CELL


def cells_said(cells: Sequence[Cell]) -> str:
    """Name `cells` in words; if they are many, say how many there are.

    >>> cells_said([(1, 1), (4, 3)])
    '(1, 1), (4, 3)'
    """
    return ", ".join(map(str, cells)) if len(cells) <= 12 else f"{len(cells)} cells"


def card_said(card: Card) -> str:
    """Describe a `card` in words."""
    said = [
        f"{name} at {cells_said(cells)}" for name, cells in (("point", card.points), ("circle", card.circles)) if cells
    ]
    return ", ".join(said)


@lru_cache(maxsize=16)
def _dots(height: int, width: int) -> str:
    """Return the path of the rows of a board, through the centres of its cells."""
    x, length = centre((1, 1))[0], (width - 1) * CELL + 1
    return "".join(f"M{x:g} {centre((a, 1))[1]:g}h{length:g}" for a in range(1, height + 1))


def blank(height: int, width: int) -> list[Element]:
    """Draw an empty card of a `height` x `width` board: its sheet, and a faint dot in each cell.

    A row of dots is one stroke whose dashes have no length.
    """
    across, down = card_size(height, width)
    dots = element("path", d=_dots(height, width), stroke=_EMPTY_CELL, stroke_width=3.2, stroke_linecap="round")
    dots.set("stroke-dasharray", f"0 {CELL:g}")
    return [element("rect", width=across, height=down, rx=9, fill=CARD_FILL, stroke=CARD_EDGE, stroke_width=1.2), dots]


def ring(cell: Cell, colour: str) -> Element:
    """Draw the circle of a `cell` in a `colour`: a ring that a point fits into."""
    x, y = centre(cell)
    return element(
        "circle", class_="circle", cx=x, cy=y, r=_RING_RADIUS, fill=CARD_FILL, stroke=colour, stroke_width=_RING_WIDTH
    )


def disc(cell: Cell, colour: str) -> Element:
    """Draw the point of a `cell` in a `colour`: a filled disc."""
    x, y = centre(cell)
    return element("circle", class_="point", cx=x, cy=y, r=_POINT_RADIUS, fill=colour)


def drawn_card(card: Card, symmetry: Symmetry, x: float, y: float, name: str) -> Element:
    """Draw a `card` with its top left corner at (x, y).

    The colours of its cells are those of the orbits under `symmetry`. Its `name` and notation show when the pointer
    rests on it.
    """
    colours = cell_colours(card.height, card.width, symmetry)
    return element(
        "g",
        element("title", text=f"{name}: {card}" if card.height * card.width <= 64 else name),
        *blank(card.height, card.width),
        *(ring(cell, colours[cell]) for cell in card.circles),
        *(disc(cell, colours[cell]) for cell in card.points),
        class_="card",
        transform=f"translate({x:g} {y:g})",
    )


@lru_cache(maxsize=16)
def cell_colours(height: int, width: int, symmetry: Symmetry) -> dict[Cell, str]:
    """Return the colour of each cell of a `height` x `width` board: that of its orbit under `symmetry`."""
    return {cell: orbit_colour(n) for cell, n in orbit_numbers(height, width, symmetry).items()}


def card_table(
    cards: Sequence[Card],
    symmetry: Symmetry,
    numbers: Sequence[int],
    shape: float = TABLE_SHAPE,
    *,
    tags: bool = False,
) -> tuple[list[Element], float, float]:
    """Lay numbered cards in rows; return what is drawn, from (0, 0), and its width and height.

    `numbers` has the number of each of the `cards`. `symmetry` gives the colours of the cells; `shape` is as in
    :func:`ludex.pictures.sheets.columns_for`. With `tags` the numbers stand on tags in the colours that go with them.
    """
    across, down = card_size(cards[0].height, cards[0].width)
    space = number_space(cards[0].height, cards[0].width)
    step_x, step_y = across + GAP, down + space + GAP
    columns = columns_for(len(cards), step_x, step_y, shape)
    parts = []
    for place, (number, card) in enumerate(zip(numbers, cards, strict=True)):
        x, y = place % columns * step_x, place // columns * step_y
        middle = x + across / 2
        if tags:
            parts += tag(number, middle, y + space / 2 - 1, space / 2 + 1)
        else:
            parts.append(caption(str(number), middle, y + space - 6, space * 2 / 3, fill=FAINT_INK))
        parts.append(drawn_card(card, symmetry, x, y + space, f"card {number}"))
    return parts, columns * step_x - GAP, ceil(len(cards) / columns) * step_y - GAP


def svg_card(card: Card, symmetry: Symmetry = Symmetry.RECTANGLE) -> str:
    """Return a picture of one `card`; the orbits under `symmetry` give its cells their colours.

    Raises PictureTooLarge (see MAX_SYMBOLS), and BoardError if the board does not have the symmetry.

    >>> svg_card(Card.from_code("*o")).count("<circle")
    2
    """
    require_drawable([card])
    across, down = card_size(card.height, card.width)
    return document(
        f"A {card.height} x {card.width} SWISH card",
        card_said(card),
        across + 2 * GAP,
        down + 2 * GAP,
        [drawn_card(card, symmetry, GAP, GAP, "the card")],
    )


def svg_position(position: Position, numbers: Sequence[int] | None = None) -> str:
    """Return a picture of the cards of a `position`, numbered from 0 in their order.

    If `numbers` are given, one a card, the cards bear these on tags in the colours that go with them: so cards of two
    positions that match look the same. Raises PictureTooLarge (see MAX_DRAWN_CARDS and MAX_SYMBOLS).
    """
    require_drawable(position.cards)
    count = len(position.cards)
    shown, tags = (range(count), False) if numbers is None else (numbers, True)
    parts, across, down = card_table(position.cards, position.symmetry, shown, tags=tags)
    space = number_space(position.height, position.width)
    return document(
        f"A SWISH position of {count} card{'s' * (count > 1)}",
        f"{count} card{'s' * (count > 1)} of {position.height} x {position.width} cells, numbered from 0.",
        across + 2 * SHEET_MARGIN,
        down + 2 * SHEET_MARGIN - space / 2,
        [moved(parts, SHEET_MARGIN, SHEET_MARGIN - space / 2)],
    )
