"""Operations on stored objects of any kind: look-up by content, sorting into classes, and deletion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Identity, Kind, Matching
from ludex.catalogue.kinds.label import Protected, label
from ludex.catalogue.objects.aliases import delete_named
from ludex.catalogue.objects.links import order_of
from ludex.catalogue.objects.reading import ObjectView, find_key, find_keys
from ludex.catalogue.storage import tables
from ludex.graphs.canonical import matching_from_orders

AnyKind = Kind[Any, Any]


@dataclass(frozen=True, slots=True)
class SameObjects:
    """Equal objects among the given objects.

    They are represented by their indices in ascending order and by the label of the stored object.

    `matchings[k][i]` is the part of the object members[k] for part i of the object members[0]. The matching is None if
    the parts of such objects are not numbered.
    """

    members: tuple[int, ...]
    matchings: tuple[Matching | None, ...]
    labels: tuple[str, ...]


def newest_object(catalogue: Catalogue) -> int:
    """Return the id of the newest object, or 0 if there are no objects.

    Objects that are stored later have greater ids.
    """
    with catalogue.reading() as reader:
        return reader.connection.scalar(select(func.max(tables.node.c.id))) or 0


def count_objects(catalogue: Catalogue) -> int:
    """Return the number of stored objects of all kinds. Cost: one pass over all nodes."""
    with catalogue.reading() as reader:
        return reader.connection.scalar(select(func.count()).select_from(tables.node)) or 0


def look_up(catalogue: Catalogue, kind: AnyKind, identity: Identity) -> tuple[ObjectView, Matching | None] | None:
    """Return the stored object of a kind with the given identity.

    Also return the matching from the parts of the given object to the stored parts.

    Returns None if there is no such object. Cost: one indexed look-up, and at most one canonical form.
    """
    with catalogue.reading() as reader:
        found = find_key(reader, kind, identity.key)
    return None if found is None else (found, _matching(identity.order, order_of(kind, found.document())))


def sort_into_classes(catalogue: Catalogue | None, kind: AnyKind, identities: Sequence[Identity]) -> list[SameObjects]:
    """Group objects of a kind into classes of equal objects, sorted by their first members.

    The objects are given by their identities.

    Without a catalogue, the classes have no labels of stored objects. Cost: one query per thousand classes.
    """
    members: dict[bytes, list[int]] = {}
    for index, one in enumerate(identities):
        members.setdefault(one.key, []).append(index)
    stored: Mapping[bytes, int] = {}
    if catalogue is not None:
        with catalogue.reading() as reader:
            stored = find_keys(reader, members)
    classes = []
    for key, same in members.items():
        first = identities[same[0]]
        matchings = tuple(_matching(first.order, identities[index].order) for index in same)
        labels = (label(kind.name, first.invariants, key),) if key in stored else ()
        classes.append(SameObjects(tuple(same), matchings, labels))
    return classes


def _matching(first: Matching | None, other: Matching | None) -> Matching | None:
    return None if first is None or other is None else matching_from_orders(first, other)


def delete(catalogue: Catalogue, kind: AnyKind, name: str) -> ObjectView:
    """Delete an object of a kind, given by label or slug, with everything that it owns.

    Return the view of the object before the deletion.

    If the object belongs to the starting catalogue, only a slug that a user gave to it is deleted. Raises
    UnknownObject. Raises Protected for built-in objects, objects of the starting catalogue, and objects to which other
    objects link.
    """
    try:
        with catalogue.writing() as writer:
            return delete_named(writer, kind, name)
    except IntegrityError:
        raise Protected(f"other objects have links to the {kind.words} {name}; delete them first") from None
