"""Packs of levels: storing one of a user's own; the next level of a pack, or of all levels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.catalogue import Catalogue, Reader
from ludex.catalogue.kind import Linked, prepare
from ludex.catalogue.kinds.planarity import LEVEL, PACK
from ludex.catalogue.kinds.planarity.pack import OtherPack, Pack
from ludex.catalogue.label import NameTaken, require_texts
from ludex.catalogue.links import neighbours
from ludex.catalogue.listing import After, page
from ludex.catalogue.naming import name_object, require_slug
from ludex.catalogue.reading import Shown, UnknownObject, document_of, find, find_many, shown
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import add_links, store
from ludex.engine.faults import Fault

MAX_PACK_LEVELS = 10_000


class PackError(Fault):
    """A pack that cannot be stored as it is. `place` leads to the fault: ("levels", 3)."""


class PackExists(NameTaken):
    """The slug names another pack."""


class UnknownPack(UnknownObject):
    """No pack has this label or slug."""


@dataclass(frozen=True, slots=True)
class StoredPack:
    """What came of storing a pack; `places` gives for each level of the request its place in the pack."""

    stored: Stored
    places: tuple[int, ...]


def create_pack(
    catalogue: Catalogue, slug: str, title: str, levels: Sequence[str], description: str = ""
) -> StoredPack:
    """Store a pack of the levels with these labels, ordered by grade and then by age; the same pack is known.

    A level that comes twice is in it once; labels of version 0.1 are taken too. Raises PackExists where the slug names
    a pack that differs, SlugError, TextError, PackError for an unknown level or one without a grade.
    """
    require_slug(slug)
    require_texts(title=title, description=description)
    levels = [catalogue.registry.renamed(label) or label for label in levels]
    grades = _grades(catalogue, levels)
    ordered = sorted(grades, key=lambda label: grades[label])
    least, greatest = (grades[ordered[end]][0] for end in (0, -1)) if ordered else (None, None)
    entry = prepare(PACK, Pack(slug, title, description, len(ordered), least, greatest))
    with catalogue.writing() as writer:
        try:
            stored = store(writer, entry)
        except OtherPack as error:
            raise PackExists(str(error)) from None
        if stored.created:
            name_object(writer, PACK, stored.id, [slug])
            add_links(writer, stored.id, [Linked("has-level", label, place) for place, label in enumerate(ordered)])
        elif {one.label for one in neighbours(writer, stored.id, "has-level")} != set(ordered):
            raise PackExists(f"there is another pack called {slug}")
    places = {label: place for place, label in enumerate(ordered)}
    return StoredPack(stored, tuple(places[label] for label in levels))


def levels_of_pack(catalogue: Catalogue, name: str) -> list[str]:
    """Return the labels of the levels of the pack with a label or slug, in order. Raises UnknownObject."""
    with catalogue.reading() as reader:
        return [one.label for one in neighbours(reader, find(reader, name, PACK).id, "has-level")]


def packs_of_levels(catalogue: Catalogue, labels: Sequence[str]) -> list[tuple[Shown, tuple[int, ...]]]:
    """Return the stored packs that have these levels and no others, the oldest first; for each level its place there.

    Cost: the packs that the first level is in are gone through.
    """
    wanted = [catalogue.registry.renamed(label) or label for label in labels]
    found = []
    with catalogue.reading() as reader:
        first = list(find_many(reader, LEVEL, wanted[:1], whole=False).values())
        having = [] if not first else neighbours(reader, first[0].id, "in-pack", kind=PACK.name)
        for pack in sorted({one.id for one in having}):
            place = {one.label: one.place for one in neighbours(reader, pack, "has-level")}
            if place.keys() == set(wanted):
                found.append((pack, tuple(place[label] for label in wanted)))
        packs = shown(reader, PACK, [pack for pack, _ in found], whole=False)
    return [(one, places) for one, (_, places) in zip(packs, found, strict=True)]


def _grades(catalogue: Catalogue, labels: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return grade and id of levels by label. Raises PackError for too many, unknown ones, and ones without a grade."""
    wanted = dict.fromkeys(labels)
    if len(wanted) > MAX_PACK_LEVELS:
        raise PackError(f"{len(wanted):,} levels, a pack has at most {MAX_PACK_LEVELS:,}", ("levels",))
    with catalogue.reading() as reader:
        found = find_many(reader, LEVEL, wanted, whole=False)
    grades = {}
    for index, label in enumerate(labels):
        if label not in found:
            raise PackError(f"no level is labelled {label!r}", ("levels", index))
        grade = document_of(LEVEL, found[label]).difficulty.grade
        if grade is None:
            fault = f"{label} has no grade: its minimum is not proved, or no plane drawing can be reached"
            raise PackError(fault, ("levels", index))
        grades[label] = (grade, found[label].id)
    return grades


def next_level(
    catalogue: Catalogue,
    after: str | None = None,
    *,
    pack: str | None = None,
    filters: Mapping[str, Any] | None = None,
) -> Shown | None:
    """Return the next graded level by grade and then by age, of all levels or of a pack; the first without `after`.

    None after the last. Levels without a grade are passed over; after one of these comes the first. Raises
    UnknownObject for the level, UnknownPack, and ListingError for a filter that there is not.
    """
    with catalogue.reading() as reader:
        wanted = dict(filters or {})
        if pack is not None:
            wanted["pack"] = _pack_label(reader, pack)
        wanted.setdefault("min_grade", 0)
        place: After | None = None
        if after is not None:
            level = find(reader, after, LEVEL)
            grade = document_of(LEVEL, level).difficulty.grade
            place = (-1 if grade is None else grade, level.id)
        found = page(reader, LEVEL, wanted, "grade", after=place, limit=1, whole=True).items
    return found[0] if found else None


def _pack_label(reader: Reader, name: str) -> str:
    """Return the label of a pack: another object may have the same slug."""
    try:
        return find(reader, name, PACK).label
    except UnknownObject as error:
        raise UnknownPack(str(error)) from None
