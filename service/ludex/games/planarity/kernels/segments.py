"""Crossings of segments between points, and distances in a graph.

Crossings are computed from integer orientations in 64 bits. In all functions, `points` is int64 (n, 2), and `i`, `j`,
`k` and `m` are indices of points.
"""

from ludex.engine.compilation import compiled, compiled_subroutine
from ludex.engine.kernels.bits import ONE, as_sets, empty, least, single


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
    """Count the pairs of edges that cross, and write these pairs to `pairs` until `pairs` is full.

    `edges`, int64 (m, 2), contains the two ends of each edge as indices of `points`. `pairs`, int64 (rows, 2), receives
    pairs of edge numbers.
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
def blocked_ends(points, left, blocked):
    """For each segment ij and each point k of `points`, write the set of the points m for which km crosses ij.

    The segments cross if m and k lie on different sides of ij and m lies between the rays from k through i and j.
    `blocked[i, j, k]` receives the set (uint64, shape (n, n, n), initially all 0). `left[i, j]` receives the set of the
    points to the left of the directed segment from i to j (uint64, shape (n, n)).
    """
    left, blocked = as_sets(left, 2), as_sets(blocked, 3)
    n = len(points)
    for i in range(n):
        for j in range(n):
            left[i, j] = empty(left[i, j])
            for k in range(n):
                if left_of(points, i, j, k):
                    left[i, j] |= single(k, left[i, j])
    for i in range(n):
        for j in range(n):
            others = left[i, j]
            while others:
                k = least(others)
                others &= others - ONE
                ends = left[j, i] & left[k, i] & left[j, k]
                blocked[i, j, k] = ends
                blocked[j, i, k] = ends


@compiled
def write_neighbours(edges, adjacency):
    """Write the set of the neighbours of each vertex to `adjacency`, uint64 (n). `edges` is int64 (m, 2)."""
    adjacency = as_sets(adjacency, 1)
    for v in range(len(adjacency)):
        adjacency[v] = empty(adjacency[v])
    for e in range(len(edges)):
        u, v = edges[e, 0], edges[e, 1]
        adjacency[u] |= single(v, adjacency[u])
        adjacency[v] |= single(u, adjacency[v])


@compiled
def write_distances(adjacency, distances, within):
    """Write the distances between vertices, and the sets of vertices within each distance, by breadth-first search.

    `adjacency`, uint64 (n), contains the set of the neighbours of each vertex. `distances[v, u]` receives the distance
    from v to u, or n if the two vertices belong to different components (int64, shape (n, n)). `within[v, d]` receives
    the set of the vertices at distance at most d from v (uint64, shape (n, n)).
    """
    adjacency, within = as_sets(adjacency, 1), as_sets(within, 2)
    n = len(adjacency)
    for v in range(n):
        for u in range(n):
            distances[v, u] = n
        reached = new = single(v, adjacency[v])
        for distance in range(n):
            following = empty(new)
            while new:
                u = least(new)
                new &= new - ONE
                distances[v, u] = distance
                following |= adjacency[u]
            within[v, distance] = reached
            new = following & ~reached
            reached |= new
