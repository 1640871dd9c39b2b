"""The numbers of the edges of a graph in canonical order."""

from ludex.engine.compilation import compiled


@compiled
def write_edges(ends, order, there, written):
    """Write the numbers that describe the edges (types: uint8[2 m], uint8[n], bool[n, n], uint8[n + m]).

    Return whether the graph has neither loops nor repeated edges. `ends` contains the two ends of each edge,
    `order` the canonical number of each vertex, and `there` no edges.
    """
    vertices = order.size
    for place in range(0, ends.size, 2):
        u, v = order[ends[place]], order[ends[place + 1]]
        if u > v:
            u, v = v, u
        if u == v or there[u, v]:
            return False
        there[u, v] = True
    at = 0
    for u in range(vertices):
        start, last = at, 0
        for v in range(u + 1, vertices):
            if there[u, v]:
                at += 1
                written[at] = v - last
                last = v
        written[start] = at - start
        at += 1
    return True
