"""SET as a binary integer program, from the post of that name, for v values and p properties.

Card i is chosen if x_i = 1; d_ipa says whether it has the value a in the property p, y_p whether the set differs in p,
z_pa whether all its cards have the value a:

    sum_i x_i = v,    sum_i x_i d_ipa = y_p + v z_pa,    sum_a z_pa = 1 - y_p.

Nothing is maximised, since the first equation says how many cards there are. To list all sets, a cut sum_{i in S} x_i
<= v - 1 excludes each set S that has been found.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

import numpy as np

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError, is_set
from ludex.games.sets.solving.listing import listed
from ludex.games.sets.solving.names import IntegerProgramEngine
from ludex.games.sets.solving.solver import EVERY, FoundSets, SetCards
from ludex.games.sets.solving.table import Table

MAX_SIZE = 200_000
"""The most entries of the program's equations: cards * (properties + 1)."""


class Program(Protocol):
    """The integer program of one table."""

    def solve(self, budget: Budget) -> list[int] | None:
        """Return the indices of the cards of a set, or None: there is none. Raises BudgetExhausted (see `budget`)."""
        ...

    def exclude(self, indices: list[int]) -> None:
        """Exclude the set of the cards at `indices` from further answers."""
        ...


class IntegerProgram:
    """The cards of a `deck` on the table; each search makes the table's integer program and has an `engine` solve it.

    Raises PositionError if cards * (properties + 1) exceeds MAX_SIZE. Cost: milliseconds for a table of 3^4, and the
    same again for each set of a listing; exponential at worst. HiGHS computes with floating-point numbers. A set that
    it finds is checked; the answer that there is none rests on its tolerances (the coefficients are 0, 1 and v).

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
        """Return the cards on the table, in the order in which they came."""
        return self._table.cards

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Lay `cards` on the table; the `budget` is not used.

        Raises PositionError for a card that is there already, or for too many cards.
        """
        del budget
        new = tuple(cards)
        self._check_size(len(self._table) + len(new))
        self._table.add(new)

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Take `cards` away; the `budget` is not used. Raises PositionError for a card that is not on the table."""
        del budget
        self._table.remove(cards)

    def any(self, budget: Budget) -> SetCards | None:
        """Return a set, or None: the engine has proved that there is none. Raises BudgetExhausted (see `budget`)."""
        return next(self._sets(budget), None)

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return the sets, at most `limit`, each once; incomplete if the `budget` ends first."""
        pieces = (np.array([found], np.int32) for found in self._sets(budget))
        return listed(pieces, self.deck.values, budget, limit)

    def count(self, budget: Budget) -> int:
        """Return how many sets there are. Raises BudgetExhausted when the `budget` ends."""
        return sum(1 for _ in self._sets(budget))

    def _sets(self, budget: Budget) -> Iterator[SetCards]:
        """Yield the sets: each is excluded, then the next is looked for."""
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

    def _program(self, budget: Budget) -> Program:
        """Make the program of the present table. Raises BudgetExhausted."""
        budget.check()
        if self.engine is IntegerProgramEngine.HIGHS:
            from ludex.games.sets.solving.highs_program import HighsProgram

            return HighsProgram(self.deck, self.cards)
        from ludex.games.sets.solving.cp_sat_program import CpSatProgram

        return CpSatProgram(self.deck, self.cards, budget)

    def _check_size(self, cards: int) -> None:
        size = cards * (self.deck.properties + 1)
        if size > MAX_SIZE:
            raise PositionError(
                f"{cards} cards * {self.deck.properties + 1} equations that each is in are {size:,} entries, "
                f"the solver integer-program takes at most {MAX_SIZE:,}"
            )
