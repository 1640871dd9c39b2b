"""Classes of equivalent objects that were given together, with the stored objects that are in them too."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Class:
    """Given objects that are equivalent, by index, ascending.

    `matchings[k][i]` is the part of the object members[k] for part i of the object members[0].
    """

    members: tuple[int, ...]
    matchings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PositionClass(_Class):
    """A class of equivalent positions, and the labels of the stored positions in it.

    `matchings[k][i]` is the card of the position members[k] for card i of the position members[0].
    """

    positions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawingClass(_Class):
    """A class of equivalent drawings, and the labels of the stored levels in it.

    `matchings[k][i]` is the vertex of the drawing members[k] for vertex i of the drawing members[0].
    """

    levels: tuple[str, ...]
