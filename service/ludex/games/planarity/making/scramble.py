"""Random swaps of a drawing, which turn a solved drawing into a puzzle.

Source: "Swap Planarity", section 4.4.
"""

from typing import TYPE_CHECKING

from ludex.engine.random_numbers import RandomNumbers, random_numbers
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.solving.state_space import effective_edges

if TYPE_CHECKING:
    import numpy


class Scramble:
    """A random walk of swaps from a `drawing`. No swap undoes the previous one, and every swap changes the drawing.

    `numbers` is the stream of random numbers. Edges between adjacent twins (vertices with the same other neighbours)
    are excluded, because swapping them changes nothing. `can_change` is false if all edges are of this kind.

    >>> path = Drawing(((0, 0), (8, 0), (3, 9), (4, 3)), ((0, 1), (1, 2), (2, 3)))
    >>> walk = Scramble(path, RandomNumbers(1))
    >>> walk.swap(2)
    >>> walk.drawing().points != path.points
    True
    """

    def __init__(self, drawing: Drawing, numbers: RandomNumbers) -> None:
        self._start = drawing
        self._numbers = numbers
        self._points = list(drawing.points)
        self._edges = effective_edges(drawing)
        self.swaps: list[Edge] = []
        """The swaps made so far. In reverse order they solve the drawing."""

    @property
    def can_change(self) -> bool:
        """Return whether any swap changes the drawing."""
        return bool(self._edges)

    def swap(self, count: int) -> None:
        """Swap `count` random edges."""
        for _ in range(count):
            last = self.swaps[-1] if self.swaps else None
            choices = [edge for edge in self._edges if edge != last] or self._edges
            u, v = edge = self._numbers.choice(choices)
            self.swaps.append(edge)
            self._points[u], self._points[v] = self._points[v], self._points[u]

    def drawing(self) -> Drawing:
        """Return the current drawing."""
        return self._start.moved(tuple(self._points))


def scramble_drawing(drawing: Drawing, swaps: int, source: "int | numpy.random.Generator | RandomNumbers") -> Drawing:
    """Return a `drawing` after `swaps` random swaps, or unchanged if no swap changes it.

    `source` is a seed, a generator or a stream of random numbers.

    >>> cycle = Drawing(((0, 0), (9, 0), (10, 10), (0, 9)), ((0, 1), (1, 2), (2, 3), (0, 3)))
    >>> scramble_drawing(cycle, 1, 1).points == cycle.points
    False
    """
    walk = Scramble(drawing, random_numbers(source))
    if walk.can_change:
        walk.swap(swaps)
    return walk.drawing()
