"""Maintain all sets of a table while cards are added and removed.

The sets are stored in a list without gaps. For each slot, a doubly linked chain connects the sets that contain its
card. The following arguments are the same in all functions. For each array, the type is followed by the shape in
parentheses.

values : int
    The number v of values.
sets : int32 (capacity, 3, v)
    Row r is a set, and sets[r, 0] contains the slots of its cards. The number r * v + i, called a cell, represents card
    i of this set. sets[r, 1, i] and sets[r, 2, i] are the next and the previous cell in the chain of that card, or -1
    at the ends of the chain. When a set is removed, the last set moves to its row.
heads : int32 (slots)
    The first cell of each chain, or -1.
known : uint64 (words)
    The slots, as bits, of the cards whose sets are stored. A search for the sets of a new card uses only these cards.
state : int64 (STATE_LENGTH)
    The state of the search, with the indices below.
new : int32 (new cards)
    The slots of the new cards.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import bit
from ludex.games.sets.kernels import lookup, tables

NEXT = 0
"""The index in `state` of the position in `new` of the card whose sets are currently searched for."""
COUNT = 1
"""The index in `state` of the number of stored sets."""
BEGUN = 2
"""The index in `state` of a flag that is 1 if the search for the current new card has begun."""
STATE_LENGTH = 3

_63 = 63


@compiled
def enter_few(values, new, used, known, sets, heads, state, work):
    """Store the sets that contain new cards for v <= 2, where any v cards are a set.

    The function continues until all new cards are processed, about `work` steps are done, or `sets` has no room for the
    sets of the next card. All slots in use are below `used`. For the other arguments, see the module.
    """
    while state[NEXT] < new.shape[0] and work > 0 and state[COUNT] + used <= sets.shape[0]:
        slot = new[state[NEXT]]
        if values == 1:
            row = state[COUNT]
            sets[row, 0, 0] = slot
            _link(values, row, sets, heads)
            state[COUNT] = row + 1
        else:
            for other in range(used):
                if _has(known, other):
                    row = state[COUNT]
                    sets[row, 0, 0], sets[row, 0, 1] = slot, other
                    _link(values, row, sets, heads)
                    state[COUNT] = row + 1
        known[slot >> 6] |= bit(slot & _63)
        state[NEXT] += 1
        work -= used


@compiled
def enter_threes(new, used, digits, ones, twos, numbers_of, slot_of, known, sets, heads, state, work):
    """Store the sets that contain new cards for v = 3, where two cards of a set determine the third card.

    The function ends under the same conditions as :func:`enter_few`, and `used` and `work` have the same meaning.
    `digits` and `slot_of` are those of `ludex.games.sets.kernels.tables`, and `ones`, `twos` and `numbers_of` are those
    of `ludex.games.sets.kernels.tables`. For the other arguments, see the module.
    """
    tables.split(used, digits, ones, twos)
    while state[NEXT] < new.shape[0] and work > 0 and state[COUNT] + used <= sets.shape[0]:
        a = new[state[NEXT]]
        one, two = ones[a], twos[a]
        for b in range(used):
            if not _has(known, b):
                continue
            c = slot_of[tables.third(one, two, ones[b], twos[b], numbers_of)]
            if c > b and _has(known, c):
                row = state[COUNT]
                sets[row, 0, 0], sets[row, 0, 1], sets[row, 0, 2] = a, b, c
                _link(3, row, sets, heads)
                state[COUNT] = row + 1
        known[a >> 6] |= bit(a & _63)
        state[NEXT] += 1
        work -= used


@compiled
def enter(
    values,
    new,
    digits,
    masks,
    search,
    candidates,
    choices,
    chosen,
    differs,
    used,
    near,
    near_digits,
    near_masks,
    found,
    known,
    sets,
    heads,
    state,
    turns,
    work,
):
    """Store the sets that contain new cards for v >= 4, by the search of `ludex.games.sets.kernels.lookup`.

    The function continues until all new cards are processed, `turns` turns of `work` words each are done, or `sets` has
    fewer free rows than `found` has rows. `digits` and `masks` are those of `ludex.games.sets.kernels.tables`. `search`
    is the argument `state` of the module `lookup`, which also describes the arguments from `candidates` to `found`. For
    the other arguments, see the module.
    """
    while state[NEXT] < new.shape[0] and turns > 0 and state[COUNT] + found.shape[0] <= sets.shape[0]:
        slot = new[state[NEXT]]
        if not state[BEGUN]:
            known[slot >> 6] |= bit(slot & _63)
            search[lookup.FIRST], search[lookup.LAST] = slot, slot + 1
            search[lookup.THROUGH], search[lookup.LEVEL] = 1, lookup.BEGIN
            state[BEGUN] = 1
        rows = lookup.search(
            values,
            digits,
            masks,
            known,
            search,
            candidates,
            choices,
            chosen,
            differs,
            used,
            near,
            near_digits,
            near_masks,
            found,
            work,
        )
        for i in range(rows):
            row = state[COUNT]
            for j in range(values):
                sets[row, 0, j] = found[i, j]
            _link(values, row, sets, heads)
            state[COUNT] = row + 1
        if search[lookup.FIRST] >= search[lookup.LAST]:
            state[BEGUN] = 0
            state[NEXT] += 1
        turns -= 1


@compiled
def leave(values, gone, known, sets, heads, state):
    """Remove the cards in the slots `gone`, int32, and every set that contains one of them.

    For the other arguments, see the module.
    """
    for i in range(gone.shape[0]):
        slot = gone[i]
        while heads[slot] >= 0:
            row = heads[slot] // values
            last = state[COUNT] - 1
            _unlink(values, row, sets, heads)
            if row < last:
                _move(values, last, row, sets, heads)
            state[COUNT] = last
        known[slot >> 6] &= ~bit(slot & _63)


@compiled
def _has(words, slot):
    """Return whether a `slot` is among the bits of `words`, uint64."""
    return words[slot >> 6] & bit(slot & _63) != 0


@compiled
def _link(values, row, sets, heads):
    """Insert the new set of a `row` at the head of the chains of its cards. For the other arguments, see the module."""
    for i in range(values):
        slot = sets[row, 0, i]
        cell, following = row * values + i, heads[slot]
        sets[row, 1, i], sets[row, 2, i] = following, -1
        if following >= 0:
            sets[following // values, 2, following % values] = cell
        heads[slot] = cell


@compiled
def _unlink(values, row, sets, heads):
    """Remove the set of a `row` from the chains of its cards. For the other arguments, see the module."""
    for i in range(values):
        following, before = sets[row, 1, i], sets[row, 2, i]
        if following >= 0:
            sets[following // values, 2, following % values] = before
        if before >= 0:
            sets[before // values, 1, before % values] = following
        else:
            heads[sets[row, 0, i]] = following


@compiled
def _move(values, source, target, sets, heads):
    """Move a set from row `source` to the free row `target`, and update the chains of its cards. See the module."""
    for i in range(values):
        cell = target * values + i
        following, before = sets[source, 1, i], sets[source, 2, i]
        sets[target, 0, i] = sets[source, 0, i]
        sets[target, 1, i], sets[target, 2, i] = following, before
        if following >= 0:
            sets[following // values, 2, following % values] = cell
        if before >= 0:
            sets[before // values, 1, before % values] = cell
        else:
            heads[sets[source, 0, i]] = cell
