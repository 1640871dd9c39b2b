"""The thesis's SMT solver (sections 4 and 5.3): Z3 with the constraints (7), (9), (11), (13), and (14) for removals.

When cards come, the constraints are made anew, as in the thesis. When cards go, (14) is added to those that stand.
Unlike there, (13) is kept when they are made anew: a board of 50 cards takes 0.075 s with it and 1.27 s without.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.interruption import interrupted_by
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError
from ludex.games.sets.solving.listing import listed
from ludex.games.sets.solving.solver import EVERY, FoundSets, SetCards
from ludex.games.sets.solving.table import Table

if TYPE_CHECKING:
    import z3

    from ludex.games.sets.solving.smt_constraints import SetConstraints

MAX_SIZE = 200_000
"""The most equations of constraint (9): cards * values * properties."""


class Smt:
    """The cards of a `deck` on the table, and Z3's constraints for their sets.

    `sorted_cards` says whether constraint (13) is there: without it each set is v! solutions, not one. A solver is for
    one thread at a time; it shares nothing with others. Raises PositionError if cards * values * properties exceeds
    MAX_SIZE. Cost: milliseconds for a table of 3^4, most of them to make the constraints; exponential at worst.

    >>> solver = Smt(Deck(4, 3), [0, 16, 40, 23])
    >>> solver.any(Budget()), solver.count(Budget())
    ((0, 16, 23), 1)
    >>> solver.remove([16], Budget())
    >>> solver.any(Budget()) is None
    True
    """

    def __init__(self, deck: Deck, cards: Iterable[int] = (), *, sorted_cards: bool = True) -> None:
        self.deck = deck
        self.sorted_cards = sorted_cards
        self._table = Table(deck, cards)
        self._model: tuple[SetConstraints, z3.Solver] | None = None
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
        if new:
            self._model = None

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Take `cards` away. If the `budget` has ended, the next search makes the constraints anew.

        Raises PositionError for a card that is not on the table.
        """
        gone = tuple(cards)
        self._table.remove(gone)
        if self._model is None:
            return
        constraints, solver = self._model
        for card in gone:
            if budget.exhausted():
                # The next search makes them anew, at the cost of its own budget.
                self._model = None
                return
            solver.add(*constraints.without(self.deck.digits(card)))

    def any(self, budget: Budget) -> SetCards | None:
        """Return a set, or None: Z3 has proved that there is none. Raises BudgetExhausted when the `budget` ends."""
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
        if len(self._table) < self.deck.values:
            return
        constraints, solver = self._constrained(budget)
        solver.push()
        try:
            while True:
                found = self._solution(constraints, solver, budget)
                if found is None:
                    return
                yield tuple(sorted(map(self.deck.card, found)))
                solver.add(constraints.not_the_set(found))
        finally:
            if self._model is not None:
                solver.pop()

    def _solution(
        self, constraints: "SetConstraints", solver: "z3.Solver", budget: Budget
    ) -> list[tuple[int, ...]] | None:
        import z3

        budget.check()
        with interrupted_by(budget, constraints.context.interrupt) as interrupted:
            answer = solver.check()
        if interrupted.is_set() or answer == z3.unknown:
            # An interrupted context does not always recover.
            self._model = None
            raise BudgetExhausted(budget.exhausted() or "memory")
        return constraints.read(solver.model()) if answer == z3.sat else None

    def _constrained(self, budget: Budget) -> "tuple[SetConstraints, z3.Solver]":
        """Return the constraints of the present table, made anew if cards have come. Raises BudgetExhausted."""
        import z3

        from ludex.games.sets.solving.smt_constraints import SetConstraints

        if self._model is None:
            context = z3.Context()
            constraints = SetConstraints(context, self.deck.values, self.deck.properties)
            solver = z3.Solver(ctx=context)
            solver.add(*constraints.same_or_different())
            for formula in constraints.from_the_table(map(self.deck.digits, self._table.cards), budget.check):
                solver.add(formula)
            solver.add(*constraints.distinct())
            if self.sorted_cards:
                solver.add(*constraints.sorted())
            self._model = constraints, solver
        return self._model

    def _check_size(self, cards: int) -> None:
        size = cards * self.deck.values * self.deck.properties
        if size > MAX_SIZE:
            raise PositionError(
                f"{cards} cards * {self.deck.values} values * {self.deck.properties} properties are {size:,} "
                f"equations, the solver smt takes at most {MAX_SIZE:,}"
            )
