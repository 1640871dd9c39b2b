"""The cards of a table in numbered slots, as the compiled searches see them. A slot that becomes free is used again."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ludex.games.sets import kernels
from ludex.games.sets.deck import Deck

_WORD = 64


class Slots:
    """Slots for `cards` of a `deck`, and for each property and value the slots that have it, as bits.

    `cards` is int32, -1 for a free slot. Cost: laying or taking a card takes p steps; memory is v * p bits for each
    slot and four bytes for each card of the deck.
    """

    __slots__ = ("cards", "deck", "digits", "free", "masks", "slot_of", "taken", "used")

    def __init__(self, deck: Deck, cards: Sequence[int] = ()) -> None:
        self.deck = deck
        self.slot_of = np.full(deck.size, -1, np.int32)
        self.used = 0
        self.free: list[int] = []
        self._make(len(cards))
        self.lay(cards)

    def _make(self, slots: int) -> None:
        words = max(1, -(-slots // _WORD))
        self.cards: NDArray[np.int32] = np.full(words * _WORD, -1, np.int32)
        self.digits: NDArray[np.int8] = np.zeros((words * _WORD, self.deck.properties), np.int8)
        self.masks: NDArray[np.uint64] = np.zeros((self.deck.properties * self.deck.values, words), np.uint64)
        self.taken: NDArray[np.uint64] = np.zeros(words, np.uint64)

    def lay(self, cards: Sequence[int]) -> NDArray[np.int32]:
        """Put `cards` that have no slot into free ones, and return the slots."""
        reused = [self.free.pop() for _ in range(min(len(cards), len(self.free)))]
        fresh = len(cards) - len(reused)
        if self.used + fresh > len(self.cards):
            self._grow(self.used + fresh)
        slots = np.array([*reused, *range(self.used, self.used + fresh)], np.int32)
        self.used += fresh
        numbers = np.array(cards, np.int32)
        self.cards[slots] = numbers
        kernels.slots.lay(numbers, slots, self.deck.values, self.digits, self.masks, self.taken, self.slot_of)
        return slots

    def take(self, cards: Iterable[int]) -> NDArray[np.int32]:
        """Free the slots of `cards`, and return them."""
        numbers = np.fromiter(cards, np.int32)
        slots = np.empty_like(numbers)
        kernels.slots.take(numbers, slots, self.deck.values, self.digits, self.masks, self.taken, self.slot_of)
        self.cards[slots] = -1
        self.free += slots.tolist()
        return slots

    def _grow(self, least: int) -> None:
        """Make room for at least `least` slots, and for at least twice the present number."""
        cards, digits, masks, taken = self.cards, self.digits, self.masks, self.taken
        self._make(max(least, 2 * len(cards)))
        self.cards[: len(cards)] = cards
        self.digits[: len(cards)] = digits
        self.masks[:, : len(taken)] = masks
        self.taken[: len(taken)] = taken
