"""Simulated annealing over the arrangements of a drawing. An exchange that adds crossings is accepted at random.

`state` is an array of shape (STATE_SIZE,) and type uint64. Its indices are the constants below. The module
`crossing_counts` describes `adjacency`, `edges`, `left` and `at`, which the caller counts before a walk. Source: S.
Kirkpatrick, C. Gelatt and M. Vecchi, "Optimization by simulated annealing" (1983).
"""

from math import floor, log

import numpy as np

from ludex.engine.compilation import compiled, compiled_subroutine
from ludex.engine.kernels.bits import ONE, as_sets
from ludex.games.planarity.kernels.crossing_counts import crossings_after, crossings_before, exchange
from ludex.games.planarity.kernels.token_swapping import length_of_edges

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


@compiled_subroutine
def highest_rise(temperature, state):
    """Draw the highest rise of the cost that is accepted. A rise by c is accepted with probability exp(-c / T)."""
    chance = np.float64((next_random(state) >> np.uint64(11)) + ONE) * _UNIT
    return -temperature * log(chance)


@compiled_subroutine
def exchange_within(u, v, highest, arrangement, adjacency, edges, left, state, at):
    """Exchange `u` and `v` unless the number of crossings rises by more than `highest`, and return whether it did so.

    The function modifies `arrangement`, `state` and `at`. The module describes the other arguments.
    """
    if at[u] + at[v] + highest < 0:
        return False
    before = crossings_before(u, v, arrangement, adjacency, edges, left, at)
    risen = crossings_after(u, v, before + highest, arrangement, adjacency, edges, left) - before
    if risen > highest:
        return False
    exchange(u, v, arrangement, adjacency, edges, left, at)
    state[CROSSINGS] = np.uint64(np.int64(state[CROSSINGS]) + risen)
    return True


@compiled_subroutine
def keep_nearest(farther, arrangement, state, best):
    """Add `farther` to the distance moved. Write the `arrangement` to `best` if it is plane and nearer than `best`."""
    state[MOVED] = np.uint64(np.int64(state[MOVED]) + farther)
    if state[CROSSINGS] == 0 and state[MOVED] < state[LEAST_MOVED]:
        state[LEAST_MOVED] = state[MOVED]
        for w in range(len(best)):
            best[w] = arrangement[w]


@compiled
def anneal(steps, temperature, pairs, adjacency, edges, left, state, at, arrangement):
    """Try `steps` random exchanges of two vertices. Stop early as soon as nothing crosses.

    `temperature` is a positive number of crossings. `pairs`, int64 (k, 2), lists the pairs of vertices that may be
    exchanged. The function modifies `arrangement`, int64 (n), and `state`. The module describes the other arguments.
    """
    adjacency, left = as_sets(adjacency, 1), as_sets(left, 2)
    for _ in range(steps):
        if state[CROSSINGS] == 0:
            return
        chosen = np.int64(next_random(state) % np.uint64(len(pairs)))
        u, v = pairs[chosen, 0], pairs[chosen, 1]
        if at[u] + at[v] == 0:
            continue
        highest = np.int64(highest_rise(temperature, state))
        exchange_within(u, v, highest, arrangement, adjacency, edges, left, state, at)


@compiled
def anneal_near(steps, temperature, weight, pairs, distances, adjacency, edges, left, state, at, arrangement, best):
    """Try `steps` random exchanges of two vertices, and keep the nearest plane arrangement found in `best`, int64 (n).

    The cost of an arrangement is its number of crossings plus `weight` times the total distance that the vertices have
    moved. `distances`, int64 (n, n), contains the distances between vertices and positions. `temperature` is in the
    units of the cost. `pairs`, int64 (k, 2), lists the pairs of vertices that may be exchanged. The function modifies
    `arrangement`, int64 (n), and `state`. The module describes the other arguments.
    """
    adjacency, left = as_sets(adjacency, 1), as_sets(left, 2)
    for _ in range(steps):
        chosen = np.int64(next_random(state) % np.uint64(len(pairs)))
        u, v = pairs[chosen, 0], pairs[chosen, 1]
        p, q = arrangement[u], arrangement[v]
        farther = distances[u, q] + distances[v, p] - distances[u, p] - distances[v, q]
        highest = np.int64(floor(highest_rise(temperature, state) - weight * farther))
        if exchange_within(u, v, highest, arrangement, adjacency, edges, left, state, at):
            keep_nearest(farther, arrangement, state, best)


@compiled
def anneal_short(
    steps, temperature, weights, pairs, distances, lengths, adjacency, edges, left, state, at, arrangement, best
):
    """Try `steps` random exchanges of two vertices, as `anneal_near` does, with the lengths of the edges in the cost.

    The cost of an arrangement is the total length of its edges, plus `weights[0]` times its number of crossings, plus
    `weights[1]` times the total distance that the vertices have moved. Most exchanges make edges so much longer that
    they are rejected without counting crossings. If `weights[0]` is 0, no crossings are counted. `lengths`, float64
    (n, n), contains the lengths of segments between positions. For the other arguments, see `anneal_near`.
    """
    adjacency, left = as_sets(adjacency, 1), as_sets(left, 2)
    for _ in range(steps):
        chosen = np.int64(next_random(state) % np.uint64(len(pairs)))
        u, v = pairs[chosen, 0], pairs[chosen, 1]
        p, q = arrangement[u], arrangement[v]
        farther = distances[u, q] + distances[v, p] - distances[u, p] - distances[v, q]
        longer = length_of_edges(u, v, q, arrangement, adjacency, lengths)
        longer += length_of_edges(v, u, p, arrangement, adjacency, lengths)
        longer -= length_of_edges(u, v, p, arrangement, adjacency, lengths)
        longer -= length_of_edges(v, u, q, arrangement, adjacency, lengths)
        # The exchange is accepted if the cost of its crossings rises by at most this much.
        allowed = highest_rise(temperature, state) - longer - weights[1] * farther
        if weights[0] > 0.0:
            highest = np.int64(floor(allowed / weights[0]))
            if not exchange_within(u, v, highest, arrangement, adjacency, edges, left, state, at):
                continue
        elif allowed < 0.0:
            continue
        else:
            arrangement[u], arrangement[v] = q, p
        keep_nearest(farther, arrangement, state, best)
