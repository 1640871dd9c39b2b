"""Many seeded deals, compiled: the order of `ludex.engine.random_numbers.RandomNumbers.shuffled`, as far as n."""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import below, next_bits


@compiled
def deal_each(states, cards, dealt, stream):
    """Deal a row of `dealt`, int32 (deals, n), from each of the states; `cards` is int32, 0 to the deck's size - 1.

    `stream` is a state, uint64 (1). What is dealt from the front is replaced from the back, and laid back at the end.
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
