"""Crossings of a graph's arrangements on fixed positions; see segments.blocked_ends for the table they use."""

from ludex.engine.compilation import compiled
from ludex.engine.kernels.bits import ONE, bit, least


@compiled
def crossings_at(u, without, arrangement, adjacency, edges, blocked):
    """Count the crossings of the edges at u, but for the edges at the vertex `without` (-1: none)."""
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
    """Count all crossings of an arrangement."""
    total = 0
    for u in range(len(adjacency)):
        total += crossings_at(u, -1, arrangement, adjacency, edges, blocked)
    return total // 4


@compiled
def crossings_at_both(u, v, arrangement, adjacency, edges, blocked):
    """Count the crossings of the edges at u or at v."""
    at_u = crossings_at(u, -1, arrangement, adjacency, edges, blocked)
    return at_u + crossings_at(v, u, arrangement, adjacency, edges, blocked)


@compiled
def crossings_of_each(arrangements, adjacency, edges, blocked, crossings):
    """Write the crossings of each row of positions."""
    for i in range(len(arrangements)):
        crossings[i] = crossings_of(arrangements[i], adjacency, edges, blocked)


@compiled
def rises(moves, arrangement, adjacency, edges, blocked, risen):
    """Write by how much each move would raise the crossings of an arrangement, which stays as it is."""
    for e in range(len(moves)):
        u, v = moves[e, 0], moves[e, 1]
        before = crossings_at_both(u, v, arrangement, adjacency, edges, blocked)
        arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
        risen[e] = crossings_at_both(u, v, arrangement, adjacency, edges, blocked) - before
        arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
