"""Classes of equivalent objects that were given together, and the stored objects in them.

Requests declare answers with these; the module loads no database.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EquivalenceClass:
    """Given objects that are equivalent, by index, ascending.

    `matchings[k][i]` is the part of the object members[k] for part i of the object members[0].
    """

    members: tuple[int, ...]
    matchings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PositionClass(EquivalenceClass):
    """A class of equivalent positions, and the labels of the stored positions in it.

    `matchings[k][i]` is the card of the position members[k] for card i of the position members[0].
    """

    positions: tuple[str, ...]
