"""A compiled function for many seeded deals: the first n of `ludex.engine.random_numbers.RandomNumbers.shuffled`."""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import below, next_bits


@compiled
def deal_each(states, cards, dealt, stream):
    """Deal a row of `dealt` from each of the `states`.

    `states` is uint64 (deals), and `dealt` is int32 (deals, n), with n at most the size of the deck. `cards` is int32
    (size) and contains the numbers 0 to `size - 1` in order. `stream`, uint64 (1), is working memory for the state of
    the random numbers. Each dealt card is replaced by the last remaining card, and the original order is restored at
    the end of the deal.
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
