"""Operations on packs of levels: create, edit and list packs, and find the next level of a pack.

Each operation is given the kind of the packs. The kind of their levels follows from the relation between them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import select, update

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Identity, Kind, NewLink, prepare
from ludex.catalogue.kinds.label import NameTaken, Protected, has_shape_of_label, require_texts
from ludex.catalogue.kinds.pack import HAS_LEVEL, IN_PACK, OtherPack, PackSummary
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.filters import CREATED, WHERE
from ludex.catalogue.lists.language import sort_of
from ludex.catalogue.lists.listing import After, page, selectable_of
from ludex.catalogue.objects.links import Neighbour, neighbours
from ludex.catalogue.objects.reading import (
    ObjectView,
    UnknownObject,
    document_of,
    find,
    find_many,
    read_views,
    value_of,
)
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import (
    add_links,
    as_shown,
    delete_links,
    delete_object,
    name_object,
    require_complete,
    require_slug,
    rewrite,
    store,
)
from ludex.catalogue.ownership import clear_owner, require_own, require_owner
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, Writer
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault

AnyKind = Kind[Any, Any]

MAX_PACK_LEVELS = 10_000
_BATCH = 100


class PackOrder(StrEnum):
    """The order of the levels of a pack: sorted by grade and then by age, or the order in which they are given."""

    GRADE = "grade"
    GIVEN = "given"


class PackError(Fault):
    """An error in the levels of a pack. `place` is the location of the error, such as ("levels", 3)."""


class PackExists(NameTaken):
    """An error for a slug that names another pack."""


class UnknownPack(UnknownObject):
    """An error for a label or slug that no pack has."""


class NotInPack(ValueError):
    """An error for a level that is not in the pack."""


@dataclass(frozen=True, slots=True)
class StoredPack:
    """The result of storing a pack. `places` contains, for each requested level, the index of the level in the pack."""

    stored: Stored
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PackEdit:
    """The changes to a pack. A field that is None does not change the pack.

    First, `levels` replaces all levels of the pack. Then the levels in `remove` are removed. Finally, the levels in
    `add` and the levels that the `job` stored are appended. The order GIVEN keeps the resulting order, and the order
    GRADE sorts the levels by grade. A new `slug` gives the pack a new label, because the slug identifies a pack. New
    levels that are solved at the start are refused unless `solved` is true.
    """

    levels: Sequence[str] | None = None
    add: Sequence[str] = ()
    remove: Sequence[str] = ()
    order: PackOrder = PackOrder.GIVEN
    title: str | None = None
    description: str | None = None
    job: str | None = None
    slug: str | None = None
    solved: bool = False


def level_kind(registry: Registry, packs: AnyKind) -> AnyKind:
    """Return the kind of the levels in packs of the given kind."""
    [name] = registry.joined(registry.relation[IN_PACK], packs, True)
    kind: AnyKind = registry.kind[name]
    return kind


def pack_kind_of(registry: Registry, levels: AnyKind) -> AnyKind | None:
    """Return the kind of the packs that can contain objects of the given kind, or None if no packs can."""
    names = registry.joined(registry.relation[IN_PACK], levels, False) if IN_PACK in registry.directed else ()
    return next((registry.kind[name] for name in names), None)


def identify(kind: AnyKind, slug: str, title: str, description: str, size: int, budget: Budget) -> Identity:
    """Return the identity of a pack."""
    return kind.identify(PackSummary(slug, title, description, size, None, None), budget)


def create_pack(
    catalogue: Catalogue,
    kind: AnyKind,
    slug: str,
    title: str,
    levels: Sequence[str],
    description: str = "",
    order: PackOrder = PackOrder.GRADE,
    *,
    solved: bool = False,
) -> StoredPack:
    """Store a pack of the levels with these labels. If the same pack exists, return the stored pack.

    A level that is repeated occurs only once in the pack. Raises PackExists if the slug names a different pack,
    PackError for a level that does not exist or has no grade, and for a level that is solved at the start unless
    `solved` is true; also SlugError and TextError.
    """
    require_slug(slug)
    require_texts(title=title, description=description)
    with catalogue.reading() as reader:
        grades = grades_of(reader, kind, levels, solved=solved)
    ordered = _order_levels(grades, order)
    entry = prepare(kind, _with_levels(PackSummary(slug, title, description, 0, None, None), grades))
    with catalogue.writing() as writer:
        try:
            stored = store(writer, entry)
        except OtherPack as error:
            raise PackExists(str(error)) from None
        if stored.created:
            name_object(writer, kind, stored.id, [slug])
            add_links(writer, stored.id, _links(ordered))
        elif [level.label for level in neighbours(writer, stored.id, HAS_LEVEL)] != ordered:
            raise PackExists(f"another pack has the slug {slug}; choose a different slug")
        stored = as_shown(writer, stored)
    places = {label: place for place, label in enumerate(ordered)}
    return StoredPack(stored, tuple(places[label] for label in levels))


def labels_of_names(catalogue: Catalogue, kind: AnyKind, names: Sequence[str], field: str = "levels") -> list[str]:
    """Return the labels of levels that are given by label or by another name, such as a short name.

    Raises PackError, located at an index of `field`, if no level has the name. Labels are not looked up.
    """
    labels = []
    levels = level_kind(catalogue.registry, kind)
    with catalogue.reading() as reader:
        for index, name in enumerate(names):
            try:
                labels.append(name if has_shape_of_label(name) else find(reader, name, levels).label)
            except UnknownObject:
                raise PackError(
                    f"no {levels.words} has the name {name!r}; store it first or omit it", (field, index)
                ) from None
    return labels


def labels_of_pack(catalogue: Catalogue, kind: AnyKind, name: str) -> list[str]:
    """Return the labels of the levels in a pack, in the order of the pack.

    The pack is given by its label or slug. Raises UnknownObject.
    """
    with catalogue.reading() as reader:
        return [level.label for level in neighbours(reader, find(reader, name, kind).id, HAS_LEVEL)]


def labels_of_job(catalogue: Catalogue, kind: AnyKind, job: str) -> list[str]:
    """Return the labels of the graded levels that a job stored, in the order in which the job stored them.

    Raises PackError if there are no such levels, or too many for a pack.
    """
    with catalogue.reading() as reader:
        return _labels_of_job(reader, kind, job)


def labels_of_query(catalogue: Catalogue, kind: AnyKind, where: str) -> list[str]:
    """Return the labels of the graded levels that match a query, in the order that the query states.

    Raises PackError if there are no such levels, or too many for a pack, and QueryError.
    """
    levels = level_kind(catalogue.registry, kind)
    filters = {WHERE: where, "min_grade": 0}
    sort = sort_of(selectable_of(catalogue.registry, levels), filters)
    with catalogue.reading() as reader:
        found = page(
            reader,
            levels,
            filters,
            sort.removeprefix("-") or CREATED,
            descending=sort.startswith("-"),
            limit=MAX_PACK_LEVELS + 1,
        ).items
    if not 0 < len(found) <= MAX_PACK_LEVELS:
        number = (
            f"more than {MAX_PACK_LEVELS:,} levels with a grade match" if found else "no level with a grade matches"
        )
        raise PackError(f"{number} the query; change it", (WHERE,))
    return [level.label for level in found]


def _labels_of_job(reader: Reader, kind: AnyKind, job: str) -> list[str]:
    facts = reader.registry.facts[level_kind(reader.registry, kind).name]
    stored = select(tables.node.c.label).join_from(tables.job_object, tables.node)
    graded = stored.join(facts, facts.c.node == tables.node.c.id).where(
        tables.job_object.c.job == job, facts.c.grade.is_not(None)
    )
    rows = graded.order_by(tables.job_object.c.id).limit(MAX_PACK_LEVELS + 1)
    labels = list(reader.connection.scalars(rows))
    if not labels:
        raise PackError(
            f"no job {job!r} has stored a level with a grade; check the id, and that the job is done", ("job",)
        )
    if len(labels) > MAX_PACK_LEVELS:
        fault = (
            f"the job has stored more than {MAX_PACK_LEVELS:,} levels, the limit of a pack; give the "
            "labels of some of them"
        )
        raise PackError(fault, ("job",))
    return labels


def edit_pack(catalogue: Catalogue, kind: AnyKind, name: str, edit: PackEdit) -> ObjectView:
    """Change the pack with a label or slug, and return the changed pack.

    Raises Protected for a pack of the starting catalogue. Raises PackError for a level that does not exist, for a level
    without a grade, and for a level to be removed that is not in the pack. Raises PackExists if the new slug names
    another pack. Also raises UnknownObject, NotOwner, SlugError and TextError.
    """
    require_texts(title=edit.title or "", description=edit.description or "")
    if edit.slug is not None:
        require_slug(edit.slug)
    with catalogue.writing() as writer:
        stored = find(writer, name, kind)
        _require_changeable(writer, stored, name)
        require_own(writer, stored, name)
        require_complete(writer, stored, name, "change")
        pack: PackSummary = value_of(writer, stored)
        labels = edit.levels
        if labels is None:
            labels = [level.label for level in neighbours(writer, stored.id, HAS_LEVEL)]
        grades = grades_of(writer, kind, _edit_levels(writer, kind, [*labels], edit))
        title = pack.title if edit.title is None else edit.title
        about = pack.description if edit.description is None else edit.description
        changed = replace(pack, title=title, description=about, slug=edit.slug or pack.slug)
        return _rewritten(writer, stored, changed, grades, edit.order)


def packs_of(reader: Reader, level: ObjectView) -> list[ObjectView]:
    """Return the packs that contain an object of any kind, oldest first."""
    found = neighbours(reader, level.id, IN_PACK) if IN_PACK in reader.registry.directed else []
    ids = sorted(pack.id for pack in found)
    return list(read_views(reader, reader.registry.kind[found[0].kind], ids)) if found else []


def take_from_packs(writer: Writer, level: ObjectView, packs: Sequence[ObjectView], by: str | None = None) -> None:
    """Take a level out of packs, or put the level with the label `by` in its place.

    If a pack contains both levels, the other level keeps the first of their two places. Raises Protected for a pack of
    the starting catalogue, NotOwner, and PackError if the other level has no grade or is not like all levels of a pack.
    """
    for pack in packs:
        summary: PackSummary = value_of(writer, pack)
        _require_changeable(writer, pack, summary.slug)
        held = [member.label for member in neighbours(writer, pack.id, HAS_LEVEL)]
        labels = dict.fromkeys(by if label == level.label else label for label in held)
        left = [label for label in labels if label is not None]
        if by is not None:
            require_like(writer, pack.kind, held, by)
        _rewritten(writer, pack, summary, grades_of(writer, pack.kind, left), PackOrder.GIVEN)


def require_like(reader: Reader, packs: AnyKind, levels: Sequence[str], other: str) -> None:
    """Raise PackError if levels are alike, such as tables of one deck, and another level is not like them.

    Also raises PackError if the other level has no grade. `packs` is the kind of the packs.
    """
    kind = level_kind(reader.registry, packs)
    documents = [json.loads(level.body) for level in find_many(reader, kind, levels, whole=False).values()]
    values = {name: {document[name] for document in documents} for name in packs.model.ALIKE}
    grades_of(reader, packs, [other], members={name: min(found) for name, found in values.items() if len(found) == 1})


def _require_changeable(writer: Writer, pack: ObjectView, name: str) -> None:
    """Raise Protected for a pack of the starting catalogue, and NotOwner for the pack of another owner."""
    if writer.connection.scalar(select(tables.node.c.built_in).where(tables.node.c.id == pack.id)):
        raise Protected(f"{name} is a pack of the starting catalogue and cannot be changed; store a new pack instead")
    require_owner(writer, pack, name)


def _rewritten(
    writer: Writer, stored: ObjectView, pack: PackSummary, grades: Mapping[str, tuple[int, int]], order: PackOrder
) -> ObjectView:
    """Replace a stored pack and its levels, and return the new view."""
    node, kind, changed = stored.id, stored.kind, _with_levels(pack, grades)
    before: PackSummary = value_of(writer, stored)
    delete_links(writer, IN_PACK, node)
    if changed.slug == before.slug:
        rewrite(writer, kind, node, changed)
    else:
        node = _renamed(writer, kind, node, changed)
    add_links(writer, node, _links(_order_levels(grades, order)))
    return read_views(writer, kind, [node])[0]


def _renamed(writer: Writer, kind: AnyKind, old: int, pack: PackSummary) -> int:
    """Store a pack under a new slug for the same owner, delete the old one, and return the id. Raises PackExists."""
    try:
        new = store(writer, prepare(kind, pack))
    except OtherPack as error:
        raise PackExists(str(error)) from None
    if not new.created:
        raise PackExists(f"another pack has the slug {pack.slug}; choose a different slug")
    clear_owner(writer, new.id)
    writer.connection.execute(update(tables.ownership).where(tables.ownership.c.node == old).values(node=new.id))
    delete_object(writer, old)
    name_object(writer, kind, new.id, [pack.slug])
    return new.id


def _edit_levels(reader: Reader, kind: AnyKind, kept: list[str], edit: PackEdit) -> list[str]:
    """Return the levels of a pack after an edit. The location of an error is a field of the edit and an index."""
    for field, given in (("levels", edit.levels or ()), ("add", edit.add)):
        grades_of(reader, kind, given, field, solved=edit.solved)
    levels = dict.fromkeys(kept)
    for index, label in enumerate(edit.remove):
        if levels.pop(label, edit) is edit:
            raise PackError(
                f"{label!r} is not a {level_kind(reader.registry, kind).words} of the pack; omit it", ("remove", index)
            )
    of_job = [] if edit.job is None else _labels_of_job(reader, kind, edit.job)
    try:
        grades_of(reader, kind, of_job, "job", solved=edit.solved)
    except PackError as error:
        raise PackError(error.message, ("job",)) from None
    return [*dict.fromkeys([*levels, *edit.add, *of_job])]


def _order_levels(grades: Mapping[str, tuple[int, int]], order: PackOrder) -> list[str]:
    return list(grades) if order is PackOrder.GIVEN else sorted(grades, key=lambda label: grades[label])


def _links(labels: Sequence[str]) -> list[NewLink]:
    return [NewLink(HAS_LEVEL, label, place) for place, label in enumerate(labels)]


def _with_levels(pack: PackSummary, grades: Mapping[str, tuple[int, int]]) -> PackSummary:
    """Return a pack whose size and range of grades are computed from the grades of its levels."""
    every = [grade for grade, _ in grades.values()]
    return replace(pack, size=len(every), least_grade=min(every, default=None), greatest_grade=max(every, default=None))


def levels_of_pack(catalogue: Catalogue, kind: AnyKind, name: str) -> Iterator[tuple[ObjectView, Any]]:
    """Yield the levels of a pack in order. Each level comes twice: as the catalogue shows it, and as its value.

    Raises UnknownObject.
    """
    with catalogue.reading() as reader:
        members: list[Neighbour] = neighbours(reader, find(reader, name, kind).id, HAS_LEVEL)
        levels = level_kind(reader.registry, kind)
        for start in range(0, len(members), _BATCH):
            for level in read_views(reader, levels, [level.id for level in members[start : start + _BATCH]]):
                yield level, value_of(reader, level)


def grades_of(
    reader: Reader,
    kind: AnyKind,
    labels: Sequence[str],
    field: str = "levels",
    *,
    solved: bool = True,
    members: Mapping[str, Any] | None = None,
) -> dict[str, tuple[int, int]]:
    """Return the grades and ids of levels, keyed by label, in the given order. `kind` is the kind of the packs.

    Raises PackError if there are too many levels, if a level is unknown or has no grade, if it is solved at the start
    and `solved` is false, or if its document does not have the given `members`. The location of the error is `field`
    and the index of the level.
    """
    wanted = dict.fromkeys(labels)
    if len(wanted) > MAX_PACK_LEVELS:
        raise PackError(f"{len(wanted):,} levels given; a pack can have at most {MAX_PACK_LEVELS:,}", (field,))
    levels = level_kind(reader.registry, kind)
    stored = find_many(reader, levels, wanted, whole=False)
    grades = {}
    for index, label in enumerate(labels):
        if label not in stored:
            raise PackError(f"no {levels.words} has the label {label!r}; store it first or omit it", (field, index))
        level = json.loads(stored[label].body)
        grade = level["difficulty"]["grade"]
        if grade is None:
            raise PackError(f"{label} has no grade: {kind.model.UNGRADED}", (field, index))
        if kind.model.is_solved(level) and not solved:
            fault = f"{label} is solved at the start; omit it, or set `solved`"
            raise PackError(fault, (field, index))
        for name, value in (members or {}).items():
            if level[name] != value:
                raise PackError(f"{label} has {name} {level[name]}; only {value} is possible here", (field, index))
        grades[label] = (grade, stored[label].id)
    return grades


def next_level(
    catalogue: Catalogue, kind: AnyKind, after: str | None = None, *, filters: Mapping[str, Any] | None = None
) -> ObjectView | None:
    """Return the next level of a `kind`, sorted by grade and then by age, or the first level if `after` is None.

    Returns None if `after` is the last level. Levels without a grade are skipped. If the level `after` has no grade,
    the first level is returned. Raises UnknownObject, and ListingError for an unknown filter.
    """
    with catalogue.reading() as reader:
        place: After | None = None
        if after is not None:
            level = find(reader, after, kind)
            grade = document_of(kind, level).difficulty.grade
            place = (-1 if grade is None else grade, level.id)
        wanted = {"min_grade": 0, **(filters or {})}
        items = page(reader, kind, wanted, "grade", after=place, limit=1, whole=True).items
    return items[0] if items else None


def next_of_pack(catalogue: Catalogue, kind: AnyKind, pack: str, after: str | None = None) -> ObjectView | None:
    """Return the level that follows the level `after` in a pack, or None if `after` is the last level.

    If `after` is None, return the first level.

    Raises UnknownPack, UnknownObject for an unknown level, and NotInPack for a level that is not in the pack.
    """
    with catalogue.reading() as reader:
        try:
            node = find(reader, pack, kind).id
        except UnknownObject as error:
            raise UnknownPack(str(error)) from None
        members = neighbours(reader, node, HAS_LEVEL)
        levels = level_kind(reader.registry, kind)
        place = 0
        if after is not None:
            level = find(reader, after, levels)
            places = {level.id: at for at, level in enumerate(members, start=1)}
            if level.id not in places:
                raise NotInPack(f"{after} is not a {levels.words} of the pack {pack}; give one of its labels")
            place = places[level.id]
        return read_views(reader, levels, [members[place].id])[0] if place < len(members) else None
