"""Reductions from cards to cards, and what all reductions to cards share.

`three_symbol_cards` replaces cards of up to four symbols by cards of up to three; the largest simple-swish becomes four
times as large. Source: Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 4 and Observation 5. Boards with fewer
than three columns get empty columns on the right, which the printed text omits.

`flip_cards` reduces SIMPLE-SWISH to SWISH: it makes four mirrored cards of each card, so that flips gain nothing.
Source: Theorem 1 of the same paper. The mirrored cells are 2w+1-b and 2h+1-a; the printed w+1-b and h+1-a leave the
card in its quarter.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ludex.games.swish.card import Card, Cell, Configuration, Symmetry, require_board
from ludex.games.swish.position import MAX_CARDS, Position, PositionError
from ludex.games.swish.swishes import Placement, Swish


def require_room(height: int, width: int, cards: int) -> None:
    """Raise BoardError or PositionError if a position of so many `cards` of a board is out of bounds."""
    require_board(height, width)
    if cards > MAX_CARDS:
        raise PositionError(f"{cards:,} cards would be made, at most {MAX_CARDS:,} are allowed")


def card_of(board: tuple[int, int], points: Iterable[Cell], circles: Iterable[Cell]) -> Card:
    """Return the card of a `board`, its height and width, with symbols on these cells, in any order."""
    return Card(*board, tuple(sorted(points)), tuple(sorted(circles)))


_PARTS = 4


@dataclass(frozen=True, slots=True)
class ThreeSymbolCards:
    """Cards of at most three symbols: cards 4 i to 4 i + 3 are made of card i of `source`.

    A simple-swish has all four of them or none.
    """

    source: Position
    position: Position

    def largest(self, of_source: int) -> int:
        """Return the size of a largest simple-swish if it is `of_source` among the cards at first."""
        return _PARTS * of_source

    def swish_of(self, swish: Swish) -> Swish:
        """Return the simple-swish that one of the cards at first becomes, four times as large."""
        return Swish.as_written(
            self.position.cards, (_PARTS * index + part for index in swish.indices for part in range(_PARTS))
        )

    def source_of(self, swish: Swish) -> Swish:
        """Return the simple-swish of the cards at first that a `swish` is made of."""
        return Swish.as_written(self.source.cards, {index // _PARTS for index in swish.indices})


def three_symbol_cards(source: Position) -> ThreeSymbolCards:
    """Return four cards for each card of a position, of at most three symbols.

    Parameters
    ----------
    source : Position
        Cards of at most four symbols each, laid as written.

    Returns
    -------
    ThreeSymbolCards
        The cards, on a board with one more row for each card at first.

    Raises
    ------
    PositionError
        If a card has more than four symbols, or too many cards would be made.
    BoardError
        If the board would be out of bounds: it has at most 255 rows and 4,096 cells.

    Notes
    -----
    Cost: linear.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 4.

    >>> made = three_symbol_cards(Position.from_codes(["*o", "o*"]))
    >>> len(made.position.cards), made.position.height, made.position.width, made.largest(2)
    (8, 3, 3, 8)
    """
    cards = source.cards
    for index, card in enumerate(cards):
        if (symbols := len(card.points) + len(card.circles)) > _PARTS:
            raise PositionError(f"{symbols} symbols; Lemma 4 takes cards of at most {_PARTS}", index)
    board = source.height + len(cards), max(source.width, _PARTS - 1)
    require_room(*board, _PARTS * len(cards))
    made: list[Card] = []
    for index, card in enumerate(cards):
        row = source.height + index + 1
        symbols_left = [(cell, True) for cell in card.points] + [(cell, False) for cell in card.circles]
        for part in range(_PARTS):
            own = symbols_left[part : part + 1]
            points = [cell for cell, is_point in own if is_point] + [(row, part + 1)] * (part < _PARTS - 1)
            circles = [cell for cell, is_point in own if not is_point] + [(row, part)] * (part > 0)
            made.append(card_of(board, points, circles))
    return ThreeSymbolCards(source, Position(tuple(made), source.symmetry))


_QUARTERS = Symmetry.RECTANGLE.configurations


@dataclass(frozen=True, slots=True)
class FlipCards:
    """Cards that lie in quarters of a board of twice the sides: cards 4 i to 4 i + 3 are made of card i of `source`.

    The largest swish with flips is four times the largest simple-swish.
    """

    source: Position
    position: Position

    def largest(self, of_source: int) -> int:
        """Return the size of a largest swish if the largest simple-swish of the cards at first is `of_source`."""
        return len(_QUARTERS) * of_source

    def swish_of(self, swish: Swish) -> Swish:
        """Return the swish that a simple-swish of the cards at first becomes, four times as large."""
        return Swish.as_written(
            self.position.cards,
            (len(_QUARTERS) * index + part for index in swish.indices for part in range(len(_QUARTERS))),
        )

    def source_of(self, swish: Swish) -> Swish | None:
        """Return the largest simple-swish of the cards at first in a quarter: at least a quarter of the `swish`.

        None: the swish has no cards.
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
    """Return four cards for each card of a position that is laid as written, for the rule with flips.

    Parameters
    ----------
    source : Position
        Cards laid as written, on a board of at most 127 rows and columns.

    Returns
    -------
    FlipCards
        The cards, on a board of twice the sides; if that were a square, with an empty column in its middle.

    Raises
    ------
    PositionError
        If the symmetry is not `rectangle`, or too many cards would be made.
    BoardError
        If the board would be out of bounds.

    Notes
    -----
    Cost: linear.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Theorem 1.

    >>> made = flip_cards(Position.from_codes(["*o", "o*"]))
    >>> [str(card) for card in made.position.cards[:4]]
    ['*o../....', '..o*/....', '..../*o..', '..../..o*']
    """
    if source.symmetry is not Symmetry.RECTANGLE:
        raise PositionError("Theorem 1 is about the four flips; leave symmetry out")
    height, width = 2 * source.height, 2 * source.width
    width += height == width
    require_room(height, width, len(_QUARTERS) * len(source.cards))
    made = [_enlarged(card, height, width).configured(flip) for card in source.cards for flip in _QUARTERS]
    return FlipCards(source, Position(tuple(made)))


def _enlarged(card: Card, height: int, width: int) -> Card:
    assert Configuration.IDENTITY is _QUARTERS[0]
    return Card(height, width, card.points, card.circles)
