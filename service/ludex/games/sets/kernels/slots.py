"""Slots for the cards on a table, with a bit mask of the slots for each value of each property.

The following arguments are the same in all functions. `values` is the number v of values. `digits`, of shape (slots, p)
and type int8, contains the values of the card in each slot. In `masks`, of shape (p * v, words) and type uint64, row
property * v + value is the bit mask of the slots whose cards have this value. `taken`, of shape (words,) and type
uint64, is the bit mask of the slots in use. `slot_of`, of shape (v^p,) and type int32, contains the slot of each card,
or -1 if the card is not on the table. `cards` and `slots` are arrays of the same length and of type int32.
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
