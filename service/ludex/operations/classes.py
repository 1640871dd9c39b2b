"""Classes of equivalent objects among given objects, with the labels of equivalent stored objects.

Requests declare their responses with these classes, so the module does not import the database.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar


@dataclass(frozen=True, slots=True)
class EquivalenceClass:
    """Equivalent objects among the given objects. They are represented by their indices in ascending order.

    `matchings[k][i]` is the part of the object members[k] for part i of the object members[0]. `ids` are the id or the
    name that each member states, or None if no given object states one.
    """

    members: tuple[int, ...]
    matchings: tuple[tuple[int, ...], ...]
    ids: tuple[int | str | None, ...] | None = field(default=None, kw_only=True)


C = TypeVar("C", bound=EquivalenceClass)


def with_ids(classes: Iterable[C], given: Sequence[Any]) -> list[C]:
    """Return classes with the id, or else the name, of each given object that has one of these attributes."""
    ids = ids_of(given)
    return [replace(same, ids=None if ids is None else tuple(ids[at] for at in same.members)) for same in classes]


def ids_of(given: Sequence[Any]) -> list[int | str | None] | None:
    """Return the id of each object, or else its name, or None if no object has one."""
    found = [getattr(item, "id", None) for item in given]
    ids = [getattr(item, "name", None) if own is None else own for own, item in zip(found, given, strict=True)]
    return None if set(ids) <= {None} else ids


@dataclass(frozen=True, slots=True)
class PositionClass(EquivalenceClass):
    """A class of equivalent positions, and the labels of the stored positions in it.

    `matchings[k][i]` is the card of the position members[k] for card i of the position members[0].
    """

    positions: tuple[str, ...]
