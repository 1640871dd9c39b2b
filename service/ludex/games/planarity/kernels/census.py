"""All arrangements of one graph on one point set: their crossings, and their distances from plane arrangements.

Arrangements and pairs of vertices are numbered. `edges`, int64 (m), contains the number of the pair of vertices that
each edge of the graph joins. `after[a, p]` is the arrangement that results from arrangement a when the vertices of pair
p are swapped (int32, shape (arrangements, pairs)).
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
