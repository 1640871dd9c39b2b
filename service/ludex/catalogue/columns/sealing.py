"""Sealing: the facts of many objects become segments, from which a process loads them in a moment.

Whoever has written seals what is due, a segment a transaction, so that a kill at any moment leaves everything as it was
or as it is to be. Readers wait for nothing: a segment is what the facts were at a change, and the log of changes tells
what to read again.
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
    """Seal what is due of every kind, and segments of another version again; return how many segments were written."""
    kinds, written = numbering.declared.kinds, 0
    for done, kind in enumerate(kinds):
        if progress is not None:
            progress(done, len(kinds))
        written += seal(database, numbering, kind)
    return written


def seal(
    database: Database, numbering: Numbering, kind: AnyKind, size: int = SEGMENT, fold_from: int = FOLD_FROM
) -> int:
    """Seal the objects of a kind, `size` to a segment, and return how many segments were written.

    If many objects changed that are sealed, their segments are written again and the changes are forgotten.
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
    # Nothing is sealed above the id of an object whose transaction still runs. Our own writers come one at a time; this
    # waits for whoever else has written, and keeps those out that are to come.
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
    """Return where those segments of a kind begin that are to be written again."""
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
    """Tell whether an object changed since the segment was written that it is in."""
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
            return 0  # another process was faster
        part = part_between(writer, kind, first, last)
        if part.ids.size:
            writer.connection.execute(update(tables.segment).where(at).values(_row(writer, kind, part)))
        else:
            writer.connection.execute(delete(tables.segment).where(at))
        return 1


def _forget_changes(writer: Writer, kind: AnyKind) -> None:
    """Forget the changes of a kind, if none of an object that is sealed came since its segment was written."""
    if not any(_changed_since(writer, kind, one) for one in _segments(writer, kind)):
        fold(writer, writer.registry.numbers.kinds[kind.name])


def _of(reader: Reader, kind: AnyKind) -> ColumnElement[bool]:
    return tables.segment.c.kind == reader.registry.numbers.kinds[kind.name]
