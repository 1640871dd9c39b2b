"""A drawing under construction: vertices at places, edges, and the swaps that are meant to make it plane.

Places are in units of the figures; a drawing has them 20,000 times as large, each moved a little so that no three are
on a line. A rung is an edge whose swap carries a truth value. A block joins two rungs by a path of three further
vertices, so that exactly one of the two must be swapped: the basic construction of Theorem 2.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import gcd

from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.points import Point

Place = tuple[float, float]
Rung = tuple[int, int]
"""Two joined vertices: on the left hand and on the right hand of who goes along the path."""

Choice = tuple[tuple[Edge, ...], ...]
"""What may be swapped at one place, one of these: the first is nothing."""

_SCALE = 20_000
_MOVED = 600
# Where the inner vertices of a block are: along it, then across it from the side of its crossing.
_INNER = ((0.70, 0.50), (0.50, 0.53), (0.30, 0.50))


@dataclass(slots=True)
class Construction:
    """Places of vertices, edges, edges that may be left out, and the swaps that are meant, each among others."""

    places: list[Place] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    spare: list[Edge] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)

    def vertex(self, place: Place) -> int:
        """Add a vertex, and return its number."""
        self.places.append(place)
        return len(self.places) - 1

    def rung(self, left: Place, right: Place) -> Rung:
        """Add a rung with its ends on the left hand and on the right hand."""
        made = self.vertex(left), self.vertex(right)
        self.edges.append(made)
        self.choices.append(((), (made,)))
        return made

    def path(self, vertices: Sequence[int], spare: int | None = None) -> None:
        """Add the edges of a path; the one with the number `spare` may be left out."""
        for number, edge in enumerate(pairwise(vertices)):
            (self.spare if number == spare else self.edges).append(edge)

    def block(self, first: Rung, second: Rung, near: int, *, spare: bool = False) -> None:
        """Join two rungs by a block whose path begins and ends on the side `near`, 0 (left hand) or 1."""
        (ax, ay), (bx, by) = self.places[first[near]], self.places[second[near]]
        (cx, cy), (dx, dy) = self.places[first[1 - near]], self.places[second[1 - near]]
        inner = [
            self.vertex(
                (
                    (1 - t) * ((1 - u) * ax + u * bx) + t * ((1 - u) * cx + u * dx),
                    (1 - t) * ((1 - u) * ay + u * by) + t * ((1 - u) * cy + u * dy),
                )
            )
            for u, t in _INNER
        ]
        self.path((first[near], *inner, second[near]), 2 if spare else None)

    def drawing(self) -> Drawing:
        """Return the drawing, in general position. It may have more vertices than searches take.

        Of the edges that may be left out, those are that would close a cycle.
        """
        edges = [*self.edges, *_without_cycles(len(self.places), self.edges, self.spare)]
        edges = sorted((min(edge), max(edge)) for edge in edges)
        seed = 1
        while True:
            points = _moved(self.places, RandomNumbers(seed))
            if in_general_position(points):
                return Drawing.known(points, tuple(edges))
            seed += 1


def in_general_position(points: Sequence[Point]) -> bool:
    """Tell whether no two `points` are the same and no three on a line, however many there are.

    >>> in_general_position([(0, 0), (1, 1), (2, 3)]), in_general_position([(0, 0), (1, 1), (3, 3)])
    (True, False)
    """
    if len(set(points)) < len(points):
        return False
    for i, (x, y) in enumerate(points):
        directions = set()
        for p, q in points[i + 1 :]:
            dx, dy = p - x, q - y
            divisor = gcd(dx, dy) * (-1 if dx < 0 or (dx == 0 and dy < 0) else 1)
            directions.add((dx // divisor, dy // divisor))
        if len(directions) < len(points) - i - 1:
            return False
    return True


def _moved(places: Iterable[Place], numbers: RandomNumbers) -> tuple[Point, ...]:
    return tuple(
        (
            round(_SCALE * x) + numbers.below(2 * _MOVED + 1) - _MOVED,
            round(_SCALE * y) + numbers.below(2 * _MOVED + 1) - _MOVED,
        )
        for x, y in places
    )


def _without_cycles(vertices: int, edges: Iterable[Edge], spare: Iterable[Edge]) -> list[Edge]:
    """Return those of the spare edges that join what the others, and those before, do not."""
    part = list(range(vertices))

    def root(vertex: int) -> int:
        while part[vertex] != vertex:
            part[vertex] = part[part[vertex]]
            vertex = part[vertex]
        return vertex

    for u, v in edges:
        part[root(u)] = root(v)
    kept = []
    for u, v in spare:
        if root(u) != root(v):
            part[root(u)] = root(v)
            kept.append((u, v))
    return kept
