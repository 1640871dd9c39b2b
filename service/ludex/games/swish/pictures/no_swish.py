"""Pictures of no-swish sets: the cards are arranged in a square, by the orbits of their points and circles."""

from xml.etree.ElementTree import Element

from ludex.games.swish.orbits import orbit_numbers
from ludex.games.swish.pictures.cards import card_table, number_space, require_drawable, svg_position
from ludex.games.swish.position import Position
from ludex.pictures.svg import CARD_FILL, GAP, SHEET_MARGIN, document, element, orbit_colour, transformed

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
