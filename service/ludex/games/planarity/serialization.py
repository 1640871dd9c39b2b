"""Drawings, in the form of answers."""

from dataclasses import dataclass

from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing


@dataclass(frozen=True, slots=True)
class ChangedDrawing:
    """A drawing that a move made from another, or that was read from a text."""

    drawing: Drawing
    vertices: int
    edges: int
    crossings: int

    @classmethod
    def of(cls, drawing: Drawing) -> "ChangedDrawing":
        """Return what is shown of a `drawing`.

        >>> shown = ChangedDrawing.of(Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3))))
        >>> shown.vertices, shown.edges, shown.crossings
        (4, 3, 1)
        """
        return cls(drawing, drawing.vertices, len(drawing.edges), count_crossings(drawing))
