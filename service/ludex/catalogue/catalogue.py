"""A catalogue: a database and the declarations of the games in it.

Each reader sees a snapshot of the catalogue. There is only one writer at a time.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from functools import cached_property

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.kinds.numbers import assign_numbers
from ludex.catalogue.kinds.registry import AnyKind, GameKinds, registry_of
from ludex.catalogue.storage.availability import DEFAULT_LIMITS, WriteQueueLimits
from ludex.catalogue.storage.changes import due_for_sealing
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.storage.postgresql import MOST
from ludex.catalogue.storage.replica import Replica
from ludex.catalogue.storage.snapshot import CacheSlot, Numbering, ReaderContext, WriteContext, Writer


class Catalogue:
    """A catalogue in a database. Threads share one object, but a forked process creates its own.

    This interface is internal. Scripts use :class:`ludex.Catalogue`.

    >>> from tempfile import mkdtemp
    >>> from ludex.games.kinds import GAMES
    >>> catalogue = Catalogue("sqlite:///" + mkdtemp() + "/catalogue.sqlite", GAMES)
    >>> catalogue.upgrade()
    >>> from ludex.catalogue.lists.listing import count
    >>> with catalogue.reading() as reader:
    ...     count(reader, catalogue.registry.kind["planarity-level"], {})
    Count(count=0, exact=True)
    >>> catalogue.close()
    """

    def __init__(
        self,
        url: str,
        games: Sequence[GameKinds],
        limits: WriteQueueLimits = DEFAULT_LIMITS,
        *,
        make: bool = True,
        connections: int = MOST,
        replica: str | None = None,
    ) -> None:
        """Prepare connections.

        If `make` is true, the SQLite file is created if it does not exist. No other method creates the file.
        `connections` is the maximum number of connections to PostgreSQL. The same maximum applies to the `replica`, if
        there is one. Raises DatabaseError.
        """
        self.database = Database(url, limits, make=make, connections=connections)
        self.replica = None if replica is None else Replica(self.database, replica, connections)
        self.registry = registry_of(tuple(games))
        self.numbering = Numbering(self.registry)
        self.cache = CacheSlot()
        self.acting: WriteContext | None = None
        self.writable = True

    def upgrade(
        self,
        revision: str = "heads",
        *,
        partitions: int = 0,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> None:
        """Create the tables or migrate them to a revision, and assign numbers to new names, in one transaction.

        If `partitions` is given, the large tables of a new PostgreSQL catalogue are partitioned. `progress` is called
        with the number of rows that a migration has converted, and the total.

        Several processes may call this method at the same time. One process upgrades the catalogue, and all other
        processes wait.
        """
        from ludex.catalogue.storage.migrations import upgrade

        upgrade(self.database, revision, self.assign_numbers, partitions=partitions, progress=progress)
        self.numbering.reset()

    def assign_numbers(self, connection: Connection) -> None:
        """Assign a number to each declared name that has no number yet. This must run in a write transaction."""
        assign_numbers(connection, self.registry.kind, self.registry.relations, self.registry.statement)

    def acting_for(self, acting: WriteContext) -> "Catalogue":
        """Return a copy of this catalogue that writes on behalf of an owner."""
        theirs = copy(self)
        theirs.acting = acting
        theirs.__dict__.pop("read_only", None)
        return theirs

    @cached_property
    def read_only(self) -> "Catalogue":
        """A copy of this catalogue that cannot open a writer."""
        theirs = copy(self)
        theirs.writable = False
        return theirs

    def reading(self) -> ReaderContext:
        """Open a reader on one snapshot of the catalogue.

        The snapshot includes every write that was acknowledged so far.

        A catalogue that writes on behalf of an owner does not read from the replica.
        """
        source = self.database if self.replica is None or self.acting is not None else self.replica
        return ReaderContext(source.reading(), self.numbering, self.cache)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Open the writer.

        The transaction commits at the end of the block, and changes nothing if the block raises an exception.

        The writer waits until the previous writer has finished, so the block must not contain searches. Only operations
        and administrative commands write to the catalogue. The write that completes a segment also seals the segment
        (see :mod:`ludex.catalogue.columns.segments`). If the transaction fails, the quota that it reserved is released.
        """
        if not self.writable:
            raise RuntimeError("the request reads the catalogue; a request that writes must declare it with `writes`")
        reservations: list[Callable[[], None]] = []
        try:
            with self.database.writing() as connection:
                registry = self.numbering.registry(connection)
                writer = Writer(connection, registry, acting=self.acting, reservations=reservations)
                yield writer
                numbers = due_for_sealing(writer, writer.touched) if writer.touched else []
                ready = [writer.registry.kind_of_number[number] for number in sorted(numbers)]
        except BaseException:
            for give_back in reservations:
                # If releasing the quota fails too, raise the error of the transaction.
                with suppress(DatabaseError, SQLAlchemyError):
                    give_back()
            raise
        if ready:
            self._seal(ready)

    def _seal(self, kinds: Sequence[AnyKind]) -> None:
        """Seal those of the given kinds that need sealing."""
        from ludex.catalogue.columns.segments import seal

        # The write itself is already committed. If sealing fails, the next writer tries again.
        with suppress(DatabaseError, SQLAlchemyError):
            for kind in kinds:
                seal(self.database, self.numbering, kind)

    def close(self) -> None:
        """Close every connection."""
        self.database.close()
        if self.replica is not None:
            self.replica.close()
