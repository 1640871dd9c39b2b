"""The numbers of the edges of a graph in canonical order."""

from ludex.engine.compilation import compiled


@compiled
def write_edges(ends, vertices, places, pairs, order, written):
    """Write the canonical order and the numbers that describe the edges.

    The types are uint8[2 m], uint8[n], int64[3, n + 1], uint8[2, m], uint8[n] and uint8[n + m]. Return whether the
    graph has neither loops nor repeated edges. `ends` contains the two ends of each edge, `vertices` the vertex at each
    place of the canonical order, and `places` zeros. Cost: linear in n + m.
    """
    size, edges = vertices.size, ends.size // 2
    after_head, after_tail, last = places[0], places[1], places[2]
    tails, heads = pairs[0], pairs[1]
    for place in range(size):
        order[vertices[place]] = place
    # The edges are sorted by their heads, and then written by their tails, which keeps the order of the heads.
    for edge in range(edges):
        u, v = order[ends[2 * edge]], order[ends[2 * edge + 1]]
        if u == v:
            return False
        after_head[max(u, v) + 1] += 1
        after_tail[min(u, v) + 1] += 1
    for place in range(size):
        written[after_tail[place] + place] = after_tail[place + 1]
        after_head[place + 1] += after_head[place]
        after_tail[place + 1] += after_tail[place]
    for edge in range(edges):
        u, v = order[ends[2 * edge]], order[ends[2 * edge + 1]]
        at = after_head[max(u, v)]
        after_head[max(u, v)] += 1
        tails[at], heads[at] = min(u, v), max(u, v)
    for edge in range(edges):
        u, v = tails[edge], heads[edge]
        if last[u] == v:
            return False
        # The numbers of edges of the vertices up to u come before its heads.
        written[after_tail[u] + u + 1] = v - last[u]
        after_tail[u] += 1
        last[u] = v
    return True
