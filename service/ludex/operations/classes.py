"""Classes of equivalent objects among the given objects.

A class also contains the labels of the stored objects that are equivalent.

Requests declare their responses with these classes, so the module does not import the database.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EquivalenceClass:
    """Equivalent objects among the given objects. They are represented by their indices in ascending order.

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
