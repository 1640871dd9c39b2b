"""Compiled listing of the crossings between segments of parts of a drawing."""

from ludex.engine.compilation import compiled
from ludex.games.planarity.kernels.segments import cross


@compiled
def part_crossings(points, segments, parts, inside, links):
    """Count the relevant pairs of segments that cross, and write these pairs to `links` until `links` is full.

    `points` is int64 (n, 2). `segments`, int64 (k, 2), lists pairs of points. `parts`, int64 (k), contains the part of
    each segment. Two segments that belong to different parts are relevant. Two segments of the same part p are relevant
    only if inside[p] is not 0. `links`, int64 (rows, 2), receives pairs of segment numbers.
    """
    found = 0
    for a in range(len(segments)):
        i, j = segments[a, 0], segments[a, 1]
        for b in range(a + 1, len(segments)):
            if parts[a] == parts[b] and not inside[parts[a]]:
                continue
            k, m = segments[b, 0], segments[b, 1]
            if i not in (k, m) and j not in (k, m) and cross(points, i, j, k, m):
                if found < len(links):
                    links[found, 0], links[found, 1] = a, b
                found += 1
    return found
