"""All arrangements of one graph on one point set at once: their crossings, and their distances from the plane ones.

`edges` are the numbers of the graph's pairs of vertices, int64 (m). `after` is int32 (arrangements, pairs), the
arrangement after the swap of each pair.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import bit, size


@compiled
def crossings_of_all(segments, edges, cross, crossings):
    """Count the crossings of every arrangement.

    `segments` is int16 (arrangements, pairs of vertices), the segment between the places of each pair. `edges`: see the
    module. `cross` is bool (segments, segments). `crossings`, int32 (arrangements), is written.
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
    """Search breadth-first from all plane arrangements, and return how many arrangements were reached.

    `after` and `edges`: see the module. `crossings` is int32 (arrangements). Written are, each of length arrangements:
    `distance`, int32, all -1 before; `sequences`, int64, all 0 before, how many shortest sequences of swaps end in a
    plane arrangement; `order`, int32, the reached ones by distance.
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
    """Write how many plane arrangements are at each reached arrangement's distance.

    `after` and `edges`: see the module. `distance` and `order` are as :func:`distances_from_plane` writes them,
    `reached` is what it returns. `sets`, uint64 (arrangements, words), all 0 before, is these plane arrangements as
    bits, numbered by their order in `order`. `nearest`, int32 (arrangements), is written.
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
