"""Simulated annealing over the arrangements of a drawing, by exchanges that reduce the crossings, and others by chance.

`state` is uint64 (STATE_SIZE), with the indices below. The other arrays are those of `crossing_counts`.
"""

from math import exp

import numpy as np

from ludex.engine.compilation import compiled
from ludex.games.planarity.kernels.crossing_counts import crossings_at_both

# Indices in the `state` array (uint64): the state of the random numbers, which is never zero, and the crossings.
RANDOM = 0
CROSSINGS = 1
STATE_SIZE = 2

_UNIT = 1.0 / (1 << 53)


@compiled
def next_random(state):
    """Return the next 64 random bits (xorshift64*, S. Vigna 2016), and advance `state`."""
    word = state[RANDOM]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    state[RANDOM] = word
    return word * np.uint64(0x2545F4914F6CDD1D)


@compiled
def anneal(steps, temperature, pairs, adjacency, edges, blocked, state, arrangement):
    """Try `steps` exchanges of vertices at a `temperature` > 0, in crossings. Stop once nothing crosses.

    `pairs`, int64 (k, 2), lists the pairs of vertices that may be exchanged. `arrangement`, int64 (n), and `state` are
    modified. For `adjacency`, `edges` and `blocked`, see the module.
    """
    for _ in range(steps):
        if state[CROSSINGS] == 0:
            return
        chosen = np.int64(next_random(state) % np.uint64(len(pairs)))
        u, v = pairs[chosen, 0], pairs[chosen, 1]
        before = crossings_at_both(u, v, arrangement, adjacency, edges, blocked)
        if before == 0:
            continue
        arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
        risen = crossings_at_both(u, v, arrangement, adjacency, edges, blocked) - before
        chance = np.float64(next_random(state) >> np.uint64(11)) * _UNIT
        if risen <= 0 or chance < exp(-risen / temperature):
            state[CROSSINGS] = np.uint64(np.int64(state[CROSSINGS]) + risen)
        else:
            arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
