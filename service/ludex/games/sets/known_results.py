"""Positions and caps with known results: the number of sets, and whether a cap is complete or largest."""

from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.games.sets import solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameRecord
from ludex.games.sets.named_decks import NamedDeck
from ludex.games.sets.position import Position, PositionError


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position, the number of sets among its cards, and whether there is a set, each None if unknown."""

    position: Position
    sets: int | None = None
    has_set: bool | None = None


@dataclass(frozen=True, slots=True)
class KnownCap:
    """A cap. It is `complete` if any further card would form a set.

    `largest` is true if no larger cap of the whole deck is known. For a largest cap, `proved` states whether it is
    proved that there is no larger cap. For other caps, it is None.
    """

    cards: Position
    complete: bool
    largest: bool = False
    proved: bool | None = None


def known_cap(cards: Position, budget: Budget | None = None) -> KnownCap:
    """Return the known results of a cap, given by its `cards`.

    `budget` limits the search (None for no limits). Raises PositionError if the cards contain a set, and
    BudgetExhausted. Cost: see `is_complete`.

    >>> known_cap(Position(Deck(2, 3), (0, 1, 3, 4))).complete
    True
    """
    if not solving.caps.is_cap(cards, budget):
        raise PositionError("the cards contain a set")
    return KnownCap(cards, solving.caps.is_complete(cards, budget))


def cards_in(value: object) -> Position | Deck | None:
    """Return the cards of a `value` of SET (for a game, the cards on the final table), or None if it has no cards.

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
