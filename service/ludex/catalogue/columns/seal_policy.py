"""The rules for sealing the facts of a kind, which writers apply before they commit."""

from collections.abc import Iterable
from functools import cache

from sqlalchemy import Integer, func, select

from ludex.catalogue.storage import tables
from ludex.catalogue.storage.counters import KINDS
from ludex.catalogue.storage.prepared import Prepared, parameter
from ludex.catalogue.storage.snapshot import Writer

SEGMENT = 65_536
"""The number of objects in a segment."""

FOLD_FROM = 8192
"""The number of changes of a kind after which its segments are rewritten."""


def due(writer: Writer, kinds: Iterable[int]) -> list[int]:
    """Return the numbers of those kinds that must be sealed, because a segment is full or many objects have changed.

    Cost: one statement over a few rows, and another one for each kind with many changes.
    """
    wanted = {f"kind_{place}": number for place, number in enumerate(sorted(set(kinds)))}
    return [
        number
        for number, unsealed, span in _of_kinds(len(wanted)).rows(writer.connection, wanted)
        if unsealed >= SEGMENT or (span is not None and span >= FOLD_FROM and _changes(writer, number) > FOLD_FROM)
    ]


@cache
def _of_kinds(several: int) -> Prepared:
    """Return the statement that reads the number of unsealed objects and the range of change ids of several kinds."""
    counter, segment, change = tables.counter.c, tables.segment.c, tables.change.c
    sealed = select(func.coalesce(func.sum(segment.rows), 0)).where(segment.kind == counter.number).scalar_subquery()
    least, most = (
        select(end(change.id)).where(change.kind == counter.number).scalar_subquery() for end in (func.min, func.max)
    )
    looked_at = select(counter.number, counter.count - sealed, most - least)
    numbers = [parameter(f"kind_{place}", Integer()) for place in range(several)]
    return Prepared(looked_at.where(counter.counted == KINDS, counter.number.in_(numbers)).order_by(counter.number))


def _changes(writer: Writer, kind: int) -> int:
    """Return the number of changes in the log for the kind with a number."""
    changes = select(func.count()).select_from(tables.change).where(tables.change.c.kind == kind)
    return writer.connection.scalar(changes) or 0
