"""The cards of a table in slots, as bits of words: which slots have a value in a property, and which are taken.

These arguments are the same in all functions: `values` is the number v of values. `digits` is int8 (slots, p), the
values of the card in each slot. `masks` is uint64 (p * v, words): row property * v + value has a bit for each slot with
that value. `taken` is uint64 (words), a bit for each slot that is taken. `slot_of` is int32 (v^p), the slot of each
card, -1 if it is not on the table. `cards` and `slots` are int32 (cards).
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE

_63 = 63


@compiled
def lay(cards, slots, values, digits, masks, taken, slot_of):
    """Put `cards` into the free `slots`. The other arguments: see the module."""
    for i in range(cards.shape[0]):
        card, slot = np.int64(cards[i]), slots[i]
        slot_of[card] = slot
        word, mask = slot >> 6, ONE << np.uint64(slot & _63)
        for k in range(digits.shape[1] - 1, -1, -1):
            value = card % values
            card //= values
            digits[slot, k] = value
            masks[k * values + value, word] |= mask
        taken[word] |= mask


@compiled
def take(cards, slots, values, digits, masks, taken, slot_of):
    """Take `cards` away and write their `slots`, which are free now. The other arguments: see the module."""
    for i in range(cards.shape[0]):
        slot = slot_of[cards[i]]
        slots[i] = slot
        slot_of[cards[i]] = -1
        word, others = slot >> 6, ~(ONE << np.uint64(slot & _63))
        for k in range(digits.shape[1]):
            masks[k * values + digits[slot, k], word] &= others
        taken[word] &= others
