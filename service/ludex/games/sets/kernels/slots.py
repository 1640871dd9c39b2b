"""Slots for the cards of a table, with bit masks for the slots with each value of a property and for the slots in use.

The following arguments are the same in all functions: `values` is the number v of values. `digits`, int8 (slots, p),
has the values of the card in each slot. In `masks`, uint64 (p * v, words), row property * v + value has a bit for each
slot with that value. `taken`, uint64 (words), has a bit for each slot that is in use. `slot_of`, int32 (v^p), is the
slot of each card, or -1 if it is not on the table. `cards` and `slots` are int32 (cards).
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE

_63 = 63


@compiled
def lay(cards, slots, values, digits, masks, taken, slot_of):
    """Put `cards` into the free `slots`. For the other arguments, see the module."""
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
    """Remove `cards`, and write the slots that become free to `slots`. For the other arguments, see the module."""
    for i in range(cards.shape[0]):
        slot = slot_of[cards[i]]
        slots[i] = slot
        slot_of[cards[i]] = -1
        word, others = slot >> 6, ~(ONE << np.uint64(slot & _63))
        for k in range(digits.shape[1]):
            masks[k * values + digits[slot, k], word] &= others
        taken[word] &= others
