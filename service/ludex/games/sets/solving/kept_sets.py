"""All sets of the cards in slots, kept while cards come and go: what the incremental solver remembers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.kernels import dynamic as kernel
from ludex.games.sets.solving.slot_search import mask_arrays, numbers_of
from ludex.games.sets.solving.slots import Slots
from ludex.games.sets.solving.solver import SetCards

_WORK = 4_000_000
"""The number of steps of a slice for v <= 3: some 20 ms."""
_TURNS = 64
"""The number of turns of a slice for v >= 4 ..."""
_TURN_WORK = 300_000
"""... and of words looked at in each: together some 20 ms at most."""
_FOUND = 256
"""The most sets that a turn finds."""
_LEAST_CAPACITY = 512
_CELLS = 2**31
"""Cells are numbered by int32."""

# As in the kernel, which is loaded only by the functions that call it.
_NEXT, _COUNT, _BEGUN = range(3)


class KeptSets:
    """The sets of the cards of a `deck` in slots, in arrays of `ludex.games.sets.kernels.dynamic`."""

    __slots__ = ("_heads", "_known", "_search", "_sets", "_slots", "_state", "deck")

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._slots = Slots(deck)
        self._state = np.zeros(kernel.STATE_LENGTH, np.int64)
        self._sets: NDArray[np.int32] = np.empty((_LEAST_CAPACITY, 3, deck.values), np.int32)
        self._heads: NDArray[np.int32] = np.empty(0, np.int32)
        self._known: NDArray[np.uint64] = np.empty(0, np.uint64)
        self._search: tuple[NDArray[Any], ...] = ()
        self._fit_slots()

    def __contains__(self, card: int) -> bool:
        return bool(self._slots.slot_of[card] >= 0)

    @property
    def count(self) -> int:
        """Return how many sets there are."""
        return int(self._state[_COUNT])

    def first(self) -> SetCards:
        """Return one of the sets; there must be one."""
        return tuple(sorted(self._slots.cards[self._sets[0, 0]].tolist()))

    def rows(self, rows: int) -> NDArray[np.int32]:
        """Return the cards of the first `rows` sets, ascending in each row."""
        cards = self._slots.cards[self._sets[:rows, 0]]
        cards.sort(axis=1)
        return cards

    def enter(self, cards: Sequence[int], budget: Budget) -> None:
        """Take up `cards`, and keep all sets with them.

        Raises BudgetExhausted when the `budget` ends. Then some of the cards, from the first on, are in with all their
        sets, and the others are not.
        """
        slots = self._slots.lay(cards)
        self._fit_slots()
        self._state[_NEXT] = self._state[_BEGUN] = 0
        try:
            while self._state[_NEXT] < len(slots):
                budget.check()
                if self.count + self._room_needed() > len(self._sets):
                    self._grow(budget)
                self._enter_some(slots)
        except BaseException:
            # The budget has ended, or its callbacks raised an error of their own.
            self.leave(cards[self._state[_NEXT] :])
            raise

    def leave(self, cards: Sequence[int]) -> None:
        """Forget `cards`, and their sets."""
        slots = self._slots.take(cards)
        kernel.leave(self.deck.values, slots, self._known, self._sets, self._heads, self._state)

    def _enter_some(self, new: NDArray[np.int32]) -> None:
        """Search one slice. `new` are the slots of all cards that come now."""
        slots, values = self._slots, self.deck.values
        kept = (self._known, self._sets, self._heads, self._state)
        if values <= 2:
            kernel.enter_few(values, new, slots.used, *kept, _WORK)
        elif values == 3:
            ones, twos, numbers_of = self._search
            kernel.enter_threes(new, slots.used, slots.digits, ones, twos, numbers_of, slots.slot_of, *kept, _WORK)
        else:
            enter: Any = kernel.enter
            enter(values, new, slots.digits, slots.masks, *self._search, *kept, _TURNS, _TURN_WORK)

    def _room_needed(self) -> int:
        """Return how many rows must be free before a slice: the most sets that its next step finds."""
        return _FOUND if self.deck.values >= 4 else self._slots.used

    def _grow(self, budget: Budget) -> None:
        """Make room for twice as many sets. Raises BudgetExhausted if the memory does not suffice."""
        count, rows = self.count, len(self._sets)
        more = max(2 * rows, count + self._room_needed())
        budget.hold(self._sets.nbytes // rows * (rows + more))
        if more * self.deck.values >= _CELLS:
            raise BudgetExhausted("memory")
        budget.check()
        sets = np.empty((more, 3, self.deck.values), np.int32)
        sets[:count] = self._sets[:count]
        self._sets = sets
        budget.hold(sets.nbytes)

    def _fit_slots(self) -> None:
        """Make the arrays that have an entry for each slot as long as the table's."""
        slots, values = self._slots, self.deck.values
        room, words = len(slots.cards), len(slots.taken)
        if len(self._heads) >= room:
            return
        self._heads = _longer(self._heads, room, -1)
        self._known = _longer(self._known, words, 0)
        if values == 3:
            ones, twos = np.empty(room, np.int64), np.empty(room, np.int64)
            self._search = (ones, twos, numbers_of(self.deck.properties))
        elif values >= 4:
            self._search = (*mask_arrays(self.deck, words), np.empty((_FOUND, values), np.int32))


def _longer(array: NDArray[Any], length: int, filling: int) -> NDArray[Any]:
    longer = np.full(length, filling, array.dtype)
    longer[: len(array)] = array
    return longer
