"""The brute-force search of the thesis (section 5.2), which tests all combinations of v cards in lexicographic order.

Two arguments are the same in all functions. `combination` is an array of shape (v,) and type int64 that contains the
indices of the current cards in ascending order. Its first entry is -1 once all combinations have been tested. `bits` is
an array of shape (cards, p) and type uint64. Bit a of an entry is set if the card has the value a in the property.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import size

TESTED = 0
"""The index in `state` of the number of combinations tested since the start."""
FOUND = 1
"""The index in `state` of the number of these combinations that were sets."""
STATE_LENGTH = 2


@compiled
def search(bits, combination, state, found, work):
    """Continue the search until `found` is full, no combination is left, or `work` combinations have been tested.

    The sets are written to the rows of `found`, an array of shape (sets, v) and type int32. Returns the number of rows
    that were filled. If `found` has no rows, the sets are only counted. `state` is an array of shape (STATE_LENGTH,)
    and type int64. For `bits` and `combination`, see the module.
    """
    rows = 0
    full = found.shape[0]
    values = combination.shape[0]
    for _ in range(work):
        if combination[0] < 0:
            break
        state[TESTED] += 1
        if _is_set(bits, combination):
            state[FOUND] += 1
            if full:
                for i in range(values):
                    found[rows, i] = combination[i]
                rows += 1
        _advance(combination, bits.shape[0])
        if full and rows == full:
            break
    return rows


@compiled
def _is_set(bits, combination):
    """Return whether the cards of the `combination` have either one value or v different values in every property.

    For `bits`, see the module.
    """
    values = combination.shape[0]
    for k in range(bits.shape[1]):
        present = np.uint64(0)
        for i in range(values):
            present |= bits[combination[i], k]
        different = size(present)
        if different != 1 and different != values:  # noqa: PLR1714
            return False
    return True


@compiled
def _advance(combination, cards):
    """Replace `combination` by the next combination of v of `cards` cards in lexicographic order."""
    values = combination.shape[0]
    place = values - 1
    while place >= 0 and combination[place] == cards - values + place:
        place -= 1
    if place < 0:
        combination[0] = -1
        return
    combination[place] += 1
    for i in range(place + 1, values):
        combination[i] = combination[i - 1] + 1
