"""The gadgets of Theorem 2 with coordinates: the variable, the split, the clause, and the connection to a clause.

Source: "Swap Planarity", Theorem 2 and Figures 5 to 10, which give no coordinates. A program found the coordinates used
here, and exact search confirms the minima. The clause of the paper is not connected. Here, each layer is joined to the
next layer, and the outermost layer is joined to the central vertex. These additional edges change neither the minimum
nor the number of solutions that attain the minimum.

Positions are in units of the figures. A drawing scales the positions by 20,000 and moves each vertex slightly, so that
no three vertices are collinear. A rung is an edge whose swap carries a truth value. A block is the basic construction
of Theorem 2. It joins two rungs by a path of three further vertices, so that exactly one of the two rungs must be
swapped.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, gcd, radians, sin

from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.points import Point

Place = tuple[float, float]
Rung = tuple[int, int]
"""The left and right ends of a rung, when looking along the path."""

Choice = tuple[tuple[Edge, ...], ...]
"""The alternative swap sequences at one location. The first alternative is no swap."""

_SCALE = 20_000
_MOVED = 600
# The positions of the inner vertices of a block: the coordinate along the block, and the coordinate across the block,
# measured from the side on which the path of the block begins.
_INNER = ((0.70, 0.50), (0.50, 0.53), (0.30, 0.50))


@dataclass(slots=True)
class Construction:
    """A drawing under construction: the positions of the vertices, the edges, spare edges, and the intended swaps.

    A spare edge is optional: the drawing includes the edge unless it would close a cycle.
    """

    places: list[Place] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    spare: list[Edge] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)

    def vertex(self, place: Place) -> int:
        """Add a vertex and return its number."""
        self.places.append(place)
        return len(self.places) - 1

    def rung(self, left: Place, right: Place) -> Rung:
        """Add a rung with its left and right ends."""
        rung = self.vertex(left), self.vertex(right)
        self.edges.append(rung)
        self.choices.append(((), (rung,)))
        return rung

    def path(self, vertices: Sequence[int], spare: int | None = None) -> None:
        """Add the edges of a path. The edge with index `spare` is optional."""
        for number, edge in enumerate(pairwise(vertices)):
            (self.spare if number == spare else self.edges).append(edge)

    def block(self, first: Rung, second: Rung, near: int, *, spare: bool = False) -> None:
        """Join two rungs by a block. Its path begins and ends on the side `near`, which is 0 (left) or 1 (right)."""
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
        """Return the drawing, in general position. It may have more vertices than the searches accept.

        Spare edges that would close a cycle are left out.
        """
        edges = [*self.edges, *_without_cycles(len(self.places), self.edges, self.spare)]
        edges = sorted((min(edge), max(edge)) for edge in edges)
        seed = 1
        while True:
            points = _perturb(self.places, RandomNumbers(seed))
            if in_general_position(points):
                return Drawing.unchecked(points, tuple(edges))
            seed += 1


def in_general_position(points: Sequence[Point]) -> bool:
    """Return whether all `points` are distinct and no three points are collinear. There may be any number of points.

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


def _perturb(places: Iterable[Place], numbers: RandomNumbers) -> tuple[Point, ...]:
    return tuple(
        (
            round(_SCALE * x) + numbers.below(2 * _MOVED + 1) - _MOVED,
            round(_SCALE * y) + numbers.below(2 * _MOVED + 1) - _MOVED,
        )
        for x, y in places
    )


def _without_cycles(vertices: int, edges: Iterable[Edge], spare: Iterable[Edge]) -> list[Edge]:
    """Return the spare edges that close no cycle with the edges and with the spare edges chosen before."""
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


GAP, HEIGHT = 40.0, 10.0
"""The distance between two rungs of a variable, and the length of a rung."""

FIRST_DEPTH, FURTHER_DEPTH = 76.0, 120.0
"""The distance of the clauses next to the line of variables from this line, and the distance between nested clauses.

All distances are measured from the centres of the clauses.
"""

# The positions of the first rung, the second rung and the vertex h of a split, if the lower end of the rung above the
# split is at (0, 0).
_SPLIT = ((4.0, -8.0), (-4.0, -8.0)), ((18.0, -18.0), (-18.0, -18.0))
_BETWEEN = (-1.25, -1.5)

SPOKES = (90, 210, 330)
"""The directions of a clause's connections, in degrees."""
_SPOKE = 20.0
_RADII = (2.4, 4.2, 6.0)
# Positions in a connection, if the centre of the clause is at (0, 0): the ends of the second-last rung, the ends of the
# last rung, and the path from the last rung to the centre.
APPROACH = ((46.0, -8.0), (46.0, 14.0))
_LAST_RUNG = ((34.0, -2.0), (24.0, 18.0))
_LAST_PATH = ((21.2, 3.2), (22.7, 4.5), (24.0, 6.0))


@dataclass(frozen=True, slots=True)
class Frame:
    """A position and a direction, which define the coordinate system of a gadget."""

    x: float = 0.0
    y: float = 0.0
    degrees: float = 0.0

    def at(self, place: Place) -> Place:
        """Return the coordinates of a `place`, which is given in the coordinates of the frame."""
        a, b = place
        c, s = cos(radians(self.degrees)), sin(radians(self.degrees))
        return self.x + a * c - b * s, self.y + a * s + b * c

    def moved(self, place: Place, degrees: float = 0.0) -> "Frame":
        """Return this frame moved to a `place`, which is given in its own coordinates, and rotated by `degrees`."""
        return Frame(*self.at(place), self.degrees + degrees)


@dataclass(frozen=True, slots=True)
class Clause:
    """The vertices of a clause: the centre, the ends of the spokes, and three layers of three vertices."""

    frame: Frame
    centre: int
    ends: tuple[int, ...]
    layers: tuple[tuple[int, int, int], ...]

    def swaps(self, spoke: int) -> list[Edge]:
        """Return the three swaps that open the clause towards a `spoke`."""
        swaps = [(self.centre, self.ends[spoke])]
        for missing, (a, b, c) in enumerate(self.layers):
            if missing != spoke:
                swaps.append((a, b) if (missing + 1) % 3 != spoke else (b, c))
        return swaps


def add_variable(construction: Construction, frame: Frame, blocks: int) -> list[Rung]:
    """Add a variable with an odd number of `blocks` and return its rungs.

    If the first rung, the third rung and so on are swapped, the variable is true. If the second rung, the fourth rung
    and so on are swapped, the variable is false.
    """
    places = [(GAP * number, HEIGHT) for number in range(blocks + 1)]
    rungs = [construction.rung(frame.at(place), frame.at((place[0], 0.0))) for place in places]
    for number in range(blocks):
        construction.block(rungs[number], rungs[number + 1], 1 - number % 2)
    return rungs


def add_split(construction: Construction, frame: Frame, end: int) -> tuple[Rung, Rung]:
    """Add a split below the lower `end` of a rung, at the position of the frame, and return its two rungs.

    The rung must be the second rung of its variable, the fourth rung, and so on. If this rung is swapped, the first
    rung of the split must be swapped. Otherwise, the second rung of the split must be swapped.
    """
    first, second = (construction.rung(*map(frame.at, places)) for places in _SPLIT)
    construction.block(first, second, 1)
    between = construction.vertex(frame.at(_BETWEEN))
    construction.path((end, first[0]))
    construction.path((second[0], between))
    return first, second


def add_clause(construction: Construction, frame: Frame) -> Clause:
    """Add a clause.

    Three swaps make the clause plane: the swap of one of its spokes, and one swap in each of two layers.
    """
    centre = construction.vertex(frame.at((0.0, 0.0)))
    ends = tuple(construction.vertex(frame.moved((0.0, 0.0), degrees).at((_SPOKE, 0.0))) for degrees in SPOKES)
    spokes = [(centre, end) for end in ends]
    construction.edges += spokes
    construction.choices.append(((), *((spoke,) for spoke in spokes)))
    layers = []
    for degrees, radius in zip(SPOKES, _RADII, strict=True):
        a, b, c = (
            construction.vertex(frame.moved((0.0, 0.0), degrees + further).at((radius, 0.0)))
            for further in (60, 180, 300)
        )
        construction.path((a, b, c))
        construction.choices.append(((), ((a, b),), ((b, c),)))
        layers.append((a, b, c))
    for inner, outer in pairwise(layers):
        construction.path((inner[2], outer[1]))
    construction.path((layers[-1][0], centre))
    return Clause(frame, centre, ends, tuple(layers))


def last_rung(construction: Construction, clause: Clause, spoke: int) -> Rung:
    """Add the last rung of a connection to a clause, and the path from this rung to the centre of the clause."""
    frame = clause.frame.moved((0.0, 0.0), SPOKES[spoke])
    rung = construction.rung(*map(frame.at, _LAST_RUNG))
    construction.path((rung[1], *(construction.vertex(frame.at(place)) for place in _LAST_PATH), clause.centre))
    return rung


def approach(clause: Clause, spoke: int) -> tuple[Place, Place]:
    """Return the positions of the ends of the second-last rung in a connection to a clause."""
    frame = clause.frame.moved((0.0, 0.0), SPOKES[spoke])
    left, right = APPROACH
    return frame.at(left), frame.at(right)
