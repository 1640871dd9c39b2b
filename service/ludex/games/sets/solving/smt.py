"""The SMT solver of the thesis (sections 4 and 5.3): Z3 with the constraints (7), (9), (11), (13) and (14).

As in the thesis, the solver rebuilds the constraints when cards are added. When cards are removed, the solver adds (14)
to the existing constraints. Unlike the thesis, it keeps (13) when it rebuilds the constraints. A table of 50 cards
takes 0.075 s with (13) and 1.27 s without it.

The unknown set K consists of v cards, each of which is represented by p integers. `k[i][j]` is the value of card i in
property j. `is_value[i][j][a]` is the formula `k_ij = a`. It is built once and then reused.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import z3

from ludex.engine.budget import Budget, BudgetExhausted, interrupted_by
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError
from ludex.games.sets.solving.solver import SetCards
from ludex.games.sets.solving.table import SingleSetSolver

Formula = Any
Digits = tuple[int, ...]


class SetConstraints:
    """The unknown set K, which has v = `values` cards with p = `properties`, and formulas about this set.

    `context` is the context of Z3 that contains the formulas. Only one thread at a time may use a context.
    """

    def __init__(self, context: z3.Context, values: int, properties: int) -> None:
        self.context = context
        self.k = [[z3.Int(f"k_{i}_{j}", context) for j in range(properties)] for i in range(values)]
        self.is_value = [[[k == a for a in range(values)] for k in card] for card in self.k]

    def same_or_different(self) -> Iterator[Formula]:
        """(7): in every property, the values are all different or all equal."""
        for column in zip(*self.k, strict=True):
            different = [a != b for a, b in combinations(column, 2)]
            yield self._or([self._and(different), self._and(self._all_same(column))])

    def from_the_table(self, cards: Iterable[Digits], consult: Callable[[], None]) -> Iterator[Formula]:
        """(9): every card of K is one of these `cards`. `consult` is called for each card, since there may be many."""
        choices: list[list[Formula]] = [[] for _ in self.k]
        for digits in cards:
            consult()
            for i, choice in enumerate(choices):
                choice.append(self._and(self._is_card(i, digits)))
        for choice in choices:
            consult()
            yield self._or(choice)

    def distinct(self) -> Iterator[Formula]:
        """(11): any two cards differ in some property."""
        for first, second in combinations(self.k, 2):
            yield self._or([a != b for a, b in zip(first, second, strict=True)])

    def sorted(self) -> Iterator[Formula]:
        """(13): the cards ascend in the first property in which they differ. Each set is then one solution, not v!."""
        columns = list(zip(*self.k, strict=True))
        for i, column in enumerate(columns):
            ascending = self._and([a <= b for a, b in pairwise(column)])
            differ_before = [z3.Not(self._and(self._all_same(before))) for before in columns[:i]]
            yield self._or([ascending, *differ_before])

    def without(self, card: Digits) -> Iterator[Formula]:
        """(14): no card of K is this `card`, which has been removed."""
        for i in range(len(self.k)):
            yield self._or([z3.Not(formula) for formula in self._is_card(i, card)])

    def not_the_set(self, cards: Sequence[Digits]) -> Formula:
        """Return the formula that K is a different set, which means that one of the given `cards` is not in K."""
        return self._or([self._and(list(self.without(card))) for card in cards])

    def read(self, model: z3.ModelRef) -> list[Digits]:
        """Return the cards of K in a `model` of Z3."""
        return [tuple(model.eval(k, model_completion=True).as_long() for k in card) for card in self.k]

    def _is_card(self, i: int, digits: Digits) -> list[Formula]:
        return [is_value[a] for is_value, a in zip(self.is_value[i], digits, strict=True)]

    def _all_same(self, column: Sequence[Formula]) -> list[Formula]:
        """(4): any two adjacent values in a column are equal."""
        return [a == b for a, b in pairwise(column)]

    def _and(self, formulas: list[Formula]) -> Formula:
        return z3.And(*formulas, self.context)

    def _or(self, formulas: list[Formula]) -> Formula:
        return z3.Or(*formulas, self.context)


MAX_SIZE = 200_000
"""The maximum number of equations in constraint (9), which is `cards * values * properties`."""


class Smt(SingleSetSolver):
    """The SMT solver. It keeps the cards of a `deck` that are on the table, and the Z3 constraints for their sets.

    If `sorted_cards` is false, constraint (13) is omitted, and each set corresponds to v! solutions instead of one.
    Only one thread at a time may use a solver. Solvers share no state. Raises PositionError if `cards * values *
    properties` exceeds MAX_SIZE. Cost: milliseconds for a table of the deck with 3^4 cards, mostly to build the
    constraints; exponential in the worst case.

    >>> solver = Smt(Deck(4, 3), [0, 16, 40, 23])
    >>> solver.any(Budget()), solver.count(Budget())
    ((0, 16, 23), 1)
    >>> solver.remove([16], Budget())
    >>> solver.any(Budget()) is None
    True
    """

    def __init__(self, deck: Deck, cards: Iterable[int] = (), *, sorted_cards: bool = True) -> None:
        self.sorted_cards = sorted_cards
        self._model: tuple[SetConstraints, z3.Solver] | None = None
        super().__init__(deck, cards)

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Add `cards` to the table. The next search rebuilds the constraints. Raises PositionError."""
        before = len(self._table)
        super().add(cards, budget)
        if len(self._table) > before:
            self._model = None

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Remove `cards`. If the `budget` is exhausted, the next search rebuilds the constraints.

        Raises PositionError for a card that is not on the table.
        """
        gone = tuple(cards)
        self._table.remove(gone)
        if self._model is None:
            return
        constraints, solver = self._model
        for card in gone:
            if budget.exhausted():
                # The next search rebuilds the constraints, within its own budget.
                self._model = None
                return
            solver.add(*constraints.without(self.deck.digits(card)))

    def _sets(self, budget: Budget) -> Iterator[SetCards]:
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

    def _solution(self, constraints: SetConstraints, solver: z3.Solver, budget: Budget) -> list[tuple[int, ...]] | None:

        budget.check()
        with interrupted_by(budget, constraints.context.interrupt) as interrupted:
            answer = solver.check()
        if interrupted.is_set() or answer == z3.unknown:
            # An interrupted context does not always recover.
            self._model = None
            raise BudgetExhausted(budget.exhausted() or "memory")
        return constraints.read(solver.model()) if answer == z3.sat else None

    def _constrained(self, budget: Budget) -> tuple[SetConstraints, z3.Solver]:
        """Return the constraints of the current table. Rebuild them if cards were added. Raises BudgetExhausted."""
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
                f"equations; the solver smt supports at most {MAX_SIZE:,}"
            )
