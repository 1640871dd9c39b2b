"""The brute-force search of the thesis (section 5.2): all C(n, v) combinations of v cards, in compiled code.

This solver is the baseline to which other solvers are compared. On small tables, it verifies their results.
"""

from collections.abc import Iterable, Iterator
from math import comb

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck, digit_array
from ludex.games.sets.kernels import brute_force as kernel
from ludex.games.sets.solving.solver import EVERY, FoundSets, SetCards
from ludex.games.sets.solving.table import Table, collect_sets

_WORK = 200_000
"""The number of combinations tested in a slice, which takes about 20 ms."""
_ROWS = 1 << 12
"""The maximum number of sets that are listed at a time."""


class BruteForce:
    """A solver that tests all combinations of the cards on the table, in lexicographic order by their indices.

    Cost: C(n, v) tests of up to v * p steps. It accepts tables of any size, and ends when the budget is exhausted. For
    `budget` and the exceptions, see :class:`ludex.games.sets.solving.solver.Solver`.

    >>> solver = BruteForce(Deck(4, 3), [0, 16, 40, 23])
    >>> solver.any(Budget()), solver.count(Budget())
    ((0, 16, 23), 1)
    """

    def __init__(self, deck: Deck, cards: Iterable[int] = ()) -> None:
        self.deck = deck
        self._table = Table(deck, cards)

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards on the table, in the order in which they were added."""
        return self._table.cards

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Add `cards` to the table; the `budget` is not used. Raises PositionError for a card already present."""
        del budget
        self._table.add(cards)

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Remove `cards`; the `budget` is not used. Raises PositionError for a card that is not on the table."""
        del budget
        self._table.remove(cards)

    def any(self, budget: Budget) -> SetCards | None:
        """Return the first set, or None after testing every combination. Raises BudgetExhausted."""
        for piece in self._search(budget, rows=1):
            return tuple(piece[0].tolist())
        return None

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return at most `limit` sets, each once. The result is incomplete if the `budget` is exhausted first."""
        return collect_sets(self._search(budget, _ROWS), self.deck.values, budget, limit)

    def count(self, budget: Budget) -> int:
        """Return the number of sets. Raises BudgetExhausted when the `budget` is exhausted."""
        return sum(map(len, self._search(budget, _ROWS)))

    def _search(self, budget: Budget, rows: int) -> Iterator[NDArray[np.int32]]:
        """Yield the sets in arrays of up to `rows` rows. The cards of each row are in ascending order."""
        cards = np.array(self.cards, np.int32)
        values = self.deck.values
        if len(cards) < values:
            return
        bits = np.uint64(1) << digit_array(self.deck, cards).astype(np.uint64)
        combination = np.arange(values)
        state = np.zeros(kernel.STATE_LENGTH, np.int64)
        total = comb(len(cards), values)
        while combination[0] >= 0:
            budget.check()
            found = np.empty((rows, values), np.int32)
            filled = kernel.search(bits, combination, state, found, _WORK)
            budget.report(int(state[kernel.TESTED]), total, "combinations")
            if filled:
                yield np.sort(cards[found[:filled]], axis=1)
