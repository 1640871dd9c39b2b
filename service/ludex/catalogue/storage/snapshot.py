"""Snapshots of a catalogue: the readers and the single writer of a database, and functions that open them."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection

from ludex.catalogue.kinds.numbers import read_numbers
from ludex.catalogue.kinds.registry import Registry, with_numbers
from ludex.catalogue.storage.database import Database

T = TypeVar("T")

# less than the number of parameters that a statement may have on either database
CHUNK = 1000


class CacheSlot:
    """Content that a process keeps between readers of a catalogue. Threads share it; a forked process has its own.

    >>> slot = CacheSlot()
    >>> slot.get(list) is slot.get(list)
    True
    """

    def __init__(self) -> None:
        self._content: Any = None
        self._lock = threading.Lock()

    def get(self, make: Callable[[], T]) -> T:
        """Return the content, which the first call creates."""
        with self._lock:
            if self._content is None:
                self._content = make()
            content: T = self._content
            return content


class Numbering:
    """The registry of a catalogue.

    From the first transaction on, it has the numbers of the catalogue. Threads share it.
    """

    def __init__(self, declared: Registry) -> None:
        self.declared = declared
        self._numbered: Registry | None = None

    def registry(self, connection: Connection) -> Registry:
        """Return the registry with numbers, which are read only once. Raises DatabaseError if a name has no number."""
        if self._numbered is None:
            self._numbered = with_numbers(self.declared, read_numbers(connection))
        return self._numbered

    def reset(self) -> None:
        """Read the numbers again in the next transaction."""
        self._numbered = None


@dataclass(frozen=True, slots=True)
class Reader:
    """A read-only connection to one snapshot of the catalogue, with the declarations of its games.

    `cache` keeps facts between the readers of a process. It is None for a writer, which reads its own changes from the
    database. `known` has the versions of kinds that the reader has determined for its snapshot.
    """

    connection: Connection
    registry: Registry
    cache: CacheSlot | None = None
    known: dict[object, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WriteContext:
    """The client for whom a writer acts, and what the client may do.

    Attributes
    ----------
    owner : str or None
        The owner of new objects; None for the administrator.
    everything : bool
        Whether objects of other owners may be changed and deleted.
    reserve : callable
        Called with the number of new objects before they are stored. Raises an error if the owner may not store that
        many. Returns a function that releases the reservation.
    unseen : callable
        Called with an object (:class:`ludex.catalogue.objects.reading.ObjectView`) before it is changed or deleted.
        Raises an error if the object differs from the version that the client has seen.
    job : str or None
        The id of the job that writes; the objects that it stores are listed under it.
    """

    owner: str | None
    everything: bool
    reserve: Callable[[int], Callable[[], None]]
    unseen: Callable[[Any], None]
    job: str | None = None


@dataclass(frozen=True, slots=True)
class Writer(Reader):
    """The only connection that writes. Readers see its changes after the transaction has been committed.

    `touched` has the numbers of the kinds whose objects were stored, changed or deleted. `acting` is the client for
    whom it writes. Without a client, the writer may do everything, and new objects belong to the administrator.
    `reservations` has the functions that release what the transaction has reserved of the owner's storing quota.
    """

    touched: set[int] = field(default_factory=set)
    acting: WriteContext | None = None
    reservations: list[Callable[[], None]] = field(default_factory=list)


class ReaderContext:
    """A context manager that opens a reader."""

    __slots__ = ("_cache", "_numbering", "_snapshot")

    def __init__(self, database: Database, numbering: Numbering, cache: CacheSlot | None = None) -> None:
        self._numbering = numbering
        self._cache = cache
        self._snapshot = database.reading()

    def __enter__(self) -> Reader:
        """Begin a transaction."""
        connection = self._snapshot.__enter__()
        try:
            return Reader(connection, self._numbering.registry(connection), self._cache)
        except BaseException as error:
            self._snapshot.__exit__(type(error))
            raise

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """End the transaction."""
        self._snapshot.__exit__(kind, *error)


@contextmanager
def writing(database: Database, numbering: Numbering) -> Iterator[Writer]:
    """Open the writer. It commits at the end, and changes nothing if the block raises an exception."""
    with database.writing() as connection:
        yield Writer(connection, numbering.registry(connection))


def chunks(items: Sequence[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    """Yield the items in slices of at most `size`.

    >>> [list(part) for part in chunks([1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    for start in range(0, len(items), size):
        yield items[start : start + size]
