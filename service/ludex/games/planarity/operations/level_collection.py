"""Operations that store the collection of graded levels, part by part, and its packs by difficulty and by theme."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, prepare
from ludex.catalogue.lists.listing import After, page
from ludex.catalogue.objects.reading import show_unstored, value_of
from ludex.catalogue.objects.storing import store_many
from ludex.engine.budget import Budget
from ludex.games.planarity.kinds import LEVEL, PACK
from ludex.games.planarity.level import Level
from ludex.games.planarity.study.level_bands import BANDS, LEVELS, Theme, band_of, grades_of, source_of
from ludex.games.planarity.study.level_collection import Part, make_part, themes_of
from ludex.operations.packs import (
    MAX_PACK_LEVELS,
    PackEdit,
    PackExists,
    PackOrder,
    create_pack,
    edit_pack,
)

_PAGE = 1_000

_THEMES = {
    Theme.TREES: ("Trees", "The graph of each level is a tree."),
    Theme.CYCLES: ("Cycles", "The graph of each level is a cycle."),
    Theme.TRIANGULATIONS: ("Triangulations", "Each level has as many edges as its points allow."),
    Theme.OUTERPLANAR: ("Outerplanar graphs", "The graph of each level is part of a triangulated polygon."),
    Theme.SYMMETRIC: ("Symmetric levels", "A half turn maps each level to itself."),
    Theme.ONE_WAY: ("One way only", "All shortest solutions are the same, up to the order of independent swaps."),
    Theme.WORSE_FIRST: ("Must get worse first", "Every shortest solution increases the number of crossings."),
}


@dataclass(frozen=True, slots=True)
class StoredPart:
    """The result of storing a part: the number of new levels, and the number of levels that were already stored."""

    new: int
    known: int


@dataclass(frozen=True, slots=True)
class CollectionPack:
    """A pack of the collection: its slug, its title, and its number of levels."""

    slug: str
    title: str
    levels: int


def prepare_levels(levels: Sequence[Level]) -> list[Entry[Level]]:
    """Return levels with their labels and documents, but without the costs of solving, which differ in every run."""
    return [prepare(LEVEL, level) for level in levels]


def level_lines(levels: Sequence[Level]) -> Iterator[str]:
    """Yield levels as lines of JSON, in the form in which the catalogue shows them."""
    return (show_unstored(entry).text() for entry in prepare_levels(levels))


def store_part(catalogue: Catalogue, part: Part, budget: Budget | None = None) -> StoredPart:
    """Make the levels of a part and store them in one transaction. Raises the same errors as :func:`make_part`."""
    entries = prepare_levels(make_part(part, budget))
    with catalogue.writing() as writer:
        new = sum(stored.created for stored in store_many(writer, entries))
    return StoredPart(new, len(entries) - new)


@dataclass(frozen=True, slots=True)
class _Member:
    label: str
    grade: int
    crossings: int
    themes: frozenset[Theme]


def store_collection_packs(catalogue: Catalogue, levels: int = LEVELS) -> tuple[CollectionPack, ...]:
    """Store or update the packs of the collection with this number of `levels`: packs by difficulty and packs by theme.

    The levels of a pack are sorted by grade, then by the number of crossings, then by label. A pack contains at most
    10,000 levels. If more levels qualify, the easiest levels are chosen. Raises Protected or NotOwner if one of the
    slugs names a pack that must not be changed.
    """
    members = sorted(
        (
            _Member(label, level.difficulty.grade, level.solution.crossings, themes_of(level))
            for label, level in _stored(catalogue, levels)
            if level.difficulty is not None
        ),
        key=lambda member: (member.grade, member.crossings, member.label),
    )
    packs = []
    for band in range(BANDS):
        least, greatest = grades_of(band)
        title = f"Difficulty {band + 1} of {BANDS}"
        about = f"Levels of grade {least} {'and more' if greatest is None else f'to {greatest}'}."
        labels = [member.label for member in members if band_of(member.grade) == band]
        packs.append(_store_pack(catalogue, f"difficulty-{band + 1}", title, about, labels, levels))
    for theme, (title, about) in _THEMES.items():
        labels = [member.label for member in members if theme in member.themes]
        packs.append(_store_pack(catalogue, f"theme-{theme}", title, about, labels, levels))
    return tuple(pack for pack in packs if pack.levels)


def stored_levels(catalogue: Catalogue, levels: int = LEVELS) -> list[Level]:
    """Return the stored levels of the collection with this number of `levels`, in the order in which they are made.

    A level is missing from the result if its class had already been stored from another source.
    """
    found = [level for _, level in _stored(catalogue, levels)]
    return sorted(found, key=_place_of)


def _place_of(level: Level) -> tuple[int, int, int]:
    """Return the sort key of a level: its part, its band, and the number of its drawing within the part."""
    band = 0 if level.difficulty is None else band_of(level.difficulty.grade)
    return level.provenance["part"], band, level.provenance["number"]


def _stored(catalogue: Catalogue, levels: int) -> Iterator[tuple[str, Level]]:
    """Yield the labels and the levels of the collection that are stored."""
    after: After | None = None
    with catalogue.reading() as reader:
        while True:
            found = page(reader, LEVEL, {"source": source_of(levels)}, after=after, limit=_PAGE, whole=True)
            yield from ((item.label, value_of(reader, item)) for item in found.items)
            after = found.after
            if after is None:
                return


def _store_pack(
    catalogue: Catalogue, slug: str, title: str, about: str, labels: Sequence[str], levels: int
) -> CollectionPack:
    """Store a pack of the collection, or replace the levels of the pack if an earlier run stored it."""
    slug = slug if levels == LEVELS else f"{slug}-of-{levels}"
    kept = list(labels[:MAX_PACK_LEVELS])
    if kept:
        try:
            create_pack(catalogue, PACK, slug, title, kept, about, PackOrder.GIVEN)
        except PackExists:
            edit_pack(catalogue, PACK, slug, PackEdit(levels=kept, title=title, description=about))
    return CollectionPack(slug, title, len(kept))
