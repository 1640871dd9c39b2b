"""Colour refinement of graphs, compiled: it tells vertices apart by their neighbours, and theirs."""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import mixed


@compiled
def are_told_apart(edges, colours):
    """Tell whether refinement gives each vertex a colour of its own; then only the identity keeps the graph.

    `edges` is int64 (m, 2), `colours`, uint64 (2, n), is scratch. A colour is a hash of a vertex's own one before and
    of the sum of its neighbours': different hashes are of vertices that differ; equal ones may be of such, too.
    """
    n = colours.shape[1]
    for v in range(n):
        colours[0, v] = 1
    before = 1
    while before < n:
        for v in range(n):
            colours[1, v] = colours[0, v] * np.uint64(3)
        for edge in range(len(edges)):
            u, v = edges[edge, 0], edges[edge, 1]
            colours[1, u] += mixed(colours[0, v])
            colours[1, v] += mixed(colours[0, u])
        different = 0
        for v in range(n):
            colours[0, v] = mixed(colours[1, v])
            for w in range(v):
                if colours[0, w] == colours[0, v]:
                    break
            else:
                different += 1
        if different <= before:
            return False
        before = different
    return True
