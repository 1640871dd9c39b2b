"""Simulated annealing over the arrangements of a drawing. Exchanges that add crossings are accepted at random.

`state` is uint64 (STATE_SIZE), with the indices below. The other arrays are those of `crossing_counts`. Source: S.
Kirkpatrick, C. Gelatt and M. Vecchi, "Optimization by simulated annealing" (1983).
"""

from math import exp

import numpy as np

from ludex.engine.compilation import compiled
from ludex.games.planarity.kernels.crossing_counts import crossings_at_both

# Indices in the `state` array (uint64): the state of the random numbers, which is never zero; the number of crossings;
# the sum of the distances that the vertices have moved; and the smallest such sum for a plane arrangement found so
# far. `anneal` uses the first two.
RANDOM = 0
CROSSINGS = 1
MOVED = 2
LEAST_MOVED = 3
STATE_SIZE = 4

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


@compiled
def anneal_near(steps, temperature, weight, pairs, distances, adjacency, edges, blocked, state, arrangement, best):
    """Try `steps` exchanges of vertices at a `temperature`; keep the nearest plane arrangement in `best`, int64 (n).

    The cost is the number of crossings and `weight` times the sum of the `distances`, int64 (n, n), of vertices from
    their positions. `pairs` is int64 (k, 2), the vertices that may be exchanged. `arrangement`, int64 (n), and `state`
    are changed. For the other arguments, see the module.
    """
    for _ in range(steps):
        chosen = np.int64(next_random(state) % np.uint64(len(pairs)))
        u, v = pairs[chosen, 0], pairs[chosen, 1]
        p, q = arrangement[u], arrangement[v]
        farther = distances[u, q] + distances[v, p] - distances[u, p] - distances[v, q]
        chance = np.float64(next_random(state) >> np.uint64(11)) * _UNIT
        before = crossings_at_both(u, v, arrangement, adjacency, edges, blocked)
        # If not even removing all these crossings would suffice, the crossings after the exchange are not counted.
        if weight * farther > before and chance >= exp((before - weight * farther) / temperature):
            continue
        arrangement[u], arrangement[v] = q, p
        risen = crossings_at_both(u, v, arrangement, adjacency, edges, blocked) - before
        cost = risen + weight * farther
        if cost > 0 and chance >= exp(-cost / temperature):
            arrangement[u], arrangement[v] = p, q
            continue
        state[CROSSINGS] = np.uint64(np.int64(state[CROSSINGS]) + risen)
        state[MOVED] = np.uint64(np.int64(state[MOVED]) + farther)
        if state[CROSSINGS] == 0 and state[MOVED] < state[LEAST_MOVED]:
            state[LEAST_MOVED] = state[MOVED]
            for w in range(len(best)):
                best[w] = arrangement[w]
