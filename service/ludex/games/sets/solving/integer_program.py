"""SET as a binary integer program for v values and p properties.

The source is the note "The card game SET as a binary integer program", a blog post about three values.

Card i is chosen if x_i = 1. The constant d_ipa is 1 if card i has the value a in the property p. The variable y_p is 1
if the cards of the set differ in p, and z_pa is 1 if all of them have the value a:

    sum_i x_i = v,    sum_i x_i d_ipa = y_p + v z_pa,    sum_a z_pa = 1 - y_p.

There is no objective, since the first equation fixes the number of cards. To list all sets, each set S that has been
found is excluded by the cut `sum_{i in S} x_i <= v - 1`.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError, is_set
from ludex.games.sets.solving.solver import IntegerProgramEngine, SetCards
from ludex.games.sets.solving.table import SingleSetSolver

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


class IntegerProgram(SingleSetSolver):
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
        self.engine = engine
        super().__init__(deck, cards)

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Remove `cards`. The `budget` is not used. Raises PositionError for a card that is not on the table."""
        del budget
        self._table.remove(cards)

    def _sets(self, budget: Budget) -> Iterator[SetCards]:
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
