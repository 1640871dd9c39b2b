"""Minimum swaps of all drawings of one graph, on many point sets at once. Each point set is represented by one bit.

A state is a labelled graph on the points, represented as a set of pairs of points. The swaps that lead from one state
to another state do not depend on the coordinates of the points. Therefore one breadth-first search serves all point
sets. A step of the search reaches a state on exactly those point sets on which the state or one of its neighbours was
reached before.

Source: M. Then, M. Kaufmann, F. Chirigati et al., "The more the merrier: efficient multi-source graph traversal" (VLDB
2014), for breadth-first searches that share the words of their states.

`reached[s]` is the bit set of the point sets on which the search has reached state s. The search starts from the plane
states. The array has the shape (states, 8) and the type uint64. A row of eight words is one cache line, which the
compiler handles as one vector.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import size

WORDS = 8
"""The number of words in a row."""


@compiled
def find_plane(segments, crossing, every, reached):
    """Write to `reached` the point sets on which each state is plane. Return whether any state is plane anywhere.

    `segments[s]` lists the pairs of points that state s joins (int64, shape (states, edges)). `crossing[p, q]` is the
    bit set of the point sets on which the segments p and q cross (uint64, shape (pairs, pairs, 8)). `every` is the bit
    set of all point sets (uint64, shape (8,)).
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
    """Perform one step of the search: write the sets of `reached` after the step to `following`.

    `neighbours[s, e]` is the state that results from state s when the ends of edge e are swapped (int32, shape (states,
    edges)). `following` has the same shape and type as `reached`.
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
    """Count the classes that the last step has reached: those in `following` but not in `reached`.

    `representatives[s]` is the bit set of the point sets on which state s represents its class (uint64, shape (states,
    8)). The function writes to `new`, uint64 (8), the set of the point sets on which there is such a class.
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
