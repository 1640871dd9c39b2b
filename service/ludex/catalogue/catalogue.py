"""A catalogue: a database, and what its games declare. Readers see one snapshot; there is one writer at a time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy

from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.columns.seal_policy import due
from ludex.catalogue.kinds.registry import Game, registry_of
from ludex.catalogue.storage.connections import MOST
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.storage.snapshot import CacheSlot, Reading, WriteContext, Writer
from ludex.catalogue.storage.writer_queue import DEFAULT_LIMITS, WriteQueueLimits


class Catalogue:
    """A catalogue in a database. Threads share one object; a forked process makes its own.

    Rooms below the interfaces have it; a script has :class:`ludex.Catalogue`, which stands before one of these.

    >>> from tempfile import mkdtemp
    >>> from ludex.games.kinds import GAMES
    >>> catalogue = Catalogue("sqlite:///" + mkdtemp() + "/catalogue.sqlite", GAMES)
    >>> catalogue.database.upgrade()
    >>> from ludex.catalogue.lists.listing import count
    >>> with catalogue.reading() as reader:
    ...     count(reader, catalogue.registry.kind["planarity-level"], {})
    Count(count=0, exact=True)
    >>> catalogue.close()
    """

    def __init__(
        self,
        url: str,
        games: Sequence[Game],
        limits: WriteQueueLimits = DEFAULT_LIMITS,
        *,
        make: bool = True,
        connections: int = MOST,
    ) -> None:
        """Prepare the connection.

        The file of SQLite is made here if it is missing and one may `make` it, and never later. PostgreSQL is asked for
        so many `connections` at most.
        """
        self.database = Database(url, limits, make=make, connections=connections)
        self.registry = registry_of(tuple(games))
        self.cache = CacheSlot()
        self.acting: WriteContext | None = None

    def acting_for(self, acting: WriteContext) -> "Catalogue":
        """Return this catalogue as it is to somebody: who writes through it writes for them."""
        theirs = copy(self)
        theirs.acting = acting
        return theirs

    def reading(self) -> Reading:
        """Open a reader on one snapshot of the catalogue."""
        return Reading(self.database, self.registry, self.cache)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Open the writer: it commits at the end, or changes nothing if an exception leaves it.

        Waits for the writer before it: keep searches out of it. Only operations and the catalogue's administration
        write. Who stored the last of many objects seals them too: see :mod:`ludex.catalogue.columns.sealing`.
        """
        with self.database.writing() as connection:
            writer = Writer(connection, self.registry, acting=self.acting)
            yield writer
            ready = due(writer, writer.touched) if writer.touched else []
        if ready:
            self._seal(ready)

    def _seal(self, kinds: Sequence[int]) -> None:
        """Seal what is due, for readers to come."""
        from ludex.catalogue.columns.sealing import seal

        # What was asked for is committed. If this fails now, the next writer tries again.
        with suppress(DatabaseError, SQLAlchemyError):
            for number in sorted(kinds):
                seal(self.database, self.registry, self.registry.kind_of_number[number])

    def close(self) -> None:
        """Close every connection."""
        self.database.close()
