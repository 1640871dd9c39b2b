"""Compiled colour refinement, which distinguishes vertices of a graph by their neighbourhoods."""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import mixed


@compiled
def are_told_apart(edges, colours):
    """Return whether refinement gives all vertices different colours, so that the identity is the only automorphism.

    `edges` is int64 (m, 2), and `colours`, uint64 (2, n), is scratch space. The colour of a vertex is a hash of its
    previous colour and of the sum of the colours of its neighbours. Vertices with different hashes differ. Vertices
    with equal hashes may also differ.
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
