"""Stored packs: named lists of levels, ordered by grade, that a game can ship on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import Stored, chunks, insert_links, insert_new, is_storable
from ludex.catalogue.tables import LevelRow, PackLevelRow, PackRow

MAX_SLUG = 64
MAX_PACK_LEVELS = 10_000
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class PackError(ValueError):
    """A pack that cannot be stored as it is: its slug, its texts or its levels."""


class PackExists(PackError):
    """The slug names another pack."""


class PackProtected(PackError):
    """A pack of the starting catalogue cannot be changed or deleted."""


class UnknownPack(LookupError):
    """No pack has this slug."""


@dataclass(frozen=True, slots=True)
class StoredPack:
    """A stored pack without its levels, which are the levels under the filter `pack`, sorted by grade.

    `least_grade` and `greatest_grade` are None for a pack without levels.
    """

    id: int
    slug: str
    title: str
    description: str
    starting: bool
    levels: int
    least_grade: int | None
    greatest_grade: int | None


def create_pack(
    session: Session, slug: str, title: str, description: str, levels: Sequence[str], *, starting: bool = False
) -> Stored[PackRow]:
    """Store a pack of the levels with these labels; a level that comes twice is in it once. The same pack is known.

    Raises PackExists where the slug names a pack that differs, PackError for a slug, a text, an unknown level or one
    without a grade.
    """
    _require_slug(slug)
    if not (is_storable(title) and is_storable(description)):
        raise PackError("the title or the description holds a character that cannot be stored")
    ids = _graded_levels(session, levels)
    values = {"slug": slug, "title": title, "description": description, "starting": starting}
    row = session.scalars(insert_new(session, PackRow, ["slug"]).values(values).returning(PackRow)).one_or_none()
    if row is not None:
        _link(session, row, ids)
        return Stored(row, created=True)
    row = session.scalars(select(PackRow).where(PackRow.slug == slug)).one()
    if (row.title, row.description, _level_ids(session, row)) != (title, description, set(ids)):
        raise PackExists(f"there is another pack called {slug}")
    row.starting = row.starting or starting
    session.flush()
    return Stored(row, created=False)


def replace_pack(session: Session, slug: str, title: str, description: str, levels: Sequence[str]) -> Stored[PackRow]:
    """Store a pack, or give a user's pack of this slug another title, description and levels.

    Raises PackProtected for a pack of the starting catalogue, PackError as :func:`create_pack`.
    """
    row = session.scalars(select(PackRow).where(PackRow.slug == slug)).one_or_none() if is_storable(slug) else None
    if row is None:
        return create_pack(session, slug, title, description, levels)
    _require_own(row)
    if not (is_storable(title) and is_storable(description)):
        raise PackError("the title or the description holds a character that cannot be stored")
    ids = _graded_levels(session, levels)
    row.title, row.description = title, description
    session.flush()
    session.execute(delete(PackLevelRow).where(PackLevelRow.pack_id == row.id))
    _link(session, row, ids)
    return Stored(row, created=False)


def delete_pack(session: Session, slug: str) -> None:
    """Delete a user's pack; its levels stay. Raises UnknownPack, and PackProtected for one that was there at first."""
    row = session.scalars(select(PackRow).where(PackRow.slug == slug)).one_or_none() if is_storable(slug) else None
    if row is None:
        raise UnknownPack(f"no pack is called {slug!r}")
    _require_own(row)
    session.execute(delete(PackRow).where(PackRow.id == row.id))


def find_pack(session: Session, slug: str) -> StoredPack | None:
    """Return the pack with this slug, or None."""
    return PACKS.by_label(session, slug)


def pack_labels(session: Session, slug: str) -> list[str]:
    """Return the labels of a pack's levels, by grade and then by age."""
    listed = select(LevelRow.label).join(PackLevelRow, PackLevelRow.level_id == LevelRow.id).join(PackRow)
    return list(session.scalars(listed.where(PackRow.slug == slug).order_by(LevelRow.grade, LevelRow.id)))


def _require_slug(slug: str) -> None:
    if len(slug) > MAX_SLUG or not _SLUG.fullmatch(slug):
        raise PackError(f"a slug is 1 to {MAX_SLUG} small letters and digits, in words joined by '-': {slug!r}")


def _require_own(row: PackRow) -> None:
    if row.starting:
        raise PackProtected(f"{row.slug} is a pack of the starting catalogue")


def _graded_levels(session: Session, labels: Sequence[str]) -> list[int]:
    """Return the ids of levels by label. Raises PackError for too many, unknown ones, and ones without a grade."""
    wanted = list(dict.fromkeys(labels))
    if len(wanted) > MAX_PACK_LEVELS:
        raise PackError(f"{len(wanted)} levels, a pack has at most {MAX_PACK_LEVELS}")
    found: dict[str, tuple[int, int | None]] = {}
    for part in chunks([label for label in wanted if is_storable(label)]):
        known = select(LevelRow.label, LevelRow.id, LevelRow.grade).where(LevelRow.label.in_(part))
        found |= {label: (row_id, grade) for label, row_id, grade in session.execute(known)}
    for label in wanted:
        if label not in found:
            raise PackError(f"no level is labelled {label!r}")
        if found[label][1] is None:
            raise PackError(f"{label} has no grade: its minimum is not proved, or no plane drawing can be reached")
    return [found[label][0] for label in wanted]


def _link(session: Session, row: PackRow, ids: Sequence[int]) -> None:
    links = [{"pack_id": row.id, "level_id": level} for level in ids]
    insert_links(session, PackLevelRow, ["pack_id", "level_id"], links)


def _level_ids(session: Session, row: PackRow) -> set[int]:
    return set(session.scalars(select(PackLevelRow.level_id).where(PackLevelRow.pack_id == row.id)))


def _load(session: Session, rows: Sequence[PackRow]) -> list[StoredPack]:
    held: dict[int, tuple[int, int | None, int | None]] = {}
    for part in chunks([row.id for row in rows]):
        counted = (
            select(PackLevelRow.pack_id, func.count(), func.min(LevelRow.grade), func.max(LevelRow.grade))
            .join(LevelRow, LevelRow.id == PackLevelRow.level_id)
            .where(PackLevelRow.pack_id.in_(part))
            .group_by(PackLevelRow.pack_id)
        )
        held |= {pack: (count, least, greatest) for pack, count, least, greatest in session.execute(counted)}
    return [
        StoredPack(row.id, row.slug, row.title, row.description, row.starting, *held.get(row.id, (0, None, None)))
        for row in rows
    ]


def _with_level(label: str) -> ColumnElement[bool]:
    having = select(PackLevelRow.pack_id).join(LevelRow, LevelRow.id == PackLevelRow.level_id)
    return PackRow.id.in_(having.where(LevelRow.label == label))


PACKS: Collection[PackRow, StoredPack] = Collection(
    name="packs",
    model=PackRow,
    load=_load,
    equal={"slug": PackRow.slug, "starting": PackRow.starting},
    ranges={},
    related={"level": _with_level},
    sorts={"slug": PackRow.slug, "title": PackRow.title},
)
