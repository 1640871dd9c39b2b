"""Search for sets of three cards. Two cards determine the third card, which is looked up.

A card is represented by two words of type int64 with one bit for each property. A bit of the first word, in `ones`, is
set if the property has the value 1; a bit of the second word, in `twos`, is set if the property has the value 2.
`numbers_of` is an array of shape (2^p,) and type int64 that maps a word to the number of a card. This card has the
value 1 in the properties whose bits are set, and the value 0 in all other properties.
"""

from ludex.engine.compilation import compiled

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
