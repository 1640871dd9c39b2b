"""Sealing: writing the facts of many objects to segments, from which a process loads them quickly.

After a write, the writer seals what is due, in one transaction per segment, so a crash at any moment leaves the
catalogue consistent. Readers are never blocked: a segment contains the facts as of a change, and the log of changes
lists the objects to read again.
"""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, func, insert, select, text, update

from ludex.catalogue.columns.blob import written_part
from ludex.catalogue.columns.column import Part
from ludex.catalogue.columns.reading import AnyKind, layout_of, part_between, parts_after
from ludex.catalogue.columns.seal_policy import FOLD_FROM, SEGMENT
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import FOLDED, fold, snapshot_version
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.snapshot import Numbering, Reader, Reading, Writer, writing


def seal_all(database: Database, numbering: Numbering, progress: Callable[[int, int], None] | None = None) -> int:
    """Seal what is due of every kind, rewrite segments of other versions, and return the number of written segments."""
    kinds, written = numbering.declared.kinds, 0
    for done, kind in enumerate(kinds):
        if progress is not None:
            progress(done, len(kinds))
        written += seal(database, numbering, kind)
    return written


def seal(
    database: Database, numbering: Numbering, kind: AnyKind, size: int = SEGMENT, fold_from: int = FOLD_FROM
) -> int:
    """Seal the objects of a kind, `size` per segment, and return the number of written segments.

    If many sealed objects have changed, their segments are rewritten and the changes are deleted from the log.
    """
    written = 0
    for first in _stale(database, numbering, kind, fold_from):
        written += _write_again(database, numbering, kind, first)
    with writing(database, numbering) as writer:
        if _count_changes(writer, kind) >= fold_from:
            _forget_changes(writer, kind)
    while True:
        with writing(database, numbering) as writer:
            if not _seal_next(writer, kind, size):
                return written
        written += 1


def _seal_next(writer: Writer, kind: AnyKind, size: int) -> bool:
    _keep_others_out(writer)
    last = writer.connection.scalar(select(func.max(tables.segment.c.last)).where(_of(writer, kind))) or 0
    part = next(parts_after(writer, kind, last, size), None)
    if part is None or part.ids.size < size:
        return False
    number = writer.registry.numbers.kinds[kind.name]
    row = {"kind": number, "first": last + 1, **_row(writer, kind, part), "last": int(part.ids[-1])}
    writer.connection.execute(insert(tables.segment).values(row))
    return True


def _keep_others_out(writer: Writer) -> None:
    # Do not seal ids above those of uncommitted objects. Ludex serializes its own writers; the lock waits for other
    # writers that have started, and blocks new ones.
    if writer.connection.dialect.name == "postgresql":
        writer.connection.execute(text("LOCK TABLE node IN SHARE MODE"))


def _row(reader: Reader, kind: AnyKind, part: Part) -> dict[str, object]:
    return {
        "rows": int(part.ids.size),
        "change": snapshot_version(reader, kind).change,
        "form": layout_of(reader.registry, kind).form,
        "body": written_part(part),
    }


def _stale(database: Database, numbering: Numbering, kind: AnyKind, fold_from: int) -> list[int]:
    """Return the first ids of the segments of a kind that must be rewritten."""
    with Reading(database, numbering) as reader:
        form, many = layout_of(reader.registry, kind).form, _count_changes(reader, kind) >= fold_from
        return [
            one.first
            for one in _segments(reader, kind)
            if one.form != form or (many and _changed_since(reader, kind, one))
        ]


def _count_changes(reader: Reader, kind: AnyKind) -> int:
    change = tables.change.c
    counted = select(func.count()).where(change.kind == reader.registry.numbers.kinds[kind.name], change.node != FOLDED)
    return reader.connection.scalar(counted) or 0


def _segments(reader: Reader, kind: AnyKind) -> Sequence[Row[Any]]:
    columns = [one for one in tables.segment.c if one.name != "body"]
    return reader.connection.execute(select(*columns).where(_of(reader, kind)).order_by(tables.segment.c.first)).all()


def _changed_since(reader: Reader, kind: AnyKind, segment: Row[Any]) -> bool:
    """Return whether an object in a segment has changed since the segment was written."""
    change = tables.change.c
    number = reader.registry.numbers.kinds[kind.name]
    within = select(change.id).where(
        change.kind == number, change.id > segment.change, change.node.between(segment.first, segment.last)
    )
    return reader.connection.scalar(within.limit(1)) is not None


def _write_again(database: Database, numbering: Numbering, kind: AnyKind, first: int) -> int:
    with writing(database, numbering) as writer:
        at = _of(writer, kind) & (tables.segment.c.first == first)
        last = writer.connection.scalar(select(tables.segment.c.last).where(at))
        if last is None:
            return 0  # another process has rewritten or deleted it
        part = part_between(writer, kind, first, last)
        if part.ids.size:
            writer.connection.execute(update(tables.segment).where(at).values(_row(writer, kind, part)))
        else:
            writer.connection.execute(delete(tables.segment).where(at))
        return 1


def _forget_changes(writer: Writer, kind: AnyKind) -> None:
    """Delete the changes of a kind from the log, unless a sealed object has changed since its segment was written."""
    if not any(_changed_since(writer, kind, one) for one in _segments(writer, kind)):
        fold(writer, writer.registry.numbers.kinds[kind.name])


def _of(reader: Reader, kind: AnyKind) -> ColumnElement[bool]:
    return tables.segment.c.kind == reader.registry.numbers.kinds[kind.name]
