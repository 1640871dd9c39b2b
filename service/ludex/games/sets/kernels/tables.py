"""Find the first set of each of many tables, with `third_card` for three values and `lookup` for more values.

The following arguments are the same in all functions. `tables`, of shape (tables, n) and type int32, contains the
numbers of the cards on each table. `found`, of shape (tables, v) and type int32, receives the cards of a set of each
table in ascending order, or -1 in all columns if the table has no set. For three values, `ones`, `twos` and
`numbers_of` are those of `ludex.games.sets.kernels.third_card`; `ones` and `twos` are indexed by the number of the
card. `lies`, of shape (v^p,) and type int8, is 1 for the cards on the current table. All its entries are 0 before and
after each table.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.games.sets.kernels import lookup, slots
from ludex.games.sets.kernels.third_card import third

NEXT = 0
"""The index in `progress` of the number of the current table."""
BEGUN = 1
"""The index in `progress` of a flag that is 1 if the search of the current table has begun."""
PROGRESS_LENGTH = 2


@compiled
def find(table, size, ones, twos, numbers_of, lies):
    """Return the cards of the first set of a table, or -1, -1, -1 if there is no set.

    The first two of the returned cards are in table order, and the third card completes them to a set. Only the first
    `size` cards of `table`, of type int32, are used. For the other arguments, see the module.
    """
    for i in range(size):
        a = table[i]
        for j in range(i + 1, size):
            b = table[j]
            c = third(ones[a], twos[a], ones[b], twos[b], numbers_of)
            if lies[c]:
                return np.int64(a), np.int64(b), c
    return np.int64(-1), np.int64(-1), np.int64(-1)


@compiled
def find_in_each(tables, ones, twos, numbers_of, lies, found):
    """Write the first set of each of the `tables` to `found`, with its cards in ascending order.

    For the other arguments, see the module.
    """
    n = tables.shape[1]
    for t in range(tables.shape[0]):
        table = tables[t]
        for i in range(n):
            lies[table[i]] = 1
        a, b, c = find(table, n, ones, twos, numbers_of, lies)
        for i in range(n):
            lies[table[i]] = 0
        least, most = min(a, b, c), max(a, b, c)
        found[t, 0], found[t, 1], found[t, 2] = least, a + b + c - least - most, most


@compiled
def find_by_masks_in_each(
    values, tables, places, freed, digits, masks, taken, slot_of, state, candidates, choices, chosen, differs, used,
    near, near_digits, near_masks, one, progress, found, turns, work,
):  # fmt: skip
    """Continue the search until all `tables` are searched, or for `turns` turns of `work` words each.

    `values` is the number v of values. `places`, of shape (n,) and type int32, contains the numbers 0 to n - 1, and
    `freed`, of the same shape and type, is scratch space. The arrays from `digits` to `slot_of` are those of
    `ludex.games.sets.kernels.slots`, and all slots must be free. `state` and the arrays from `candidates` to
    `near_masks` are those of `ludex.games.sets.kernels.lookup`. `one`, of shape (1, v) and type int32, is scratch
    space. `progress` has the shape (PROGRESS_LENGTH,) and the type int64. For `tables` and `found`, see the module.
    """
    while progress[NEXT] < tables.shape[0] and turns > 0:
        t = progress[NEXT]
        if not progress[BEGUN]:
            slots.lay(tables[t], places, values, digits, masks, taken, slot_of)
            for i in range(state.shape[0]):
                state[i] = 0
            state[lookup.LAST] = tables.shape[1]
            state[lookup.LEVEL] = lookup.BEGIN
            progress[BEGUN] = 1
        filled = lookup.search(
            values, digits, masks, taken, state, candidates, choices, chosen, differs, used, near, near_digits,
            near_masks, one, work,
        )  # fmt: skip
        turns -= 1
        if filled or state[lookup.FIRST] >= state[lookup.LAST]:
            for i in range(values):
                found[t, i] = tables[t, one[0, i]] if filled else -1
            if filled:
                ascend(found[t])
            slots.take(tables[t], freed, values, digits, masks, taken, slot_of)
            progress[NEXT] += 1
            progress[BEGUN] = 0


@compiled
def ascend(cards):
    """Put a few `cards` in ascending order."""
    for i in range(1, cards.shape[0]):
        card = cards[i]
        place = i
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card
