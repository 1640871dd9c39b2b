"""The gadgets of Theorem 2 with coordinates: variable, split, clause, and what joins a connection to a clause.

Source: "Swap Planarity", Theorem 2 and Figures 5 to 10, whose coordinates are not given. Theirs were found here by
program; the exact search confirms the minima. The paper's clause is not connected: here each layer is joined to the
next one, and the outermost to the central vertex, which changes neither the minimum nor how often it is met.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin

from ludex.games.planarity.drawing import Edge
from ludex.games.planarity.reductions.construction import Construction, Place, Rung

GAP, HEIGHT = 40.0, 10.0
"""Between the rungs of a variable, and along them."""

FIRST_DEPTH, FURTHER_DEPTH = 76.0, 120.0
"""How far below the line of the variables the centre of a clause is, and how far below another one."""

# Below a rung whose lower end is at (0, 0): the first rung of the split, its second, and the vertex h.
_SPLIT = ((4.0, -8.0), (-4.0, -8.0)), ((18.0, -18.0), (-18.0, -18.0))
_BETWEEN = (-1.25, -1.5)

SPOKES = (90, 210, 330)
"""The directions in which the connections of a clause come, in degrees."""
_SPOKE = 20.0
_RADII = (2.4, 4.2, 6.0)
# Along a spoke from the centre of the clause: the last rung but one, the last rung, and the path that follows it.
APPROACH = ((46.0, -8.0), (46.0, 14.0))
_LAST_RUNG = ((34.0, -2.0), (24.0, 18.0))
_LAST_PATH = ((21.2, 3.2), (22.7, 4.5), (24.0, 6.0))


@dataclass(frozen=True, slots=True)
class Frame:
    """A place and a direction, in which gadgets are laid out."""

    x: float = 0.0
    y: float = 0.0
    degrees: float = 0.0

    def at(self, place: Place) -> Place:
        """Return where a `place` of the frame is."""
        a, b = place
        c, s = cos(radians(self.degrees)), sin(radians(self.degrees))
        return self.x + a * c - b * s, self.y + a * s + b * c

    def moved(self, place: Place, degrees: float = 0.0) -> "Frame":
        """Return the frame at a `place` of this one, turned by `degrees`."""
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


def add_variable(made: Construction, frame: Frame, blocks: int) -> list[Rung]:
    """Add a variable of so many blocks, an odd number, and return its rungs.

    To swap the first, the third and so on says true, to swap the others says false.
    """
    places = [(GAP * number, HEIGHT) for number in range(blocks + 1)]
    rungs = [made.rung(frame.at(place), frame.at((place[0], 0.0))) for place in places]
    for number in range(blocks):
        made.block(rungs[number], rungs[number + 1], 1 - number % 2)
    return rungs


def add_split(made: Construction, frame: Frame, end: int) -> tuple[Rung, Rung]:
    """Add a split below the lower `end` of a rung, at the place of the frame; return its two rungs.

    The rung is the second of a variable, the fourth and so on. If it is swapped, the first rung of the split must be,
    otherwise the second.
    """
    first, second = (made.rung(*map(frame.at, places)) for places in _SPLIT)
    made.block(first, second, 1)
    between = made.vertex(frame.at(_BETWEEN))
    made.path((end, first[0]))
    made.path((second[0], between))
    return first, second


def add_clause(made: Construction, frame: Frame) -> Clause:
    """Add a clause: it is made plane by three swaps, of one of its spokes and in two of its layers."""
    centre = made.vertex(frame.at((0.0, 0.0)))
    ends = tuple(made.vertex(frame.moved((0.0, 0.0), degrees).at((_SPOKE, 0.0))) for degrees in SPOKES)
    spokes = [(centre, end) for end in ends]
    made.edges += spokes
    made.choices.append(((), *((spoke,) for spoke in spokes)))
    layers = []
    for degrees, radius in zip(SPOKES, _RADII, strict=True):
        a, b, c = (
            made.vertex(frame.moved((0.0, 0.0), degrees + further).at((radius, 0.0))) for further in (60, 180, 300)
        )
        made.path((a, b, c))
        made.choices.append(((), ((a, b),), ((b, c),)))
        layers.append((a, b, c))
    for inner, outer in pairwise(layers):
        made.path((inner[2], outer[1]))
    made.path((layers[-1][0], centre))
    return Clause(frame, centre, ends, tuple(layers))


def last_rung(made: Construction, clause: Clause, spoke: int) -> Rung:
    """Add the last rung of a connection to a clause, with the path from it to the centre of the clause."""
    frame = clause.frame.moved((0.0, 0.0), SPOKES[spoke])
    rung = made.rung(*map(frame.at, _LAST_RUNG))
    made.path((rung[1], *(made.vertex(frame.at(place)) for place in _LAST_PATH), clause.centre))
    return rung


def approach(clause: Clause, spoke: int) -> tuple[Place, Place]:
    """Return where the last rung but one of a connection to a clause is."""
    frame = clause.frame.moved((0.0, 0.0), SPOKES[spoke])
    left, right = APPROACH
    return frame.at(left), frame.at(right)
