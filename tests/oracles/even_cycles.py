"""Disjoint even directed cycles of a graph by trying every set of arcs. Imports nothing from ludex."""

from itertools import combinations


def most_covered(vertices, arcs):
    """Return how many vertices disjoint directed cycles of even length can cover."""
    for size in range(vertices, 0, -1):
        for chosen in combinations(arcs, size):
            after = dict(chosen)
            if len(after) == size and set(after.values()) == set(after) and all_even(after):
                return size
    return 0


def all_even(after):
    left = set(after)
    while left:
        start = vertex = next(iter(left))
        length = 0
        while True:
            left.discard(vertex)
            vertex = after[vertex]
            length += 1
            if vertex == start:
                break
        if length % 2:
            return False
    return True
