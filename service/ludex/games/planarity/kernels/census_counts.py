"""Minima of all drawings of one graph on many point sets at once: one bit of a word for each point set.

A state is a labelled graph on the points, as a set of pairs of points. The swaps that lead from one state to another
do not depend on the positions of the points, so one breadth-first search serves all point sets: the next step reaches
a state on exactly those point sets on which one of its neighbours has been reached.

Source: M. Then, M. Kaufmann, F. Chirigati et al., "The more the merrier: efficient multi-source graph traversal" (VLDB
2014), for breadth-first searches that share the words of their states.

`reached`, uint64 (states, 8), has the point sets on which a plane state has been reached. A row of eight words is one
cache line, which the compiler handles as one vector.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import size

WORDS = 8
"""The number of words of a row."""


@compiled
def find_plane(segments, crossing, every, reached):
    """Write to `reached` the point sets on which each state is plane, and return whether there are any.

    `segments`, int64 (states, edges), has the pairs of points of each state. `crossing`, uint64 (pairs, pairs, 8), has
    the point sets on which the segments of two pairs of points cross, and `every`, uint64 (8), has all point sets.
    """
    found = False
    for state in range(len(segments)):
        for word in range(WORDS):
            reached[state, word] = every[word]
        for i in range(segments.shape[1]):
            left = False
            for j in range(i):
                row = crossing[segments[state, i], segments[state, j]]
                for word in range(WORDS):
                    reached[state, word] &= ~row[word]
            for word in range(WORDS):
                left |= reached[state, word] != 0
            if not left:
                break
        else:
            found = True
    return found


@compiled
def step(neighbours, reached, following):
    """Write to `following` the point sets on which a state or one of its neighbours is in `reached`.

    `neighbours`, int32 (states, edges), has the state after the swap of each edge. `following` has the same form as
    `reached`.
    """
    for state in range(len(neighbours)):
        a, b, c, d = reached[state, 0], reached[state, 1], reached[state, 2], reached[state, 3]
        e, f, g, h = reached[state, 4], reached[state, 5], reached[state, 6], reached[state, 7]
        for edge in range(neighbours.shape[1]):
            row = reached[neighbours[state, edge]]
            a |= row[0]
            b |= row[1]
            c |= row[2]
            d |= row[3]
            e |= row[4]
            f |= row[5]
            g |= row[6]
            h |= row[7]
        row = following[state]
        row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7] = a, b, c, d, e, f, g, h


@compiled
def count_new(reached, following, representatives, new):
    """Return the number of classes that are in `following` but not in `reached`.

    `representatives`, uint64 (states, 8), has the point sets on which a state stands for its class. The function
    writes to `new`, uint64 (8), the point sets that have such a class.
    """
    total = 0
    for word in range(WORDS):
        new[word] = 0
    for state in range(len(reached)):
        for word in range(WORDS):
            fresh = following[state, word] & ~reached[state, word] & representatives[state, word]
            new[word] |= fresh
            total += size(fresh)
    return total
