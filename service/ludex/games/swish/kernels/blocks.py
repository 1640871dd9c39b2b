"""Blocks of orbits: a heaviest set without a swish within a block, and the best order of blocks.

The copies of cards are elements with weights, numbered by bits of a 64-bit mask. Swishes are masks of elements.
"""

import numpy as np

from ludex.engine.compilation import compiled, compiled_subroutine

UNDECIDED = -1


@compiled_subroutine
def least_loss(chosen, forced, swishes, weights, rest, bits):
    """Return a lower bound on the weight to remove, and the swish with the fewest removable elements, or -1.

    `chosen` is the current set and `forced` are the elements that may not be removed. Each swish in the set takes as
    much weight as possible from each of its removable elements at once, so that no element gives more than it has. The
    sum of the weights taken is the bound. If a swish has no removable element, the bound is -1. `rest` (int64) and
    `bits` (uint64, `bits[i]` is the mask of element i) have one entry for each element.
    """
    for element in range(len(weights)):
        rest[element] = weights[element]
    bound, branch, fewest = 0, -1, 65
    for number in range(len(swishes)):
        swish = swishes[number]
        if swish & chosen != swish:
            continue
        least, free = 1 << 60, 0
        for element in range(len(weights)):
            if swish & bits[element] and not forced & bits[element]:
                free += 1
                least = min(least, rest[element])
        if free == 0:
            return -1, number
        if free < fewest:
            branch, fewest = number, free
        if least > 0:
            bound += least
            for element in range(len(weights)):
                if swish & bits[element]:
                    rest[element] -= least
    return bound, branch


@compiled
def heaviest_set(swishes, weights, bits, up, down, rest, chosen, forced, lost, branch, result, steps):
    """Return the weight of the heaviest set of elements that contains none of the `swishes`, or UNDECIDED.

    Branch and bound: the elements of a swish are removed in turn, and the elements that were removed before are kept.
    No `weights` (int64) are negative. Removing an element removes the elements `up[element]` too, and keeping an
    element keeps the elements `down[element]` too (both uint64; they are the higher and the lower copies of the same
    card, including the element). The set is written to `result[0]`. `chosen`, `forced` (uint64), `lost` and `branch`
    (int64, two columns in `branch`: the swish and the next element) are working memory with one entry more than
    elements; `rest` and `bits` are those of :func:`least_loss`. After `steps` tests of swishes, the result is
    UNDECIDED.
    """
    total = 0
    every = np.uint64(0)
    for element in range(len(weights)):
        total += weights[element]
        every |= bits[element]
    best = total + 1
    chosen[0], forced[0], lost[0], depth = every, np.uint64(0), 0, 0
    bound, branch[0, 0] = least_loss(chosen[0], forced[0], swishes, weights, rest, bits)
    branch[0, 1] = 0
    if branch[0, 0] < 0:
        result[0] = every
        return total
    while depth >= 0:
        swish, element = swishes[branch[depth, 0]], branch[depth, 1]
        while element < len(weights) and not (swish & bits[element] and not forced[depth] & bits[element]):
            element += 1
        if element >= len(weights):
            depth -= 1
            continue
        branch[depth, 1] = element + 1
        removed = chosen[depth] & up[element]
        below = lost[depth]
        for other in range(len(weights)):
            if removed & bits[other]:
                below += weights[other]
        chosen[depth + 1], forced[depth + 1], lost[depth + 1] = chosen[depth] & ~removed, forced[depth], below
        forced[depth] |= down[element]
        steps -= len(swishes)
        if steps < 0:
            return UNDECIDED
        bound, number = least_loss(chosen[depth + 1], forced[depth + 1], swishes, weights, rest, bits)
        if bound < 0 or below + bound >= best:
            continue
        if number < 0:
            best = below
            result[0] = chosen[depth + 1]
            continue
        depth += 1
        branch[depth, 0], branch[depth, 1] = number, 0
    return total - best


@compiled
def fill_into(weight, into):
    """Write the number of cards that lead from the set s of orbits to the orbit p to `into[p, s]` (int32).

    `weight[o, p]` (int64) is the number of cards that lead from orbit o to orbit p.
    """
    for orbit in range(len(weight)):
        into[orbit, 0] = 0
        for added in range(len(weight)):
            for mask in range(1 << added):
                into[orbit, mask | 1 << added] = into[orbit, mask] + weight[added, orbit]


@compiled
def best_partition(first, end, blocks, values, into, best, last):
    """Compute, for the sets of orbits from `first` to `end` - 1, the best ordered partition of the set into blocks.

    A set is a mask of orbits, at least 1. The results for all smaller masks must be known, and `best[0]` must be 0. A
    partition gains the cards that lead from an earlier block to a later block, and the value of each of its blocks.
    `blocks` (int64) are masks of orbits, and `values` are their values. The gain is written to `best`, and the last
    block to `last`; both (int64) have one entry for each set. `into` is the result of :func:`fill_into`.
    """
    for mask in range(first, end):
        best[mask] = -1
        for number in range(len(blocks)):
            block = blocks[number]
            if block & mask != block:
                continue
            gain, left, orbit = best[mask ^ block] + values[number], block, 0
            while left:
                if left & 1:
                    gain += into[orbit, mask ^ block]
                left >>= 1
                orbit += 1
            if gain > best[mask]:
                best[mask], last[mask] = gain, block
