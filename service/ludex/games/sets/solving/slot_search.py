"""The sets among cards in slots, listed or counted in slices: by bit masks, for v = 3 by the third card."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget
from ludex.games.sets import kernels
from ludex.games.sets.deck import Deck
from ludex.games.sets.digits import digit_array
from ludex.games.sets.solving.slots import Slots

if TYPE_CHECKING:
    Array = NDArray[Any]
    MaskArrays = tuple[Array, Array, Array, Array, Array, Array, Array, Array, Array]

_WORK = 20_000_000
"""The number of words or pairs looked at in a slice: some 20 ms."""
_ROWS = 1 << 14
"""The most sets in a piece of a listing."""


class SlotSearch:
    """A search for all sets of the taken `slots`; `found` counts those met so far."""

    __slots__ = ("_slots", "found")

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self.found = 0

    def __call__(self, budget: Budget, rows: int = _ROWS) -> Iterator[NDArray[np.int32]]:
        """Yield the sets in arrays of up to `rows` rows, the cards ascending in each row.

        With no rows the sets are only counted, and nothing is yielded. Raises BudgetExhausted when the `budget` ends.
        """
        if self._slots.deck.values <= 2:
            pieces = self._of_any_cards(budget)
        elif self._slots.deck.values == 3:
            pieces = self._by_third_card(budget, rows)
        else:
            pieces = self._by_masks(budget, rows)
        for piece in pieces:
            yield np.sort(self._slots.cards[piece], axis=1)

    def _by_masks(self, budget: Budget, rows: int) -> Iterator[NDArray[np.int32]]:
        slots = self._slots
        arrays = mask_arrays(slots.deck, len(slots.taken))
        state = arrays[0]
        state[kernels.lookup.LAST] = slots.used
        values = slots.deck.values
        while state[kernels.lookup.FIRST] < state[kernels.lookup.LAST]:
            budget.check()
            found = np.empty((rows, values), np.int32)
            filled = kernels.lookup.search(values, slots.digits, slots.masks, slots.taken, *arrays, found, _WORK)
            self.found = int(state[kernels.lookup.FOUND])
            if filled:
                yield found[:filled]

    def _by_third_card(self, budget: Budget, rows: int) -> Iterator[NDArray[np.int32]]:
        slots = self._slots
        ones, twos = np.empty(slots.used, np.int64), np.empty(slots.used, np.int64)
        kernels.third_card.split(slots.used, slots.digits, ones, twos)
        number_of = numbers_of(slots.deck.properties)
        state = np.zeros(kernels.third_card.STATE_LENGTH, np.int64)
        state[kernels.third_card.LAST] = slots.used
        while state[kernels.third_card.FIRST] < state[kernels.third_card.LAST]:
            budget.check()
            found = np.empty((rows, 3), np.int32)
            filled = kernels.third_card.search(
                slots.cards, slots.used, ones, twos, number_of, slots.slot_of, state, found, _WORK
            )
            self.found = int(state[kernels.third_card.FOUND])
            if filled:
                yield found[:filled]

    def _of_any_cards(self, budget: Budget) -> Iterator[NDArray[np.int32]]:
        """List the sets of one card or two: any cards are a set."""
        budget.check()
        taken = np.flatnonzero(self._slots.cards >= 0).astype(np.int32)
        if self._slots.deck.values == 1:
            self.found = len(taken)
            yield taken.reshape(-1, 1)
            return
        for i, first in enumerate(taken):
            budget.check()
            others = taken[i + 1 :]
            self.found += len(others)
            yield np.stack([np.full_like(others, first), others], axis=1)


def mask_arrays(deck: Deck, words: int) -> "MaskArrays":
    """Return the arrays of the kernel `lookup` for cards of a `deck` in slots of `words` words, its state first."""
    v, p = deck.values, deck.properties
    state = np.zeros(kernels.lookup.STATE_LENGTH, np.int64)
    state[kernels.lookup.LEVEL] = kernels.lookup.BEGIN
    return (
        state,
        np.empty((v, words), np.uint64),
        np.empty((v, words), np.uint64),
        np.empty(v, np.int32),
        np.empty(p, np.int8),
        np.empty((v, p), np.uint64),
        np.empty(64, np.int32),
        np.empty((64, p), np.int8),
        np.empty((p * v, 1), np.uint64),
    )


@lru_cache(maxsize=16)
def numbers_of(properties: int) -> NDArray[np.int64]:
    """Return, for each word of p = `properties` bits, the number of the card with the value 1 at the bits, else 0."""
    bits = np.arange(2**properties, dtype=np.int64)
    return sum((((bits >> k) & 1) * 3**k for k in range(properties)), np.zeros_like(bits))


@lru_cache(maxsize=4)
def words_of(properties: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the words of all cards of three values and p = `properties`, and the numbers of words.

    They are what tells the third card of a set: see `ludex.games.sets.kernels.third_card`.
    """
    deck = Deck(properties, 3)
    ones, twos = np.empty(deck.size, np.int64), np.empty(deck.size, np.int64)
    digits = digit_array(deck, np.arange(deck.size, dtype=np.int32)).astype(np.int8)
    kernels.third_card.split(deck.size, digits, ones, twos)
    return ones, twos, numbers_of(properties)
