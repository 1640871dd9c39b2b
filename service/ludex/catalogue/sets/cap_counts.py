"""Stored numbers of the caps of a deck, by size, and of their classes under the symmetries that keep sets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.storing import insert_new
from ludex.catalogue.tables import CapCountRow
from ludex.sets.deck import Deck

if TYPE_CHECKING:
    from ludex.sets.study.cap_counts import CapCounts


@dataclass(frozen=True, slots=True)
class StoredCapCount:
    """How many caps of one size a deck has, and in how many classes. Zero: there are none of this size or larger."""

    id: int
    properties: int
    values: int
    size: int
    caps: int
    classes: int


def rows_of(counts: "CapCounts") -> list[tuple[int, int, int]]:
    """Return size, caps and classes of each size up to the largest; where they are complete, the next size's zeros too.

    >>> from ludex.sets.study.cap_counts import CapCounts
    >>> rows_of(CapCounts(Deck(1, 3), (1, 3, 3), (1, 1, 1), complete=True))
    [(0, 1, 1), (1, 3, 1), (2, 3, 1), (3, 0, 0)]
    """
    listed = [
        (size, caps, classes)
        for size, (caps, classes) in enumerate(zip(counts.by_size, counts.classes, strict=True))
        if caps
    ]
    return [*listed, (len(listed), 0, 0)] if counts.complete else listed


def store_cap_counts(session: Session, counts: "CapCounts") -> int:
    """Store the numbers of caps of a deck and return how many sizes are new; those that are there already stay."""
    deck = counts.deck
    values = [
        {"properties": deck.properties, "values": deck.values, "size": size, "caps": caps, "classes": classes}
        for size, caps, classes in rows_of(counts)
    ]
    statement = insert_new(session, CapCountRow, ["property_values", "properties", "size"])
    return len(session.scalars(statement.returning(CapCountRow.id), values).all())


def cap_counts_of(session: Session, deck: Deck) -> "CapCounts | None":
    """Return the stored numbers of caps of a deck, or None where there are none; those up to the first gap."""
    from ludex.sets.study.cap_counts import CapCounts

    statement = select(CapCountRow).where(CapCountRow.properties == deck.properties, CapCountRow.values == deck.values)
    rows = session.scalars(statement.order_by(CapCountRow.size)).all()
    known = [row for place, row in enumerate(rows) if row.size == place]
    if not known:
        return None
    complete = known[-1].caps == 0
    shown = known[:-1] if complete else known
    return CapCounts(deck, tuple(row.caps for row in shown), tuple(row.classes for row in shown), complete)


def decks_with_cap_counts(session: Session) -> list[Deck]:
    """Return the decks whose caps are counted, by values, then properties."""
    statement = select(CapCountRow.values, CapCountRow.properties).distinct()
    listed = session.execute(statement.order_by(CapCountRow.values, CapCountRow.properties))
    return [Deck(properties, values) for values, properties in listed]


def _load(session: Session, rows: Sequence[CapCountRow]) -> list[StoredCapCount]:
    del session
    return [StoredCapCount(row.id, row.properties, row.values, row.size, row.caps, row.classes) for row in rows]


CAP_COUNTS: Collection[CapCountRow, StoredCapCount] = Collection(
    name="cap counts",
    model=CapCountRow,
    load=_load,
    equal={"properties": CapCountRow.properties, "values": CapCountRow.values, "size": CapCountRow.size},
    ranges={"properties": CapCountRow.properties, "values": CapCountRow.values, "size": CapCountRow.size},
    sorts={"size": CapCountRow.size, "caps": CapCountRow.caps},
)
