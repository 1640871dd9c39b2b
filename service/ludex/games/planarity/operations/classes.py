"""A class of equivalent drawings with the stored levels in it.

This is a separate module because responses contain this class, and the modules of requests load no database.
"""

from dataclasses import dataclass

from ludex.operations.classes import EquivalenceClass


@dataclass(frozen=True, slots=True)
class DrawingClass(EquivalenceClass):
    """A class of equivalent drawings with the labels of the stored levels in it.

    `matchings[k][i]` is the vertex of the drawing members[k] for vertex i of the drawing members[0].
    """

    levels: tuple[str, ...]
