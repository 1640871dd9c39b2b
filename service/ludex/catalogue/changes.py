"""What changed among the facts that others may hold: a log that writers keep and that readers look at first.

New objects need no entry, since ids grow. A deleted object needs one; so does what comes after it under an id that is
not above all ids before: SQLite gives the id of the newest object again once that is deleted.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import delete, func, insert, select

from ludex.catalogue import tables
from ludex.catalogue.catalogue import Reader, Writer, chunks
from ludex.catalogue.kind import Kind

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
    changed(writer, [one for one in objects if one[1] <= most])


def changes_since(reader: Reader, kind: int, change: int) -> set[int]:
    """Return the ids of the objects of a kind that changed after a change."""
    rows = select(tables.change.c.node).where(tables.change.c.kind == kind, tables.change.c.id > change)
    return set(reader.connection.scalars(rows))


def state_of(reader: Reader, kind: AnyKind) -> tuple[int, int]:
    """Return what differs as soon as objects of a kind were added, written again or deleted. Cost: two look-ups."""
    newest = reader.connection.scalar(select(func.max(reader.registry.facts[kind.name].c.node))) or 0
    last = reader.connection.scalar(select(func.max(tables.change.c.id)).where(tables.change.c.kind == kind.number))
    return newest, last or 0


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
