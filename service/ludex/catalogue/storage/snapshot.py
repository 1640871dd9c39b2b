"""Snapshots of a catalogue: readers, the one writer, and how they are opened on a database."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection

from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.storage.database import Database

T = TypeVar("T")

# Below the number of values that one statement may have on either database.
CHUNK = 1000


class CacheSlot:
    """A place for what a process keeps of a catalogue between readers. Threads share one; a forked process has its own.

    >>> slot = CacheSlot()
    >>> slot.get(list) is slot.get(list)
    True
    """

    def __init__(self) -> None:
        self._content: Any = None
        self._lock = threading.Lock()

    def get(self, make: Callable[[], T]) -> T:
        """Return the content, made at the first call."""
        with self._lock:
            if self._content is None:
                self._content = make()
            content: T = self._content
            return content


@dataclass(frozen=True, slots=True)
class Reader:
    """A connection that sees one snapshot of the catalogue, and what the games declare. A write by it is refused.

    `cache` is where the process keeps facts between readers; a writer has none and reads what it has written itself
    from the database. `known` is what the reader has found out about its snapshot.
    """

    connection: Connection
    registry: Registry
    cache: CacheSlot | None = None
    known: dict[object, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WriteContext:
    """For whom one writes, and what they have seen.

    What is stored belongs to the `owner`, to nobody if that is None. Who may do `everything` changes and deletes what
    belongs to others too. `stored` is told how many objects were stored. `unseen` is called with an object (a
    :class:`ludex.catalogue.objects.reading.Shown`) before it is changed or deleted, and raises if it is not what they
    have seen.
    """

    owner: str | None
    everything: bool
    stored: Callable[[int], None]
    unseen: Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Writer(Reader):
    """The one connection that writes; what it wrote is there once the transaction has ended.

    `touched` are the numbers of the kinds of which objects were stored, changed or deleted. `acting` is for whom it
    writes; if that is None it may do everything, and what it stores is nobody's.
    """

    touched: set[int] = field(default_factory=set)
    acting: WriteContext | None = None


class Reading:
    """A reader, while a block lasts."""

    __slots__ = ("_cache", "_registry", "_snapshot")

    def __init__(self, database: Database, registry: Registry, cache: CacheSlot | None = None) -> None:
        self._registry = registry
        self._cache = cache
        self._snapshot = database.reading()

    def __enter__(self) -> Reader:
        """Begin to read."""
        return Reader(self._snapshot.__enter__(), self._registry, self._cache)

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """Let go of the snapshot."""
        self._snapshot.__exit__(kind, *error)


@contextmanager
def writing(database: Database, registry: Registry) -> Iterator[Writer]:
    """Open the writer: it commits at the end, or changes nothing if an exception leaves it."""
    with database.writing() as connection:
        yield Writer(connection, registry)


def chunks(items: Sequence[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    """Yield the items in slices of at most `size`.

    >>> [list(part) for part in chunks([1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    for start in range(0, len(items), size):
        yield items[start : start + size]
