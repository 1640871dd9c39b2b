"""The compiled count of no-swish sets by size.

Kinds of cards are decided one after the other, copies counted. The last few kinds (the tail, at most eight of one
copy each that matters) are not searched: a 256-bit table holds which of their subsets are forbidden by the cards
chosen so far.
"""

import numpy as np

from ludex.engine.compilation import compiled

TAIL = 8
WORDS = 4

OUT_OF_STEPS = 0
EXHAUSTED = 1
FULL = 2

# Places in the `state` array.
DEPTH = 0
BUFFERED = 1


@compiled
def bits_set(word):
    """Count the ones of a 64-bit word."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def add_copy(depth, copy_bit, first_swish, swishes, rests, chosen, forbidden, up):
    """Choose one more copy, and forbid the tail subsets that would complete a swish; False where one is complete."""
    chosen[depth + 1] |= np.uint64(1) << np.uint64(copy_bit)
    for k in range(first_swish[copy_bit], first_swish[copy_bit + 1]):
        if swishes[k] & chosen[depth + 1] == swishes[k]:
            if rests[k] == 0:
                return False
            for word in range(WORDS):
                forbidden[depth + 1, word] |= up[rests[k], word]
    return True


@compiled
def count_sets(
    step_limit, state, copies, kind_bits, weights, most_after, at_least,
    first_swish, swishes, rests, up, class_words, class_size, class_weight, chosen, forbidden, size, weight, counts,
    buffer,
):  # fmt: skip
    """Continue for about step_limit steps; counts[n] grows by the no-swish sets of n cards.

    For depth d (the d-th kind): `copies[d]` were chosen already, -1 before the first; kind_bits[d] is (first bit,
    copies); weights[d, c] the ways to choose c of them; `most_after[d]` bounds the cards of the kinds after d, the
    tail included. `chosen`, `forbidden`, `size` and `weight` have a row for each depth. Branches that cannot reach
    `at_least` cards are cut. Where `buffer` has rows, each set of at least `at_least` cards is written to it as
    (mask of the searched kinds, mask of the tail) instead, copies counted.
    """
    kinds = len(copies)
    steps = 0
    while state[DEPTH] >= 0:
        if steps >= step_limit:
            return OUT_OF_STEPS
        steps += 1
        depth = state[DEPTH]
        if depth == kinds:
            for c in range(len(class_size)):
                total = size[depth] + class_size[c]
                if total < at_least:
                    continue
                allowed = np.int64(0)
                for word in range(WORDS):
                    free = class_words[c, word] & ~forbidden[depth, word]
                    if len(buffer) == 0:
                        allowed += bits_set(free)
                    elif free:
                        for bit in range(64):
                            if (free >> np.uint64(bit)) & np.uint64(1):
                                buffer[state[BUFFERED], 0] = chosen[depth]
                                buffer[state[BUFFERED], 1] = np.uint64(word * 64 + bit)
                                state[BUFFERED] += 1
                counts[total] += allowed * weight[depth] * class_weight[c]
            state[DEPTH] -= 1
            if len(buffer) > 0 and state[BUFFERED] + 256 > len(buffer):
                return FULL
            continue
        copies[depth] += 1
        taken = copies[depth]
        first_bit, available = kind_bits[depth]
        goes_on = taken <= available
        if goes_on and taken == 0:
            chosen[depth + 1] = chosen[depth]
            for word in range(WORDS):
                forbidden[depth + 1, word] = forbidden[depth, word]
        elif goes_on:
            goes_on = add_copy(
                depth, first_bit + taken - 1, first_swish, swishes, rests, chosen, forbidden, up
            )  # fmt: skip
        if not goes_on:
            copies[depth] = -1
            state[DEPTH] -= 1
            continue
        size[depth + 1] = size[depth] + taken
        weight[depth + 1] = weight[depth] * weights[depth, taken]
        if size[depth + 1] + most_after[depth] >= at_least:
            state[DEPTH] = depth + 1
    return EXHAUSTED
