"""Compiled colour refinement, a method that distinguishes vertices of a graph by their neighbourhoods."""

import numpy as np

from ludex.engine.compilation import compiled
from ludex.engine.kernels.random_numbers import mixed


@compiled
def are_told_apart(edges, colours):
    """Return whether colour refinement gives all vertices different colours.

    If so, the identity is the only automorphism of the graph. `edges` is int64 (m, 2), and `colours`, uint64 (2, n), is
    scratch space. In each round, the new colour of a vertex is a hash of its previous colour and of the colours of its
    neighbours. No automorphism maps a vertex to a vertex of a different colour. The converse does not hold: there may
    be no automorphism between two vertices of the same colour.
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
