"""The connection to the catalogue's database: transactions, upgrades and backups.

On both databases, there is only one writer at a time. A write begins with BEGIN IMMEDIATE on SQLite, and with an
advisory lock on PostgreSQL. Therefore writes cannot deadlock, no write fails half-way because of another write, and ids
are in commit order. Readers never wait, and each reader sees one snapshot.
"""

import os
import sqlite3
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludex.catalogue.storage import sqlite_files
from ludex.catalogue.storage.availability import (
    DEFAULT_LIMITS,
    WriteQueueLimits,
    WriterQueue,
    is_busy,
    require_connection,
    require_writable,
)
from ludex.catalogue.storage.database_errors import OTHER_WRITER, DatabaseError, DatabaseGone, ReadersBusy, WriterBusy
from ludex.catalogue.storage.postgresql import (
    MOST,
    close_connections,
    engine_options,
    pooling_of,
    require_unicode,
    take_writer_lock,
)
from ludex.catalogue.storage.sqlite_files import MODE, CopyProgress, IntegrityChecks

_CONNECTION_SECONDS = 10.0
"""Time-out for obtaining a connection to PostgreSQL."""

_CHECK_SECONDS = 0.2
"""Interval at which readers check the header of a file whose state in its folder has not changed.

Two changes within a tick of the system's clock have the same time.
"""


_ADDRESSES = "sqlite:////folder/catalogue.sqlite or postgresql+psycopg://user@host/database"


def normalised_url(url: str) -> URL:
    """Return the address with the driver that Ludex uses. Raises DatabaseError if the database is not supported.

    >>> str(normalised_url("postgresql://localhost/ludex"))
    'postgresql+psycopg://localhost/ludex'
    """
    try:
        parsed = make_url(url)
    except Exception as error:
        raise DatabaseError(f"not a database address: {error}; write {_ADDRESSES}") from error
    match parsed.get_backend_name():
        case "sqlite":
            if not parsed.database or parsed.database == ":memory:":
                raise DatabaseError("the catalogue needs a file; write sqlite:////folder/catalogue.sqlite")
            return parsed.set(drivername="sqlite")
        case "postgresql" | "postgres":
            pooling_of(parsed)
            return parsed.set(drivername="postgresql+psycopg")
        case other:
            raise DatabaseError(f"{other} is not supported; write {_ADDRESSES}")


class Database:
    """The database of a catalogue. Threads share one instance, but a forked process creates its own.

    >>> from tempfile import mkdtemp
    >>> database = Database("sqlite:///" + mkdtemp() + "/catalogue.sqlite")
    >>> with database.reading() as connection:
    ...     connection.scalar(text("SELECT 1"))
    1
    >>> database.close()
    """

    def __init__(
        self, url: str, limits: WriteQueueLimits = DEFAULT_LIMITS, *, make: bool = True, connections: int = MOST
    ) -> None:
        """Prepare connections.

        If `make` is true, create the SQLite file if it does not exist. No other method creates the file. `connections`
        is the maximum number of connections to PostgreSQL.
        """
        self.url = normalised_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.file = Path(str(self.url.database)) if self.is_sqlite else None
        """The file of a SQLite catalogue, or None for PostgreSQL."""
        self.identity: tuple[int, int] | None = None
        """The device and the inode of a SQLite file that has been opened."""
        self.engine = self._sqlite_engine() if self.is_sqlite else self._postgresql_engine(connections)
        if self.file is not None and make:
            self.file.absolute().parent.mkdir(parents=True, exist_ok=True)
            self.file.touch()
        self._readers = self.engine.execution_options(
            **{MODE: "read"},
            **({} if self.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}),
        )
        self._writers = self.engine.execution_options(**{MODE: "write"})
        self._autocommitting = (
            self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        )
        self._queue = WriterQueue(limits)
        self._limits = limits
        # The connection that was returned last is used first, because its page cache is warm.
        self._idle: deque[Connection] = deque()
        self._next_check = 0.0
        self._checked = (0, 0)
        """The size and the time of the last change of the file when its header was last checked."""
        self.integrity = None if self.file is None else IntegrityChecks(self.file)

    def _sqlite_engine(self) -> Engine:
        engine = create_engine(
            self.url,
            # The number of connections is not limited. Each thread therefore has its own connection, and no thread
            # waits for a slow reader.
            max_overflow=-1,
            creator=self._connect_sqlite,
        )
        event.listen(engine, "begin", sqlite_files.begin)
        return engine

    def _postgresql_engine(self, connections: int) -> Engine:
        engine = create_engine(**engine_options(self.url, connections), pool_timeout=_CONNECTION_SECONDS)
        event.listen(engine, "connect", require_unicode)
        return engine

    def _connect_sqlite(self) -> sqlite3.Connection:
        """Connect to the file, which must exist. Raises DatabaseGone.

        SQLite finds the write-ahead log of a file by the name of the file. If the file was replaced, the log of the
        previous file would be written into the new file. Therefore, no statement runs before it is certain that this is
        the file that the process opened first.
        """
        file = self.file
        assert file is not None
        state = self._require_same_file()
        if self.identity is None:
            self.identity = state.st_dev, state.st_ino
        if state.st_size < self._checked[0]:
            # SQLite would wait for other connections to make a new catalogue of a file that was emptied.
            sqlite_files.require_whole(file)
        unwritable = sqlite_files.is_unwritable(file)
        connection = sqlite_files.connect(
            file, "mode=ro&immutable=1" if unwritable else "mode=rw", self._limits.seconds
        )
        try:
            self._require_same_file()
            if unwritable:
                connection.isolation_level = None
            else:
                sqlite_files.prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def reading(self) -> "Snapshot":
        """Open a read-only connection on one snapshot of the catalogue."""
        return Snapshot(self)

    @contextmanager
    def looking(self) -> Iterator[Connection]:
        """Open a connection to PostgreSQL for single statements about the server, without a transaction."""
        with self._connected(self._autocommitting) as connection:
            yield connection

    def _connected(self, engine: Engine) -> Connection:
        try:
            return engine.connect()
        except NoConnection as error:
            raise ReadersBusy("every connection to the database is in use; try again in a few seconds") from error
        except OperationalError as error:
            require_connection(error)
            raise

    def _require_same_file(self) -> os.stat_result:
        """Return the state of the SQLite file.

        Raises DatabaseGone if the file has been replaced since this process first opened it, or does not exist.
        """
        assert self.file is not None
        try:
            state = self.file.stat()
        except OSError as error:
            self._close_idle()
            raise DatabaseGone(f"there is no catalogue at {self.file}; `ludex db upgrade` creates one") from error
        if self.identity not in (None, (state.st_dev, state.st_ino)):
            self._close_idle()
            name = self.file.name
            raise DatabaseGone(
                f"{self.file} was replaced: put the previous file back, or stop the service, move "
                f"{name}-wal and {name}-shm away, which belong to the previous file, and start the service again"
            )
        return state

    def check(self) -> None:
        """Raise DatabaseGone if the SQLite file has been replaced or truncated, has no valid header, or is damaged.

        The file is checked even if its pages are still cached.
        """
        if self.file is None or self.integrity is None:
            return
        self.integrity.require_undamaged()
        sqlite_files.require_readable(self.file)
        state = self._require_same_file()
        if state.st_size < self._checked[0]:
            sqlite_files.require_whole(self.file)
        self._checked = state.st_size, state.st_ctime_ns

    def _close_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def is_writable(self) -> bool:
        """Return whether the catalogue can be written: the file system of a SQLite file may be read-only."""
        return self.file is None or all(os.access(path, os.W_OK) for path in (self.file, self.file.absolute().parent))

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a connection that commits at the end, and changes nothing if the block raises an exception.

        Waits for the previous writer, so the block must not contain searches. Raises WriterBusy, DatabaseGone.
        """
        with self._queue.turn() as timeout, self._connected(self._writers) as connection:
            self._begin_writing(connection, timeout)
            try:
                yield connection
                self.check()  # writes to a deleted file would be lost
                connection.commit()
            except BaseException as error:
                connection.rollback()
                if isinstance(error, DBAPIError):
                    if is_busy(error):
                        self._queue.refuse_for_now()
                        raise WriterBusy(OTHER_WRITER) from error
                    require_writable(error)
                raise

    def _begin_writing(self, connection: Connection, timeout: float) -> None:
        try:
            self.check()
            if self.is_sqlite:
                driver: Any = connection.connection.dbapi_connection
                driver.execute(f"PRAGMA busy_timeout = {int(timeout * 1000)}")
            connection.begin()
            if not self.is_sqlite:  # SQLite takes the lock with BEGIN IMMEDIATE
                take_writer_lock(connection, timeout)
        except DatabaseGone:
            connection.invalidate()
            raise
        except OperationalError as error:
            if is_busy(error):
                self._queue.refuse_for_now()
                raise WriterBusy(OTHER_WRITER) from error
            require_writable(error)
            raise

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        """Open a connection that may change tables.

        The changes are committed at the end of the block. If the block raises an exception, nothing changes.

        Raises DatabaseError if a row would refer to a missing row.
        """
        try:
            if self.is_sqlite:
                self._require_same_file()
            with self.engine.execution_options(**{MODE: "migrate"}).begin() as connection:
                if not self.is_sqlite:
                    take_writer_lock(connection, self._limits.seconds)
                yield connection
                if self.is_sqlite and (broken := connection.execute(text("PRAGMA foreign_key_check")).first()):
                    raise DatabaseError(f"the migration would leave a row of {broken[0]} that refers to a missing row")
        finally:
            # Otherwise, foreign keys would still be turned off after the connection is returned to the pool.
            self._close_idle()
            self.engine.dispose()

    def backup(self, target: Path, progress: CopyProgress | None = None) -> None:
        """Copy a SQLite catalogue to a file while the catalogue is in use.

        The file appears only when the copy is complete.

        `progress` is called with the number of copied pages and the total. Raises DatabaseError on PostgreSQL, and
        FileExistsError if the file already exists.
        """
        if self.file is None:
            raise DatabaseError("back up a PostgreSQL catalogue with pg_dump")
        if target.exists():
            raise FileExistsError(f"{target} already exists; give the name of a new file")
        if not self.file.exists():
            raise DatabaseError(f"there is no catalogue at {self.file}; `ludex db upgrade` creates one")
        self._require_same_file()
        sqlite_files.back_up(self.file, target, progress)

    def release_free_pages(self) -> int:
        """Make the file of a SQLite catalogue as small as its content, and return the number of bytes released.

        PostgreSQL does this by itself, so the result is 0.
        """
        if self.file is None:
            return 0
        self._require_same_file()
        self._close_idle()
        return sqlite_files.release_free_pages(self.file)

    def close(self) -> None:
        """Close every connection. A connection that another thread still uses is closed when it is returned."""
        self._close_idle()
        close_connections(self.engine)


class Snapshot:
    """A context manager that opens a connection for reading.

    This is a class because a generator would be slower.
    """

    __slots__ = ("_connection", "_database")

    def __init__(self, database: Database) -> None:
        self._database = database

    def __enter__(self) -> Connection:
        """Return a connection with the current snapshot.

        On SQLite, this is an idle connection if there is one. The file is checked if it has changed since the last
        check, and in any case every `_CHECK_SECONDS`.

        The driver begins a new transaction for each reader, but SQLAlchemy considers an idle connection to be in one
        long transaction. Transactions of SQLAlchemy would take longer than most reads.
        """
        database = self._database
        if not database.is_sqlite:
            self._connection = database._connected(database._readers)
            return self._connection
        state, now = database._require_same_file(), time.monotonic()
        if (state.st_size, state.st_ctime_ns) != database._checked or now >= database._next_check:
            database.check()
            database._next_check = now + _CHECK_SECONDS
        while True:
            try:
                connection = database._idle.pop()
            except IndexError:
                connection = database._readers.connect()
            is_new = not connection.in_transaction()
            try:
                if is_new:
                    connection.begin()
                else:
                    driver: Any = connection.connection.dbapi_connection
                    driver.execute("BEGIN")
            except BaseException:
                connection.invalidate()
                connection.close()
                if is_new:
                    raise
                continue
            self._connection = connection
            return connection

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, *_: object) -> None:
        """End the transaction."""
        database, connection = self._database, self._connection
        if not database.is_sqlite:
            connection.close()
            return
        if error is not None and database.integrity is not None and sqlite_files.is_damage(error):
            database.integrity.expect_damage()
        try:
            if kind is not None:
                # Meanwhile, other readers use other connections.
                connection.invalidate()
            else:
                driver: Any = connection.connection.dbapi_connection
                driver.rollback()
        except BaseException:
            connection.invalidate()
            connection.close()
            raise
        if kind is None and connection.in_transaction():
            database._idle.append(connection)
        else:
            connection.close()
