"""Sets by bit masks: the set's card in the lowest slot, the first property in which the set differs, then card by card.

The second card decides of every property whether the set is the same or differs in it. From then on the candidates are
the cards that agree with all chosen ones; where the set differs, each value that is missing needs a card. The search
branches on the value with the fewest candidates, and ends where one has none.

A search runs in slices: `state` holds where it is, all arrays belong to the caller. With v values and p properties
`candidates` and `choices` are uint64 (v, words), row k for k chosen cards, `chosen` is int32 (v), `differs` int8 (p).
"""

import numpy as np

from ludex.compilation import compiled
from ludex.kernels.bits import ONE, least, size

FIRST = 0
"""In `state`: the lowest slot of the sets that are looked for now."""
LAST = 1
"""In `state`: where the lowest slots end."""
ORDERED = 2
"""In `state`: 1 where FIRST is to be the lowest slot, 0 where the other cards may lie anywhere."""
PROPERTY = 3
"""In `state`: the first property in which the set differs."""
LEVEL = 4
"""In `state`: how many cards are chosen; 0 before a first card is taken up."""
FOUND = 5
"""In `state`: how many sets have been found since the start."""
STATE_LENGTH = 6

_63 = 63


@compiled
def search(values, digits, masks, taken, state, candidates, choices, chosen, differs, found, work):
    """Go on until `found` (sets, v) is full, all is searched (FIRST is LAST), or so many words have been looked at.

    Return how many rows of `found` were filled. Where it has no rows, sets are counted only.
    Takes v >= 3.
    """
    rows = 0
    full = found.shape[0]
    words = taken.shape[0]
    step = words * masks.shape[0]
    while work > 0 and state[FIRST] < state[LAST]:
        level = state[LEVEL]
        if level == 0:
            if _begin(digits, masks, taken, state, candidates, choices, values):
                state[LEVEL] = 1
            else:
                state[FIRST] += 1
            work -= step
            continue
        slot = _next_choice(choices, level, words)
        if slot < 0:
            if level > 1:
                state[LEVEL] = level - 1
            elif not _next_property(digits, masks, state, candidates, choices, values):
                state[LEVEL] = 0
                state[FIRST] += 1
            work -= words
            continue
        chosen[0] = state[FIRST]
        chosen[level] = slot
        if level == 1:
            _narrow_by_pair(values, digits, masks, state, candidates, slot, differs)
        else:
            _narrow(values, digits, masks, candidates, level, slot, differs)
        work -= words
        level += 1
        if level < values - 1:
            work -= step
            if _choose(values, digits, masks, candidates, choices, level, differs, chosen):
                state[LEVEL] = level
            continue
        for w in range(words):
            if candidates[level, w]:
                chosen[level] = (w << 6) + least(candidates[level, w])
                state[FOUND] += 1
                if full:
                    for i in range(values):
                        found[rows, i] = chosen[i]
                    rows += 1
                break
        if full and rows == full:
            break
    return rows


@compiled
def _begin(digits, masks, taken, state, candidates, choices, values):
    """Take up the first card, and property 0. Tell whether enough cards are left."""
    first = state[FIRST]
    word, bit = first >> 6, np.uint64(first & _63)
    if not (taken[word] >> bit) & ONE:
        return False
    left = 0
    for w in range(taken.shape[0]):
        candidates[1, w] = taken[w]
        if state[ORDERED] and w < word:
            candidates[1, w] = 0
    candidates[1, word] &= ~(ONE << bit)
    if state[ORDERED]:
        candidates[1, word] &= ~((ONE << bit) - ONE)
    for w in range(taken.shape[0]):
        left += size(candidates[1, w])
    if left < values - 1:
        return False
    state[PROPERTY] = 0
    _choose_in_property(digits, masks, state, candidates, choices, values)
    return True


@compiled
def _next_property(digits, masks, state, candidates, choices, values):
    """Let the set be the same in the present property and differ first in the next. Tell whether there is one."""
    k, first = state[PROPERTY], state[FIRST]
    if k + 1 == digits.shape[1]:
        return False
    row = k * values + digits[first, k]
    left = 0
    for w in range(masks.shape[1]):
        candidates[1, w] &= masks[row, w]
        left += size(candidates[1, w])
    if left < values - 1:
        return False
    state[PROPERTY] = k + 1
    _choose_in_property(digits, masks, state, candidates, choices, values)
    return True


@compiled
def _choose_in_property(digits, masks, state, candidates, choices, values):
    """Choose the second card among those with the rarest value of the property that the first card does not have."""
    k, first = state[PROPERTY], state[FIRST]
    fewest, best = -1, 0
    for value in range(values):
        if value == digits[first, k]:
            continue
        row = k * values + value
        cards = 0
        for w in range(masks.shape[1]):
            cards += size(candidates[1, w] & masks[row, w])
        if fewest < 0 or cards < fewest:
            fewest, best = cards, row
        if cards == 0:
            break
    for w in range(masks.shape[1]):
        choices[1, w] = candidates[1, w] & masks[best, w]


@compiled
def _next_choice(choices, level, words):
    """Take the next card out of the choices of a level and return its slot, or -1."""
    for w in range(words):
        if choices[level, w]:
            bit = least(choices[level, w])
            choices[level, w] &= choices[level, w] - ONE
            return (w << 6) + bit
    return -1


@compiled
def _narrow_by_pair(values, digits, masks, state, candidates, second, differs):
    """Keep the candidates that agree with the first two cards."""
    first = state[FIRST]
    words = masks.shape[1]
    for w in range(words):
        candidates[2, w] = candidates[1, w]
    for k in range(digits.shape[1]):
        one = k * values + digits[first, k]
        other = k * values + digits[second, k]
        differs[k] = one != other
        if one != other:
            for w in range(words):
                candidates[2, w] &= ~(masks[one, w] | masks[other, w])
        elif k > state[PROPERTY]:
            for w in range(words):
                candidates[2, w] &= masks[one, w]


@compiled
def _narrow(values, digits, masks, candidates, level, slot, differs):
    """Keep the candidates that agree with the card in this slot as well."""
    words = masks.shape[1]
    for w in range(words):
        candidates[level + 1, w] = candidates[level, w]
    for k in range(digits.shape[1]):
        if differs[k]:
            row = k * values + digits[slot, k]
            for w in range(words):
                candidates[level + 1, w] &= ~masks[row, w]


@compiled
def _choose(values, digits, masks, candidates, choices, level, differs, chosen):
    """Choose the next card among those with the rarest missing value. Tell whether every missing value has a card."""
    words = masks.shape[1]
    fewest, best = -1, 0
    for k in range(digits.shape[1]):
        if not differs[k]:
            continue
        present = np.uint64(0)
        for i in range(level):
            present |= ONE << np.uint64(digits[chosen[i], k])
        for value in range(values):
            if (present >> np.uint64(value)) & ONE:
                continue
            row = k * values + value
            cards = 0
            for w in range(words):
                cards += size(candidates[level, w] & masks[row, w])
            if cards == 0:
                return False
            if fewest < 0 or cards < fewest:
                fewest, best = cards, row
    for w in range(words):
        choices[level, w] = candidates[level, w] & masks[best, w]
    return True
