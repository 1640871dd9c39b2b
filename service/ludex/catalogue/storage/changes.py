"""What changed among the facts that others may hold: a log that writers keep and that readers look at first.

New objects need no entry, since ids grow. A deleted object needs one; so does what comes after it under an id that is
not above all ids before: SQLite gives the id of the newest object again once that is deleted.
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
"""In place of an object: the changes of the kind before are in its segments now."""


def changed(writer: Writer, objects: Iterable[tuple[int, int]]) -> None:
    """Note that the facts of objects, given by number of kind and id, were written again or deleted."""
    rows = [{"kind": kind, "node": node} for kind, node in objects]
    if rows:
        writer.connection.execute(insert(tables.change), rows)
        writer.touched.update(one["kind"] for one in rows)


def created(writer: Writer, objects: Sequence[tuple[int, int]]) -> None:
    """Note those new objects, given by number of kind and id, whose ids are not above those of all before."""
    writer.touched.update(kind for kind, _ in objects)
    if not objects or writer.connection.dialect.name != "sqlite":
        return
    most = writer.connection.scalar(select(func.max(tables.change.c.node))) or 0
    if again := [one for one in objects if one[1] <= most]:
        changed(writer, again)


def changes_since(reader: Reader, kind: int, change: int) -> set[int]:
    """Return the ids of the objects of a kind that changed after a change."""
    rows = select(tables.change.c.node).where(tables.change.c.kind == kind, tables.change.c.id > change)
    return set(reader.connection.scalars(rows))


class SnapshotVersion(NamedTuple):
    """What differs as soon as objects of a kind were added, written again or deleted.

    The greatest id of the kind, its last change, and how many objects of it there are.
    """

    top: int
    change: int
    objects: int


def snapshot_version(reader: Reader, kind: AnyKind) -> SnapshotVersion:
    """Return the version of a kind that a snapshot has. Cost: one statement, three look-ups."""
    [row] = _version(reader.registry, kind).rows(reader.connection)
    return SnapshotVersion(*(one or 0 for one in row))


@lru_cache(maxsize=256)
def _version(registry: Registry, kind: AnyKind) -> Prepared:
    top = select(func.max(registry.facts[kind.name].c.node))
    number = registry.numbers.kinds[kind.name]
    change = select(func.max(tables.change.c.id)).where(tables.change.c.kind == number)
    count = select(tables.counter.c.count).where(tables.counter.c.counted == KINDS, tables.counter.c.number == number)
    return Prepared(select(*(one.scalar_subquery() for one in (top, change, count))))


def fold(writer: Writer, kind: int) -> None:
    """Forget the changes of a kind, which are in its segments or behind them now, and tell those that hold facts."""
    # First the row that stays, so that no id of a change is ever given again.
    mark = writer.connection.scalar(insert(tables.change).values(kind=kind, node=FOLDED).returning(tables.change.c.id))
    writer.connection.execute(delete(tables.change).where(tables.change.c.kind == kind, tables.change.c.id < mark))


def kinds_of(reader: Reader, nodes: Sequence[int]) -> list[tuple[int, int]]:
    """Return number of kind and id of objects."""
    found: list[tuple[int, int]] = []
    for part in chunks(nodes):
        rows = select(tables.node.c.kind, tables.node.c.id).where(tables.node.c.id.in_(part))
        found += [(kind, node) for kind, node in reader.connection.execute(rows)]
    return found
