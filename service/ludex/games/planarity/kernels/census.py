"""The arrangements of one graph on point sets, with their minimum swaps, for all drawings of the graph at once.

Arrangements and pairs of vertices are numbered. `edges`, int64 (m), contains the number of the pair of vertices that
each edge of the graph joins. `after[a, p]` is the arrangement that results from arrangement a when the vertices of pair
p are swapped (int32, shape (arrangements, pairs)).

For the minimum swaps of all drawings, each point set is represented by one bit. A state is a labelled graph on the
points, represented as a set of pairs of points. The swaps that lead from one state to another state do not depend on
the coordinates of the points. Therefore one breadth-first search serves all point sets. A step of the search reaches a
state on exactly those point sets on which the state or one of its neighbours was reached before.

Source: M. Then, M. Kaufmann, F. Chirigati et al., "The more the merrier: efficient multi-source graph traversal" (VLDB
2014), for breadth-first searches that share the words of their states.

`reached[s]` is the bit set of the point sets on which the search has reached state s. The search starts from the plane
states. The array has the shape (states, 8) and the type uint64. A row of eight words is one cache line, which the
compiler handles as one vector.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import bit, size


@compiled
def crossings_of_all(segments, edges, cross, crossings):
    """Count the crossings of every arrangement.

    `segments[a, p]` is the segment between the points of the vertices of pair p in arrangement a (int16). `cross[s, t]`
    states whether the segments s and t cross (bool). The function writes the numbers of crossings to `crossings`, int32
    (arrangements). For `edges`, see the module.
    """
    for arrangement in range(len(segments)):
        count = 0
        for i in range(len(edges)):
            segment = segments[arrangement, edges[i]]
            for j in range(i):
                if cross[segment, segments[arrangement, edges[j]]]:
                    count += 1
        crossings[arrangement] = count


@compiled
def distances_from_plane(after, edges, crossings, distance, sequences, order):
    """Search breadth-first from all plane arrangements, and return the number of arrangements reached.

    For `after` and `edges`, see the module. `crossings`, int32, contains the number of crossings of each arrangement.
    The function writes three arrays, which have as many elements as there are arrangements:

    - `distance`, int32, initially all -1: the number of swaps from each arrangement to the nearest plane arrangement.
    - `sequences`, int64, initially all 0: the number of shortest swap sequences from each arrangement to a plane
      arrangement.
    - `order`, int32: the reached arrangements, sorted by distance.
    """
    reached = 0
    for arrangement in range(len(crossings)):
        if crossings[arrangement] == 0:
            distance[arrangement] = 0
            sequences[arrangement] = 1
            order[reached] = arrangement
            reached += 1
    done = 0
    while done < reached:
        arrangement = order[done]
        done += 1
        for edge in edges:
            other = after[arrangement, edge]
            if distance[other] < 0:
                distance[other] = distance[arrangement] + 1
                order[reached] = other
                reached += 1
            if distance[other] == distance[arrangement] + 1:
                sequences[other] += sequences[arrangement]
    return reached


@compiled
def nearest_plane(after, edges, distance, order, reached, sets, nearest):
    """Count the nearest plane arrangements of each reached arrangement.

    For `after` and `edges`, see the module. :func:`distances_from_plane` writes `distance` and `order`, and returns
    `reached`. `sets`, uint64 (arrangements, words), is initially all 0. Row a receives the bit set of the plane
    arrangements that are nearest to arrangement a. In these bit sets, plane arrangements are numbered in the order in
    which they appear in `order`. The function writes the sizes of the sets to `nearest`, int32 (arrangements).
    """
    plane = 0
    for place in range(reached):
        arrangement = order[place]
        if distance[arrangement] == 0:
            sets[arrangement, plane >> 6] |= bit(plane & 63)
            plane += 1
            nearest[arrangement] = 1
            continue
        for edge in edges:
            other = after[arrangement, edge]
            if distance[other] == distance[arrangement] - 1:
                for word in range(sets.shape[1]):
                    sets[arrangement, word] |= sets[other, word]
        count = 0
        for word in range(sets.shape[1]):
            count += size(sets[arrangement, word])
        nearest[arrangement] = count


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


@compiled
def cycle_lengths(permutations, seen, lengths):
    """Count the cycles of each permutation by length.

    Each row of `permutations`, int64 (rows, n), is a permutation. The function writes the number of cycles of length
    k + 1 to lengths[row, k]. `lengths`, int64 (rows, n), is initially all 0. `seen`, bool (n), is scratch space.
    """
    for row in range(len(permutations)):
        permutation = permutations[row]
        for start in range(len(permutation)):
            seen[start] = False
        for start in range(len(permutation)):
            length = 0
            at = start
            while not seen[at]:
                seen[at] = True
                at = permutation[at]
                length += 1
            if length > 0:
                lengths[row, length - 1] += 1
