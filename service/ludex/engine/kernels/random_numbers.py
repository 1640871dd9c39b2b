"""The compiled implementation of SplitMix64 for `ludex.engine.random_numbers`, and a deal of cards for many seeds.

A deal consists of the first n cards that `ludex.engine.random_numbers.RandomNumbers.shuffled` yields.
"""

import numpy as np

from ludex.engine.compilation import compiled

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30 = np.uint64(30)
_27 = np.uint64(27)
_31 = np.uint64(31)
_32 = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@compiled
def next_bits(state):
    """Return 64 random bits, and advance `state`, an array of type uint64 with one element."""
    state[0] += _STEP
    return mixed(state[0])


@compiled
def mixed(bits):
    """Return a 64-bit hash of `bits`, a uint64. Each bit of the result depends on all bits of the argument.

    The function is a bijection.
    """
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@compiled
def first_below(bits, bound):
    """Return a number from 0 to `bound - 1`, using the high half of 64 random `bits`. The bound is below 2^31."""
    return np.int64(((bits >> _32) * np.uint64(bound)) >> _32)


@compiled
def second_below(bits, bound):
    """Return a number from 0 to `bound - 1`, using the low half of 64 random `bits`. The bound is below 2^31."""
    return np.int64(((bits & _LOW) * np.uint64(bound)) >> _32)


@compiled
def below(bits, bound):
    """Return `bits * bound / 2^64`, rounded down: a number from 0 to `bound - 1` that depends on all 64 random `bits`.

    `bound` must be an unsigned integer below 2^32.
    """
    return np.int64((((bits >> _32) * bound) + (((bits & _LOW) * bound) >> _32)) >> _32)


@compiled
def deal_each(states, cards, dealt, stream):
    """Deal n cards from each of the states of the random numbers, and write them to the rows of `dealt`.

    `states` is an array of type uint64 with one state for each deal. `dealt` is an array of type int32 and shape
    (deals, n), where n is at most the size of the deck. `cards` is an array of type int32 that contains the numbers
    from 0 to `size - 1` in order. `stream` is an array of type uint64 with one element, which is working memory. Within
    a deal, each dealt card is replaced by the last remaining card. At the end of the deal, the original order of
    `cards` is restored.
    """
    size, n = cards.shape[0], dealt.shape[1]
    for row in range(dealt.shape[0]):
        stream[0] = states[row]
        for i in range(n):
            place = below(next_bits(stream), np.uint64(size - i))
            dealt[row, i] = cards[place]
            cards[place] = cards[size - 1 - i]
        stream[0] = states[row]
        for i in range(n):
            place = below(next_bits(stream), np.uint64(size - i))
            cards[place] = place
