"""Compiled simulation of many random deals and games with a deck of three values.

The results depend only on the seed.
"""

from collections import Counter

import numpy as np

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.sets.deck import Deck
from ludex.games.sets.kernels import deals as kernel
from ludex.games.sets.solving.lookup import words_of
from ludex.games.sets.study.closed_forms import cap_upper_bound

_WORK = 5_000_000
"""The number of pairs of cards visited between two checks of the budget, which takes about 20 ms."""
_ROUNDS = 1 << 12


class TernaryDeals:
    """A `deck` of three values that is shuffled again and again. The `seed` determines all orders of the cards.

    >>> deals = TernaryDeals(Deck(4, 3), seed=1)
    >>> 20 < deals.without_set(12, 1000, Budget()) < 50
    True
    """

    def __init__(self, deck: Deck, seed: int) -> None:
        self._deck = deck
        self._cards = np.arange(deck.size, dtype=np.int32)
        self._lies = np.zeros(deck.size, np.int8)
        self._random = np.array([RandomNumbers(seed).state], np.uint64)
        self._third = words_of(deck.properties)

    def without_set(self, n: int, deals: int, budget: Budget) -> int:
        """Return the number of `deals` deals of `n` cards that contain no set. Raises BudgetExhausted."""
        slice_ = max(1, _WORK // max(1, n * n))
        without = 0
        for done in range(0, deals, slice_):
            budget.check()
            budget.report(done, deals, "deals")
            without += kernel.deals_without_set(
                min(slice_, deals - done), n, self._cards, *self._third, self._lies, self._random
            )
        return without

    def rounds(self, games: int, refill: bool, budget: Budget) -> Counter[tuple[int, int, bool]]:
        """Play `games` games, and count rounds by their number, the size of the table, and whether the table has a set.

        A game is played until the deck is empty and no set is left. If there are several sets, the set whose first two
        cards come first on the table is removed. With `refill`, cards are dealt after a set only if the table has fewer
        cards than the initial table. Raises BudgetExhausted when the `budget` is exhausted.
        """
        # The table grows only while it has no set.
        table = np.zeros(max(3 * self._deck.properties, cap_upper_bound(self._deck)) + 3, np.int32)
        state = np.zeros(kernel.STATE_LENGTH, np.int64)
        tables, had_set = np.empty(_ROUNDS, np.int32), np.empty(_ROUNDS, np.int8)
        first = min(3 * self._deck.properties, self._deck.size)
        enough = first if refill else len(table)
        counts: Counter[tuple[int, int, bool]] = Counter()
        for game in range(games):
            budget.report(game, games, "games")
            kernel.begin(first, self._cards, table, self._lies, state, self._random)
            while not state[kernel.OVER]:
                budget.check()
                start = int(state[kernel.ROUND])
                played = kernel.play(
                    self._cards,
                    table,
                    *self._third,
                    self._lies,
                    state,
                    self._random,
                    enough,
                    tables,
                    had_set,
                    _WORK,
                )
                numbers = range(start + 1, start + played + 1)
                counts.update(zip(numbers, tables[:played].tolist(), map(bool, had_set[:played].tolist()), strict=True))
        self._lies[:] = 0
        return counts
