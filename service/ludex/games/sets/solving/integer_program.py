"""The cards on a table, which can be added and removed, and a function that collects sets in one array.

SET as a binary integer program for v values and p properties.

The source is the note "The card game SET as a binary integer program", a blog post about three values.

Card i is chosen if x_i = 1. The constant d_ipa is 1 if card i has the value a in the property p. The variable y_p is 1
if the cards of the set differ in p, and z_pa is 1 if all of them have the value a:

    sum_i x_i = v,    sum_i x_i d_ipa = y_p + v z_pa,    sum_a z_pa = 1 - y_p.

There is no objective, since the first equation fixes the number of cards. To list all sets, each set S that has been
found is excluded by the cut `sum_{i in S} x_i <= v - 1`.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError, is_set
from ludex.games.sets.solving.solver import EVERY, FoundSets, IntegerProgramEngine, SetCards


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


MAX_SIZE = 200_000
"""The maximum number of entries in the program's equations, which is `cards * (properties + 1)`."""


class TableProgram(Protocol):
    """The integer program of one table."""

    def solve(self, budget: Budget) -> list[int] | None:
        """Return the indices of the cards of a set, or None if there is none. Raises BudgetExhausted."""
        ...

    def exclude(self, indices: list[int]) -> None:
        """Exclude the set of the cards at `indices` from further results."""
        ...


class IntegerProgram:
    """A solver that builds the integer program of the table for each search and passes it to an `engine`.

    Raises PositionError if `cards * (properties + 1)` exceeds MAX_SIZE. Cost: milliseconds for a table of the deck with
    3^4 cards, plus the same time for each listed set; exponential in the worst case. HiGHS uses floating-point
    arithmetic. If HiGHS finds a set, the set is verified. If HiGHS finds no set, this result depends on its tolerances
    (the coefficients are 0, 1 and v).

    >>> solver = IntegerProgram(Deck(4, 3), [0, 16, 40, 23])
    >>> solver.any(Budget()), solver.count(Budget())
    ((0, 16, 23), 1)
    >>> IntegerProgram(Deck(4, 3), [0, 16, 40, 23], IntegerProgramEngine.HIGHS).any(Budget())
    (0, 16, 23)
    """

    def __init__(
        self, deck: Deck, cards: Iterable[int] = (), engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT
    ) -> None:
        self.deck = deck
        self.engine = engine
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

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Remove `cards`. The `budget` is not used. Raises PositionError for a card that is not on the table."""
        del budget
        self._table.remove(cards)

    def any(self, budget: Budget) -> SetCards | None:
        """Return a set, or None if the engine has proved that there is none. Raises BudgetExhausted."""
        return next(self._sets(budget), None)

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return at most `limit` sets, each once. The result is incomplete if the `budget` is exhausted first."""
        pieces = (np.array([found], np.int32) for found in self._sets(budget))
        return collect_sets(pieces, self.deck.values, budget, limit)

    def count(self, budget: Budget) -> int:
        """Return the number of sets. Raises BudgetExhausted when the `budget` is exhausted."""
        return sum(1 for _ in self._sets(budget))

    def _sets(self, budget: Budget) -> Iterator[SetCards]:
        """Yield the sets. Each set is excluded from the following searches."""
        cards = self.cards
        if len(cards) < self.deck.values:
            return
        program = self._program(budget)
        while (indices := program.solve(budget)) is not None:
            found = tuple(sorted(cards[index] for index in indices))
            if not is_set(self.deck, found):
                raise ArithmeticError(f"{self.engine} gave cards {found} of {self.deck}, which are not a set")
            yield found
            program.exclude(indices)

    def _program(self, budget: Budget) -> TableProgram:
        """Build the program of the current table. Raises BudgetExhausted."""
        budget.check()
        if self.engine is IntegerProgramEngine.HIGHS:
            from ludex.games.sets.solving.highs_program import HighsProgram

            return HighsProgram(self.deck, self.cards)
        from ludex.games.sets.solving.cp_sat_programs import CpSatProgram

        return CpSatProgram(self.deck, self.cards, budget)

    def _check_size(self, cards: int) -> None:
        size = cards * (self.deck.properties + 1)
        if size > MAX_SIZE:
            raise PositionError(
                f"{cards} cards in {self.deck.properties + 1} equations each make {size:,} entries; "
                f"the solver integer-program supports at most {MAX_SIZE:,}"
            )
