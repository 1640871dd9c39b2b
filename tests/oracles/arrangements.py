"""Minimum swaps of all arrangements of a small graph on points, and fewest crossings, in the most direct way."""

from collections import Counter
from itertools import combinations, permutations

Point = tuple[int, int]
Edge = tuple[int, int]


def turn(a: Point, b: Point, c: Point) -> bool:
    """Tell whether three points are in counter-clockwise order."""
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def crossings(points: list[Point], edges: list[Edge], places: tuple[int, ...]) -> int:
    """Count the crossings of the drawing in which vertex v is at points[places[v]]."""
    count = 0
    for (a, b), (c, d) in combinations(edges, 2):
        if len({a, b, c, d}) == 4:
            p, q, r, s = (points[places[v]] for v in (a, b, c, d))
            count += turn(p, q, r) != turn(p, q, s) and turn(r, s, p) != turn(r, s, q)
    return count


def minima(points: list[Point], edges: list[Edge]) -> Counter[int]:
    """Return how many arrangements have each minimum number of swaps; those that reach no plane one are left out."""
    distance = {places: 0 for places in permutations(range(len(points))) if crossings(points, edges, places) == 0}
    queue = list(distance)
    for places in queue:
        for u, v in edges:
            swapped = list(places)
            swapped[u], swapped[v] = places[v], places[u]
            if tuple(swapped) not in distance:
                distance[tuple(swapped)] = distance[places] + 1
                queue.append(tuple(swapped))
    return Counter(distance.values())


def fewest_crossings(points: list[Point], edges: list[Edge]) -> int:
    """Return the fewest crossings of an arrangement."""
    return min(crossings(points, edges, places) for places in permutations(range(len(points))))
