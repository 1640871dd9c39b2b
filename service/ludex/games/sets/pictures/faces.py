"""The faces of cards of generalized SET: those of the game for three values and at most four properties.

On these the digits of a card are, in their order, its number (0: one, 1: two, 2: three symbols), its colour (0: red, 1:
green, 2: purple), its shading (0: solid, 1: striped, 2: open) and its shape (0: oval, 1: diamond, 2: squiggle). If
there are fewer properties, the last ones keep the value 0. On all other cards each property has a tile of its own, in
reading order, with the digit of its value. The value gives the tile its colour, and its shape, one of six that recur.
"""

from math import ceil, sqrt
from xml.etree.ElementTree import Element, tostring

from ludex.games.sets.deck import DIGITS, Deck
from ludex.games.sets.pictures.symbols import COLOURS, SHADINGS, SHAPES, symbol
from ludex.pictures.palette import orbit_colour
from ludex.pictures.sheets import CARD_EDGE, CARD_FILL
from ludex.pictures.svg import PictureTooLarge, caption, element, number

GAME_PROPERTIES = ("number", "colour", "shading", "shape")
GAME_VALUES = 3

MONOSPACE = "ui-monospace, 'DejaVu Sans Mono', monospace"

_GAME_WIDTH, _GAME_HEIGHT = 150.0, 97.0
_SYMBOL_STEP = 43.0
_TILE, _MARGIN = 34.0, 7.0
_NUMBERS = ("one", "two", "three")
_DISC_RADIUS = 14.0
_MOST_FACES = 1_000
# Corners of the tiles other than discs, and how far below their middle the digit stands.
_TILES: tuple[tuple[tuple[tuple[float, float], ...], float], ...] = (
    (((-13.0, -13.0), (13.0, -13.0), (13.0, 13.0), (-13.0, 13.0)), 0.0),
    (((0.0, -16.5), (16.5, 0.0), (0.0, 16.5), (-16.5, 0.0)), 0.0),
    (((0.0, -16.0), (16.5, 13.5), (-16.5, 13.5)), 4.0),
    (((-8.0, -14.0), (8.0, -14.0), (16.0, 0.0), (8.0, 14.0), (-8.0, 14.0), (-16.0, 0.0)), 0.0),
    (((0.0, 16.0), (16.5, -13.5), (-16.5, -13.5)), -4.0),
)


def is_game(deck: Deck) -> bool:
    """Tell whether the cards of a `deck` have the faces of the game."""
    return deck.values == GAME_VALUES and deck.properties <= len(GAME_PROPERTIES)


def face_size(deck: Deck) -> tuple[float, float]:
    """Return the width and the height of the cards of a `deck`, in pixels."""
    if is_game(deck):
        return _GAME_WIDTH, _GAME_HEIGHT
    columns = _tile_columns(deck)
    return columns * _TILE + 2 * _MARGIN, ceil(deck.properties / columns) * _TILE + 2 * _MARGIN


def face_parts(deck: Deck) -> int:
    """Return the most symbols or tiles that a card of a `deck` has."""
    return GAME_VALUES if is_game(deck) else deck.properties


def properties_said(deck: Deck, places: list[int]) -> str:
    """Name properties of a `deck` by their `places`, which count from 0.

    >>> properties_said(Deck(4, 3), [0, 3]), properties_said(Deck(5, 3), [0, 3]), properties_said(Deck(5, 3), [4])
    ('number, shape', 'properties 1, 4', 'property 5')
    """
    if is_game(deck):
        return ", ".join(GAME_PROPERTIES[place] for place in places)
    return ("property " if len(places) == 1 else "properties ") + ", ".join(str(place + 1) for place in places)


def face_said(deck: Deck, card: int) -> str:
    """Describe the face of a `card` of a `deck` in words.

    >>> face_said(Deck(4, 3), 16), face_said(Deck(2, 3), 8), face_said(Deck(2, 4), 7)
    ('one green open diamond', 'three purple solid ovals', 'values 1, 3')
    """
    if not is_game(deck):
        return "values " + ", ".join(DIGITS[value] for value in deck.digits(card))
    count, colour, shading, shape = _game_values(deck, card)
    return f"{_NUMBERS[count]} {COLOURS[colour]} {SHADINGS[shading]} {SHAPES[shape]}{'s' * (count > 0)}"


def card_face(deck: Deck, card: int, x: float, y: float) -> Element:
    """Draw a `card` of a `deck` with its top left corner at (x, y).

    Its notation and its face in words show when the pointer rests on it.
    """
    width, height = face_size(deck)
    sheet = element("rect", width=width, height=height, rx=9, fill=CARD_FILL, stroke=CARD_EDGE, stroke_width=1.2)
    return element(
        "g",
        element("title", text=f"{deck.code(card)}: {face_said(deck, card)}"),
        sheet,
        *(_game_face(deck, card) if is_game(deck) else _tiles(deck, card)),
        class_="card",
        transform=f"translate({number(x)} {number(y)})",
    )


def svg_faces(deck: Deck) -> str:
    """Return an SVG that shows nothing and defines the face of each card of a `deck`, to be used in a page.

    The face of the card with the notation 0121 has the identifier card-0121 and its corner at (0, 0). Raises
    PictureTooLarge for a deck of more than 1,000 cards.

    >>> svg_faces(Deck(1, 3)).count('id="card-')
    3
    """
    if deck.size > _MOST_FACES:
        raise PictureTooLarge(f"{deck.size:,} faces, at most {_MOST_FACES:,} are defined at once")
    faces = []
    for card in range(deck.size):
        face = card_face(deck, card, 0, 0)
        face.set("id", f"card-{deck.code(card)}")
        faces.append(face)
    return tostring(element("svg", element("defs", *faces), width=0, height=0, aria_hidden="true"), encoding="unicode")


def code_line(deck: Deck, card: int, x: float, y: float) -> Element:
    """Write the notation of a `card` of a `deck`, centred at x, on the base line y."""
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
    """Return how many tiles are side by side: up to three in one row; otherwise nearly a square, wider than high."""
    return deck.properties if deck.properties <= 3 else ceil(sqrt(deck.properties))


def _tiles(deck: Deck, card: int) -> list[Element]:
    columns = _tile_columns(deck)
    parts = []
    for place, value in enumerate(deck.digits(card)):
        row, column = divmod(place, columns)
        parts += _tile(value, _MARGIN + (column + 0.5) * _TILE, _MARGIN + (row + 0.5) * _TILE)
    return parts


def _tile(value: int, x: float, y: float) -> list[Element]:
    """Draw the value of a property around (x, y)."""
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
