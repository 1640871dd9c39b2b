"""The cards on a table, which can be added and removed, sets in one array, and solvers that yield one set at a time."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError
from ludex.games.sets.solving.solver import EVERY, FoundSets, SetCards


class Table:
    """Distinct `cards` of a `deck`, in the order in which they were added.

    >>> table = Table(Deck(2, 3), [4, 1])
    >>> table.add([2])
    >>> table.remove([4])
    >>> table.cards
    (1, 2)
    """

    __slots__ = ("_cards", "deck")

    def __init__(self, deck: Deck, cards: Iterable[int] = ()) -> None:
        self.deck = deck
        self._cards: dict[int, None] = {}
        self.add(cards)

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards, in the order in which they were added."""
        return tuple(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, card: int) -> bool:
        return card in self._cards

    def add(self, cards: Iterable[int]) -> None:
        """Add all `cards`, or no card in case of an error.

        Raises PositionError for a card that is already present or not in the deck.
        """
        laid = tuple(cards)
        new = dict.fromkeys(laid)
        # Whole decks have up to a million cards, so single cards are examined only to find the error.
        beyond = bool(laid) and (min(new) < 0 or max(new) >= self.deck.size)
        if beyond or len(new) < len(laid) or not new.keys().isdisjoint(self._cards):
            raise self._refusal(laid)
        self._cards |= new

    def _refusal(self, laid: tuple[int, ...]) -> PositionError:
        """Return the error for cards of which at least one cannot be added."""
        seen = set(self._cards)
        for card in laid:
            if not 0 <= card < self.deck.size:
                return PositionError(f"number {card} is not a card of the deck")
            if card in seen:
                return PositionError(f"{self.deck.code(card)} is on the table already")
            seen.add(card)
        raise AssertionError("the cards can be laid down")

    def remove(self, cards: Iterable[int]) -> None:
        """Remove all `cards`, or no card in case of an error.

        Raises PositionError for a card that is not on the table.
        """
        gone: set[int] = set()
        for card in cards:
            if card not in self._cards or card in gone:
                raise PositionError(f"number {card} is not on the table")
            gone.add(card)
        for card in gone:
            del self._cards[card]


def collect_sets(pieces: Iterable[NDArray[np.int32]], values: int, budget: Budget, limit: int) -> FoundSets:
    """Collect at most `limit` sets from `pieces` in one array, and omit all further sets.

    Each piece is an array of shape (sets, v) and type int32, where v = `values`. The result is marked as incomplete if
    sets are omitted or if the `budget` is exhausted. If the iteration over the pieces raises BudgetExhausted, the sets
    of the previous pieces are returned.
    """
    gathered: list[NDArray[np.int32]] = []
    rows = 0
    complete = True
    try:
        for piece in pieces:
            gathered.append(piece[: limit - rows])
            rows += len(piece)
            if rows > limit:
                complete = False
                break
            # The sets are in memory twice: as pieces and concatenated.
            budget.hold(2 * rows * piece.itemsize * values)
    except BudgetExhausted:
        complete = False
    return FoundSets(np.concatenate(gathered) if gathered else np.empty((0, values), np.int32), complete)


class SingleSetSolver:
    """The common part of solvers that find one set at a time, among at most a number of cards of a `deck`."""

    def __init__(self, deck: Deck, cards: Iterable[int]) -> None:
        self.deck = deck
        self._table = Table(deck, cards)
        self._check_size(len(self._table))

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards on the table, in the order in which they were added."""
        return self._table.cards

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Add `cards` to the table. The `budget` is not used.

        Raises PositionError for a card that is already present, or for too many cards.
        """
        del budget
        new = tuple(cards)
        self._check_size(len(self._table) + len(new))
        self._table.add(new)

    def any(self, budget: Budget) -> SetCards | None:
        """Return a set, or None if it is proved that there is none. Raises BudgetExhausted."""
        return next(self._sets(budget), None)

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return at most `limit` sets, each once. The result is incomplete if the `budget` is exhausted first."""
        pieces = (np.array([found], np.int32) for found in self._sets(budget))
        return collect_sets(pieces, self.deck.values, budget, limit)

    def count(self, budget: Budget) -> int:
        """Return the number of sets. Raises BudgetExhausted when the `budget` is exhausted."""
        return sum(1 for _ in self._sets(budget))

    @abstractmethod
    def _sets(self, budget: Budget) -> Iterator[SetCards]:
        """Yield the sets. Each set is excluded from the following searches."""

    @abstractmethod
    def _check_size(self, cards: int) -> None:
        """Raise PositionError if there are too many cards."""
