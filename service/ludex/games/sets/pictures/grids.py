"""Pictures of SET positions as points in nested grids. Each level of nesting shows two properties."""

from xml.etree.ElementTree import Element

from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position
from ludex.pictures.svg import FAINT_INK, PictureTooLarge, caption, document, element, number, transformed

MAX_GRID_POINTS = 20_000
"""The maximum size of a deck that can be drawn as a grid. It allows nine properties with three values."""

_STEP = 17.0
_MARGIN = 24.0
_LABEL_SPACE = 26.0
_RADIUS, _DOT = 6.2, 3.0
_CHOSEN, _FREE = "#1769d2", "#c9c2b1"
_LINE = "#bdb6a6"
_LEAST_WIDTH, _MOST_SCALE = 320.0, 1.9


def cap_svg(position: Position) -> str:
    """Return a picture of a `position`, typically a cap, as points in the space of all cards.

    The values of the last two properties are the row and the column of a point in a grid of v x v points. The values of
    the two properties before them are the row and the column of this grid among v x v such grids, and so on. If the
    number of properties is odd, the first property is a column, and there is no row at this level. For three values,
    this is the usual way to draw caps of AG(p, 3). Raises PictureTooLarge for decks of more than MAX_GRID_POINTS cards.

    >>> cap_svg(Position.from_codes(Deck(2, 3), ["00", "01", "10", "11"])).count('class="point"')
    4
    """
    deck, count = position.deck, len(position.cards)
    if deck.size > MAX_GRID_POINTS:
        raise PictureTooLarge(f"the deck has {deck.size:,} cards; a grid can have at most {MAX_GRID_POINTS:,} points")
    columns, rows = _offsets(deck, upright=False), _offsets(deck, upright=True)
    across, down = max(columns) + _STEP, max(rows) + _STEP
    scale = min(_MOST_SCALE, max(1.0, _LEAST_WIDTH / max(across, down)))
    places = [(columns[card] + _STEP / 2, rows[card] + _STEP / 2) for card in range(deck.size)]
    chosen = set(position.cards)
    free = "".join(f"M{number(x)} {number(y)}h0" for card, (x, y) in enumerate(places) if card not in chosen)
    parts = _frames(deck, columns, rows)
    parts.append(element("path", class_="free", d=free, stroke=_FREE, stroke_width=_DOT * 2, stroke_linecap="round"))
    parts += [_point(deck, card, *places[card]) for card in sorted(chosen)]
    width, height = max(across * scale, _LEAST_WIDTH), down * scale
    text = f"{count} of the {deck.size:,} cards of {deck.properties} properties and {deck.values} values"
    return document(
        f"A grid of {deck.size:,} cards, {count} of them chosen",
        f"{text}. {_axes_text(deck)}.",
        width + 2 * _MARGIN,
        height + _LABEL_SPACE + 2 * _MARGIN - 10,
        [
            transformed(parts, _MARGIN + (width - across * scale) / 2, _MARGIN, scale),
            caption(
                _axes_text(deck),
                width / 2 + _MARGIN,
                _MARGIN + height + _LABEL_SPACE,
                12.5,
                fill=FAINT_INK,
                class_="note",
            ),
        ],
    )


def _upright(deck: Deck, place: int) -> bool:
    """Return whether a property determines a row, and thus a vertical distance.

    From the last property backwards, properties are alternately horizontal and vertical.
    """
    return (deck.properties - 1 - place) % 2 == 1


def _spans(deck: Deck, *, upright: bool) -> dict[int, float]:
    """Return, for each vertical or horizontal property, the distance between points with adjacent values."""
    spans, span = {}, _STEP
    for level, place in enumerate(p for p in reversed(range(deck.properties)) if _upright(deck, p) == upright):
        spans[place] = span
        # The gaps between larger grids are wider.
        span = span * deck.values + _STEP * (0.7 + 0.5 * level)
    return spans


def _offsets(deck: Deck, *, upright: bool) -> list[float]:
    """Return the distance of each card from the first card in one direction."""
    spans = _spans(deck, upright=upright)
    offsets = [0.0]
    for place in range(deck.properties):
        steps = [spans.get(place, 0.0) * value for value in range(deck.values)]
        offsets = [offset + step for offset in offsets for step in steps]
    return offsets


def _frames(deck: Deck, columns: list[float], rows: list[float]) -> list[Element]:
    """Draw a frame around each grid of v x v points."""
    inner = min(deck.properties, 2)
    block = deck.values**inner
    if block == deck.size:
        return []
    frames = []
    across, down = deck.values * _STEP + 4, deck.values * _STEP + 4
    for first in range(0, deck.size, block):
        x, y = columns[first] - 2, rows[first] - 2
        frames.append(f"M{number(x)} {number(y)}h{number(across)}v{number(down)}h{number(-across)}z")
    return [element("path", class_="grids", d="".join(frames), fill="none", stroke=_LINE)]


def _point(deck: Deck, card: int, x: float, y: float) -> Element:
    disc = element("circle", class_="point", cx=x, cy=y, r=_RADIUS, fill=_CHOSEN)
    disc.append(element("title", text=deck.code(card)))
    return disc


def _axes_text(deck: Deck) -> str:
    """Return the names of the vertical and of the horizontal properties, both starting with the outermost property.

    >>> _axes_text(Deck(4, 3)), _axes_text(Deck(1, 5))
    ('down: properties 1, 3; across: properties 2, 4', 'across: property 1')
    """
    parts = []
    for name, upright in (("down", True), ("across", False)):
        places = [str(p + 1) for p in range(deck.properties) if _upright(deck, p) == upright]
        if places:
            parts.append(f"{name}: {'property' if len(places) == 1 else 'properties'} {', '.join(places)}")
    return "; ".join(parts)
