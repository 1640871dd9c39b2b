"""Simulated annealing over the swaps of a drawing: random swaps, kept where they lessen the crossings, or by chance."""

from math import exp

import numpy as np

from ludex.compilation import compiled
from ludex.planarity.kernels.crossing_counts import risen_by

# Places in the `state` array (uint64): the state of the random numbers, never zero, and the crossings.
RANDOM = 0
CROSSINGS = 1
STATE_SIZE = 2

_UNIT = 1.0 / (1 << 53)


@compiled
def next_random(state):
    """Return the next 64 random bits (xorshift64*, S. Vigna 2016)."""
    word = state[RANDOM]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    state[RANDOM] = word
    return word * np.uint64(0x2545F4914F6CDD1D)


@compiled
def anneal(steps, temperature, moves, adjacency, edges, blocked, state, arrangement):
    """Try some swaps at a temperature; stop once nothing crosses."""
    for _ in range(steps):
        if state[CROSSINGS] == 0:
            return
        chosen = np.int64(next_random(state) % np.uint64(len(moves)))
        u, v = moves[chosen, 0], moves[chosen, 1]
        risen = risen_by(u, v, arrangement, adjacency, edges, blocked)
        chance = np.float64(next_random(state) >> np.uint64(11)) * _UNIT
        if risen <= 0 or chance < exp(-risen / temperature):
            state[CROSSINGS] = np.uint64(np.int64(state[CROSSINGS]) + risen)
        else:
            arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
