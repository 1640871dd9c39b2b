"""Simulated annealing over the swaps of a drawing: random swaps, kept where they lessen the crossings, or by chance."""

from math import exp

import numpy as np

from ludex.compilation import compiled
from ludex.planarity.kernels.bits import ONE, bit, least

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
def crossings_at(u, without, arrangement, adjacency, edges, blocked):
    """Count the crossings of the edges at u, but for the edges at the vertex `without` (-1: none)."""
    crossings = 0
    neighbours = adjacency[u]
    while neighbours:
        w = least(neighbours)
        neighbours &= neighbours - ONE
        if w == without:
            continue
        i, j = arrangement[u], arrangement[w]
        for e in range(len(edges)):
            x, y = edges[e, 0], edges[e, 1]
            if x in (u, w, without) or y in (u, w, without):
                continue
            if blocked[i, j, arrangement[x]] & bit(arrangement[y]):
                crossings += 1
    return crossings


@compiled
def crossings_of(arrangement, adjacency, edges, blocked):
    """Count all crossings of an arrangement."""
    total = 0
    for u in range(len(adjacency)):
        total += crossings_at(u, -1, arrangement, adjacency, edges, blocked)
    return total // 4


@compiled
def anneal(steps, temperature, moves, adjacency, edges, blocked, state, arrangement):
    """Try some swaps at a temperature; stop once nothing crosses."""
    for _ in range(steps):
        if state[CROSSINGS] == 0:
            return
        chosen = np.int64(next_random(state) % np.uint64(len(moves)))
        u, v = moves[chosen, 0], moves[chosen, 1]
        before = crossings_at(u, -1, arrangement, adjacency, edges, blocked)
        before += crossings_at(v, u, arrangement, adjacency, edges, blocked)
        arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
        after = crossings_at(u, -1, arrangement, adjacency, edges, blocked)
        after += crossings_at(v, u, arrangement, adjacency, edges, blocked)
        risen = after - before
        chance = np.float64(next_random(state) >> np.uint64(11)) * _UNIT
        if risen <= 0 or chance < exp(-risen / temperature):
            state[CROSSINGS] = np.uint64(np.int64(state[CROSSINGS]) + risen)
        else:
            arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
