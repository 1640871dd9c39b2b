"""When the facts of a kind are to be sealed: writers look at it before they commit."""

from collections.abc import Iterable

from sqlalchemy import func, select

from ludex.catalogue import tables
from ludex.catalogue.catalogue import Writer
from ludex.catalogue.tallies import KINDS

SEGMENT = 65_536
"""How many objects are in a segment."""

FOLD_FROM = 8192
"""After this many changes of a kind its segments are written again."""


def due(writer: Writer, kinds: Iterable[int]) -> list[int]:
    """Return those of some kinds, given by their numbers, that have a segment's objects unsealed, or many changes.

    Cost: one statement over a few rows, and another for a kind with many changes.
    """
    tally, segment, change = tables.tally.c, tables.segment.c, tables.change.c
    sealed = select(func.coalesce(func.sum(segment.rows), 0)).where(segment.kind == tally.number).scalar_subquery()
    least, most = (
        select(end(change.id)).where(change.kind == tally.number).scalar_subquery() for end in (func.min, func.max)
    )
    looked_at = select(tally.number, tally.count - sealed, most - least)
    wanted = looked_at.where(tally.counted == KINDS, tally.number.in_(sorted(kinds))).order_by(tally.number)
    return [
        number
        for number, unsealed, span in writer.connection.execute(wanted).all()
        if unsealed >= SEGMENT or (span is not None and span >= FOLD_FROM and _changes(writer, number) > FOLD_FROM)
    ]


def _changes(writer: Writer, kind: int) -> int:
    """Return how many changes of a kind, given by its number, are in the log."""
    changes = select(func.count()).select_from(tables.change).where(tables.change.c.kind == kind)
    return writer.connection.scalar(changes) or 0
