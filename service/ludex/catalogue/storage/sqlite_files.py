"""Connections to SQLite files, with a write-ahead log, foreign keys and explicit transactions."""

import os
import sqlite3
import time
from pathlib import Path

from ludex.catalogue.storage.database_errors import DatabaseGone
from ludex.catalogue.storage.writer_queue import BUSY_SECONDS

_CACHE = 8192
"""Size of the page cache of a connection in KiB: it holds the upper pages of the indexes of a million objects."""


def connect(file: Path, how: str, seconds: float = 0.0) -> sqlite3.Connection:
    """Open a file with the parameters `how` of SQLite's URIs. Wait at most `seconds` for locks of other programs."""
    address = f"{file.absolute().as_uri()}?{how}"
    return sqlite3.connect(address, uri=True, timeout=seconds, check_same_thread=False)


def is_unwritable(file: Path) -> bool:
    """Tell whether a file is on a read-only disk and has no pending log, so that it can be read without locks."""
    log = file.with_name(f"{file.name}-wal")
    return bool(os.statvfs(file).f_flag & os.ST_RDONLY) and not (log.exists() and log.stat().st_size)


def identity_of(file: Path) -> tuple[int, int]:
    """Return the device and the number of a file, which identify it. Raises DatabaseGone if it does not exist."""
    try:
        found = file.stat()
    except OSError as error:
        raise DatabaseGone(f"there is no catalogue at {file}; `ludex db upgrade` makes one") from error
    return found.st_dev, found.st_ino


def prepare(connection: sqlite3.Connection, *, lasting: bool = True) -> None:
    """Prepare a new connection. If `lasting`, a commit waits until the data is on the disk."""
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA synchronous = {'FULL' if lasting else 'OFF'}")
    connection.execute(f"PRAGMA cache_size = -{_CACHE}")
    _use_write_ahead_log(connection)


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    # SQLite does not wait for a lock when two processes turn the log on at the same moment.
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
