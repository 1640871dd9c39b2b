"""Segments: facts that were read from the tables of a kind into columns, and stored in a form that loads fast.

After a write, the writer seals the kinds that need sealing. Each segment is written in its own transaction, so the
catalogue is consistent after a crash at any moment. Readers are never blocked. A segment contains the facts as of a
certain change. The change log lists the objects that changed after that change; their facts must be read again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import takewhile
from typing import Any

import numpy as np
from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Integer,
    LargeBinary,
    Row,
    Select,
    String,
    cast,
    delete,
    func,
    insert,
    select,
    text,
    type_coerce,
    update,
)

from ludex.catalogue.columns.column import (
    UNKNOWN,
    Codes,
    ColumnPart,
    Numbers,
    numbered,
    ranked,
    read_part,
    written_part,
)
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.changes import FOLD_FROM, FOLDED, SEGMENT, changes_since, fold, snapshot_version
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.snapshot import (
    CHUNK,
    Numbering,
    Prepared,
    Reader,
    ReaderContext,
    Writer,
    chunks,
    parameter,
    writing,
)

AnyKind = Kind[Any, Any]
STARTING = "starting"
_LAST = 2**63 - 1
_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """The columns of a kind, in order. For each column, the layout contains the name, and whether it contains texts."""

    columns: tuple[tuple[str, bool], ...]

    @property
    def form(self) -> str:
        """Return a hash of the layout.

        If a segment was written with another layout, its hash differs, and its facts are read from the tables again.
        """
        return blake2b(repr(self.columns).encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=256)
def layout_of(registry: Registry, kind: AnyKind) -> ColumnLayout:
    """Return the columns of a kind: its facts, the targets of its unique relations, and the flag `starting`."""
    columns = [(fact.name, fact.plain is str or fact.mark.natural) for fact in kind.facts]
    columns += [(str(relation.column), False) for relation in registry.columns_of[kind.name]]
    return ColumnLayout((*columns, (STARTING, False)))


def parts_after(reader: Reader, kind: AnyKind, last: int, rows: int) -> Iterator[ColumnPart]:
    """Yield the facts of the objects of a kind with ids above `last`, in parts of at most `rows` objects."""
    statement, layout = _between(reader.registry, kind), layout_of(reader.registry, kind)
    while True:
        found = statement.rows(reader.connection, {"first": last + 1, "last": _LAST, "limit": rows})
        if found:
            part = _part(layout, found)
            yield part
            last = int(part.ids[-1])
        if len(found) < rows:
            return


def seals_of(reader: Reader, kind: int, form: str) -> list[list[Any]]:
    """Return what identifies each of the segments with a given layout, until the first one with another layout.

    It is the first and last id, the change, the layout, the size and the checksum at the end of the compressed body.
    """
    segment = tables.segment.c
    size = func.length(segment.body)
    checksum = func.substr(segment.body, size - 3, 4, type_=LargeBinary())
    columns = select(segment.first, segment.last, segment.change, segment.form, size, checksum)
    found = reader.connection.execute(columns.where(segment.kind == kind).order_by(segment.first))
    rows = takewhile(lambda row: row.form == form, found)
    return [[*row[:5], bytes(row[5]).hex()] for row in rows]


def sealed_parts(reader: Reader, kind: int, firsts: Sequence[int]) -> Iterator[ColumnPart]:
    """Yield the parts in the segments of a kind that begin at the given ids."""
    for some in chunks(firsts, _AT_ONCE):
        rows = select(tables.segment.c.body).where(tables.segment.c.kind == kind, tables.segment.c.first.in_(some))
        for body in reader.connection.scalars(rows.order_by(tables.segment.c.first)):
            yield read_part(bytes(body))


def part_between(reader: Reader, kind: AnyKind, first: int, last: int) -> ColumnPart:
    """Return the facts of the objects of a kind with ids from `first` to `last`."""
    bounds = {"first": first, "last": last, "limit": last - first + 1}
    found = _between(reader.registry, kind).rows(reader.connection, bounds)
    return _part(layout_of(reader.registry, kind), found)


def part_of(reader: Reader, kind: AnyKind, ids: Sequence[int]) -> ColumnPart:
    """Return the facts of the objects of a kind with the given ids."""
    found: list[tuple[Any, ...]] = []
    base = reader.registry.facts[kind.name].c.node
    for some in chunks(sorted(ids), CHUNK):
        found += reader.connection.execute(_every(reader.registry, kind).where(base.in_(some)).order_by(base))
    return _part(layout_of(reader.registry, kind), found)


@lru_cache(maxsize=256)
def _between(registry: Registry, kind: AnyKind) -> Prepared:
    node = registry.facts[kind.name].c.node
    bounds = node.between(parameter("first", node.type), parameter("last", node.type))
    rows = _every(registry, kind).where(bounds).order_by(node)
    return Prepared(rows.limit(parameter("limit", BigInteger())))


def _every(registry: Registry, kind: AnyKind) -> Select[Any]:
    base = registry.facts[kind.name]
    columns: list[ColumnElement[Any]] = [base.c.node]
    for name, of_texts in layout_of(registry, kind).columns:
        if name == STARTING:
            columns.append(cast(tables.node.c.built_in, Integer))
        elif of_texts:
            columns.append(type_coerce(base.c[name], String()))
        elif base.c[name].nullable:
            columns.append(func.coalesce(_as_number(base.c[name]), -1))
        elif base.c[name].foreign_keys:
            columns.append(base.c[name])
        else:
            columns.append(_as_number(base.c[name]))
    return select(*columns).join_from(base, tables.node, tables.node.c.id == base.c.node)


def _as_number(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Return a number or Boolean as a number. PostgreSQL converts Booleans to 32-bit numbers only."""
    return cast(column, Integer) if isinstance(column.type, Boolean) else column


def _part(layout: ColumnLayout, rows: Sequence[tuple[Any, ...]]) -> ColumnPart:
    columns: list[Sequence[Any]] = list(zip(*rows, strict=True)) or [()] * (len(layout.columns) + 1)
    ids: Numbers = np.array(columns[0], dtype=np.int64)
    codes: dict[str, Codes] = {}
    for (name, of_texts), values in zip(layout.columns, columns[1:], strict=True):
        codes[name] = ranked(values) if of_texts else numbered(values)
    return ColumnPart(ids, codes)


def seal_all(database: Database, numbering: Numbering, progress: Callable[[int, int], None] | None = None) -> int:
    """Seal all kinds, and rewrite the segments that other versions of Ludex wrote.

    Return the number of segments written.
    """
    kinds, written = numbering.declared.kinds, 0
    for done, kind in enumerate(kinds):
        if progress is not None:
            progress(done, len(kinds))
        written += seal(database, numbering, kind)
    return written


def seal(
    database: Database, numbering: Numbering, kind: AnyKind, size: int = SEGMENT, fold_from: int = FOLD_FROM
) -> int:
    """Seal the objects of a kind in segments of `size` objects, and return the number of segments written.

    If many sealed objects have changed, the segments of these objects are rewritten, and the changes are deleted from
    the log.
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
    # Do not seal an id while an object with a smaller id is uncommitted. Ludex already serializes its own writers. The
    # lock waits for other programs that are writing, and blocks new writers.
    if writer.connection.dialect.name == "postgresql":
        writer.connection.execute(text("LOCK TABLE node IN SHARE MODE"))


def _row(reader: Reader, kind: AnyKind, part: ColumnPart) -> dict[str, object]:
    return {
        "rows": int(part.ids.size),
        "change": snapshot_version(reader, kind).change,
        "form": layout_of(reader.registry, kind).form,
        "body": written_part(part),
    }


def _stale(database: Database, numbering: Numbering, kind: AnyKind, fold_from: int) -> list[int]:
    """Return the first ids of the segments of a kind that must be rewritten."""
    with ReaderContext(database.reading(), numbering) as reader:
        form, many = layout_of(reader.registry, kind).form, _count_changes(reader, kind) >= fold_from
        return [
            segment.first
            for segment in _segments(reader, kind)
            if segment.form != form or (many and _changed_since(reader, kind, segment))
        ]


def _count_changes(reader: Reader, kind: AnyKind) -> int:
    change = tables.change.c
    counted = select(func.count()).where(change.kind == reader.registry.numbers.kinds[kind.name], change.node != FOLDED)
    return reader.connection.scalar(counted) or 0


def _segments(reader: Reader, kind: AnyKind) -> Sequence[Row[Any]]:
    columns = [column for column in tables.segment.c if column.name != "body"]
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
            return 0  # another process has rewritten or deleted the segment
        part = part_between(writer, kind, first, last)
        if part.ids.size:
            writer.connection.execute(update(tables.segment).where(at).values(_row(writer, kind, part)))
        else:
            writer.connection.execute(delete(tables.segment).where(at))
        return 1


def _forget_changes(writer: Writer, kind: AnyKind) -> None:
    """Delete the changes of a kind from the log, unless a sealed object has changed since its segment was written."""
    if not any(_changed_since(writer, kind, segment) for segment in _segments(writer, kind)):
        fold(writer, writer.registry.numbers.kinds[kind.name])


def _of(reader: Reader, kind: AnyKind) -> ColumnElement[bool]:
    return tables.segment.c.kind == reader.registry.numbers.kinds[kind.name]


def segment_problems(reader: Reader) -> Iterator[str]:
    """Yield the differences between the segments and the tables.

    Facts that changed after their segment was written are skipped.
    """
    kinds = {reader.registry.numbers.kinds[kind.name]: kind for kind in reader.registry.kinds}
    others = select(tables.segment.c.kind).where(tables.segment.c.kind.not_in(list(reader.registry.kind_names)))
    for number in reader.connection.scalars(others):
        yield f"there is a segment of a kind with the number {number}, but no kind has this number"
    for number, kind in kinds.items():
        statement = select(tables.segment).where(tables.segment.c.kind == number)
        for segment in reader.connection.execute(statement.order_by(tables.segment.c.first)):
            try:
                problem = _segment_problem(reader, kind, segment)
            except (ValueError, LookupError, TypeError) as error:
                problem = f"cannot be read: {error}"
            if problem is not None:
                yield f"the segment of {kind.words_of_several} from id {segment.first} {problem}"


def _segment_problem(reader: Reader, kind: AnyKind, segment: Row[Any]) -> str | None:
    if segment.form != layout_of(reader.registry, kind).form:
        return "was sealed by another version; run `ludex db upgrade`"
    if segment.change > snapshot_version(reader, kind).change:
        return "refers to a change that does not exist"
    stale = changes_since(reader, reader.registry.numbers.kinds[kind.name], segment.change)
    sealed, current = read_part(bytes(segment.body)), part_between(reader, kind, segment.first, segment.last)
    ids = sealed.ids.tolist()
    if len(ids) != segment.rows:
        return f"should contain {segment.rows} objects, but contains {len(ids)}"
    # The first and last id of a segment are not looked up. Comparing all ids detects a range that omits an object.
    if differing := set(ids).symmetric_difference(current.ids.tolist()) - stale:
        return f"does not contain the same objects as the tables; the first difference is the object {min(differing)}"
    if not stale and ids and segment.last != ids[-1]:
        return f"ends at id {segment.last}, but its last object is {ids[-1]}"
    there, here = _fact_rows(sealed), _fact_rows(current)
    wrong = [node for node in ids if node not in stale and there[node] != here[node]]
    return f"has other facts than the tables; the first difference is at the object {wrong[0]}" if wrong else None


def _fact_rows(part: ColumnPart) -> dict[int, tuple[Any, ...]]:
    """Return the fact values of each object, keyed by the object's id."""
    columns = (_values(codes) for codes in part.columns.values())
    return dict(zip(part.ids.tolist(), zip(*columns, strict=True), strict=True))


def _values(codes: Codes) -> list[Any]:
    numbers, texts = codes.numbers.tolist(), codes.texts
    return numbers if texts is None else [None if number == UNKNOWN else texts[number] for number in numbers]
