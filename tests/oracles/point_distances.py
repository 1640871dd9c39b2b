"""Distances in a point set, of every triple one after the other, as fractions. Imports nothing from ludex."""

from fractions import Fraction
from itertools import combinations, permutations


def squared_distances(points):
    """Yield the squared distance of every two points, and of every point from the line through every two others."""
    for (px, py), (qx, qy) in combinations(points, 2):
        yield Fraction((px - qx) ** 2 + (py - qy) ** 2)
    for (px, py), (qx, qy), (rx, ry) in permutations(points, 3):
        # The foot of the perpendicular from r on the line through p and q.
        t = Fraction((rx - px) * (qx - px) + (ry - py) * (qy - py), (qx - px) ** 2 + (qy - py) ** 2)
        yield (px + t * (qx - px) - rx) ** 2 + (py + t * (qy - py) - ry) ** 2


def is_delta_general(points, delta):
    """Tell whether every distance is at least delta, and none is 0."""
    return all(squared > 0 and squared >= delta * delta for squared in squared_distances(points))
