"""The log of changed and deleted objects, counters, and the rules for sealing the facts of a kind.

Readers use the log to update cached facts. A new object has a greater id than all objects that exist or that are in the
log, so it needs no entry.

Writers keep the number of objects of each kind and the number of links of each relation up to date. Without these
counters, counting a million links would take half a second on either database.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Insert, Integer, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Prepared, Reader, Writer, chunks, parameter

AnyKind = Kind[Any, Any]

FOLDED = 0
"""The number in place of an object id that means that the segments of the kind contain all earlier changes."""


def record_changes(writer: Writer, objects: Iterable[tuple[int, int]]) -> None:
    """Record that the facts, links or claims of objects were rewritten or deleted.

    The objects are given by kind number and id.
    """
    rows = [{"kind": kind, "node": node} for kind, node in objects]
    if rows:
        writer.connection.execute(insert(tables.change), rows)
        writer.touched.update(row["kind"] for row in rows)


def changes_since(reader: Reader, kind: int, change: int) -> set[int]:
    """Return the ids of the objects of a kind that changed after the given change."""
    rows = select(tables.change.c.node).where(tables.change.c.kind == kind, tables.change.c.id > change)
    return set(reader.connection.scalars(rows))


class SnapshotVersion(NamedTuple):
    """The version of a kind in a snapshot. It changes whenever an object of the kind is added, changed or deleted.

    The version consists of the greatest id of the kind, the number of its last change, and the number of its objects.
    """

    top: int
    change: int
    objects: int


def snapshot_version(reader: Reader, kind: AnyKind) -> SnapshotVersion:
    """Return the version of a kind in a snapshot. Cost: one statement with three look-ups."""
    [row] = _version(reader.registry, kind).rows(reader.connection)
    return SnapshotVersion(*(number or 0 for number in row))


@lru_cache(maxsize=256)
def _version(registry: Registry, kind: AnyKind) -> Prepared:
    top = select(func.max(registry.facts[kind.name].c.node))
    number = registry.numbers.kinds[kind.name]
    change = select(func.max(tables.change.c.id)).where(tables.change.c.kind == number)
    count = select(tables.counter.c.count).where(tables.counter.c.counted == KINDS, tables.counter.c.number == number)
    return Prepared(select(*(column.scalar_subquery() for column in (top, change, count))))


def fold(writer: Writer, kind: int) -> None:
    """Delete the log of a kind whose segments include all changes.

    Record that caches must load the facts again.
    """
    # Insert the row that remains first, so that no id of a change is assigned again.
    mark = writer.connection.scalar(insert(tables.change).values(kind=kind, node=FOLDED).returning(tables.change.c.id))
    writer.connection.execute(delete(tables.change).where(tables.change.c.kind == kind, tables.change.c.id < mark))


def kinds_of(reader: Reader, nodes: Sequence[int]) -> list[tuple[int, int]]:
    """Return the kind number and the id of each object."""
    found: list[tuple[int, int]] = []
    for part in chunks(nodes):
        rows = select(tables.node.c.kind, tables.node.c.id).where(tables.node.c.id.in_(part))
        found += [(kind, node) for kind, node in reader.connection.execute(rows)]
    return found


KINDS, RELATIONS = "kind", "relation"


def increment_counts(writer: Writer, more: Mapping[tuple[str, int], int]) -> None:
    """Add numbers to the counters of kinds or relations, which are keyed by what they count and by number.

    For deletions, the added numbers are negative.
    """
    rows = [{"counted": counted, "number": number, "count": count} for (counted, number), count in more.items()]
    if rows:
        writer.connection.execute(_increment(writer.connection.dialect.name), rows)


@cache
def _increment(dialect: str) -> Insert:
    insert = (sqlite if dialect == "sqlite" else postgresql).insert(tables.counter)
    added = {"count": tables.counter.c.count + insert.excluded.count}
    return insert.on_conflict_do_update(index_elements=["counted", "number"], set_=added)  # type: ignore[no-any-return]


def stored_counts(reader: Reader, counted: str) -> Counter[int]:
    """Return the counters of kinds or relations, keyed by the number of the kind or relation."""
    rows = select(tables.counter.c.number, tables.counter.c.count).where(tables.counter.c.counted == counted)
    return Counter({row[0]: row[1] for row in reader.connection.execute(rows)})


def recount(reader: Reader, counted: str) -> Counter[int]:
    """Count the objects of kinds or the links of relations again. Cost: one pass over the nodes or the links."""
    column = tables.node.c.kind if counted == KINDS else tables.link.c.relation
    rows = select(column, func.count()).group_by(column)
    return Counter({row[0]: row[1] for row in reader.connection.execute(rows)})


SEGMENT = 65_536
"""The number of objects in a segment."""

FOLD_FROM = 8192
"""The number of changes of a kind after which its segments are rewritten."""


def due_for_sealing(writer: Writer, kinds: Iterable[int]) -> list[int]:
    """Return the numbers of the kinds that must be sealed.

    A kind must be sealed if a segment is full, or if many of its objects have changed.

    Cost: one statement that reads a few rows, and another statement for each kind with many changes.
    """
    wanted = {f"kind_{place}": number for place, number in enumerate(sorted(set(kinds)))}
    return [
        number
        for number, unsealed, span in _of_kinds(len(wanted)).rows(writer.connection, wanted)
        if unsealed >= SEGMENT or (span is not None and span >= FOLD_FROM and _changes(writer, number) > FOLD_FROM)
    ]


@cache
def _of_kinds(several: int) -> Prepared:
    """Return the statement that reads the number of unsealed objects and the range of change ids of each kind."""
    counter, segment, change = tables.counter.c, tables.segment.c, tables.change.c
    sealed = select(func.coalesce(func.sum(segment.rows), 0)).where(segment.kind == counter.number).scalar_subquery()
    least, most = (
        select(end(change.id)).where(change.kind == counter.number).scalar_subquery() for end in (func.min, func.max)
    )
    looked_at = select(counter.number, counter.count - sealed, most - least)
    numbers = [parameter(f"kind_{place}", Integer()) for place in range(several)]
    return Prepared(looked_at.where(counter.counted == KINDS, counter.number.in_(numbers)).order_by(counter.number))


def _changes(writer: Writer, kind: int) -> int:
    """Return the number of changes of a kind in the log. The kind is given by number."""
    changes = select(func.count()).select_from(tables.change).where(tables.change.c.kind == kind)
    return writer.connection.scalar(changes) or 0
