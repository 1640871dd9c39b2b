"""Packs of levels: storing and changing one of a user's own, what is in one; the next level of one, or of all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import select

from ludex.catalogue.access.ownership import require_own
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Linked, prepare
from ludex.catalogue.kinds.label import NameTaken, Protected, require_texts
from ludex.catalogue.lists.listing import After, page
from ludex.catalogue.objects.aliases import name_object, require_slug
from ludex.catalogue.objects.links import Neighbour, neighbours
from ludex.catalogue.objects.reading import Shown, UnknownObject, document_of, find, find_many, shown, value_of
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import add_links, as_shown, delete_links, rewrite, store
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.faults import Fault
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.kinds.pack import OtherPack, Pack
from ludex.games.planarity.level import Level

MAX_PACK_LEVELS = 10_000
_AT_ONCE = 100


class PackOrder(StrEnum):
    """How the levels of a pack are ordered: by grade and then by age, or as they are given."""

    GRADE = "grade"
    GIVEN = "given"


class PackError(Fault):
    """A pack that cannot be stored as it is. `place` leads to the fault: ("levels", 3)."""


class PackExists(NameTaken):
    """The slug names another pack."""


class UnknownPack(UnknownObject):
    """No pack has this label or slug."""


class NotInPack(ValueError):
    """A level is not in the pack."""


@dataclass(frozen=True, slots=True)
class StoredPack:
    """What came of storing a pack; `places` gives for each level of the request its place in the pack."""

    stored: Stored
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PackEdit:
    """What is to change of a pack; what is None stays.

    `levels` are all that it has from then on. After that those to `remove` go, and those to `add` come at the end. With
    the order GIVEN they stand so, else by grade.
    """

    levels: Sequence[str] | None = None
    add: Sequence[str] = ()
    remove: Sequence[str] = ()
    order: PackOrder = PackOrder.GIVEN
    title: str | None = None
    description: str | None = None


def create_pack(
    catalogue: Catalogue,
    slug: str,
    title: str,
    levels: Sequence[str],
    description: str = "",
    order: PackOrder = PackOrder.GRADE,
) -> StoredPack:
    """Store a pack of the levels with these labels; the same pack is known.

    A level that comes twice is in it once. Raises PackExists if the slug names a pack that differs, SlugError,
    TextError, PackError for an unknown level or one without a grade.
    """
    require_slug(slug)
    require_texts(title=title, description=description)
    with catalogue.reading() as reader:
        grades = _grades(reader, levels)
    ordered = _ordered(grades, order)
    entry = prepare(PACK, _with_levels(Pack(slug, title, description, 0, None, None), grades))
    with catalogue.writing() as writer:
        try:
            stored = store(writer, entry)
        except OtherPack as error:
            raise PackExists(str(error)) from None
        if stored.created:
            name_object(writer, PACK, stored.id, [slug])
            add_links(writer, stored.id, _links(ordered))
        elif [one.label for one in neighbours(writer, stored.id, "has-level")] != ordered:
            raise PackExists(f"there is another pack called {slug}; give this one another slug")
        stored = as_shown(writer, stored)
    places = {label: place for place, label in enumerate(ordered)}
    return StoredPack(stored, tuple(places[label] for label in levels))


def labels_of_pack(catalogue: Catalogue, name: str) -> list[str]:
    """Return the labels of the levels of the pack with a label or slug, in order. Raises UnknownObject."""
    with catalogue.reading() as reader:
        return [one.label for one in neighbours(reader, find(reader, name, PACK).id, "has-level")]


def packs_of_levels(catalogue: Catalogue, labels: Sequence[str]) -> list[tuple[Shown, tuple[int, ...]]]:
    """Return the stored packs that have these levels and no others, the oldest first; for each level its place there.

    Cost: the packs that the first level is in are gone through.
    """
    found = []
    with catalogue.reading() as reader:
        first = list(find_many(reader, LEVEL, labels[:1], whole=False).values())
        having = [] if not first else neighbours(reader, first[0].id, "in-pack", kind=PACK.name)
        for pack in sorted({one.id for one in having}):
            place = {one.label: one.place for one in neighbours(reader, pack, "has-level")}
            if place.keys() == set(labels):
                found.append((pack, tuple(place[label] for label in labels)))
        packs = shown(reader, PACK, [pack for pack, _ in found], whole=False)
    return [(one, places) for one, (_, places) in zip(packs, found, strict=True)]


def edit_pack(catalogue: Catalogue, name: str, edit: PackEdit) -> Shown:
    """Change the pack with a label or slug, and return it as it is then.

    Raises UnknownObject, Protected for a pack of the starting catalogue, NotOwner, TextError, and PackError for a level
    that is unknown, has no grade, or is to be removed and not there.
    """
    require_texts(title=edit.title or "", description=edit.description or "")
    with catalogue.writing() as writer:
        found = find(writer, name, PACK)
        if writer.connection.scalar(select(tables.node.c.starting).where(tables.node.c.id == found.id)):
            raise Protected(f"{name} is a pack of the starting catalogue and stays as it is: store one of your own")
        require_own(writer, found, name)
        pack: Pack = value_of(writer, found)
        kept = edit.levels
        if kept is None:
            kept = [one.label for one in neighbours(writer, found.id, "has-level")]
        levels = _edited(writer, [*kept], edit)
        grades = _grades(writer, levels)
        title = pack.title if edit.title is None else edit.title
        about = pack.description if edit.description is None else edit.description
        changed = replace(pack, title=title, description=about)
        delete_links(writer, "in-pack", found.id)
        rewrite(writer, PACK, found.id, _with_levels(changed, grades))
        add_links(writer, found.id, _links(_ordered(grades, edit.order)))
        return shown(writer, PACK, [found.id])[0]


def _edited(reader: Reader, kept: list[str], edit: PackEdit) -> list[str]:
    """Return the levels of a pack after a change; faults in those that are given are told by where they stand there."""
    for field, given in (("levels", edit.levels or ()), ("add", edit.add)):
        _grades(reader, given, field)
    levels = dict.fromkeys(kept)
    for index, label in enumerate(edit.remove):
        if levels.pop(label, edit) is edit:
            raise PackError(f"{label!r} is no level of the pack; leave it out", ("remove", index))
    return [*dict.fromkeys([*levels, *edit.add])]


def _ordered(grades: Mapping[str, tuple[int, int]], order: PackOrder) -> list[str]:
    return list(grades) if order is PackOrder.GIVEN else sorted(grades, key=lambda label: grades[label])


def _links(labels: Sequence[str]) -> list[Linked]:
    return [Linked("has-level", label, place) for place, label in enumerate(labels)]


def _with_levels(pack: Pack, grades: Mapping[str, tuple[int, int]]) -> Pack:
    """Return a pack with what it says of its levels."""
    every = [grade for grade, _ in grades.values()]
    return replace(pack, size=len(every), least_grade=min(every, default=None), greatest_grade=max(every, default=None))


def levels_of_pack(catalogue: Catalogue, name: str) -> Iterator[tuple[Shown, Level]]:
    """Yield the levels of a pack in their order, as they are shown and with their solutions. Raises UnknownObject."""
    with catalogue.reading() as reader:
        held: list[Neighbour] = neighbours(reader, find(reader, name, PACK).id, "has-level")
        for start in range(0, len(held), _AT_ONCE):
            for one in shown(reader, LEVEL, [level.id for level in held[start : start + _AT_ONCE]]):
                yield one, value_of(reader, one)


def _grades(reader: Reader, labels: Sequence[str], field: str = "levels") -> dict[str, tuple[int, int]]:
    """Return grade and id of levels by label, in their order.

    Raises PackError for too many, for unknown ones, and for ones without a grade, with their place in a field.
    """
    wanted = dict.fromkeys(labels)
    if len(wanted) > MAX_PACK_LEVELS:
        raise PackError(f"{len(wanted):,} levels, a pack has at most {MAX_PACK_LEVELS:,}", (field,))
    found = find_many(reader, LEVEL, wanted, whole=False)
    grades = {}
    for index, label in enumerate(labels):
        if label not in found:
            raise PackError(f"no level is labelled {label!r}; store it first, or leave it out", (field, index))
        grade = document_of(LEVEL, found[label]).difficulty.grade
        if grade is None:
            fault = f"{label} has no grade: its minimum is not proved, or no plane drawing can be reached"
            raise PackError(fault, (field, index))
        grades[label] = (grade, found[label].id)
    return grades


def next_level(
    catalogue: Catalogue, after: str | None = None, *, filters: Mapping[str, Any] | None = None
) -> Shown | None:
    """Return the next graded level by grade and then by age, of all levels; the first without `after`.

    None after the last. Levels without a grade are passed over; after one of these comes the first. Raises
    UnknownObject, and ListingError for a filter that there is not.
    """
    with catalogue.reading() as reader:
        place: After | None = None
        if after is not None:
            level = find(reader, after, LEVEL)
            grade = document_of(LEVEL, level).difficulty.grade
            place = (-1 if grade is None else grade, level.id)
        wanted = {"min_grade": 0, **(filters or {})}
        found = page(reader, LEVEL, wanted, "grade", after=place, limit=1, whole=True).items
    return found[0] if found else None


def next_of_pack(catalogue: Catalogue, pack: str, after: str | None = None) -> Shown | None:
    """Return the level of a pack that comes after one of its levels, None after the last; the first without `after`.

    Raises UnknownPack, UnknownObject for the level, NotInPack for one that is not in the pack.
    """
    with catalogue.reading() as reader:
        try:
            node = find(reader, pack, PACK).id
        except UnknownObject as error:
            raise UnknownPack(str(error)) from None
        held = neighbours(reader, node, "has-level")
        place = 0
        if after is not None:
            level = find(reader, after, LEVEL)
            places = {one.id: at for at, one in enumerate(held, start=1)}
            if level.id not in places:
                raise NotInPack(f"{after} is no level of the pack {pack}; give one of its labels")
            place = places[level.id]
        return shown(reader, LEVEL, [held[place].id])[0] if place < len(held) else None
