"""Reductions from cards to cards, and functions that all reductions to cards share.

`three_symbol_cards` replaces cards of up to four symbols by cards of up to three symbols. The largest simple-swish
becomes four times as large. Source: Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 4 and Observation 5.
Boards with fewer than three columns are extended by empty columns on the right, a step that the printed text omits.

`flip_cards` reduces SIMPLE-SWISH to SWISH. It replaces each card by four mirrored cards, so that flips give no
advantage. The source is Theorem 1 of the same paper. The mirrored cells have the coordinates `2w+1-b` and `2h+1-a`. The
printed text has `w+1-b` and `h+1-a`, which would leave the mirrored card in the same quarter of the board.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ludex.games.swish.card import Card, Cell, Configuration, Symmetry, require_board
from ludex.games.swish.position import MAX_CARDS, Position, PositionError
from ludex.games.swish.swishes import Placement, Swish


def require_room(height: int, width: int, cards: int) -> None:
    """Raise BoardError or PositionError if a position on this board with this number of `cards` is out of bounds."""
    require_board(height, width)
    if cards > MAX_CARDS:
        raise PositionError(f"the reduction would make {cards:,} cards; at most {MAX_CARDS:,} are allowed")


def card_of(board: tuple[int, int], points: Iterable[Cell], circles: Iterable[Cell]) -> Card:
    """Return the card of a `board` (height and width) with symbols on these cells, which may be in any order."""
    return Card(*board, tuple(sorted(points)), tuple(sorted(circles)))


_PARTS = 4


@dataclass(frozen=True, slots=True)
class ThreeSymbolCards:
    """Cards with at most three symbols each. Cards `4 i` to `4 i + 3` are made from card i of `source`.

    A simple-swish contains either all four cards that are made from the same card, or none of them.
    """

    source: Position
    position: Position

    def largest(self, of_source: int) -> int:
        """Return the size of a largest simple-swish, given the size of a largest simple-swish of the source cards."""
        return _PARTS * of_source

    def swish_of(self, swish: Swish) -> Swish:
        """Return the simple-swish that corresponds to a `swish` of the source cards; it is four times as large."""
        return Swish.as_written(
            self.position.cards, (_PARTS * index + part for index in swish.indices for part in range(_PARTS))
        )

    def source_of(self, swish: Swish) -> Swish:
        """Return the simple-swish of the source cards that corresponds to a `swish`."""
        return Swish.as_written(self.source.cards, {index // _PARTS for index in swish.indices})


def three_symbol_cards(source: Position) -> ThreeSymbolCards:
    """Return four cards of at most three symbols for each card of a position (Lemma 4).

    Parameters
    ----------
    source : Position
        Cards of at most four symbols each, placed as written.

    Returns
    -------
    ThreeSymbolCards
        The cards, on a board with one additional row for each source card.

    Raises
    ------
    PositionError
        If a card has more than four symbols, or there would be too many cards.
    BoardError
        If the board would have more than 255 rows or 4,096 cells.

    Notes
    -----
    Cost: linear.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 4.

    Examples
    --------
    >>> reduction = three_symbol_cards(Position.from_codes(["*o", "o*"]))
    >>> len(reduction.position.cards), reduction.position.height, reduction.position.width, reduction.largest(2)
    (8, 3, 3, 8)
    """
    Position.require(source, "source")
    cards = source.cards
    for index, card in enumerate(cards):
        if (symbols := len(card.points) + len(card.circles)) > _PARTS:
            raise PositionError(f"the card has {symbols} symbols; Lemma 4 supports at most {_PARTS}", index)
    board = source.height + len(cards), max(source.width, _PARTS - 1)
    require_room(*board, _PARTS * len(cards))
    new_cards: list[Card] = []
    for index, card in enumerate(cards):
        row = source.height + index + 1
        symbols_left = [(cell, True) for cell in card.points] + [(cell, False) for cell in card.circles]
        for part in range(_PARTS):
            own = symbols_left[part : part + 1]
            points = [cell for cell, is_point in own if is_point] + [(row, part + 1)] * (part < _PARTS - 1)
            circles = [cell for cell, is_point in own if not is_point] + [(row, part)] * (part > 0)
            new_cards.append(card_of(board, points, circles))
    return ThreeSymbolCards(source, Position(tuple(new_cards), source.symmetry))


_QUARTERS = Symmetry.RECTANGLE.configurations


@dataclass(frozen=True, slots=True)
class FlipCards:
    """Cards in the quarters of a board whose sides are twice as long.

    Cards 4 i to 4 i + 3 are made from card i of `source`.

    The largest swish with flips is four times as large as the largest simple-swish of the source cards.
    """

    source: Position
    position: Position

    def largest(self, of_source: int) -> int:
        """Return the size of a largest swish, given the size `of_source` of a largest simple-swish of the source."""
        return len(_QUARTERS) * of_source

    def swish_of(self, swish: Swish) -> Swish:
        """Return the swish that corresponds to a simple-swish of the source cards; it is four times as large."""
        return Swish.as_written(
            self.position.cards,
            (len(_QUARTERS) * index + part for index in swish.indices for part in range(len(_QUARTERS))),
        )

    def source_of(self, swish: Swish) -> Swish | None:
        """Return a simple-swish of the source cards that has at least a quarter of the cards of a `swish`.

        It corresponds to the cards of the swish in one quarter of the board, chosen such that it is as large as
        possible. Returns None if the swish has no cards.
        """
        quarters: dict[tuple[bool, bool], list[Placement]] = defaultdict(list)
        for placed in swish.cards:
            a, b = (placed.placed.points + placed.placed.circles)[0]
            quarters[a > self.source.height, b > self.source.width].append(placed)
        if not quarters:
            return None
        fullest = max(quarters.values(), key=len)
        return Swish.as_written(self.source.cards, {placed.index // len(_QUARTERS) for placed in fullest})


def flip_cards(source: Position) -> FlipCards:
    """Return four cards, for the rule with flips, for each card of a position placed as written (Theorem 1).

    Parameters
    ----------
    source : Position
        Cards placed as written, on a board of at most 127 rows and columns.

    Returns
    -------
    FlipCards
        The cards, on a board whose sides are twice as long. If this board would be square, it has an empty middle
        column.

    Raises
    ------
    PositionError
        If the symmetry is not `rectangle`, or there would be too many cards.
    BoardError
        If the board would be out of bounds.

    Notes
    -----
    Cost: linear.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Theorem 1.

    Examples
    --------
    >>> reduction = flip_cards(Position.from_codes(["*o", "o*"]))
    >>> [str(card) for card in reduction.position.cards[:4]]
    ['*o../....', '..o*/....', '..../*o..', '..../..o*']
    """
    Position.require(source, "source")
    if source.symmetry is not Symmetry.RECTANGLE:
        raise PositionError("Theorem 1 is about the four flips; omit symmetry")
    height, width = 2 * source.height, 2 * source.width
    width += height == width
    require_room(height, width, len(_QUARTERS) * len(source.cards))
    new_cards = [_enlarged(card, height, width).configured(flip) for card in source.cards for flip in _QUARTERS]
    return FlipCards(source, Position(tuple(new_cards)))


def _enlarged(card: Card, height: int, width: int) -> Card:
    assert Configuration.IDENTITY is _QUARTERS[0]
    return Card(height, width, card.points, card.circles)
