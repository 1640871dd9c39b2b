"""Sets of the cards on tables: the first set of each of many tables, third cards, and the slots of a table.

**Many tables.** The following arguments are the same in all functions. `tables`, of shape (tables, n) and type int32,
contains the numbers of the cards on each table. `found`, of shape (tables, v) and type int32, receives the cards of a
set of each table in ascending order, or -1 in all columns if the table has no set. `ones` and `twos` are indexed by the
number of the card. `lies`, of shape (v^p,) and type int8, is 1 for the cards on the current table. All its entries are
0 before and after each table.

**Three values.** Two cards determine the third card of a set, which is looked up. A card is represented by two words of
type int64 with one bit for each property. A bit of the first word, in `ones`, is set if the property has the value 1; a
bit of the second word, in `twos`, is set if the property has the value 2. `numbers_of` is an array of shape (2^p,) and
type int64 that maps a word to the number of a card. This card has the value 1 in the properties whose bits are set, and
the value 0 in all other properties. In linear algebra over the field of three elements, the elements are the integers
0, 1 and 2 as int8.

**Slots for the cards on a table**, with a bit mask of the slots for each value of each property. `values` is the number
v of values. `digits`, of shape (slots, p) and type int8, contains the values of the card in each slot. In `masks`, of
shape (p * v, words) and type uint64, row property * v + value is the bit mask of the slots whose cards have this value.
`taken`, of shape (words,) and type uint64, is the bit mask of the slots in use. `slot_of`, of shape (v^p,) and type
int32, contains the slot of each card, or -1 if the card is not on the table. `cards` and `slots` are arrays of the same
length and of type int32.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE
from ludex.games.sets.kernels import lookup

FIRST = 0
"""The index in `state` of the first slot of the pairs that are being tested."""
LAST = 1
"""The index in `state` of the value of FIRST at which the search ends."""
SECOND = 2
"""The index in `state` of the second slot of the pair that is tested next."""
FOUND = 3
"""The index in `state` of the number of sets found since the start."""
STATE_LENGTH = 4


@compiled
def split(slots, digits, ones, twos):
    """Write the words of the cards in the first `slots` slots to `ones` and `twos`.

    `digits`, of type int8, contains the values of the card in each slot.
    """
    p = digits.shape[1]
    for slot in range(slots):
        one, two = 0, 0
        for k in range(p):
            one = (one << 1) | (digits[slot, k] == 1)
            two = (two << 1) | (digits[slot, k] == 2)
        ones[slot] = one
        twos[slot] = two


@compiled
def third(one_a, two_a, one_b, two_b, numbers_of):
    """Return the number of the card that forms a set with two different cards, a and b.

    `one_a`, `two_a`, `one_b` and `two_b` are the words of these cards. For `numbers_of`, see the module.
    """
    none_a, none_b = ~(one_a | two_a), ~(one_b | two_b)
    one = (one_a & one_b) | (none_a & two_b) | (two_a & none_b)
    two = (two_a & two_b) | (none_a & one_b) | (one_a & none_b)
    return numbers_of[one] + 2 * numbers_of[two]


@compiled
def search(cards, slots, ones, twos, numbers_of, slot_of, state, found, work):
    """Continue the search until `found` is full, all sets are found (FIRST is LAST), or `work` pairs have been tested.

    The sets are written to the rows of `found`, of shape (sets, 3) and type int32. Returns the number of rows that were
    filled. If `found` has no rows, the sets are only counted. `slots` is the number of slots. `cards`, of type int32,
    contains the card in each slot, or -1 if the slot is free. `slot_of`, of shape (v^p,) and type int32, contains the
    slot of each card, or -1 if the card has no slot. `ones` and `twos` contain the words of the card in each slot.
    `state` has the shape (STATE_LENGTH,) and the type int64. For `numbers_of`, see the module.
    """
    rows = 0
    full = found.shape[0]
    while work > 0 and state[FIRST] < state[LAST]:
        a = state[FIRST]
        work -= 1
        start = max(state[SECOND], a + 1)
        if cards[a] < 0:
            start = slots
        stop = min(slots, start + work)
        one_a, two_a = ones[a], twos[a]
        b = start
        while b < stop:
            if cards[b] >= 0:
                c = slot_of[third(one_a, two_a, ones[b], twos[b], numbers_of)]
                if c > b:
                    state[FOUND] += 1
                    if full:
                        found[rows, 0], found[rows, 1], found[rows, 2] = a, b, c
                        rows += 1
            b += 1
            if full and rows == full:
                break
        work -= b - start
        state[SECOND] = b
        if b >= slots:
            state[FIRST] = a + 1
            state[SECOND] = 0
        if full and rows == full:
            break
    return rows


@compiled
def reduce(rows, pivots):
    """Bring the matrix `rows`, int8, to reduced row echelon form, and return its rank.

    The column of the leading 1 of each row is written to `pivots`. This array has the type int32 and must have an
    element for each column.
    """
    rank = 0
    for column in range(rows.shape[1]):
        row = rank
        while row < rows.shape[0] and rows[row, column] == 0:
            row += 1
        if row == rows.shape[0]:
            continue
        lead = rows[row, column]
        for k in range(rows.shape[1]):
            # Modulo 3, the inverse of 2 is 2.
            above = rows[rank, k]
            rows[rank, k] = lead * rows[row, k] % 3
            if row != rank:
                rows[row, k] = above
        for other in range(rows.shape[0]):
            factor = rows[other, column]
            if other != rank and factor:
                for k in range(rows.shape[1]):
                    rows[other, k] = (rows[other, k] + (3 - factor) * rows[rank, k]) % 3
        pivots[rank] = column
        rank += 1
    return rank


@compiled
def sums_up_to_sign(columns, sums, blocks):
    """Write all non-empty signed sums of `columns` to `blocks`, one of each pair of opposite sums.

    `columns` has the shape (points, d) and the type int8. `blocks` has the shape (points, (3^d - 1) / 2) and the type
    uint8. `sums`, of shape (3^d,) and type int8, is scratch space. In each sum, the last column that occurs has the
    coefficient 1. The sums are sorted by this last column.
    """
    for i in range(columns.shape[0]):
        sums[0] = 0
        length, place = 1, 0
        for k in range(columns.shape[1]):
            entry = columns[i, k]
            for j in range(length):
                once = (sums[j] + entry) % 3
                sums[length + j] = once
                sums[2 * length + j] = (once + entry) % 3
                blocks[i, place + j] = once
            place += length
            length *= 3


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
    `ludex.games.sets.kernels.tables`, and all slots must be free. `state` and the arrays from `candidates` to
    `near_masks` are those of `ludex.games.sets.kernels.lookup`. `one`, of shape (1, v) and type int32, is scratch
    space. `progress` has the shape (PROGRESS_LENGTH,) and the type int64. For `tables` and `found`, see the module.
    """
    while progress[NEXT] < tables.shape[0] and turns > 0:
        t = progress[NEXT]
        if not progress[BEGUN]:
            lay(tables[t], places, values, digits, masks, taken, slot_of)
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
            take(tables[t], freed, values, digits, masks, taken, slot_of)
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
