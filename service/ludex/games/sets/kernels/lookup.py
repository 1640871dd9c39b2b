"""Search for sets with bit masks: choose the first differing property, then two cards with rare values, then the rest.

Let k be the first property in which the cards of a set differ. The cards of the set are equal in all properties before
k. All cards on the table that are equal in these properties form a class. A class is searched when the search reaches
its lowest slot. The set contains one card with the rarest value of property k in the class, and one card with the
second rarest value. These two cards determine, for every property, whether the cards of the set are equal or different
in that property.

From then on, the candidates are the cards that agree with all chosen cards. If the cards of the set differ in a
property, the set needs a card for each missing value of the property. The search branches on the missing value with the
fewest candidates, and goes back if a missing value has no candidate. If at most 64 cards agree with the first two
cards, these cards are renumbered so that they fit into one word.

A search runs in slices. `state` stores its progress, and the caller provides all arrays. The following arguments are
the same in all functions, for v values and p properties. For each array, the type is followed by the shape in
parentheses.

values : int
    The number v of values, at least 4.
digits, masks, taken
    As in `ludex.games.sets.kernels.tables`: int8 (slots, p), uint64 (p * v, words), uint64 (words).
state : int64 (STATE_LENGTH)
    The state of the search, with the indices below.
candidates, choices : uint64 (v, words)
    Row k is for a search with k chosen cards. In `candidates`, it contains the slots that agree with these cards; in
    `choices`, it contains the slots that have not yet been tried as the next card.
chosen : int32 (v)
    The slots of the chosen cards.
differs : int8 (p)
    1 for the properties in which the set differs.
used : uint64 (v, p)
    Row k contains, for each property, the values of the first k chosen cards, as bits.
near : int32 (64)
    The slots of the renumbered cards.
near_digits, near_masks : int8 (64, p), uint64 (p * v, 1)
    The values and masks of the renumbered cards.
words : int
    The number of words that the slots fill.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE, bit, least, size

FIRST = 0
"""The index in `state` of the lowest slot of the current class, or of the slot that all sets must contain."""
LAST = 1
"""The index in `state` of the value of FIRST at which the search ends."""
THROUGH = 2
"""The index in `state` of a flag that is 1 if all sets must contain the card in slot FIRST, and 0 otherwise."""
PROPERTY = 3
"""The index in `state` of the first property in which the set differs."""
LEVEL = 4
"""The index in `state` of the number of chosen cards, or BEGIN before the search with FIRST begins."""
FOUND = 5
"""The index in `state` of the number of sets found since the start."""
IS_NEAR = 6
"""The index in `state` of a flag that is 1 if the cards that agree with the first two cards are renumbered."""
SECOND_ROW = 7
"""The index in `state` of the row of `masks` for the value of the second card."""
STATE_LENGTH = 8

BEGIN = -1

_63 = 63
_WORD = 64


@compiled
def search(
    values,
    digits,
    masks,
    taken,
    state,
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
):
    """Continue the search until `found` is full, all sets are found (FIRST is LAST), or `work` words have been tested.

    The sets are written to the rows of `found`, an array of shape (sets, v) and type int32. Returns the number of rows
    that were filled. If `found` has no rows, the sets are only counted. For the other arguments, see the module.
    """
    rows = 0
    full = found.shape[0]
    words = taken.shape[0]
    step = words * masks.shape[0]
    while work > 0 and state[FIRST] < state[LAST]:
        level = state[LEVEL]
        if level == BEGIN:
            work -= words
            _take_up(values, digits, masks, taken, state, candidates, choices)
        elif level == 0:
            work -= step
            chosen[0] = _next_choice(choices, 0, words)
            if chosen[0] >= 0:
                for w in range(words):
                    choices[1, w] = candidates[0, w] & masks[state[SECOND_ROW], w]
                state[LEVEL] = 1
            else:
                _next_property(values, digits, masks, state, candidates, choices)
        elif level == 1:
            work -= step
            chosen[1] = _next_choice(choices, 1, words)
            if chosen[1] < 0:
                state[LEVEL] = 0
                continue
            if _narrow_by_pair(values, digits, masks, state, candidates, chosen, differs, used) < values - 2:
                continue
            if state[IS_NEAR]:
                _renumber(values, digits, candidates, differs, near, near_digits, near_masks)
                chooses = _choose(values, near_masks, 1, candidates, choices, 2, differs, used)
            else:
                chooses = _choose(values, masks, words, candidates, choices, 2, differs, used)
            if chooses:
                state[LEVEL] = 2
        else:
            if state[IS_NEAR]:
                work = _descend(
                    values, near_digits, near_masks, 1, state, candidates, choices, chosen, differs, used, work
                )
            else:
                work = _descend(values, digits, masks, words, state, candidates, choices, chosen, differs, used, work)
            if state[LEVEL] < values:
                continue
            state[LEVEL] = values - 2
            state[FOUND] += 1
            if full:
                for i in range(values):
                    found[rows, i] = near[chosen[i]] if state[IS_NEAR] and i > 1 else chosen[i]
                rows += 1
                if rows == full:
                    break
    return rows


@compiled
def _descend(values, digits, masks, words, state, candidates, choices, chosen, differs, used, work):
    """Search below a pair until a set is complete (LEVEL = v), no choice is left (LEVEL = 1), or `work` is used up.

    Returns the amount of work that is left. `digits`, `masks` and `words` may be those of the renumbered cards. For the
    other arguments, see the module.
    """
    level = state[LEVEL]
    while work > 0 and level > 1:
        slot = _next_choice(choices, level, words)
        work -= words
        if slot < 0:
            level -= 1
            continue
        chosen[level] = slot
        for w in range(words):
            candidates[level + 1, w] = candidates[level, w]
        for k in range(digits.shape[1]):
            if differs[k]:
                value = digits[slot, k]
                used[level + 1, k] = used[level, k] | bit(value)
                for w in range(words):
                    candidates[level + 1, w] &= ~masks[k * values + value, w]
        if level + 1 < values - 1:
            work -= words * masks.shape[0]
            if _choose(values, masks, words, candidates, choices, level + 1, differs, used):
                level += 1
            continue
        last = _next_choice(candidates, level + 1, words)
        if last >= 0:
            chosen[level + 1] = last
            level = values
            break
    state[LEVEL] = level
    return work


@compiled
def _take_up(values, digits, masks, taken, state, candidates, choices):
    """Start the search with the next card as FIRST, with property 0, and with all cards as one class.

    For the arguments, see the module.
    """
    first = state[FIRST]
    if not taken[first >> 6] & bit(first & _63):
        state[FIRST] += 1
        return
    for w in range(taken.shape[0]):
        candidates[0, w] = taken[w]
    state[PROPERTY] = 0
    state[LEVEL] = 0
    _choose_in_property(values, digits, masks, state, candidates, choices)


@compiled
def _next_property(values, digits, masks, state, candidates, choices):
    """Go to the next property as the first differing property, or to the next card if no property is left.

    For the arguments, see the module.
    """
    k, first = state[PROPERTY], state[FIRST]
    left = 0
    if k + 1 < digits.shape[1]:
        row = k * values + digits[first, k]
        for w in range(masks.shape[1]):
            candidates[0, w] &= masks[row, w]
            left += size(candidates[0, w])
    if left < values:
        state[FIRST] += 1
        state[LEVEL] = BEGIN
        return
    state[PROPERTY] = k + 1
    _choose_in_property(values, digits, masks, state, candidates, choices)


@compiled
def _choose_in_property(values, digits, masks, state, candidates, choices):
    """List the choices for the first card of the sets of a class that differ in this property.

    The first card has the rarest value, or it is the card that all sets must contain. SECOND_ROW is set to the row of
    the second rarest value. If some value has no card, there are no choices. For the arguments, see the module.
    """
    k, first = state[PROPERTY], state[FIRST]
    words = masks.shape[1]
    for w in range(words):
        choices[0, w] = 0
    if not state[THROUGH] and _lowest(candidates, words) < first:
        return
    own = k * values + digits[first, k]
    best, second = -1, -1
    fewest, next_fewest = 0, 0
    for row in range(k * values, (k + 1) * values):
        cards = 0
        for w in range(words):
            cards += size(candidates[0, w] & masks[row, w])
        if cards == 0:
            return
        if state[THROUGH] and row == own:
            continue
        if best < 0 or cards < fewest:
            second, next_fewest = best, fewest
            best, fewest = row, cards
        elif second < 0 or cards < next_fewest:
            second, next_fewest = row, cards
    state[SECOND_ROW] = best if state[THROUGH] else second
    if state[THROUGH]:
        choices[0, first >> 6] = bit(first & _63)
        return
    for w in range(words):
        choices[0, w] = candidates[0, w] & masks[best, w]


@compiled
def _lowest(candidates, words):
    """Return the lowest slot in row 0 of `candidates`, which has `words` words and is not empty."""
    for w in range(words):
        if candidates[0, w]:
            return (w << 6) + least(candidates[0, w])
    return -1


@compiled
def _next_choice(choices, level, words):
    """Remove the next card from row `level` of `choices`, which has `words` words. Return its slot, or -1 for none."""
    for w in range(words):
        if choices[level, w]:
            place = least(choices[level, w])
            choices[level, w] &= choices[level, w] - ONE
            return (w << 6) + place
    return -1


@compiled
def _narrow_by_pair(values, digits, masks, state, candidates, chosen, differs, used):
    """Keep the candidates that agree with the first two cards. Return their number, and set IS_NEAR.

    For the arguments, see the module.
    """
    words = masks.shape[1]
    for w in range(words):
        candidates[2, w] = candidates[0, w]
    for k in range(digits.shape[1]):
        a, b = digits[chosen[0], k], digits[chosen[1], k]
        one, other = k * values + a, k * values + b
        differs[k] = a != b
        used[2, k] = bit(a) | bit(b)
        if a != b:
            for w in range(words):
                candidates[2, w] &= ~(masks[one, w] | masks[other, w])
        elif k > state[PROPERTY]:
            for w in range(words):
                candidates[2, w] &= masks[one, w]
    left = 0
    for w in range(words):
        left += size(candidates[2, w])
    state[IS_NEAR] = words > 1 and left <= _WORD
    return left


@compiled
def _renumber(values, digits, candidates, differs, near, near_digits, near_masks):
    """Renumber the candidates that agree with a pair, at most 64 of them, so that they fit into one word.

    For the arguments, see the module.
    """
    p = digits.shape[1]
    for k in range(p):
        if differs[k]:
            for value in range(values):
                near_masks[k * values + value, 0] = 0
    number = 0
    for w in range(candidates.shape[1]):
        left = candidates[2, w]
        while left:
            slot = (w << 6) + least(left)
            left &= left - ONE
            near[number] = slot
            for k in range(p):
                if differs[k]:
                    value = digits[slot, k]
                    near_digits[number, k] = value
                    near_masks[k * values + value, 0] |= bit(number)
            number += 1
    candidates[2, 0] = ~np.uint64(0) if number == _WORD else bit(number) - ONE


@compiled
def _choose(values, masks, words, candidates, choices, level, differs, used):
    """List the cards with the rarest missing value as choices for the next card.

    Returns False if some missing value has no card. `level` is the number of chosen cards. `masks` and `words` may be
    those of the renumbered cards. For the other arguments, see the module.
    """
    fewest, best = -1, 0
    every = bit(values) - ONE
    for k in range(differs.shape[0]):
        if not differs[k]:
            continue
        missing = every & ~used[level, k]
        while missing:
            row = k * values + least(missing)
            missing &= missing - ONE
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
