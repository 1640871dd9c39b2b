"""Simulated annealing over the arrangements of a drawing. An exchange that adds crossings is accepted at random.

`state` is an array of shape (STATE_SIZE,) and type uint64. Its indices are the constants below. The module
`crossing_counts` describes `adjacency`, `edges` and `blocked`. Source: S. Kirkpatrick, C. Gelatt and M. Vecchi,
"Optimization by simulated annealing" (1983).
"""

from math import exp, log

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import as_sets
from ludex.games.planarity.kernels.crossing_counts import crossings_at_both
from ludex.games.planarity.kernels.move_effects import length_of_edges

# Indices in the `state` array. RANDOM: the state of the random number generator, which is never zero. CROSSINGS: the
# number of crossings. MOVED: the sum of the distances that the vertices have moved. LEAST_MOVED: the smallest such sum
# among the plane arrangements found so far. `anneal` uses RANDOM and CROSSINGS only.
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
    """Try `steps` random exchanges of two vertices. Stop early as soon as nothing crosses.

    `temperature` is a positive number of crossings. `pairs`, int64 (k, 2), lists the pairs of vertices that may be
    exchanged. The function modifies `arrangement`, int64 (n), and `state`. The module describes the other arguments.
    """
    adjacency, blocked = as_sets(adjacency, 1), as_sets(blocked, 3)
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
    """Try `steps` random exchanges of two vertices, and keep the nearest plane arrangement found in `best`, int64 (n).

    The cost of an arrangement is its number of crossings plus `weight` times the total distance that the vertices have
    moved. `distances`, int64 (n, n), contains the distances between vertices and positions. `temperature` is in the
    units of the cost. `pairs`, int64 (k, 2), lists the pairs of vertices that may be exchanged. The function modifies
    `arrangement`, int64 (n), and `state`. The module describes the other arguments.
    """
    adjacency, blocked = as_sets(adjacency, 1), as_sets(blocked, 3)
    for _ in range(steps):
        chosen = np.int64(next_random(state) % np.uint64(len(pairs)))
        u, v = pairs[chosen, 0], pairs[chosen, 1]
        p, q = arrangement[u], arrangement[v]
        farther = distances[u, q] + distances[v, p] - distances[u, p] - distances[v, q]
        chance = np.float64(next_random(state) >> np.uint64(11)) * _UNIT
        before = crossings_at_both(u, v, arrangement, adjacency, edges, blocked)
        # If the exchange would be rejected even if it removed all these crossings, there is no need to count the
        # crossings after the exchange.
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


@compiled
def anneal_short(
    steps, temperature, weights, pairs, distances, lengths, adjacency, edges, blocked, state, arrangement, best
):
    """Try `steps` random exchanges of two vertices, as `anneal_near` does, with the lengths of the edges in the cost.

    The cost of an arrangement is the total length of its edges, plus `weights[0]` times its number of crossings, plus
    `weights[1]` times the total distance that the vertices have moved. Most exchanges make edges so much longer that
    they are rejected without counting crossings. If `weights[0]` is 0, no crossings are counted. `lengths`, float64
    (n, n), contains the lengths of segments between positions. For the other arguments, see `anneal_near`.
    """
    adjacency, blocked = as_sets(adjacency, 1), as_sets(blocked, 3)
    for _ in range(steps):
        chosen = np.int64(next_random(state) % np.uint64(len(pairs)))
        u, v = pairs[chosen, 0], pairs[chosen, 1]
        p, q = arrangement[u], arrangement[v]
        farther = distances[u, q] + distances[v, p] - distances[u, p] - distances[v, q]
        longer = length_of_edges(u, v, q, arrangement, adjacency, lengths)
        longer += length_of_edges(v, u, p, arrangement, adjacency, lengths)
        longer -= length_of_edges(u, v, p, arrangement, adjacency, lengths)
        longer -= length_of_edges(v, u, q, arrangement, adjacency, lengths)
        chance = np.float64((next_random(state) >> np.uint64(11)) + np.uint64(1)) * _UNIT
        # The exchange is accepted if the cost of its crossings rises by at most this much.
        allowed = -temperature * log(chance) - longer - weights[1] * farther
        if allowed < -weights[0] * np.float64(state[CROSSINGS]):
            continue
        risen = 0
        if weights[0] > 0.0:
            before = crossings_at_both(u, v, arrangement, adjacency, edges, blocked)
            if allowed < -weights[0] * before:
                continue
            arrangement[u], arrangement[v] = q, p
            risen = crossings_at_both(u, v, arrangement, adjacency, edges, blocked) - before
            if weights[0] * risen > allowed:
                arrangement[u], arrangement[v] = p, q
                continue
        arrangement[u], arrangement[v] = q, p
        state[CROSSINGS] = np.uint64(np.int64(state[CROSSINGS]) + risen)
        state[MOVED] = np.uint64(np.int64(state[MOVED]) + farther)
        if state[CROSSINGS] == 0 and state[MOVED] < state[LEAST_MOVED]:
            state[LEAST_MOVED] = state[MOVED]
            for w in range(len(best)):
                best[w] = arrangement[w]
