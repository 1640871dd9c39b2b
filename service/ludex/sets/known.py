"""What is known of positions and caps beyond their cards: whether there is a set, and whether there is a larger cap."""

from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.sets.deck import Deck
from ludex.sets.making.game_record import GameRecord
from ludex.sets.named_decks import NamedDeck
from ludex.sets.position import Position, PositionError


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position, how many sets are among its cards, and whether there is one; None: not known."""

    position: Position
    sets: int | None = None
    has_set: bool | None = None


@dataclass(frozen=True, slots=True)
class KnownCap:
    """Cards without a set. `complete`: each card more would make a set.

    `largest`: no larger cap of the whole deck is known; `proved`, of the largest, that there is none; else None.
    """

    cards: Position
    complete: bool
    largest: bool = False
    proved: bool | None = None


def known_cap(cards: Position, budget: Budget | None = None) -> KnownCap:
    """Return a cap. Raises PositionError for cards with a set, BudgetExhausted. Cost: see `is_complete`.

    >>> known_cap(Position(Deck(2, 3), (0, 1, 3, 4))).complete
    True
    """
    from ludex.sets.solving.caps import is_cap
    from ludex.sets.solving.complete_caps import is_complete

    if not is_cap(cards, budget):
        raise PositionError("a set is among the cards")
    return KnownCap(cards, is_complete(cards, budget))


def cards_in(value: object) -> Position | Deck | None:
    """Return the cards of a value of SET, of a game those on the table at its end; None for what has no cards.

    >>> cards_in(KnownPosition(Position(Deck(1, 3), (0, 1)))).codes
    ('0', '1')
    """
    match value:
        case Position():
            return value
        case NamedDeck() | KnownCap():
            return value.cards
        case KnownPosition():
            return value.position
        case GameRecord():
            return Position(value.deck, value.final_table)
    return None
