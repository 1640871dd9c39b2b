"""Drawings of Swap Planarity: turns, crossings, the convex hull, and connected parts."""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from ludex_check_claims.verdicts import Json, each_bit, require

Edge = tuple[int, int]
Part = tuple[list[int], list[Edge]]
Points = Sequence[Sequence[int]]


def left(a: Sequence[int], b: Sequence[int], c: Sequence[int]) -> bool:
    """Return whether the path from a via b to c turns left. Raises Wrong if the points lie on a line."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    require(turn, "three points are collinear")
    return turn > 0


class Drawing:
    """The points and edges of a drawing. `crossing[s]` is the bit set of the segments that cross segment s."""

    def __init__(self, document: Json) -> None:
        points, edges = document["drawing"]["points"], document["drawing"]["edges"]
        self.n = len(points)
        self.edges: list[Edge] = [(min(edge), max(edge)) for edge in edges]
        require(len(set(self.edges)) == len(edges) and all(0 <= u < v < self.n for u, v in self.edges), "no drawing")
        turns = {(i, j, k): left(points[i], points[j], points[k]) for i, j, k in permutations(range(self.n), 3)}
        segments = list(combinations(range(self.n), 2))
        self.number = {pair: place for place, pair in enumerate(segments)}
        self.number |= {(b, a): place for (a, b), place in self.number.items()}
        self.crossing = [0] * len(segments)
        for (a, b), (c, d) in combinations(segments, 2):
            if len({a, b, c, d}) == 4 and turns[a, b, c] != turns[a, b, d] and turns[c, d, a] != turns[c, d, b]:
                self.crossing[self.number[a, b]] |= 1 << self.number[c, d]
                self.crossing[self.number[c, d]] |= 1 << self.number[a, b]

    def crossing_vertices(self, at: tuple[int, ...]) -> list[int]:
        """Return the bit set of the four end vertices of each pair of crossing edges. Vertex v is at point `at[v]`."""
        number, crossing, there, owner = self.number, self.crossing, 0, {}
        for u, v in self.edges:
            bit = 1 << number[at[u], at[v]]
            there |= bit
            owner[bit] = 1 << u | 1 << v
        found: set[int] = set()
        for segment, ends in owner.items():
            met = crossing[segment.bit_length() - 1] & there & (segment - 1)
            found.update(ends | owner[bit] for bit in each_bit(met))
        return list(found)

    def crossings(self, at: tuple[int, ...]) -> list[tuple[Edge, Edge]]:
        """Return the pairs of crossing edges. Vertex v is at point `at[v]`."""
        owner = {self.number[at[u], at[v]]: (u, v) for u, v in self.edges}
        there = sum(1 << segment for segment in owner)
        found = []
        for segment, edge in owner.items():
            met = [owner[bit.bit_length() - 1] for bit in each_bit(self.crossing[segment] & there)]
            found += [(edge, other) for other in met if edge < other]
        return found


def swapped(at: tuple[int, ...], edge: Edge) -> tuple[int, ...]:
    """Return the point of each vertex after the two ends of an edge have exchanged their points."""
    moved = list(at)
    moved[edge[0]], moved[edge[1]] = at[edge[1]], at[edge[0]]
    return tuple(moved)


def hull_of(points: Points) -> Points:
    """Return the points on the convex hull.

    A point is on the hull if some line through the point and a second point has all remaining points on one side.
    """
    if len(points) <= 2:
        return points
    return [
        a
        for a in points
        if any(b != a and len({left(a, b, c) for c in points if c not in (a, b)}) == 1 for b in points)
    ]


def neighbours(edges: Iterable[Edge]) -> dict[int, set[int]]:
    """Map each vertex that is an end of an edge to its neighbours."""
    joined: dict[int, set[int]] = {}
    for u, v in edges:
        joined.setdefault(u, set()).add(v)
        joined.setdefault(v, set()).add(u)
    return joined


def connected_parts(vertices: int, edges: Sequence[Edge]) -> list[Part]:
    """Return the vertices and the edges of each connected part that has edges."""
    joined, seen, parts = neighbours(edges), set(), []
    for first in range(vertices):
        if first not in joined or first in seen:
            continue
        members = [first]
        for v in members:
            members += [u for u in joined[v] if u not in members]
        seen.update(members)
        parts.append((sorted(members), [edge for edge in edges if edge[0] in members]))
    return parts


def has_disjoint(edges: Sequence[Edge]) -> bool:
    """Return whether there are two edges without a common end."""
    return any(not set(a) & set(b) for a, b in combinations(edges, 2))


def cross(points: Points, a: Edge, b: Edge) -> bool:
    """Return whether two segments without a common end cross."""
    (p, q), (r, s) = ([points[v] for v in segment] for segment in (a, b))
    return left(p, q, r) != left(p, q, s) and left(r, s, p) != left(r, s, q)
