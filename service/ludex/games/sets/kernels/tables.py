"""The first set of each of many tables: by the third card for three values, by masks for more.

These arguments are the same in all functions: `tables` is int32 (tables, n), the cards of each by number. `found` is
int32 (tables, v), its cards ascending, or -1s. For three values, `ones` and `twos` (v^p) and `numbers_of` are those of
`ludex.games.sets.kernels.third_card`, by the card's number. `lies` is int8 (v^p), 1 for the cards on the table, and 0
everywhere between two tables.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.games.sets.kernels import lookup, slots
from ludex.games.sets.kernels.third_card import third

NEXT = 0
"""In `progress`: the table that is searched now."""
BEGUN = 1
"""In `progress`: 1 if its search has begun."""
PROGRESS_LENGTH = 2


@compiled
def find(table, size, ones, twos, numbers_of, lies):
    """Return the first two cards of the first set, in the order of the table, and its third card; -1s for none.

    `table` is int32, of which the first `size` cards count. The other arguments: see the module.
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
    """Write the first set of each of the `tables` to `found`, its cards ascending.

    The other arguments: see the module.
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
    """Go on until all `tables` are searched, or for `turns` turns of `work` words each.

    `values` is the number v of values. `places` is int32 (n), 0 to n - 1; `freed` is int32 (n), scratch. The arrays
    from `digits` to `slot_of` are those of `ludex.games.sets.kernels.slots`, with nothing laid; `state` and those from
    `candidates` to `near_masks` are those of `ludex.games.sets.kernels.lookup`. `one` is int32 (1, v), scratch.
    `progress` is int64 (PROGRESS_LENGTH). `tables` and `found`: see the module.
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
