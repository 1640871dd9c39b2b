"""All arrangements of one graph on one point set: their crossings, and their distances from plane arrangements.

`edges`, int64 (m), has, for each edge of the graph, the number of its pair of vertices. `after`, int32 (arrangements,
pairs), is the arrangement after the swap of each pair.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import bit, size


@compiled
def crossings_of_all(segments, edges, cross, crossings):
    """Count the crossings of every arrangement.

    `segments`, int16 (arrangements, pairs of vertices), is the segment between the points of each pair. For `edges`,
    see the module. `cross` is bool (segments, segments). The function writes `crossings`, int32 (arrangements).
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

    For `after` and `edges`, see the module. `crossings` is int32 (arrangements). The function writes three arrays with
    one element per arrangement: `distance`, int32, initially all -1; `sequences`, int64, initially all 0, the number of
    shortest sequences of swaps that end in a plane arrangement; and `order`, int32, the reached arrangements by
    distance.
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
    """Write, for each reached arrangement, the number of plane arrangements at its distance.

    For `after` and `edges`, see the module. `distance` and `order` are as written by :func:`distances_from_plane`, and
    `reached` is its return value. `sets`, uint64 (arrangements, words), initially all 0, receives these plane
    arrangements as bits, numbered by their order in `order`. The function writes `nearest`, int32 (arrangements).
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
