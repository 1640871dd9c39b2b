"""Crossings of segments between points, of arrangements, and of the parts of a drawing; distances in a graph.

Crossings are computed from integer orientations in 64 bits. In all functions, `points` is int64 (n, 2), and `i`, `j`,
`k` and `m` are indices of points. The following arguments are the same in all functions on arrangements:

arrangement : int64 (n)
    The position of each vertex.
adjacency : uint64 (n)
    The bit set of the neighbours of each vertex.
edges : int64 (m, 2)
    The two ends of each edge.
left : uint64 (n, n)
    The set of the positions to the left of each directed segment, as written by `blocked_ends`.
at : int64 (n)
    For each vertex, the number of crossings of the edges at this vertex.
"""

from ludex.engine.compilation import compiled, compiled_subroutine
from ludex.engine.kernels.bits import ONE, as_sets, contains, empty, least, single


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


ALL = 1 << 62
"""A number that is greater than every number of crossings."""


@compiled_subroutine
def crosses(u, w, x, y, without, arrangement, left):
    """Return whether the edges uw and xy cross, where xy has no end at the vertex `without`. See the module."""
    i, j, k, m = arrangement[u], arrangement[w], arrangement[x], arrangement[y]
    side = left[i, j]
    if contains(side, k) == contains(side, m) or x in (u, w, without) or y in (u, w, without):
        return False
    other_side = left[k, m]
    return contains(other_side, i) != contains(other_side, j)


@compiled
def crossings_at(u, without, most, arrangement, adjacency, edges, left):
    """Count the crossings of the edges at vertex `u`, but ignore all edges at the vertex `without`.

    If `without` is -1, no edges are ignored. The count ends when it exceeds `most`. For the other arguments, see the
    module.
    """
    crossings = 0
    neighbours = adjacency[u]
    while neighbours:
        w = least(neighbours)
        neighbours &= neighbours - ONE
        if w == without:
            continue
        for e in range(len(edges)):
            if crosses(u, w, edges[e, 0], edges[e, 1], without, arrangement, left):
                crossings += 1
                if crossings > most:
                    return crossings
    return crossings


@compiled
def crossings_at_both(u, v, most, arrangement, adjacency, edges, left):
    """Count the crossings in which an edge at vertex `u` or at vertex `v` takes part.

    The count ends when it exceeds `most`. For the other arguments, see the module.
    """
    at_u = crossings_at(u, -1, most, arrangement, adjacency, edges, left)
    return at_u if at_u > most else at_u + crossings_at(v, u, most - at_u, arrangement, adjacency, edges, left)


@compiled
def crossings_of(arrangement, adjacency, edges, left):
    """Count all crossings of an `arrangement`. For the other arguments, see the module."""
    adjacency, left = as_sets(adjacency, 1), as_sets(left, 2)
    total = 0
    for u in range(len(adjacency)):
        total += crossings_at(u, -1, ALL, arrangement, adjacency, edges, left)
    return total // 4


@compiled
def crossings_of_each(arrangements, adjacency, edges, left, crossings):
    """Count the crossings of each arrangement. For the other arguments, see the module.

    `arrangements`, int64 (k, n), has an arrangement in each row. `crossings`, int64 (k), receives the counts.
    """
    for i in range(len(arrangements)):
        crossings[i] = crossings_of(arrangements[i], adjacency, edges, left)


@compiled
def rises(moves, arrangement, adjacency, edges, left, risen):
    """Compute by how much the number of crossings would rise if two vertices were exchanged, for each of the `moves`.

    `moves`, int64 (k, 2), lists pairs of vertices. The function writes the differences to `risen`, int64 (k). A
    difference is negative if the move removes crossings. The `arrangement` is the same after the call as before. For
    the other arguments, see the module.
    """
    adjacency, left = as_sets(adjacency, 1), as_sets(left, 2)
    for e in range(len(moves)):
        u, v = moves[e, 0], moves[e, 1]
        before = crossings_at_both(u, v, ALL, arrangement, adjacency, edges, left)
        risen[e] = crossings_after(u, v, ALL, arrangement, adjacency, edges, left) - before


@compiled
def crossings_after(u, v, most, arrangement, adjacency, edges, left):
    """Count the crossings of the edges at `u` and `v`, as :func:`crossings_at_both`, if these vertices were exchanged.

    The `arrangement` is the same after the call as before.
    """
    arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
    crossings = crossings_at_both(u, v, most, arrangement, adjacency, edges, left)
    arrangement[u], arrangement[v] = arrangement[v], arrangement[u]
    return crossings


@compiled
def count_at_each(arrangement, adjacency, edges, left, at):
    """Write `at`. For the arguments, see the module."""
    adjacency, left = as_sets(adjacency, 1), as_sets(left, 2)
    for u in range(len(at)):
        at[u] = crossings_at(u, -1, ALL, arrangement, adjacency, edges, left)


@compiled
def crossings_before(u, v, arrangement, adjacency, edges, left, at):
    """Count the crossings of the edges at `u` and `v`, as :func:`crossings_at_both`, from the counts in `at`.

    A crossing of the edge uv, or of an edge at u and an edge at v, is included in both counts.
    """
    twice = 0
    if adjacency[u] & single(v, adjacency[u]):
        for e in range(len(edges)):
            twice += crosses(u, v, edges[e, 0], edges[e, 1], -1, arrangement, left)
    of_u = adjacency[u]
    while of_u:
        w = least(of_u)
        of_u &= of_u - ONE
        of_v = adjacency[v]
        while of_v and w != v:
            x = least(of_v)
            of_v &= of_v - ONE
            twice += crosses(u, w, v, x, -1, arrangement, left)
    return at[u] + at[v] - twice


@compiled
def add_crossings_at(u, without, change, arrangement, adjacency, edges, left, at):
    """Add `change` to the count in `at` of each end of two edges that cross, if one of them is at vertex `u`.

    Edges at the vertex `without` are ignored. For the other arguments, see the module.
    """
    neighbours = adjacency[u]
    while neighbours:
        w = least(neighbours)
        neighbours &= neighbours - ONE
        for e in range(len(edges)):
            if w != without and crosses(u, w, edges[e, 0], edges[e, 1], without, arrangement, left):
                for end in (u, w, edges[e, 0], edges[e, 1]):
                    at[end] += change


@compiled
def exchange(u, v, arrangement, adjacency, edges, left, at):
    """Exchange the vertices `u` and `v` in an `arrangement`, and update the counts in `at`. See the module."""
    for change in (-1, 1):
        add_crossings_at(u, -1, change, arrangement, adjacency, edges, left, at)
        add_crossings_at(v, u, change, arrangement, adjacency, edges, left, at)
        if change < 0:
            arrangement[u], arrangement[v] = arrangement[v], arrangement[u]


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
