"""Cards of up to four symbols become cards of up to three: the largest simple-swish becomes four times as large.

Source: Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 4 and Observation 5. Boards of less than three columns
get empty ones at the right, which the printed text leaves out.
"""

from dataclasses import dataclass

from ludex.games.swish.card import Card
from ludex.games.swish.found import Swish
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.reductions.laying import card_of, require_room

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
