"""Counts of the crossings of a graph's arrangements on fixed positions.

The following arguments are the same in all functions:

arrangement : int64 (n)
    The position of each vertex.
adjacency : uint64 (n)
    The bit set of the neighbours of each vertex.
edges : int64 (m, 2)
    The two ends of each edge.
blocked : uint64 (n, n, n)
    As written by `segments.blocked_ends`.
"""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE, as_sets, least, single


@compiled
def crossings_at(u, without, arrangement, adjacency, edges, blocked):
    """Count the crossings of the edges at vertex `u`, but ignore all edges at the vertex `without`.

    If `without` is -1, no edges are ignored. For the other arguments, see the module.
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
            if blocked[i, j, arrangement[x]] & single(arrangement[y], neighbours):
                crossings += 1
    return crossings


@compiled
def crossings_of(arrangement, adjacency, edges, blocked):
    """Count all crossings of an `arrangement`. For the other arguments, see the module."""
    adjacency, blocked = as_sets(adjacency, 1), as_sets(blocked, 3)
    total = 0
    for u in range(len(adjacency)):
        total += crossings_at(u, -1, arrangement, adjacency, edges, blocked)
    return total // 4


@compiled
def crossings_at_both(u, v, arrangement, adjacency, edges, blocked):
    """Count the crossings in which an edge at vertex `u` or at vertex `v` takes part. See the module."""
    at_u = crossings_at(u, -1, arrangement, adjacency, edges, blocked)
    return at_u + crossings_at(v, u, arrangement, adjacency, edges, blocked)


@compiled
def crossings_of_each(arrangements, adjacency, edges, blocked, crossings):
    """Count the crossings of each arrangement. For the other arguments, see the module.

    `arrangements`, int64 (k, n), has an arrangement in each row. `crossings`, int64 (k), receives the counts.
    """
    adjacency, blocked = as_sets(adjacency, 1), as_sets(blocked, 3)
    for i in range(len(arrangements)):
        crossings[i] = crossings_of(arrangements[i], adjacency, edges, blocked)


@compiled
def rises(moves, arrangement, adjacency, edges, blocked, risen):
    """Compute by how much the number of crossings would rise if two vertices were exchanged, for each of the `moves`.

    `moves`, int64 (k, 2), lists pairs of vertices. The function writes the differences to `risen`, int64 (k). A
    difference is negative if the move removes crossings. The `arrangement` is the same after the call as before. For
    the other arguments, see the module.
    """
    adjacency, blocked = as_sets(adjacency, 1), as_sets(blocked, 3)
    for e in range(len(moves)):
        u, v = moves[e, 0], moves[e, 1]
        before = crossings_at_both(u, v, arrangement, adjacency, edges, blocked)
        arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
        risen[e] = crossings_at_both(u, v, arrangement, adjacency, edges, blocked) - before
        arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
