"""Crossings of a graph's arrangements on fixed positions.

The following arguments are the same in all functions: `arrangement`, int64 (n), is the position of each vertex.
`adjacency`, uint64 (n), has the neighbours of each vertex as bits. `edges` is int64 (m, 2). For `blocked`, uint64 (n,
n, n), see `segments.blocked_ends`.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE, bit, least


@compiled
def crossings_at(u, without, arrangement, adjacency, edges, blocked):
    """Count the crossings of the edges at vertex `u`, except with edges at the vertex `without` (-1 for none).

    For the other arguments, see the module.
    """
    crossings = 0
    neighbours = adjacency[u]
    while neighbours:
        w = least(neighbours)
        neighbours &= neighbours - ONE
        if w == without:
            continue
        i, j = arrangement[u], arrangement[w]
        for e in range(len(edges)):
            x, y = edges[e, 0], edges[e, 1]
            if x in (u, w, without) or y in (u, w, without):
                continue
            if blocked[i, j, arrangement[x]] & bit(arrangement[y]):
                crossings += 1
    return crossings


@compiled
def crossings_of(arrangement, adjacency, edges, blocked):
    """Count all crossings of an `arrangement`. For the other arguments, see the module."""
    total = 0
    for u in range(len(adjacency)):
        total += crossings_at(u, -1, arrangement, adjacency, edges, blocked)
    return total // 4


@compiled
def crossings_at_both(u, v, arrangement, adjacency, edges, blocked):
    """Count the crossings of the edges at vertex `u` or at vertex `v`. For the other arguments, see the module."""
    at_u = crossings_at(u, -1, arrangement, adjacency, edges, blocked)
    return at_u + crossings_at(v, u, arrangement, adjacency, edges, blocked)


@compiled
def crossings_of_each(arrangements, adjacency, edges, blocked, crossings):
    """Write the crossings of each of the `arrangements`, int64 (k, n), to `crossings`, int64 (k). See the module."""
    for i in range(len(arrangements)):
        crossings[i] = crossings_of(arrangements[i], adjacency, edges, blocked)


@compiled
def rises(moves, arrangement, adjacency, edges, blocked, risen):
    """Write to `risen`, int64 (k), by how much each of the `moves`, int64 (k, 2), would increase the crossings.

    The `arrangement` is not modified. For the other arguments, see the module.
    """
    for e in range(len(moves)):
        u, v = moves[e, 0], moves[e, 1]
        before = crossings_at_both(u, v, arrangement, adjacency, edges, blocked)
        arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
        risen[e] = crossings_at_both(u, v, arrangement, adjacency, edges, blocked) - before
        arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
