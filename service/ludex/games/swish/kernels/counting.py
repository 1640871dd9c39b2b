"""Compiled counting of no-swish sets by size.

For each kind of card in turn, the search decides the number of copies. The last few kinds are not searched. These kinds
are called the tail. The tail has at most eight kinds, and at most one copy of each of them can be chosen. A 256-bit
table marks the subsets of the tail that the chosen cards forbid.
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
    """Count the set bits of `word`, uint64."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def add_copy(depth, copy_bit, first_swish, swishes, rests, chosen, forbidden, up):
    """Choose one more copy, and forbid the subsets of the tail that would complete a swish.

    Returns False if the copy itself completes a swish.

    `depth` is the number of the kind, and `copy_bit` is the bit of the copy, from 0 to 63. The arrays are those of
    :func:`count_sets`. The function modifies the rows `depth + 1` of `chosen` and `forbidden`.
    """
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
    """Continue the search for about `step_limit` steps. Returns OUT_OF_STEPS, FULL or EXHAUSTED.

    The search decides the k searched kinds in order, so depth d belongs to kind d. Among the parameters up to
    `class_weight`, the function modifies only `state` and `copies`.

    The type of an array is followed by its shape, where k is the number of searched kinds.

    Parameters
    ----------
    step_limit : int
        The approximate maximum number of steps.
    state : int64 (2)
        The depth (-1 at the end of the search), and the number of rows in `buffer`.
    copies : int64 (k)
        For each kind, the number of copies that was tried last, or -1 if no number was tried yet.
    kind_bits : int64 (k, 2)
        For each kind, the bit of its first copy, and the number of its copies.
    weights : int64 (k, 65)
        For each kind and each c, the number of ways in which c copies of the kind can be chosen.
    most_after : int64 (k)
        For each kind, an upper bound on the number of cards of the kinds after it, including the tail.
    at_least : int
        Branches that cannot reach this number of cards are pruned.
    first_swish : int64 (bits + 1)
        The swishes whose last bit is b have the numbers from first_swish[b] to first_swish[b + 1] - 1.
    swishes, rests : uint64 and int64 (swishes)
        For each swish, its bits among the searched kinds, and its subset of the tail (0 to 255).
    up : uint64 (256, 4)
        For each subset of the tail, the table of the subsets that contain this subset.
    class_words, class_size, class_weight : uint64 (classes, 4), int64 (classes), int64 (classes)
        Classes of subsets of the tail: for each class, the table of its subsets, the number of cards in each of these
        subsets, and the number of ways in which each of them can be chosen.
    chosen : uint64 (k + 2)
        The chosen bits, by depth.
    forbidden : uint64 (k + 2, 4)
        The table of the forbidden subsets of the tail, by depth.
    size, weight : int64 (k + 2)
        The number of chosen cards, and the number of ways to choose them, by depth.
    counts : int64 (cards + 1)
        The number of no-swish sets of n cards is added to element n.
    buffer : uint64 (rows, 2)
        If `buffer` has rows, each set of at least `at_least` cards is also written to it, as the bits of the searched
        kinds and the subset of the tail. FULL is returned when fewer than 256 rows are left.
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
