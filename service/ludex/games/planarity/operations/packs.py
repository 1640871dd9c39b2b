"""Operations on packs of levels: create, edit and list packs, and find the next level of a pack."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.kinds.label import NameTaken, Protected, has_shape_of_label, require_texts
from ludex.catalogue.lists.listing import After, page
from ludex.catalogue.objects.aliases import delete_named, name_object, names_of, require_slug
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
from ludex.catalogue.objects.storing import add_links, as_shown, delete_links, delete_object, rewrite, store
from ludex.catalogue.ownership import clear_owner, require_own
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader, Writer
from ludex.engine.faults import Fault
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.kinds.pack import OtherPack, PackSummary
from ludex.games.planarity.level import Level

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


def create_pack(
    catalogue: Catalogue,
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
        grades = _grades(reader, levels, solved=solved)
    ordered = _order_levels(grades, order)
    entry = prepare(PACK, _with_levels(PackSummary(slug, title, description, 0, None, None), grades))
    with catalogue.writing() as writer:
        try:
            stored = store(writer, entry)
        except OtherPack as error:
            raise PackExists(str(error)) from None
        if stored.created:
            name_object(writer, PACK, stored.id, [slug])
            add_links(writer, stored.id, _links(ordered))
        elif [level.label for level in neighbours(writer, stored.id, "has-level")] != ordered:
            raise PackExists(f"another pack has the slug {slug}; choose a different slug")
        stored = as_shown(writer, stored)
    places = {label: place for place, label in enumerate(ordered)}
    return StoredPack(stored, tuple(places[label] for label in levels))


def labels_of_names(catalogue: Catalogue, names: Sequence[str], field: str = "levels") -> list[str]:
    """Return the labels of levels that are given by label or by another name, such as a short name.

    Raises PackError, located at an index of `field`, if no level has the name. Labels are not looked up.
    """
    labels = []
    with catalogue.reading() as reader:
        for index, name in enumerate(names):
            try:
                labels.append(name if has_shape_of_label(name) else find(reader, name, LEVEL).label)
            except UnknownObject:
                raise PackError(f"no level has the name {name!r}; store it first or omit it", (field, index)) from None
    return labels


def labels_of_pack(catalogue: Catalogue, name: str) -> list[str]:
    """Return the labels of the levels in a pack, in the order of the pack.

    The pack is given by its label or slug. Raises UnknownObject.
    """
    with catalogue.reading() as reader:
        return [level.label for level in neighbours(reader, find(reader, name, PACK).id, "has-level")]


def labels_of_job(catalogue: Catalogue, job: str) -> list[str]:
    """Return the labels of the graded levels that a job stored, in the order in which the job stored them.

    Raises PackError if there are no such levels, or too many for a pack.
    """
    with catalogue.reading() as reader:
        return _labels_of_job(reader, job)


def _labels_of_job(reader: Reader, job: str) -> list[str]:
    facts = reader.registry.facts[LEVEL.name]
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


def edit_pack(catalogue: Catalogue, name: str, edit: PackEdit) -> ObjectView:
    """Change the pack with a label or slug, and return the changed pack.

    Raises Protected for a pack of the starting catalogue. Raises PackError for a level that does not exist, for a level
    without a grade, and for a level to be removed that is not in the pack. Raises PackExists if the new slug names
    another pack. Also raises UnknownObject, NotOwner, SlugError and TextError.
    """
    require_texts(title=edit.title or "", description=edit.description or "")
    if edit.slug is not None:
        require_slug(edit.slug)
    with catalogue.writing() as writer:
        stored = find(writer, name, PACK)
        _require_changeable(writer, stored, name)
        if name not in (stored.label, *names_of(writer, stored.id)):
            raise UnknownPack(f"{name} is not a complete label or slug; a change needs one")
        pack: PackSummary = value_of(writer, stored)
        labels = edit.levels
        if labels is None:
            labels = [level.label for level in neighbours(writer, stored.id, "has-level")]
        grades = _grades(writer, _edit_levels(writer, [*labels], edit))
        title = pack.title if edit.title is None else edit.title
        about = pack.description if edit.description is None else edit.description
        changed = replace(pack, title=title, description=about, slug=edit.slug or pack.slug)
        return _rewritten(writer, stored, changed, grades, edit.order)


def delete_level(catalogue: Catalogue, name: str, *, from_packs: bool = False) -> ObjectView:
    """Delete a level, given by label or slug, and return its view before the deletion.

    If `from_packs` is true, the level is first taken out of every pack, in the same transaction. Otherwise, a level of
    a pack is not deleted. Raises Protected for a level of a pack, of a pack of the starting catalogue, or of the
    starting catalogue itself, and for a level to which other objects link. Also raises UnknownObject and NotOwner.
    """
    with catalogue.writing() as writer:
        level = find(writer, name, LEVEL)
        require_own(writer, level, name)
        packs = read_views(writer, PACK, sorted(pack.id for pack in neighbours(writer, level.id, "in-pack")))
        if packs and not from_packs:
            slugs = ", ".join(value_of(writer, pack).slug for pack in packs)
            raise Protected(f"{name} is a level of {slugs}; delete it with from_packs, or take it out of them first")
        for pack in packs:
            summary: PackSummary = value_of(writer, pack)
            _require_changeable(writer, pack, summary.slug)
            labels = [held.label for held in neighbours(writer, pack.id, "has-level") if held.id != level.id]
            _rewritten(writer, pack, summary, _grades(writer, labels), PackOrder.GIVEN)
        try:
            return delete_named(writer, LEVEL, name)
        except IntegrityError:
            raise Protected(f"other objects have links to the level {name}; delete them first") from None


def _require_changeable(writer: Writer, pack: ObjectView, name: str) -> None:
    """Raise Protected for a pack of the starting catalogue, and NotOwner for the pack of another owner."""
    if writer.connection.scalar(select(tables.node.c.built_in).where(tables.node.c.id == pack.id)):
        raise Protected(f"{name} is a pack of the starting catalogue and cannot be changed; store a new pack instead")
    require_own(writer, pack, name)


def _rewritten(
    writer: Writer, stored: ObjectView, pack: PackSummary, grades: Mapping[str, tuple[int, int]], order: PackOrder
) -> ObjectView:
    """Replace a stored pack and its levels, and return the new view."""
    node, changed = stored.id, _with_levels(pack, grades)
    before: PackSummary = value_of(writer, stored)
    delete_links(writer, "in-pack", node)
    if changed.slug == before.slug:
        rewrite(writer, PACK, node, changed)
    else:
        node = _renamed(writer, node, changed)
    add_links(writer, node, _links(_order_levels(grades, order)))
    return read_views(writer, PACK, [node])[0]


def _renamed(writer: Writer, old: int, pack: PackSummary) -> int:
    """Store a pack under a new slug for the same owner, delete the old one, and return the id. Raises PackExists."""
    try:
        new = store(writer, prepare(PACK, pack))
    except OtherPack as error:
        raise PackExists(str(error)) from None
    if not new.created:
        raise PackExists(f"another pack has the slug {pack.slug}; choose a different slug")
    clear_owner(writer, new.id)
    writer.connection.execute(update(tables.ownership).where(tables.ownership.c.node == old).values(node=new.id))
    delete_object(writer, old)
    name_object(writer, PACK, new.id, [pack.slug])
    return new.id


def _edit_levels(reader: Reader, kept: list[str], edit: PackEdit) -> list[str]:
    """Return the levels of a pack after an edit. The location of an error is a field of the edit and an index."""
    for field, given in (("levels", edit.levels or ()), ("add", edit.add)):
        _grades(reader, given, field, solved=edit.solved)
    levels = dict.fromkeys(kept)
    for index, label in enumerate(edit.remove):
        if levels.pop(label, edit) is edit:
            raise PackError(f"{label!r} is not a level of the pack; omit it", ("remove", index))
    of_job = [] if edit.job is None else _labels_of_job(reader, edit.job)
    return [*dict.fromkeys([*levels, *edit.add, *of_job])]


def _order_levels(grades: Mapping[str, tuple[int, int]], order: PackOrder) -> list[str]:
    return list(grades) if order is PackOrder.GIVEN else sorted(grades, key=lambda label: grades[label])


def _links(labels: Sequence[str]) -> list[NewLink]:
    return [NewLink("has-level", label, place) for place, label in enumerate(labels)]


def _with_levels(pack: PackSummary, grades: Mapping[str, tuple[int, int]]) -> PackSummary:
    """Return a pack whose size and range of grades are computed from the grades of its levels."""
    every = [grade for grade, _ in grades.values()]
    return replace(pack, size=len(every), least_grade=min(every, default=None), greatest_grade=max(every, default=None))


def levels_of_pack(catalogue: Catalogue, name: str) -> Iterator[tuple[ObjectView, Level]]:
    """Yield the levels of a pack in order. Each level comes twice: as the catalogue shows it, and with its solution.

    Raises UnknownObject.
    """
    with catalogue.reading() as reader:
        members: list[Neighbour] = neighbours(reader, find(reader, name, PACK).id, "has-level")
        for start in range(0, len(members), _BATCH):
            for level in read_views(reader, LEVEL, [level.id for level in members[start : start + _BATCH]]):
                yield level, value_of(reader, level)


def _grades(
    reader: Reader, labels: Sequence[str], field: str = "levels", *, solved: bool = True
) -> dict[str, tuple[int, int]]:
    """Return the grades and ids of levels, keyed by label, in the given order.

    Raises PackError if there are too many levels, if a level is unknown or has no grade, or if it is solved at the
    start and `solved` is false. The location of the error is `field` and the index of the level.
    """
    wanted = dict.fromkeys(labels)
    if len(wanted) > MAX_PACK_LEVELS:
        raise PackError(f"{len(wanted):,} levels given; a pack can have at most {MAX_PACK_LEVELS:,}", (field,))
    stored = find_many(reader, LEVEL, wanted, whole=False)
    grades = {}
    for index, label in enumerate(labels):
        if label not in stored:
            raise PackError(f"no level has the label {label!r}; store it first or omit it", (field, index))
        level = document_of(LEVEL, stored[label])
        grade = level.difficulty.grade
        if grade is None:
            fault = f"{label} has no grade: its minimum is not proved, or no plane drawing can be reached"
            raise PackError(fault, (field, index))
        if level.crossings == 0 and not solved:
            fault = f"{label} is solved at the start; omit it, or set `solved`"
            raise PackError(fault, (field, index))
        grades[label] = (grade, stored[label].id)
    return grades


def next_level(
    catalogue: Catalogue, after: str | None = None, *, filters: Mapping[str, Any] | None = None
) -> ObjectView | None:
    """Return the next level of the catalogue, sorted by grade and then by age, or the first level if `after` is None.

    Returns None if `after` is the last level. Levels without a grade are skipped. If the level `after` has no grade,
    the first level is returned. Raises UnknownObject, and ListingError for an unknown filter.
    """
    with catalogue.reading() as reader:
        place: After | None = None
        if after is not None:
            level = find(reader, after, LEVEL)
            grade = document_of(LEVEL, level).difficulty.grade
            place = (-1 if grade is None else grade, level.id)
        wanted = {"min_grade": 0, **(filters or {})}
        items = page(reader, LEVEL, wanted, "grade", after=place, limit=1, whole=True).items
    return items[0] if items else None


def next_of_pack(catalogue: Catalogue, pack: str, after: str | None = None) -> ObjectView | None:
    """Return the level that follows the level `after` in a pack, or None if `after` is the last level.

    If `after` is None, return the first level.

    Raises UnknownPack, UnknownObject for an unknown level, and NotInPack for a level that is not in the pack.
    """
    with catalogue.reading() as reader:
        try:
            node = find(reader, pack, PACK).id
        except UnknownObject as error:
            raise UnknownPack(str(error)) from None
        members = neighbours(reader, node, "has-level")
        place = 0
        if after is not None:
            level = find(reader, after, LEVEL)
            places = {level.id: at for at, level in enumerate(members, start=1)}
            if level.id not in places:
                raise NotInPack(f"{after} is not a level of the pack {pack}; give one of its labels")
            place = places[level.id]
        return read_views(reader, LEVEL, [members[place].id])[0] if place < len(members) else None
