"""The thesis's reduction to SMT (section 4), as Z3's formulas; each part carries the number of its formula there.

The unknown set K is v cards of p integers: `k[i][j]` is the value of card i in property j. `is_value[i][j][a]` is the
formula k_ij = a, made once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import z3

Formula = Any
Digits = tuple[int, ...]


class SetConstraints:
    """The unknown set of v = `values` cards of p = `properties` in a `context` of Z3, and the formulas about it.

    A context belongs to one thread at a time.
    """

    def __init__(self, context: z3.Context, values: int, properties: int) -> None:
        self.context = context
        self.k = [[z3.Int(f"k_{i}_{j}", context) for j in range(properties)] for i in range(values)]
        self.is_value = [[[k == a for a in range(values)] for k in card] for card in self.k]

    def same_or_different(self) -> Iterator[Formula]:
        """(7): in every property all values are different, or all are the same."""
        for column in zip(*self.k, strict=True):
            different = [a != b for a, b in combinations(column, 2)]
            yield self._or([self._and(different), self._and(self._all_same(column))])

    def from_the_table(self, cards: Iterable[Digits], consult: Callable[[], None]) -> Iterator[Formula]:
        """(9): every card of K is one of these `cards`. `consult` is called for each of them: there may be many."""
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
        for one, other in combinations(self.k, 2):
            yield self._or([a != b for a, b in zip(one, other, strict=True)])

    def sorted(self) -> Iterator[Formula]:
        """(13): the cards ascend in the first property in which they differ. So each set is one solution, not v!."""
        columns = list(zip(*self.k, strict=True))
        for i, column in enumerate(columns):
            ascending = self._and([a <= b for a, b in pairwise(column)])
            differ_before = [z3.Not(self._and(self._all_same(before))) for before in columns[:i]]
            yield self._or([ascending, *differ_before])

    def without(self, card: Digits) -> Iterator[Formula]:
        """(14): no card of K is this `card`, which has been taken away."""
        for i in range(len(self.k)):
            yield self._or([z3.Not(formula) for formula in self._is_card(i, card)])

    def not_the_set(self, cards: Sequence[Digits]) -> Formula:
        """Return the formula that K is another set: one of these `cards` is not in it."""
        return self._or([self._and(list(self.without(card))) for card in cards])

    def read(self, model: z3.ModelRef) -> list[Digits]:
        """Return the cards of K in a `model` of Z3."""
        return [tuple(model.eval(k, model_completion=True).as_long() for k in card) for card in self.k]

    def _is_card(self, i: int, digits: Digits) -> list[Formula]:
        return [is_value[a] for is_value, a in zip(self.is_value[i], digits, strict=True)]

    def _all_same(self, column: Sequence[Formula]) -> list[Formula]:
        """(4): neighbours in a column have the same value."""
        return [a == b for a, b in pairwise(column)]

    def _and(self, formulas: list[Formula]) -> Formula:
        return z3.And(*formulas, self.context)

    def _or(self, formulas: list[Formula]) -> Formula:
        return z3.Or(*formulas, self.context)
