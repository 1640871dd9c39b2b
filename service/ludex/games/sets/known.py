"""What is known of positions and caps beyond their cards: whether there is a set, whether there is a larger cap."""

from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.games.sets import solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.making.game_record import GameRecord
from ludex.games.sets.named_decks import NamedDeck
from ludex.games.sets.position import Position, PositionError


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position, how many sets are among its cards, and whether there is one. None: not known."""

    position: Position
    sets: int | None = None
    has_set: bool | None = None


@dataclass(frozen=True, slots=True)
class KnownCap:
    """Cards without a set. `complete`: any further card would make a set.

    `largest`: no larger cap of the whole deck is known. `proved`, for a largest cap: it is proved that there is none;
    otherwise None.
    """

    cards: Position
    complete: bool
    largest: bool = False
    proved: bool | None = None


def known_cap(cards: Position, budget: Budget | None = None) -> KnownCap:
    """Return what is known of a cap, given by its `cards`.

    `budget` limits the search (None: no limits). Raises PositionError for cards with a set, and BudgetExhausted. Cost:
    see `is_complete`.

    >>> known_cap(Position(Deck(2, 3), (0, 1, 3, 4))).complete
    True
    """
    if not solving.caps.is_cap(cards, budget):
        raise PositionError("a set is among the cards")
    return KnownCap(cards, solving.complete_caps.is_complete(cards, budget))


def cards_in(value: object) -> Position | Deck | None:
    """Return the cards of a `value` of SET; for a game those on the table at its end; None for what has no cards.

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
