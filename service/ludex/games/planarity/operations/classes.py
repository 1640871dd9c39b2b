"""A class of equivalent drawings, with the stored levels that belong to the class.

This is a separate module because responses contain this class, and the modules of requests must not load the database.
"""

from dataclasses import dataclass

from ludex.operations.classes import EquivalenceClass


@dataclass(frozen=True, slots=True)
class DrawingClass(EquivalenceClass):
    """A class of equivalent drawings, and the labels of the stored levels in the class.

    `matchings[k][i]` is the vertex of drawing `members[k]` that matches vertex i of drawing `members[0]`.
    """

    levels: tuple[str, ...]
