"""SQLite files: connections, checks and backups.

Connections have a write-ahead log, foreign keys and explicit transactions.

A probe once a minute and a complete check once a day find overwritten pages in the middle of a file. The size and the
header of the file are compared at every request (see :meth:`~ludex.catalogue.storage.database.Database.check`).
"""

import errno
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from ludex.catalogue.storage.availability import BUSY_SECONDS
from ludex.catalogue.storage.database_errors import DatabaseDamaged, DatabaseError, DatabaseGone, StorageFull

CopyProgress = Callable[[int, int], None]
"""A callback for the progress of a copy: the number of copied pages, and the total."""

# A file is rewritten if at least one in this number of pages is free.
_LEAST_FREE_SHARE = 100
MODE = "ludex_mode"
"""The name of the execution option for the transaction mode: read, write or migrate."""

_BEGIN = {"read": "BEGIN", "write": "BEGIN IMMEDIATE", "migrate": "BEGIN IMMEDIATE"}
_SETTINGS = {
    "read": ("PRAGMA query_only = ON",),
    "write": ("PRAGMA query_only = OFF",),
    # A migration may replace a table by dropping the old one. With foreign keys on, this would delete the rows that
    # refer to the table.
    "migrate": ("PRAGMA query_only = OFF", "PRAGMA foreign_keys = OFF"),
}
"""The statements to run when a connection's new transaction has another mode than its previous transaction."""

RESTORE = "replace it by a backup with `ludex db restore BACKUP --replace`"
"""The remedy for a damaged file."""

_CACHE = 8192
"""The page cache size of a connection in KiB, enough for the upper index pages of a million objects."""


def connect(file: Path, parameters: str, seconds: float = 0.0) -> sqlite3.Connection:
    """Open a file with the given SQLite URI parameters.

    The connection waits up to `seconds` for locks of other programs.
    """
    address = f"{file.absolute().as_uri()}?{parameters}"
    return sqlite3.connect(address, uri=True, timeout=seconds, check_same_thread=False)


def is_unwritable(file: Path) -> bool:
    """Return whether a file can be read without locks.

    This is the case if it is on a read-only disk and has no pending log.
    """
    log = file.with_name(f"{file.name}-wal")
    return bool(os.statvfs(file).f_flag & os.ST_RDONLY) and not (log.exists() and log.stat().st_size)


def reading_parameters(file: Path) -> str:
    """Return the SQLite URI parameters of a connection that only reads a file."""
    return "mode=ro&immutable=1" if is_unwritable(file) else "mode=ro"


def is_damage(error: BaseException | None) -> bool:
    """Return whether an error of SQLite or SQLAlchemy was raised for a damaged page or header."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def damaged(file: Path, what: str) -> DatabaseDamaged:
    """Return the error for a damaged file, with the remedy."""
    return DatabaseDamaged(f"{file} is damaged: {what}; {RESTORE}")


def require_whole(file: Path) -> None:
    """Raise DatabaseDamaged if a file that has become smaller has fewer pages than its header states.

    While SQLite moves pages from the log into the file, this can also be the case for a moment, but only of a file that
    grows.
    """
    try:
        with closing(connect(file, "mode=ro&immutable=1")) as connection:
            if connection.execute("PRAGMA schema_version").fetchone() != (0,):
                return
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            return
    raise damaged(file, "it has become shorter")


def require_readable(file: Path) -> None:
    """Raise DatabaseGone if a file cannot be opened or has no valid header.

    The file is checked even if its pages are cached.
    """
    try:
        # SQLite does not read the log of a file that is declared immutable. `open` must not be used here, because
        # closing a file releases all POSIX locks that the process holds on the file. Another process could then delete
        # the log.
        with closing(connect(file, "mode=ro&immutable=1")) as connection:
            connection.execute("PRAGMA schema_version")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise damaged(file, "it is not a database") from error
        if error.sqlite_errorcode == sqlite3.SQLITE_CANTOPEN:
            raise DatabaseGone(
                f"{file} cannot be read; give this user read access to the file and its folder"
            ) from error


def release_free_pages(file: Path) -> int:
    """Give the free pages of a file back to the file system, and return by how many bytes the file has shrunk.

    Nothing is done for less than 1 % of free pages, because all other pages are written again, and while another
    program writes or if the disk is too full for a copy.
    """
    with closing(connect(file, "mode=rw", BUSY_SECONDS)) as connection:
        prepare(connection)
        (free,), (pages,) = (
            connection.execute(f"PRAGMA {name}").fetchone() for name in ("freelist_count", "page_count")
        )
        if not free or free * _LEAST_FREE_SHARE < pages:
            return 0
        before = file.stat().st_size
        try:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.OperationalError:
            return 0
        return max(before - file.stat().st_size, 0)


def prepare(connection: sqlite3.Connection, *, lasting: bool = True) -> None:
    """Prepare a new connection. If `lasting` is true, a commit waits until the data is on the disk."""
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA synchronous = {'FULL' if lasting else 'OFF'}")
    connection.execute(f"PRAGMA cache_size = -{_CACHE}")
    _use_write_ahead_log(connection)


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    # If two processes turn on the write-ahead log at the same time, SQLite does not wait for the lock.
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def begin(connection: Connection) -> None:
    """Begin a transaction on a connection. The execution options of the connection determine its mode."""
    # This code runs before every read. It uses the driver's connection, because SQLAlchemy would take longer than most
    # reads.
    mode = connection.get_execution_options().get(MODE, "read")
    pooled = connection.connection
    driver: Any = pooled.dbapi_connection
    try:
        if pooled.info.get(MODE) != mode:
            pooled.info.pop(MODE, None)
            for statement in _SETTINGS[mode]:
                driver.execute(statement)
            pooled.info[MODE] = mode
        driver.execute(_BEGIN[mode])
    except sqlite3.Error as error:
        raise DBAPIError.instance(_BEGIN[mode], None, error, sqlite3.Error, dialect=connection.dialect) from error


def back_up(file: Path, target: Path, progress: CopyProgress | None) -> None:
    """Copy a catalogue to a file while the catalogue is in use.

    The file appears only when the copy is complete. Raises DatabaseError if the file cannot be written.
    """
    partial = target.with_name(target.name + ".partial")
    try:
        _copy(file, partial, progress)
        partial.rename(target)
    except (OSError, sqlite3.OperationalError) as error:
        full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT) or (
            getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
        )
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        if full:
            raise StorageFull(f"the disk of {target} is full; free some space, or choose another folder") from error
        raise DatabaseError(f"{target} cannot be written ({error}); choose another folder") from error


def _copy(file: Path, partial: Path, progress: CopyProgress | None) -> None:
    partial.unlink(missing_ok=True)
    source = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    copy = sqlite3.connect(partial)

    def report(_status: int, remaining: int, total: int) -> None:
        if progress is not None:
            progress(total - remaining, total)

    try:
        source.backup(copy, pages=1024, progress=report, sleep=0.0)
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
        source.close()


PROBE_SECONDS = 60.0
"""The interval of probes."""
PROBE_BYTES = 64 * 1024 * 1024
"""Larger files are checked only once a day, because a probe takes about 15 ms per MiB."""
CHECK_SECONDS = 86_400.0
"""The interval of complete checks."""
_LONGEST_CHECK = 600.0
_INSTRUCTIONS = 10_000
"""The number of SQLite instructions between two looks at the clock."""

_log = structlog.get_logger("ludex.integrity")


def in_background(work: Callable[[], None]) -> None:
    """Run a function in a thread that does not keep the process from ending."""
    threading.Thread(target=work, name="integrity", daemon=True).start()


class IntegrityChecks:
    """The integrity checks of a file, which :meth:`start_due` starts, and the damage that they have found.

    SQLite checks a file without holding the interpreter's lock, so other threads continue. A check ends after
    `_LONGEST_CHECK` seconds without a result.
    """

    def __init__(
        self,
        file: Path,
        clock: Callable[[], float] = time.monotonic,
        start: Callable[[Callable[[], None]], None] = in_background,
    ) -> None:
        self._file = file
        self._clock = clock
        self._start = start
        self._running = threading.Lock()
        # The first probe follows the first request for the state, and the first complete check a day later.
        self._next_probe = clock()
        self._next_check = clock() + CHECK_SECONDS
        self._damage: str | None = None

    def start_due(self) -> None:
        """Start the check that is due, if any, unless one is running."""
        now = self._clock()
        if now < min(self._next_probe, self._next_check) or not self._running.acquire(blocking=False):
            return
        complete = now >= self._next_check
        self._next_probe = now + PROBE_SECONDS
        if complete:
            self._next_check = now + CHECK_SECONDS
        self._start(lambda: self._run(complete))

    def expect_damage(self) -> None:
        """Make a complete check due, because a read has met a damaged page."""
        self._next_check = self._clock()

    def require_undamaged(self) -> None:
        """Raise DatabaseDamaged if the last check has found damage."""
        if self._damage is not None:
            raise damaged(self._file, self._damage)

    def _run(self, complete: bool) -> None:
        try:
            # A damaged file of any size is probed, because a backup may have replaced its content.
            if complete or self._damage is not None or self._file.stat().st_size <= PROBE_BYTES:
                self._damage = damage_of(self._file, _LONGEST_CHECK)
        except (OSError, sqlite3.Error) as error:
            # Requests notice by themselves that the file is missing or locked.
            _log.warning("the integrity of the catalogue was not checked", error=str(error))
        finally:
            self._running.release()
        if self._damage is not None:
            _log.error("the catalogue is damaged", file=str(self._file), damage=self._damage)


def damage_of(file: Path, seconds: float) -> str | None:
    """Return the first damage in a file, or None if there is none.

    Raises sqlite3.OperationalError after the time limit. Older versions of SQLite look at the clock only between two
    tables.
    """
    until = time.monotonic() + seconds
    with closing(connect(file, reading_parameters(file))) as connection:
        connection.set_progress_handler(lambda: time.monotonic() > until, _INSTRUCTIONS)
        try:
            ((found,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            return str(error)
    return None if found == "ok" else str(found).replace("\n", " ")
