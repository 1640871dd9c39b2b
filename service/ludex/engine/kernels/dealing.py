"""A compiled function that deals cards from many seeds.

A deal consists of the first n cards that `ludex.engine.random_numbers.RandomNumbers.shuffled` yields.
"""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import below, next_bits


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
