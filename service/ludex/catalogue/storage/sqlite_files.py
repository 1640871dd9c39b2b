"""How every file of SQLite is used: with a write-ahead log, foreign keys, and transactions that we begin ourselves."""

import sqlite3
import time

from ludex.catalogue.storage.writer_queue import BUSY_SECONDS

_CACHE = 8192
"""How many KiB of a file a connection keeps: the upper pages of the indexes of a million objects."""


def prepare(connection: sqlite3.Connection, *, lasting: bool = True) -> None:
    """Prepare a new connection to a file. `lasting`: what is committed is on the disk, else the system may lose it."""
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
