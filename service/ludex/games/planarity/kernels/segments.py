"""Crossings of segments between points of a set, by integer orientations in 64 bits.

`points` is int64 (n, 2); `i`, `j`, `k`, `m` are indices of points.
"""

import numpy as np

from ludex.engine.compilation import compiled, compiled_subroutine
from ludex.engine.kernels.bits import bit


@compiled_subroutine
def left_of(points, i, j, k):
    """Return whether points i, j, k of `points` make a left turn.

    Wrapping 64-bit sums are exact, because twice an area is below 2^63.
    """
    return (points[j, 0] - points[i, 0]) * (points[k, 1] - points[i, 1]) > (points[j, 1] - points[i, 1]) * (
        points[k, 0] - points[i, 0]
    )


@compiled_subroutine
def cross(points, i, j, k, m):
    """Return whether the segments from i to j and from k to m cross. The four `points` are different."""
    return left_of(points, i, j, k) != left_of(points, i, j, m) and left_of(points, k, m, i) != left_of(points, k, m, j)


@compiled
def crossing_edges(points, edges, pairs):
    """Count the pairs of edges that cross, and write the first of them to `pairs`, up to its length.

    `edges`, int64 (m, 2), lists pairs of indices of `points`, and `pairs`, int64 (rows, 2), receives pairs of edge
    numbers.
    """
    found = 0
    for a in range(len(edges)):
        i, j = edges[a, 0], edges[a, 1]
        for b in range(a + 1, len(edges)):
            k, m = edges[b, 0], edges[b, 1]
            if i not in (k, m) and j not in (k, m) and cross(points, i, j, k, m):
                if found < len(pairs):
                    pairs[found, 0], pairs[found, 1] = a, b
                found += 1
    return found


@compiled
def blocked_ends(points, blocked):
    """For each segment ij and each point k of `points`, write the set of the points m for which km crosses ij.

    `blocked` is uint64 (n, n, n), initially all 0.
    """
    n = len(points)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(n):
                if k in (i, j):
                    continue
                ends = np.uint64(0)
                for m in range(n):
                    if m not in (i, j, k) and cross(points, i, j, k, m):
                        ends |= bit(m)
                blocked[i, j, k] = ends
                blocked[j, i, k] = ends
