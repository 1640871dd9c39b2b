"""What lists of many objects are answered from: facts that the process holds, see :mod:`ludex.catalogue.columns`.

A small catalogue does not pay for it, not even by loading the code.
"""

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import func, select

from ludex.catalogue import tables
from ludex.catalogue.catalogue import Reader
from ludex.catalogue.kind import Kind
from ludex.catalogue.prepared import Prepared
from ludex.catalogue.registry import Registry
from ludex.catalogue.tallies import KINDS

if TYPE_CHECKING:
    from ludex.catalogue.columns.held import Facts, Held

AnyKind = Kind[Any, Any]

HELD_FROM = 1000
"""Lists of a kind with fewer objects are asked of the database, which is fast enough."""


class Standing(NamedTuple):
    """Where a kind stands in a snapshot: its greatest id, its last change, how many objects of it there are."""

    top: int
    change: int
    objects: int


class Holder:
    """The facts that a process holds of a catalogue. Threads share one object; a forked process makes its own."""

    def __init__(self) -> None:
        self._held: Held | None = None
        self._lock = threading.Lock()

    def facts(self, reader: Reader, kind: AnyKind, *, few: bool = False) -> "Facts | None":
        """Return the facts of a kind as a reader sees them, or None if its lists are asked of the database.

        `few`: those of a small kind too. Cost: a few microseconds if nothing is new.
        """
        standing = reader.known.get(kind.name)
        if standing is None:
            standing = reader.known[kind.name] = standing_of(reader, kind)
        if standing.objects < HELD_FROM and not few:
            return None
        with self._lock:
            if self._held is None:
                from ludex.catalogue.columns.held import Held

                self._held = Held()
        return self._held.facts(reader, kind, standing)


def held_facts(reader: Reader, kind: AnyKind, *, few: bool = False) -> "Facts | None":
    """Return the facts of a kind that a reader may ask instead of the database, or None."""
    return None if reader.holder is None else reader.holder.facts(reader, kind, few=few)


def standing_of(reader: Reader, kind: AnyKind) -> Standing:
    """Return where a kind stands in a snapshot. Cost: one statement, three look-ups."""
    [row] = _standing(reader.registry, kind).rows(reader.connection)
    return Standing(*(one or 0 for one in row))


@lru_cache(maxsize=256)
def _standing(registry: Registry, kind: AnyKind) -> Prepared:
    top = select(func.max(registry.facts[kind.name].c.node))
    change = select(func.max(tables.change.c.id)).where(tables.change.c.kind == kind.number)
    count = select(tables.tally.c.count).where(tables.tally.c.counted == KINDS, tables.tally.c.number == kind.number)
    return Prepared(select(*(one.scalar_subquery() for one in (top, change, count))))
