"""The thesis's brute force (section 5.2): all C(n, v) combinations of v cards, one after the other, compiled.

It is the measure of the other solvers, and their check on small tables.
"""

from collections.abc import Iterable, Iterator
from math import comb

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.digits import digit_array
from ludex.games.sets.kernels import brute_force as kernel
from ludex.games.sets.solving.listing import listed
from ludex.games.sets.solving.solver import EVERY, FoundSets, SetCards
from ludex.games.sets.solving.table import Table

_WORK = 200_000
"""The number of combinations tested in a slice: some 20 ms."""
_ROWS = 1 << 12
"""The most sets in a piece of a listing."""


class BruteForce:
    """The cards of a `deck` on the table; each search tests the combinations in lexicographic order, as the cards came.

    Cost: C(n, v) tests of up to v * p steps. It takes any table, and ends with the budget. `budget`, and what is
    raised: see :class:`ludex.games.sets.solving.solver.Solver`.

    >>> solver = BruteForce(Deck(4, 3), [0, 16, 40, 23])
    >>> solver.any(Budget()), solver.count(Budget())
    ((0, 16, 23), 1)
    """

    def __init__(self, deck: Deck, cards: Iterable[int] = ()) -> None:
        self.deck = deck
        self._table = Table(deck, cards)

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards on the table, in the order in which they came."""
        return self._table.cards

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Lay `cards` on the table; the `budget` is not used. Raises PositionError for a card that is there already."""
        del budget
        self._table.add(cards)

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Take `cards` away; the `budget` is not used. Raises PositionError for a card that is not on the table."""
        del budget
        self._table.remove(cards)

    def any(self, budget: Budget) -> SetCards | None:
        """Return the first set, or None: every combination has been tested. Raises BudgetExhausted (see `budget`)."""
        for piece in self._search(budget, rows=1):
            return tuple(piece[0].tolist())
        return None

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return the sets, at most `limit`, each once; incomplete if the time or memory of the `budget` ends first."""
        return listed(self._search(budget, _ROWS), self.deck.values, budget, limit)

    def count(self, budget: Budget) -> int:
        """Return how many sets there are. Raises BudgetExhausted when the `budget` ends."""
        return sum(map(len, self._search(budget, _ROWS)))

    def _search(self, budget: Budget, rows: int) -> Iterator[NDArray[np.int32]]:
        """Yield the sets in arrays of up to `rows` rows, the cards ascending in each row."""
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
