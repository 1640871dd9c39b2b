"""A catalogue: a database, and what its games declare. Readers see one snapshot; there is one writer at a time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.connections import MOST
from ludex.catalogue.database import Database
from ludex.catalogue.database_errors import DatabaseError
from ludex.catalogue.registry import Game, Registry, registry_of
from ludex.catalogue.writer_queue import PATIENT, Patience

if TYPE_CHECKING:
    from ludex.catalogue.holder import Holder

T = TypeVar("T")

# Below the number of values that one statement may have on either database.
CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Reader:
    """A connection that sees one snapshot of the catalogue, and what the games declare. A write by it is refused.

    `holder` has facts that the process holds; a writer asks the database alone, for what it has written itself.
    `known` is what the reader has found out about its snapshot.
    """

    connection: Connection
    registry: Registry
    holder: "Holder | None" = None
    known: dict[object, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Acting:
    """For whom one writes, and what they have seen.

    What is stored belongs to the `owner`, to nobody if that is None. Who may do `everything` changes and deletes what
    belongs to others too. `stored` is told how many objects were stored. `unseen` is called with an object (a
    :class:`ludex.catalogue.reading.Shown`) before it is changed or deleted, and raises if it is not what they have
    seen.
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
    acting: Acting | None = None


class Catalogue:
    """A catalogue in a database. Threads share one object; a forked process makes its own.

    Rooms below the interfaces have it; a script has :class:`ludex.Catalogue`, which stands before one of these.

    >>> from tempfile import mkdtemp
    >>> from ludex.catalogue.kinds import GAMES
    >>> catalogue = Catalogue("sqlite:///" + mkdtemp() + "/catalogue.sqlite", GAMES)
    >>> catalogue.database.upgrade()
    >>> from ludex.catalogue.listing import count
    >>> with catalogue.reading() as reader:
    ...     count(reader, catalogue.registry.kind["planarity-level"], {})
    Count(count=0, exact=True)
    >>> catalogue.close()
    """

    def __init__(
        self,
        url: str,
        games: Sequence[Game],
        patience: Patience = PATIENT,
        *,
        make: bool = True,
        connections: int = MOST,
    ) -> None:
        """Prepare the connection.

        The file of SQLite is made here if it is missing and one may `make` it, and never later. PostgreSQL is asked for
        so many `connections` at most.
        """
        from ludex.catalogue.holder import Holder

        self.database = Database(url, patience, make=make, connections=connections)
        self.registry = registry_of(tuple(games))
        self.holder = Holder()
        self.acting: Acting | None = None

    def acting_for(self, acting: Acting) -> "Catalogue":
        """Return this catalogue as it is to somebody: who writes through it writes for them."""
        theirs = copy(self)
        theirs.acting = acting
        return theirs

    def reading(self) -> "Reading":
        """Open a reader on one snapshot of the catalogue."""
        return Reading(self)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Open the writer: it commits at the end, or changes nothing if an exception leaves it.

        Waits for the writer before it: keep searches out of it. Only operations and the catalogue's administration
        write. Who stored the last of many objects seals them too: see :mod:`ludex.catalogue.columns.sealing`.
        """
        from ludex.catalogue.sealing_due import due

        with self.database.writing() as connection:
            writer = Writer(connection, self.registry, acting=self.acting)
            yield writer
            ready = due(writer, writer.touched) if writer.touched else []
        if ready:
            self._seal(ready)

    def _seal(self, kinds: Sequence[int]) -> None:
        """Seal what is due, for readers to come."""
        from ludex.catalogue.columns.sealing import seal_kinds

        # What was asked for is committed. If this fails now, the next writer tries again.
        with suppress(DatabaseError, SQLAlchemyError):
            seal_kinds(self, kinds)

    def close(self) -> None:
        """Close every connection."""
        self.database.close()


class Reading:
    """A reader, while a block lasts."""

    __slots__ = ("_catalogue", "_snapshot")

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._snapshot = catalogue.database.reading()

    def __enter__(self) -> Reader:
        """Begin to read."""
        return Reader(self._snapshot.__enter__(), self._catalogue.registry, self._catalogue.holder)

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """Let go of the snapshot."""
        self._snapshot.__exit__(kind, *error)


def chunks(items: Sequence[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    """Yield the items in slices of at most `size`.

    >>> [list(part) for part in chunks([1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    for start in range(0, len(items), size):
        yield items[start : start + size]
