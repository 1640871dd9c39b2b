"""The log of changed and deleted objects, from which readers update cached facts.

New objects have greater ids than all others, so they need no entry. The exceptions are new objects with reused ids:
after the newest object is deleted, SQLite assigns its id again.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.counters import KINDS
from ludex.catalogue.storage.prepared import Prepared
from ludex.catalogue.storage.snapshot import Reader, Writer, chunks

AnyKind = Kind[Any, Any]

FOLDED = 0
"""This number in place of an object id means that the segments of the kind contain all earlier changes."""


def changed(writer: Writer, objects: Iterable[tuple[int, int]]) -> None:
    """Record that facts, links or claims of objects, given by kind number and id, were rewritten or deleted."""
    rows = [{"kind": kind, "node": node} for kind, node in objects]
    if rows:
        writer.connection.execute(insert(tables.change), rows)
        writer.touched.update(row["kind"] for row in rows)


def created(writer: Writer, objects: Sequence[tuple[int, int]]) -> None:
    """Record those new objects that have reused ids. The objects are given by kind number and id."""
    writer.touched.update(kind for kind, _ in objects)
    if not objects or writer.connection.dialect.name != "sqlite":
        return
    most = writer.connection.scalar(select(func.max(tables.change.c.node))) or 0
    if again := [(kind, node) for kind, node in objects if node <= most]:
        changed(writer, again)


def changes_since(reader: Reader, kind: int, change: int) -> set[int]:
    """Return the ids of the objects of a kind that changed after a change."""
    rows = select(tables.change.c.node).where(tables.change.c.kind == kind, tables.change.c.id > change)
    return set(reader.connection.scalars(rows))


class SnapshotVersion(NamedTuple):
    """The version of a kind in a snapshot, which differs after any object of the kind is added, changed or deleted.

    It consists of the greatest id of the kind, its last change, and the number of its objects.
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
    """Delete the log of a kind whose segments contain all changes, and record that caches must reload the facts."""
    # Insert the remaining row first, so that the id of no change is assigned again.
    mark = writer.connection.scalar(insert(tables.change).values(kind=kind, node=FOLDED).returning(tables.change.c.id))
    writer.connection.execute(delete(tables.change).where(tables.change.c.kind == kind, tables.change.c.id < mark))


def kinds_of(reader: Reader, nodes: Sequence[int]) -> list[tuple[int, int]]:
    """Return the kind number and the id of each object."""
    found: list[tuple[int, int]] = []
    for part in chunks(nodes):
        rows = select(tables.node.c.kind, tables.node.c.id).where(tables.node.c.id.in_(part))
        found += [(kind, node) for kind, node in reader.connection.execute(rows)]
    return found
