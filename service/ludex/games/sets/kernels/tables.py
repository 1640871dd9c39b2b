"""Find the first set of each of many tables: by the third card for three values, by bit masks for more values.

The following arguments are the same in all functions: `tables`, int32 (tables, n), has the numbers of the cards of each
table. `found`, int32 (tables, v), has the cards of a set of each table in ascending order, or -1 in all columns. For
three values, `ones` and `twos` (v^p) and `numbers_of` are those of `ludex.games.sets.kernels.third_card`, indexed by
the number of the card. `lies`, int8 (v^p), is 1 for the cards on the table, and it is all 0 between two tables.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.games.sets.kernels import lookup, slots
from ludex.games.sets.kernels.third_card import third

NEXT = 0
"""The index in `progress` of the number of the current table."""
BEGUN = 1
"""The index in `progress` of a flag that is 1 if the search of this table has begun."""
PROGRESS_LENGTH = 2


@compiled
def find(table, size, ones, twos, numbers_of, lies):
    """Return the first two cards (in table order) and the third card of the first set, or three times -1 for none.

    Only the first `size` cards of `table`, int32, are used. For the other arguments, see the module.
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

    `values` is the number v of values. `places`, int32 (n), has the numbers 0 to n - 1, and `freed`, int32 (n), is
    scratch space. The arrays from `digits` to `slot_of` are those of `ludex.games.sets.kernels.slots`, with no card in
    any slot. `state` and the arrays from `candidates` to `near_masks` are those of `ludex.games.sets.kernels.lookup`.
    `one`, int32 (1, v), is scratch space. `progress` is int64 (PROGRESS_LENGTH). For `tables` and `found`, see the
    module.
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
