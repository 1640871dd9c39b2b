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

    Cost: a statement or two over a few rows.
    """
    wanted = sorted(kinds)
    tally, segment, change = tables.tally.c, tables.segment.c, tables.change.c
    counted = select(tally.number).where(tally.counted == KINDS, tally.number.in_(wanted), tally.count >= SEGMENT)
    sealed = select(func.coalesce(func.sum(segment.rows), 0)).where(segment.kind == tally.number).scalar_subquery()
    found = set(writer.connection.scalars(counted.where(tally.count - sealed >= SEGMENT)))
    for number in wanted:
        bounds = select(
            *(select(end(change.id)).where(change.kind == number).scalar_subquery() for end in (func.min, func.max))
        )
        least, most = writer.connection.execute(bounds).one()
        if most is not None and most - least >= FOLD_FROM:
            changes = select(func.count()).select_from(tables.change).where(change.kind == number)
            if (writer.connection.scalar(changes) or 0) > FOLD_FROM:
                found.add(number)
    return sorted(found)
