"""Pictures of SET positions as points in nested grids. Each level of nesting shows two properties.

Pictures of generalized SET: a card, the cards on a table with marked sets, and a list of sets.
"""

from collections.abc import Sequence
from math import ceil
from xml.etree.ElementTree import Element

from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameError, GameRecord
from ludex.games.sets.pictures.faces import (
    card_face,
    code_line,
    describe_face,
    describe_properties,
    face_parts,
    face_size,
)
from ludex.games.sets.position import Position, is_set
from ludex.pictures.svg import (
    FAINT_INK,
    GAP,
    INK,
    SHEET_MARGIN,
    PictureTooLarge,
    caption,
    choose_columns,
    document,
    element,
    number,
    orbit_colour,
    tag,
    transformed,
)

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


MAX_TABLE_CARDS = 1_000
MAX_FACE_PARTS = 10_000
"""The maximum number of cards in a picture, and the maximum number of symbols or tiles.

These limits keep the size of a picture below about 3 MB.
"""

MAX_DRAWN_SETS = 60
"""The maximum number of sets that are drawn or marked; further sets are omitted."""

_CODE_SPACE = 22.0
_TABLE_SHAPE = 1.6
_OUTLINE, _OUTLINE_GAP = 4.0, 4.0
_TAG_RADIUS, _TAG_STEP = 9.0, 20.0
_LETTER = 7.4


def set_card_svg(deck: Deck, card: int) -> str:
    """Return a picture of a `card` of a `deck` with its notation. Raises PositionError if there is no such card.

    >>> set_card_svg(Deck(4, 3), 16).count('class="diamond"')
    1
    """
    Position(deck, (card,))
    width, height = face_size(deck)
    across = max(width, _LETTER * 1.1 * deck.properties)
    left = (across - width) / 2 + GAP
    return document(
        f"The SET card {deck.code(card)}",
        _sentence(describe_face(deck, card)),
        across + 2 * GAP,
        height + _CODE_SPACE + 2 * GAP - 4,
        [card_face(deck, card, left, GAP), code_line(deck, card, across / 2 + GAP, GAP + height + 18)],
    )


def set_table_svg(
    position: Position, marked: Sequence[Sequence[int]] = (), numbers: Sequence[int] | None = None
) -> str:
    """Return a picture of the cards of a `position`, arranged in rows, with the notation below each card.

    The cards of the sets in `marked` are outlined. If there are several sets, the number of each set is shown on its
    cards. Only the first MAX_DRAWN_SETS sets are marked. `numbers`, if given, contains a number for each card, which is
    shown on a coloured tag. If two tables are drawn with such tags, matching cards can be recognized by equal tags.
    Raises ValueError if a marked card is not on the table. Raises PictureTooLarge if there are more than
    MAX_TABLE_CARDS cards, or more than MAX_FACE_PARTS symbols or tiles.
    """
    deck, count = position.deck, len(position.cards)
    _require_drawable(deck, count)
    in_sets = _sets_of_cards(position, marked)
    width, height = face_size(deck)
    step_x, step_y = width + GAP, height + _CODE_SPACE + GAP
    columns = _columns(position, step_x, step_y)
    parts: list[Element] = []
    for place, card in enumerate(position.cards):
        x, y = place % columns * step_x, place // columns * step_y
        parts += _on_table(deck, card, x, y, in_sets.get(card, []), numbered=len(marked) > 1)
        if numbers is not None:
            parts += tag(numbers[place], x + _TAG_RADIUS, y, 1.2 * _TAG_RADIUS)
    if not count:
        parts.append(caption("no cards", step_x - GAP / 2, step_y / 2, 14, fill=FAINT_INK))
    text = f"{count} card{'s' * (count != 1)}"
    return document(
        f"A SET table of {text}",
        _sentence(f"{text} of {deck.properties} properties and {deck.values} values{_marked_text(len(marked))}"),
        columns * step_x - GAP + 2 * SHEET_MARGIN,
        max(1, ceil(count / columns)) * step_y - GAP + 2 * SHEET_MARGIN - 6,
        [transformed(parts, SHEET_MARGIN, SHEET_MARGIN)],
    )


def set_game_svg(record: GameRecord, number: int | None = None) -> str:
    """Return a picture of the table in one round of a game. The set that was found in this round is marked.

    `record` is the record of the game. `number` is the number of the round, counted from 0, or None for the final
    table. Raises GameError if the round does not exist, and PictureTooLarge for the same reasons as
    :func:`set_table_svg`.
    """
    if number is None:
        return set_table_svg(Position(record.deck, record.final_table))
    if not 0 <= number < len(record.rounds):
        raise GameError(f"the rounds of the game are 0 to {len(record.rounds) - 1}", "/round")
    found = record.rounds[number].found
    return set_table_svg(Position(record.deck, record.table_of_round(number)), [] if found is None else [found])


def found_set_svg(deck: Deck, cards: Sequence[int]) -> str:
    """Return a picture of a set: its `cards` side by side, and the properties in which they are equal or different.

    `deck` is the deck of the cards. Raises ValueError if the cards do not form a set.
    """
    if not is_set(deck, cards):
        raise ValueError("the cards are not a set")
    parts, across, down = _set_in_rows(deck, cards)
    same, different = _properties(deck, cards)
    lines = [f"{name}: {describe_properties(deck, places)}" for name, places in _named(same, different)]
    body = max(across, *(_LETTER * len(line) for line in lines))
    parts = [transformed(parts, (body - across) / 2, 0)]
    parts += [caption(line, body / 2, down + 20 + 20 * place, 14, class_="note") for place, line in enumerate(lines)]
    return document(
        f"A set of {len(cards)} card{'s' * (len(cards) > 1)}",
        _sentence("; ".join([*map(deck.code, sorted(cards)), *lines])),
        body + 2 * SHEET_MARGIN,
        down + 20 * len(lines) + 2 * SHEET_MARGIN + 4,
        [transformed(parts, SHEET_MARGIN, SHEET_MARGIN)],
    )


def found_sets_svg(deck: Deck, sets: Sequence[Sequence[int]]) -> str:
    """Return a picture of `sets` of a `deck`, numbered from 1, with the cards of each set side by side.

    Sets are omitted at the end of the list if there are more than MAX_DRAWN_SETS sets, or more than MAX_FACE_PARTS
    symbols or tiles. Raises ValueError if there are no sets, or if cards do not form a set.
    """
    if not sets:
        raise ValueError("there are no sets to draw")
    shown = sets[: max(1, min(MAX_DRAWN_SETS, MAX_FACE_PARTS // (deck.values * face_parts(deck))))]
    if not all(is_set(deck, cards) for cards in shown):
        raise ValueError("the cards are not a set")
    blocks = [_set_in_rows(deck, cards) for cards in shown]
    across, down = blocks[0][1] + 34 + GAP, blocks[0][2] + GAP
    columns = choose_columns(len(shown), across, down, _TABLE_SHAPE)
    drawn = []
    for place, (parts, _, height) in enumerate(blocks):
        tag = caption(str(place + 1), 12, (height - _CODE_SPACE) / 2 + 6, 17, fill=FAINT_INK, class_="label")
        drawn.append(transformed([tag, transformed(parts, 34, 0)], place % columns * across, place // columns * down))
    body = ceil(len(shown) / columns) * down - GAP
    left_out = len(sets) - len(shown)
    note = f"and {left_out:,} more" if left_out else ""
    if note:
        drawn.append(caption(note, (columns * across - GAP) / 2, body + 20, 14, fill=FAINT_INK, class_="note"))
    text = f"{len(sets):,} set{'s' * (len(sets) > 1)}"
    return document(
        f"{text} of {deck.properties} properties and {deck.values} values",
        _sentence(f"The first {len(shown)} are drawn" if left_out else "Each with its cards side by side"),
        columns * across - GAP + 2 * SHEET_MARGIN,
        body + 2 * SHEET_MARGIN + (20 if note else -4),
        [transformed(drawn, SHEET_MARGIN, SHEET_MARGIN)],
    )


def _require_drawable(deck: Deck, count: int) -> None:
    if count > MAX_TABLE_CARDS:
        raise PictureTooLarge(f"{count:,} cards given; a picture can have at most {MAX_TABLE_CARDS:,}")
    if count * face_parts(deck) > MAX_FACE_PARTS:
        raise PictureTooLarge(
            f"{count:,} cards of {deck.properties} properties; cards times properties may be at most {MAX_FACE_PARTS:,}"
        )


def _columns(position: Position, step_x: float, step_y: float) -> int:
    """Return the number of columns of a table. In a whole deck, all cards of a row begin with the same digits."""
    count, deck = len(position.cards), position.deck
    if count == deck.size:
        return int(deck.values ** ((deck.properties + 1) // 2))
    return choose_columns(count, step_x, step_y, _TABLE_SHAPE) if count else 2


def _sets_of_cards(position: Position, marked: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """Return the indices of the sets that contain each marked card."""
    on_table = set(position.cards)
    in_sets: dict[int, list[int]] = {}
    for which, cards in enumerate(marked[:MAX_DRAWN_SETS]):
        for card in cards:
            if card not in on_table:
                raise ValueError(f"card number {card} of a marked set is not on the table")
            in_sets.setdefault(card, []).append(which)
    return in_sets


def _on_table(deck: Deck, card: int, x: float, y: float, in_sets: list[int], *, numbered: bool) -> list[Element]:
    """Draw a card, its notation, and the marks of the sets that contain the card."""
    width, height = face_size(deck)
    parts = [card_face(deck, card, x, y), code_line(deck, card, x + width / 2, y + height + 18)]
    if not in_sets:
        return parts
    gap = _OUTLINE_GAP
    outline = element("rect", class_="marked", x=x - gap, y=y - gap, width=width + 2 * gap, height=height + 2 * gap)
    colour = orbit_colour(in_sets[0]) if len(in_sets) == 1 else INK
    for name, value in (("rx", "12"), ("fill", "none"), ("stroke", colour), ("stroke-width", f"{_OUTLINE:g}")):
        outline.set(name, value)
    parts.append(outline)
    return parts + (_tags(in_sets, x, y, width) if numbered else [])


def _tags(in_sets: list[int], x: float, y: float, width: float) -> list[Element]:
    """Draw the numbers of the sets that contain a card along the upper edge of the card.

    If there are many numbers, the distances between them are smaller.
    """
    step = min(_TAG_STEP, (width - 2 * _TAG_RADIUS) / max(1, len(in_sets) - 1))
    parts = []
    for place, which in enumerate(in_sets):
        cx = x + _TAG_RADIUS + place * step
        parts.append(
            element("circle", class_="tag", cx=cx, cy=y - 2, r=_TAG_RADIUS, fill=orbit_colour(which), stroke="#ffffff")
        )
        number = caption(str(which + 1), cx, y + 2, 11, fill="#ffffff", class_="label")
        number.set("font-weight", "700")
        parts.append(number)
    return parts


def _marked_text(marked: int) -> str:
    if not marked:
        return ""
    if marked > MAX_DRAWN_SETS:
        return f"; the first {MAX_DRAWN_SETS} of {marked:,} sets are marked"
    return "; a set is marked" if marked == 1 else f"; {marked} sets are marked"


def _set_in_rows(deck: Deck, cards: Sequence[int]) -> tuple[list[Element], float, float]:
    """Draw the cards of a set in one or several rows, and return the elements, the width and the height."""
    width, height = face_size(deck)
    step_x, step_y = width + GAP, height + _CODE_SPACE
    columns = len(cards) if len(cards) <= 9 else choose_columns(len(cards), step_x, step_y, _TABLE_SHAPE)
    parts: list[Element] = []
    for place, card in enumerate(sorted(cards)):
        x, y = place % columns * step_x, place // columns * step_y
        parts += [card_face(deck, card, x, y), code_line(deck, card, x + width / 2, y + height + 17)]
    return parts, columns * step_x - GAP, ceil(len(cards) / columns) * step_y


def _properties(deck: Deck, cards: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the properties in which the cards of a set are all equal, and those in which they are all different."""
    columns = list(zip(*map(deck.digits, cards), strict=True))
    same = [place for place, column in enumerate(columns) if len(set(column)) == 1]
    return same, [place for place in range(deck.properties) if place not in same]


def _named(same: list[int], different: list[int]) -> list[tuple[str, list[int]]]:
    return [(name, places) for name, places in (("the same", same), ("all different", different)) if places]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
