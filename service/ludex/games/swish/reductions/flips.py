"""SIMPLE-SWISH to SWISH: four mirrored cards for each, so that flips win nothing.

Source: Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Theorem 1. The mirrored cells are 2w+1-b and 2h+1-a; the
printed w+1-b and h+1-a leave the card in its quarter.
"""

from collections import defaultdict
from dataclasses import dataclass

from ludex.games.swish.card import Card, Configuration, Symmetry
from ludex.games.swish.found import Placed, Swish
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.reductions.laying import require_room

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
        quarters: dict[tuple[bool, bool], list[Placed]] = defaultdict(list)
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
