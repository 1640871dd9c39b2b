"""Packs of levels: creating, editing and listing them, and the next level of a pack or of the catalogue."""

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
    """The order of the levels of a pack: by grade and then by age, or as given."""

    GRADE = "grade"
    GIVEN = "given"


class PackError(Fault):
    """Invalid levels of a pack. `place` locates the error: ("levels", 3)."""


class PackExists(NameTaken):
    """The slug names another pack."""


class UnknownPack(UnknownObject):
    """No pack has this label or slug."""


class NotInPack(ValueError):
    """The level is not in the pack."""


@dataclass(frozen=True, slots=True)
class StoredPack:
    """The result of storing a pack. `places` has the place in the pack for each level of the request."""

    stored: Stored
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PackEdit:
    """The changes to a pack. None leaves a field unchanged.

    `levels` replaces all levels. Then the levels to `remove` are removed, and those to `add` are appended. The order
    GIVEN keeps this order; GRADE sorts the levels by grade.
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
    """Store a pack of the levels with these labels, or return the existing pack if it is the same.

    Repeated levels are stored once. Raises PackExists if the slug names a different pack, SlugError, TextError, and
    PackError for a level that does not exist or has no grade.
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
        elif [level.label for level in neighbours(writer, stored.id, "has-level")] != ordered:
            raise PackExists(f"there is another pack called {slug}; give this one another slug")
        stored = as_shown(writer, stored)
    places = {label: place for place, label in enumerate(ordered)}
    return StoredPack(stored, tuple(places[label] for label in levels))


def labels_of_pack(catalogue: Catalogue, name: str) -> list[str]:
    """Return the labels of the levels of the pack with a label or slug, in order. Raises UnknownObject."""
    with catalogue.reading() as reader:
        return [level.label for level in neighbours(reader, find(reader, name, PACK).id, "has-level")]


def packs_of_levels(catalogue: Catalogue, labels: Sequence[str]) -> list[tuple[Shown, tuple[int, ...]]]:
    """Return the stored packs with exactly these levels, oldest first, each with the places of the levels in it.

    Cost: proportional to the packs that contain the first level.
    """
    found = []
    with catalogue.reading() as reader:
        first = list(find_many(reader, LEVEL, labels[:1], whole=False).values())
        having = [] if not first else neighbours(reader, first[0].id, "in-pack", kind=PACK.name)
        for pack in sorted({neighbour.id for neighbour in having}):
            place = {level.label: level.place for level in neighbours(reader, pack, "has-level")}
            if place.keys() == set(labels):
                found.append((pack, tuple(place[label] for label in labels)))
        packs = shown(reader, PACK, [pack for pack, _ in found], whole=False)
    return [(pack, places) for pack, (_, places) in zip(packs, found, strict=True)]


def edit_pack(catalogue: Catalogue, name: str, edit: PackEdit) -> Shown:
    """Change the pack with a label or slug, and return the changed pack.

    Raises UnknownObject, Protected for a pack of the starting catalogue, NotOwner, TextError, and PackError for a level
    that does not exist, has no grade, or is to be removed but not in the pack.
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
            kept = [level.label for level in neighbours(writer, found.id, "has-level")]
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
    """Return the levels of a pack after an edit. Errors are located by the fields and indices of the edit."""
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
    """Return a pack with the size and the grades of its levels."""
    every = [grade for grade, _ in grades.values()]
    return replace(pack, size=len(every), least_grade=min(every, default=None), greatest_grade=max(every, default=None))


def levels_of_pack(catalogue: Catalogue, name: str) -> Iterator[tuple[Shown, Level]]:
    """Yield the levels of a pack in order, as shown and with their solutions. Raises UnknownObject."""
    with catalogue.reading() as reader:
        held: list[Neighbour] = neighbours(reader, find(reader, name, PACK).id, "has-level")
        for start in range(0, len(held), _AT_ONCE):
            for level in shown(reader, LEVEL, [level.id for level in held[start : start + _AT_ONCE]]):
                yield level, value_of(reader, level)


def _grades(reader: Reader, labels: Sequence[str], field: str = "levels") -> dict[str, tuple[int, int]]:
    """Return the grades and ids of levels by label, in the given order.

    Raises PackError, with the index in `field`, for too many levels, for unknown ones, and for levels without a grade.
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
    """Return the next level of the catalogue by grade and then by age, or the first one without `after`.

    Returns None after the last level. Levels without a grade are skipped; after such a level comes the first. Raises
    UnknownObject, and ListingError for an unknown filter.
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
    """Return the level of a pack after one of its levels, or None after the last. Without `after`, return the first.

    Raises UnknownPack, UnknownObject for an unknown level, and NotInPack for a level that is not in the pack.
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
            places = {level.id: at for at, level in enumerate(held, start=1)}
            if level.id not in places:
                raise NotInPack(f"{after} is no level of the pack {pack}; give one of its labels")
            place = places[level.id]
        return shown(reader, LEVEL, [held[place].id])[0] if place < len(held) else None
