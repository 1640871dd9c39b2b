"""The faces of SET cards. If the deck allows it, they have the symbols of the commercial game.

Cards with three values and at most four properties look like the cards of the game. Their digits are, in order, the
number (0: one, 1: two, 2: three symbols), the colour (0: red, 1: green, 2: purple), the shading (0: solid, 1: striped,
2: open) and the shape (0: oval, 1: diamond, 2: squiggle). If the deck has fewer properties, the remaining digits are 0.
The stripes are lines whose end points on the outline are computed, so a picture needs no SVG pattern, which would
require an identifier.

All other cards have one tile per property, in reading order. Each tile shows the digit of the value. The value also
determines the colour and the shape of the tile. There are six shapes, so values that differ by 6 have the same shape.
"""

from functools import lru_cache
from math import ceil, sqrt
from xml.etree.ElementTree import Element, tostring

from ludex.games.sets.deck import DIGITS, Deck
from ludex.pictures.svg import CARD_EDGE, CARD_FILL, THREE_INKS, PictureTooLarge, caption, element, number, orbit_colour

SHAPES = ("oval", "diamond", "squiggle")
SHADINGS = ("solid", "striped", "open")
COLOURS = ("red", "green", "purple")

SYMBOL_WIDTH, SYMBOL_HEIGHT = 34.0, 70.0

_LINE, _STRIPE, _STRIPE_STEP = 2.4, 1.3, 4.0
_CURVE_STEPS = 24

Place = tuple[float, float]
_Curve = tuple[Place, Place, Place]
_Outline = tuple[Place, tuple[_Curve, ...]]


def symbol(shape: int, shading: int, colour: int, x: float, y: float) -> list[Element]:
    """Draw an upright symbol with its centre at (x, y).

    `shape`, `shading` and `colour` are indices into SHAPES, SHADINGS and COLOURS.
    """
    ink = THREE_INKS[colour]
    at = f"translate({number(x)} {number(y)})"
    outline = element(
        "path",
        class_=SHAPES[shape],
        d=_path(shape),
        transform=at,
        fill=ink if SHADINGS[shading] == "solid" else "none",
        stroke=ink,
        stroke_width=_LINE,
        stroke_linejoin="round",
    )
    if SHADINGS[shading] != "striped":
        return [outline]
    return [
        element("path", class_="stripes", d=_stripes(shape), transform=at, stroke=ink, stroke_width=_STRIPE),
        outline,
    ]


def _outline(shape: int) -> _Outline:
    """Return the start point and the cubic curves of an outline. Each curve has two control points and an end point."""
    a, b = SYMBOL_WIDTH / 2, SYMBOL_HEIGHT / 2
    if SHAPES[shape] == "diamond":
        corners = ((0.0, -b), (a, 0.0), (0.0, b), (-a, 0.0))
        return corners[0], tuple((corners[i - 1], corners[i], corners[i]) for i in (1, 2, 3, 0))
    if SHAPES[shape] == "oval":
        # A cubic curve with control points at 0.5523 of the radius deviates from a quarter circle by at most 0.03 %.
        k, side = 0.5523 * a, b - a
        quarters = (
            ((a, -side - k), (k, -b), (0.0, -b)),
            ((-k, -b), (-a, -side - k), (-a, -side)),
            ((-a, -side), (-a, side), (-a, side)),
            ((-a, side + k), (-k, b), (0.0, b)),
            ((k, b), (a, side + k), (a, side)),
            ((a, side), (a, -side), (a, -side)),
        )
        return (a, -side), quarters
    # This is half of the outline. Rotating it by 180 degrees gives the other half.
    half: tuple[_Curve, ...] = (
        ((-8.0, 35.0), (-18.0, 27.0), (-16.5, 13.0)),
        ((-15.0, 1.0), (-6.5, -7.0), (-13.0, -21.0)),
        ((-16.0, -27.5), (-14.5, -35.0), (-4.5, -35.0)),
    )
    return (4.5, 35.0), half + tuple((_turned(a), _turned(b), _turned(end)) for a, b, end in half)


def _turned(place: Place) -> Place:
    return -place[0], -place[1]


@lru_cache(maxsize=len(SHAPES))
def _path(shape: int) -> str:
    (x, y), curves = _outline(shape)
    segments = (" ".join(f"{number(a)} {number(b)}" for a, b in curve) for curve in curves)
    return f"M{number(x)} {number(y)}" + "".join(f"C{curve}" for curve in segments) + "Z"


@lru_cache(maxsize=len(SHAPES))
def _stripes(shape: int) -> str:
    """Return the path of the horizontal lines inside an outline."""
    corners = _corners(shape)
    path = []
    rows = int(SYMBOL_HEIGHT / 2 / _STRIPE_STEP)
    for row in range(-rows, rows + 1):
        y = row * _STRIPE_STEP + 0.01
        meets = sorted(
            x0 + (x1 - x0) * (y - y0) / (y1 - y0)
            for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True)
            if (y0 < y) != (y1 < y)
        )
        path += [f"M{number(x)} {number(y)}H{number(end)}" for x, end in zip(meets[::2], meets[1::2], strict=True)]
    return "".join(path)


def _corners(shape: int) -> list[Place]:
    """Return a polygon with many corners that approximates an outline."""
    start, curves = _outline(shape)
    corners = [start]
    for curve in curves:
        points = (corners[-1], *curve)
        for step in range(1, _CURVE_STEPS + 1):
            t = step / _CURVE_STEPS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(w * p[axis] for w, p in zip(weights, points, strict=True)) for axis in (0, 1))
            corners.append((x, y))
    return corners


GAME_PROPERTIES = ("number", "colour", "shading", "shape")
GAME_VALUES = 3

MONOSPACE = "ui-monospace, 'DejaVu Sans Mono', monospace"

_GAME_WIDTH, _GAME_HEIGHT = 150.0, 97.0
_SYMBOL_STEP = 43.0
_TILE, _MARGIN = 34.0, 7.0
_NUMBERS = ("one", "two", "three")
_DISC_RADIUS = 14.0
_MOST_FACES = 1_000
# The corners of each tile shape except the disc, and how far below the middle of the tile the digit is.
_TILES: tuple[tuple[tuple[tuple[float, float], ...], float], ...] = (
    (((-13.0, -13.0), (13.0, -13.0), (13.0, 13.0), (-13.0, 13.0)), 0.0),
    (((0.0, -16.5), (16.5, 0.0), (0.0, 16.5), (-16.5, 0.0)), 0.0),
    (((0.0, -16.0), (16.5, 13.5), (-16.5, 13.5)), 4.0),
    (((-8.0, -14.0), (8.0, -14.0), (16.0, 0.0), (8.0, 14.0), (-8.0, 14.0), (-16.0, 0.0)), 0.0),
    (((0.0, 16.0), (16.5, -13.5), (-16.5, -13.5)), -4.0),
)


def is_game(deck: Deck) -> bool:
    """Return whether the cards of a `deck` have the faces of the commercial game."""
    return deck.values == GAME_VALUES and deck.properties <= len(GAME_PROPERTIES)


def face_size(deck: Deck) -> tuple[float, float]:
    """Return the width and the height of the cards of a `deck`, in pixels."""
    if is_game(deck):
        return _GAME_WIDTH, _GAME_HEIGHT
    columns = _tile_columns(deck)
    return columns * _TILE + 2 * _MARGIN, ceil(deck.properties / columns) * _TILE + 2 * _MARGIN


def face_parts(deck: Deck) -> int:
    """Return the maximum number of symbols or tiles on a card of a `deck`."""
    return GAME_VALUES if is_game(deck) else deck.properties


def describe_properties(deck: Deck, places: list[int]) -> str:
    """Return the names of the properties of a `deck` at the given `places`, counted from 0.

    >>> describe_properties(Deck(4, 3), [0, 3])
    'number, shape'
    >>> describe_properties(Deck(5, 3), [0, 3]), describe_properties(Deck(5, 3), [4])
    ('properties 1, 4', 'property 5')
    """
    if is_game(deck):
        return ", ".join(GAME_PROPERTIES[place] for place in places)
    return ("property " if len(places) == 1 else "properties ") + ", ".join(str(place + 1) for place in places)


def describe_face(deck: Deck, card: int) -> str:
    """Describe the face of a `card` of a `deck` in words.

    >>> describe_face(Deck(4, 3), 16), describe_face(Deck(2, 3), 8), describe_face(Deck(2, 4), 7)
    ('one green open diamond', 'three purple solid ovals', 'values 1, 3')
    """
    if not is_game(deck):
        return "values " + ", ".join(DIGITS[value] for value in deck.digits(card))
    count, colour, shading, shape = _game_values(deck, card)
    return f"{_NUMBERS[count]} {COLOURS[colour]} {SHADINGS[shading]} {SHAPES[shape]}{'s' * (count > 0)}"


def card_face(deck: Deck, card: int, x: float, y: float) -> Element:
    """Draw a `card` of a `deck` with its top left corner at (x, y).

    The notation and the description of the card are shown while the pointer is over it.
    """
    width, height = face_size(deck)
    sheet = element("rect", width=width, height=height, rx=9, fill=CARD_FILL, stroke=CARD_EDGE, stroke_width=1.2)
    return element(
        "g",
        element("title", text=f"{deck.code(card)}: {describe_face(deck, card)}"),
        sheet,
        *(_game_face(deck, card) if is_game(deck) else _tiles(deck, card)),
        class_="card",
        transform=f"translate({number(x)} {number(y)})",
    )


def svg_faces(deck: Deck) -> str:
    """Return an invisible SVG that defines the face of each card of a `deck`, for use within a page.

    For example, the face of the card 0121 has the identifier card-0121. The top left corner of each face is at (0, 0).
    Raises PictureTooLarge for a deck of more than 1,000 cards.

    >>> svg_faces(Deck(1, 3)).count('id="card-')
    3
    """
    if deck.size > _MOST_FACES:
        raise PictureTooLarge(f"{deck.size:,} card faces needed; a picture can have at most {_MOST_FACES:,}")
    faces = []
    for card in range(deck.size):
        face = card_face(deck, card, 0, 0)
        face.set("id", f"card-{deck.code(card)}")
        faces.append(face)
    return tostring(element("svg", element("defs", *faces), width=0, height=0, aria_hidden="true"), encoding="unicode")


def code_line(deck: Deck, card: int, x: float, y: float) -> Element:
    """Write the notation of a `card` of a `deck`, centred at x on the baseline y."""
    line = caption(deck.code(card), x, y, 13)
    line.set("font-family", MONOSPACE)
    line.set("class", "code")
    return line


def _game_values(deck: Deck, card: int) -> tuple[int, ...]:
    return deck.digits(card) + (0,) * (len(GAME_PROPERTIES) - deck.properties)


def _game_face(deck: Deck, card: int) -> list[Element]:
    count, colour, shading, shape = _game_values(deck, card)
    left = _GAME_WIDTH / 2 - count * _SYMBOL_STEP / 2
    return [
        part
        for place in range(count + 1)
        for part in symbol(shape, shading, colour, left + place * _SYMBOL_STEP, _GAME_HEIGHT / 2)
    ]


def _tile_columns(deck: Deck) -> int:
    """Return the number of tiles per row.

    Up to three tiles form one row. More tiles form a nearly square rectangle that is wider than it is high.
    """
    return deck.properties if deck.properties <= 3 else ceil(sqrt(deck.properties))


def _tiles(deck: Deck, card: int) -> list[Element]:
    columns = _tile_columns(deck)
    parts = []
    for place, value in enumerate(deck.digits(card)):
        row, column = divmod(place, columns)
        parts += _tile(value, _MARGIN + (column + 0.5) * _TILE, _MARGIN + (row + 0.5) * _TILE)
    return parts


def _tile(value: int, x: float, y: float) -> list[Element]:
    """Draw the value of a property with its centre at (x, y)."""
    colour, kind = orbit_colour(value), value % (1 + len(_TILES))
    if kind == 0:
        lower = 0.0
        ground = element("circle", class_="tile", cx=x, cy=y, r=_DISC_RADIUS, fill=colour)
    else:
        corners, lower = _TILES[kind - 1]
        d = "L".join(f"{number(x + a)} {number(y + b)}" for a, b in corners)
        ground = element("path", class_="tile", d=f"M{d}Z", fill=colour, stroke=colour, stroke_width=1)
        ground.set("stroke-linejoin", "round")
    digit = caption(DIGITS[value], x, y + lower + 5.4, 16, fill="#ffffff")
    digit.set("font-weight", "700")
    return [ground, digit]
