"""Many seeded deals, compiled: the order of `ludex.engine.random_numbers.RandomNumbers.shuffled`, as far as n."""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import below, next_bits


@compiled
def deal_each(states, cards, dealt, stream):
    """Deal a row of `dealt` from each of the `states`.

    `states` is uint64 (deals), `dealt` int32 (deals, n), with n at most the size of the deck. `cards` is int32 (size),
    the numbers 0 to size - 1 in order. `stream`, uint64 (1), is the state of the random numbers at work. A card that is
    dealt is replaced by the last one that is left, and all are put back in order at the end of a deal.
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
