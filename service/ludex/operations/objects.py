"""Operations on stored objects of any kind: look-up, sorting into classes, edits, replacement and deletion."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Identity, Kind, Matching, prepare
from ludex.catalogue.kinds.label import Protected, label, require_texts
from ludex.catalogue.objects.annotations import (
    NOTHING,
    Annotation,
    annotate,
    has_own_title,
    read_annotations,
    require_valid,
)
from ludex.catalogue.objects.links import order_of
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, find, find_key, find_keys, read_view, value_of
from ludex.catalogue.objects.storing import name_object, permanent_slugs, require_complete, rewrite, store
from ludex.catalogue.ownership import NotOwner, require_own
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Writer
from ludex.catalogue.transfer.trash import delete_to_trash, redirect, restore_object, trashed
from ludex.engine.faults import Fault, within
from ludex.graphs.canonical import matching_from_orders
from ludex.operations.calendars import replace_in_calendars
from ludex.operations.packs import pack_kind_of, packs_of, take_from_packs

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


@dataclass(frozen=True, slots=True)
class AnnotationEdit:
    """A change to the annotation of an object. A field that is None does not change it, and an empty one clears it."""

    title: str | None = None
    tags: Sequence[str] | None = None
    note: str | None = None
    data: Mapping[str, Any] | None = None

    def apply(self, annotation: Annotation) -> Annotation:
        """Return the changed annotation. Raises Fault if it is invalid."""
        given = {name: value for name in self.__slots__ if (value := getattr(self, name)) is not None}
        if "tags" in given:
            given["tags"] = tuple(sorted(set(given["tags"])))
        changed = replace(annotation, **given)
        require_valid(changed)
        return changed


def edit(catalogue: Catalogue, kind: AnyKind, name: str, change: AnnotationEdit) -> tuple[ObjectView, str]:
    """Change the annotation of an object of a kind, given by label or slug, and return its view and its note.

    A built-in object that is not stored is stored first. The title of an object whose document contains a title, such
    as a pack, is changed in the document.

    Raises UnknownObject, NotOwner, and Fault for an invalid annotation. Raises Protected if the title belongs to the
    document of an object that the starting catalogue determines.
    """
    with catalogue.writing() as writer:
        found = find(writer, name, kind)
        require_own(writer, found, name)
        require_complete(writer, found, name, "change")
        node = found.id or _store_built_in(writer, kind, name)
        if change.title is not None and has_own_title(kind):
            _retitle(writer, kind, read_view(writer, kind, node), change.title)
            change = replace(change, title=None)
        before = read_annotations(writer, [node]).get(node, NOTHING)
        annotation = change.apply(before)
        if annotation != before:
            annotate(writer, node, annotation)
        return read_view(writer, kind, node), annotation.note


def _store_built_in(writer: Writer, kind: AnyKind, name: str) -> int:
    """Store a built-in object, and return its id."""
    assert kind.naming is not None
    slug = next(slug for slug in (name, *kind.naming.built_in_slugs(name)) if kind.naming.built_in(slug) is not None)
    stored = store(writer, prepare(kind, kind.naming.built_in(slug)))
    name_object(writer, kind, stored.id, [slug])
    return stored.id


def _retitle(writer: Writer, kind: AnyKind, found: ObjectView, title: str) -> None:
    """Change the title in the document of an object. Raises Protected, Fault."""
    require_texts(title=title)
    if not title:
        raise Fault(f"a {kind.words} needs a title", ("title",))
    value = value_of(writer, found)
    fixed = writer.connection.scalar(select(tables.node.c.built_in).where(tables.node.c.id == found.id))
    fixed = fixed or permanent_slugs(writer, kind, found.id)
    if fixed or "title" not in getattr(value, "__dataclass_fields__", ()):
        raise Protected(f"the title of {found.label} is fixed; change its tags, its note or its data")
    if rewrite(writer, kind, found.id, replace(value, title=title)).model_dump()["title"] != title:
        raise Protected(f"the title of {found.label} is fixed; change its tags, its note or its data")


def delete(catalogue: Catalogue, kind: AnyKind, name: str, *, from_packs: bool = False) -> ObjectView:
    """Delete an object of a kind, given by label or slug, with everything that it owns.

    Return the view of the object before the deletion.

    If `from_packs` is true, the object is first taken out of every pack, in the same transaction. Otherwise, a level of
    a pack is not deleted.

    If the object belongs to the starting catalogue, only a slug that a user gave to it is deleted. Raises
    UnknownObject and NotOwner. Raises Protected for built-in objects, objects of the starting catalogue or of one of
    its packs, and objects to which other objects link.
    """
    with catalogue.writing() as writer:
        found = find(writer, name, kind)
        if packs := packs_of(writer, found):
            require_own(writer, found, name)
        if packs and not from_packs:
            slugs = ", ".join(value_of(writer, pack).slug for pack in packs)
            raise Protected(f"{name} is in the packs {slugs}; take it out of them first, or set `from_packs`")
        take_from_packs(writer, found, packs)
        return _delete(writer, kind, name)


def replace_object(catalogue: Catalogue, kind: AnyKind, name: str, by: str) -> list[str]:
    """Put another level in the place of a level in all packs and calendars, and return the labels of the packs.

    In the same transaction, the level is put in the trash, and its label leads to the other level from then on. A level
    is an object of a kind that packs can contain, such as a position of a card game.

    Raises Protected for a level of the starting catalogue or of one of its packs, and for a level to which other
    objects link. Raises Fault if packs cannot contain the kind, and if `by` is the level itself, is unknown, or has no
    grade but the level is in a pack or a calendar. Also raises UnknownObject and NotOwner.
    """
    of_packs = pack_kind_of(catalogue.registry, kind)
    if of_packs is None:
        raise Fault(f"packs do not contain a {kind.words}, so none can be replaced; delete it instead", ("label",))
    with catalogue.writing() as writer:
        level = find(writer, name, kind)
        require_own(writer, level, name)
        with within("by"):
            try:
                other = find(writer, by, kind)
            except UnknownObject as error:
                raise Fault(str(error)) from None
            if other.id == level.id:
                raise Fault("a level cannot replace itself; give another level")
        packs = packs_of(writer, level)
        try:
            take_from_packs(writer, level, packs, other.label)
            replace_in_calendars(writer, of_packs, level.label, other.label)
        except Fault as error:
            raise Fault(error.message, ("by",)) from None
        redirect(writer, level, other)
        _delete(writer, kind, name, other.label)
    return [pack.label for pack in packs]


def _delete(writer: Writer, kind: AnyKind, name: str, replaced_by: str | None = None) -> ObjectView:
    """Put an object in the trash. Raises Protected if other objects link to it."""
    try:
        return delete_to_trash(writer, kind, name, replaced_by=replaced_by)
    except IntegrityError:
        raise Protected(f"other objects have links to the {kind.words} {name}; delete them first") from None


def restore(catalogue: Catalogue, name: str, reaches: Callable[[str | None], bool]) -> ObjectView:
    """Restore the object of the trash with a label or slug.

    `reaches` returns whether the client may change an owner's objects. Raises NotInTrash, NotOwner, and Fault
    as :func:`restore_object` does.
    """
    with catalogue.writing() as writer:
        if not reaches(trashed(writer, name).owner):
            raise NotOwner(f"{name} belongs to another owner: only its owner may restore it")
        return restore_object(writer, name)
