"""Pictures of cards, of tables of cards, of swishes, and of no-swish sets.

A swish is shown as its placed cards and as the stack that they form.
The cards of a no-swish set are arranged in a square, by the orbits of their points and circles.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from xml.etree.ElementTree import Element

from ludex.games.swish.card import Card, Cell, Symmetry, orbit_numbers
from ludex.games.swish.position import Position
from ludex.pictures.svg import (
    CARD_EDGE,
    CARD_FILL,
    FAINT_INK,
    GAP,
    INK,
    SHEET_MARGIN,
    TABLE_SHAPE,
    PictureTooLarge,
    caption,
    choose_columns,
    document,
    element,
    orbit_colour,
    tag,
    transformed,
)

MAX_DRAWN_CARDS = 2_500
MAX_SYMBOLS = 20_000
"""The maximum number of cards, and the maximum number of points and circles, in a picture.

With these limits, a picture has at most about 10 MB.
"""

CELL = 28.0
CARD_MARGIN = 6.0

_EMPTY_CELL = "#d5d0c3"
_POINT_RADIUS = 7.5
_RING_RADIUS, _RING_WIDTH = 10.5, 3.0


def require_drawable(cards: Sequence[Card]) -> None:
    """Raise PictureTooLarge if there are more than MAX_DRAWN_CARDS `cards` or MAX_SYMBOLS points and circles."""
    if len(cards) > MAX_DRAWN_CARDS:
        raise PictureTooLarge(f"{len(cards)} cards given; a picture can have at most {MAX_DRAWN_CARDS}")
    symbols = sum(len(card.points) + len(card.circles) for card in cards)
    if symbols > MAX_SYMBOLS:
        raise PictureTooLarge(f"{symbols} points and circles given; a picture can have at most {MAX_SYMBOLS}")


def card_size(height: int, width: int) -> tuple[float, float]:
    """Return the width and the height of a drawn card of a `height` x `width` board, in pixels."""
    return width * CELL + 2 * CARD_MARGIN, height * CELL + 2 * CARD_MARGIN


def number_space(height: int, width: int) -> float:
    """Return the height of the line with the card number above a card of a `height` x `width` board.

    The line is higher for a large card.
    """
    return max(18.0, card_size(height, width)[0] / 10)


def centre(cell: Cell) -> tuple[float, float]:
    """Return the coordinates of the centre of a `cell` on a drawn card."""
    a, b = cell
    return CARD_MARGIN + (b - 0.5) * CELL, CARD_MARGIN + (a - 0.5) * CELL


def describe_cells(cells: Sequence[Cell]) -> str:
    """Return `cells` as a list in words, or only the number of cells if there are many.

    >>> describe_cells([(1, 1), (4, 3)])
    '(1, 1), (4, 3)'
    """
    return ", ".join(map(str, cells)) if len(cells) <= 12 else f"{len(cells)} cells"


def describe_card(card: Card) -> str:
    """Describe a `card` in words."""
    parts = [
        f"{name} at {describe_cells(cells)}"
        for name, cells in (("point", card.points), ("circle", card.circles))
        if cells
    ]
    return ", ".join(parts)


@lru_cache(maxsize=16)
def _dots(height: int, width: int) -> str:
    """Return the path that follows the rows of a board through the centres of the cells."""
    x, length = centre((1, 1))[0], (width - 1) * CELL + 1
    return "".join(f"M{x:g} {centre((a, 1))[1]:g}h{length:g}" for a in range(1, height + 1))


def blank(height: int, width: int) -> list[Element]:
    """Draw an empty card of a `height` x `width` board as a sheet with a faint dot in each cell.

    A row of dots is drawn as a single stroke with dashes of length zero.
    """
    across, down = card_size(height, width)
    dots = element("path", d=_dots(height, width), stroke=_EMPTY_CELL, stroke_width=3.2, stroke_linecap="round")
    dots.set("stroke-dasharray", f"0 {CELL:g}")
    return [element("rect", width=across, height=down, rx=9, fill=CARD_FILL, stroke=CARD_EDGE, stroke_width=1.2), dots]


def ring(cell: Cell, colour: str) -> Element:
    """Draw the circle of a `cell` in a `colour`, as a ring into which a point fits."""
    x, y = centre(cell)
    return element(
        "circle", class_="circle", cx=x, cy=y, r=_RING_RADIUS, fill=CARD_FILL, stroke=colour, stroke_width=_RING_WIDTH
    )


def disc(cell: Cell, colour: str) -> Element:
    """Draw the point of a `cell` in a `colour`, as a filled disc."""
    x, y = centre(cell)
    return element("circle", class_="point", cx=x, cy=y, r=_POINT_RADIUS, fill=colour)


def draw_card(card: Card, symmetry: Symmetry, x: float, y: float, name: str) -> Element:
    """Draw a `card` with its top left corner at (x, y).

    Cells are coloured by their orbits under `symmetry`. The `name` and notation of the card are shown while the pointer
    is over it.
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
    """Return the colour of each cell of a `height` x `width` board, determined by its orbit under `symmetry`."""
    return {cell: orbit_colour(n) for cell, n in orbit_numbers(height, width, symmetry).items()}


def card_table(
    cards: Sequence[Card],
    symmetry: Symmetry,
    numbers: Sequence[int],
    shape: float = TABLE_SHAPE,
    *,
    tags: bool = False,
) -> tuple[list[Element], float, float]:
    """Draw numbered cards in rows. Return the elements, which begin at (0, 0), the width and the height.

    `numbers` contains the number of each of the `cards`. `symmetry` determines the colours of the cells. `shape` is as
    in :func:`ludex.pictures.svg.choose_columns`. If `tags` is true, the numbers are shown on coloured tags.
    """
    across, down = card_size(cards[0].height, cards[0].width)
    space = number_space(cards[0].height, cards[0].width)
    step_x, step_y = across + GAP, down + space + GAP
    columns = choose_columns(len(cards), step_x, step_y, shape)
    parts = []
    for place, (number, card) in enumerate(zip(numbers, cards, strict=True)):
        x, y = place % columns * step_x, place // columns * step_y
        middle = x + across / 2
        if tags:
            parts += tag(number, middle, y + space / 2 - 1, space / 2 + 1)
        else:
            parts.append(caption(str(number), middle, y + space - 6, space * 2 / 3, fill=FAINT_INK, class_="label"))
        parts.append(draw_card(card, symmetry, x, y + space, f"card {number}"))
    return parts, columns * step_x - GAP, ceil(len(cards) / columns) * step_y - GAP


def svg_card(card: Card, symmetry: Symmetry = Symmetry.RECTANGLE) -> str:
    """Return a picture of a `card`. The orbits under `symmetry` determine the colours of the cells.

    Raises PictureTooLarge (see MAX_SYMBOLS), and BoardError if the board does not have the symmetry.

    >>> svg_card(Card.from_code("*o")).count("<circle")
    2
    """
    require_drawable([card])
    across, down = card_size(card.height, card.width)
    return document(
        f"A {card.height} x {card.width} SWISH card",
        describe_card(card),
        across + 2 * GAP,
        down + 2 * GAP,
        [draw_card(card, symmetry, GAP, GAP, "the card")],
    )


def svg_position(position: Position, numbers: Sequence[int] | None = None) -> str:
    """Return a picture of the cards of a `position`, numbered from 0 in their order.

    If `numbers` contains a number for each card, the cards show these numbers on coloured tags, so that matching cards
    of two positions look alike. Raises PictureTooLarge (see MAX_DRAWN_CARDS and MAX_SYMBOLS).
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
        [transformed(parts, SHEET_MARGIN, SHEET_MARGIN - space / 2)],
    )


_ARROW_SPACE = 72.0
_TABLE_SHAPE = 1.6


def _laid_over(stack: Sequence[Card], symmetry: Symmetry, numbers: Sequence[int]) -> list[Element]:
    """Draw cards on top of one another: first all circles, then all points. A point shows the number of its card."""
    height, width = stack[0].board
    colours = cell_colours(height, width, symmetry)
    return [
        *blank(height, width),
        *(ring(cell, colours[cell]) for card in stack for cell in card.circles),
        *(disc(cell, colours[cell]) for card in stack for cell in card.points),
        *(
            element(
                "text",
                class_="label",
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
    """Return a picture of a swish: the placed cards side by side, and then on top of one another.

    `stack` lists the cards as placed. The orbits under `symmetry` determine the colours of the cells. In the stack,
    each circle contains its point, which shows the number of its card. The number is taken from `numbers` if that is
    given (for example, the index of the card in the position), and is otherwise the index of the card in `stack`. The
    stack need not be a swish. Raises ValueError if `stack` is empty, if the boards of its cards differ or if `numbers`
    has the wrong length, and PictureTooLarge in the same cases as
    :func:`ludex.games.swish.pictures.cards.svg_position`.
    """
    numbers = range(len(stack)) if numbers is None else numbers
    if not stack or len({card.board for card in stack}) > 1 or len(numbers) != len(stack):
        raise ValueError("a stack needs cards of the same board and one number for each card")
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
        "The cards as they are placed, and the stack, in which each circle contains a point with the number of its "
        "card.",
        stack_x + scale * card_across + SHEET_MARGIN + GAP / 2,
        body + 2 * SHEET_MARGIN,
        [
            transformed(parts, SHEET_MARGIN, middle - (down + space / 2) / 2),
            _arrow(SHEET_MARGIN + across + 20, middle),
            transformed(_laid_over(stack, symmetry, numbers), stack_x, middle - scale * card_down / 2, scale),
        ],
    )


_HEAD = 40.0
_BLOCK_MARGIN = 12.0
_BLOCK_GAP = 10.0
_BLOCK_FILL = "#ebe6d9"
_BLOCK_SHAPE = 1.0


def orbit_order(pairs: set[tuple[int, int]]) -> list[int]:
    """Order the orbits such that, if possible, each card has its point in an earlier orbit than its circle.

    `pairs` contains the orbits of the point and the circle of each card. For a maximum no-swish set of distinct cards,
    the pairs of different orbits define a linear order of the orbits, which is returned.

    >>> orbit_order({(2, 0), (2, 1), (1, 0), (0, 0)})
    [2, 1, 0]
    """
    balance = {orbit: 0 for pair in pairs for orbit in pair}
    for before, after in pairs:
        balance[before] += 1
        balance[after] -= 1
    return sorted(balance, key=lambda orbit: (-balance[orbit], orbit))


def _blocks(position: Position) -> dict[tuple[int, int], list[int]]:
    """Return the indices of the cards, grouped by the orbit of the point and the orbit of the circle."""
    number = orbit_numbers(position.height, position.width, position.symmetry)
    blocks: dict[tuple[int, int], list[int]] = {}
    for index, card in enumerate(position.cards):
        blocks.setdefault((number[card.points[0]], number[card.circles[0]]), []).append(index)
    return blocks


def _places(sizes: list[float]) -> list[float]:
    """Return the coordinates at which consecutive blocks of the given sizes begin, and the end of the last block."""
    places = [SHEET_MARGIN + _HEAD]
    for size in sizes:
        places.append(places[-1] + size + _BLOCK_GAP)
    return places


def _heads(rows: list[int], columns: list[int], ys: list[float], xs: list[float]) -> list[Element]:
    """Draw a point to the left of each row and a circle above each column, in the colour of the orbit."""
    middle = SHEET_MARGIN + _HEAD / 2 - 4
    points = [
        element("circle", class_="head", cx=middle, cy=(y + below - _BLOCK_GAP) / 2, r=9, fill=orbit_colour(orbit))
        for orbit, y, below in zip(rows, ys, ys[1:], strict=False)
    ]
    circles = [
        element(
            "circle", class_="head", cx=(x + right - _BLOCK_GAP) / 2, cy=middle, r=10.5, fill=CARD_FILL,
            stroke=orbit_colour(orbit), stroke_width=3.5,
        )
        for orbit, x, right in zip(columns, xs, xs[1:], strict=False)
    ]  # fmt: skip
    return points + circles


def svg_no_swish_set(position: Position) -> str:
    """Return a picture of the no-swish set that consists of the cards of `position`, numbered from 0 in their order.

    One-point-one-circle cards are arranged in rows by the orbit of the point and in columns by the orbit of the circle,
    with the same order of orbits for rows and columns. For a maximum set of distinct cards, the square is then empty
    below its diagonal, so no swish is possible (section 3.2). Other cards are arranged as a table. The function does
    not check that the set has no swish. Raises PictureTooLarge in the same cases as
    :func:`ludex.games.swish.pictures.cards.svg_position`.
    """
    if not all(card.is_one_pair for card in position.cards):
        return svg_position(position)
    require_drawable(position.cards)
    blocks = _blocks(position)
    order = orbit_order(set(blocks))
    rows = [orbit for orbit in order if any(orbit == before for before, _ in blocks)]
    columns = [orbit for orbit in order if any(orbit == after for _, after in blocks)]
    tables = {
        pair: card_table([position.cards[i] for i in indices], position.symmetry, indices, _BLOCK_SHAPE)
        for pair, indices in blocks.items()
    }
    edge = 2 * _BLOCK_MARGIN
    space = number_space(position.height, position.width)
    xs = _places([max(tables[r, c][1] for r in rows if (r, c) in tables) + edge for c in columns])
    ys = _places([max(tables[r, c][2] for c in columns if (r, c) in tables) + edge - 4 for r in rows])
    parts = _heads(rows, columns, ys, xs)
    for i, r in enumerate(rows):
        for j, c in enumerate(columns):
            if (r, c) in tables:
                drawn, across, down = tables[r, c]
                width, height = xs[j + 1] - xs[j] - _BLOCK_GAP, ys[i + 1] - ys[i] - _BLOCK_GAP
                parts.append(
                    element(
                        "rect", class_="block", x=xs[j], y=ys[i], width=width, height=height, rx=10, fill=_BLOCK_FILL
                    )
                )
                parts.append(transformed(drawn, xs[j] + (width - across) / 2, ys[i] + (height - down - space / 2) / 2))
    count = len(position.cards)
    return document(
        f"A no-swish set of {count} card{'s' * (count > 1)}",
        "The cards, numbered from 0, in rows by the orbit of the point and in columns by the orbit of the circle.",
        xs[-1] - _BLOCK_GAP + GAP,
        ys[-1] - _BLOCK_GAP + GAP,
        parts,
    )
