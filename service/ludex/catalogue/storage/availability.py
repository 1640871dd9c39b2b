"""Availability of the database: the queue of the writers of a process, and the driver errors that Ludex recognizes."""

import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludex.catalogue.storage.database_errors import (
    OTHER_WRITER,
    DatabaseGone,
    NoConnectionLeft,
    ReadersBusy,
    StorageFull,
    StorageReadOnly,
    WriterBusy,
)

BUSY_SECONDS = 30.0
_HURRIED_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class WriteQueueLimits:
    """The time-out of the write lock, and the maximum number of waiting writers per process.

    None means no limit.
    """

    seconds: float = BUSY_SECONDS
    writers: int | None = None


DEFAULT_LIMITS = WriteQueueLimits()


class WriterQueue:
    """The queue of the writers of one process.

    One writer writes at a time. A limited number of writers wait, each up to a time limit. All other writers are
    refused.
    """

    def __init__(self, limits: WriteQueueLimits) -> None:
        self._timeout = limits.seconds
        self._seconds = limits.seconds if limits.writers is not None else -1
        self._places = threading.Semaphore(sys.maxsize if limits.writers is None else limits.writers + 1)
        self._turn = threading.Lock()
        self._refused = 0.0
        self._timed_out = False

    def refuse_for_now(self) -> None:
        """Refuse all waiting writers, because the current writer timed out while it waited for another program."""
        if self._seconds >= 0:
            self._refused = time.monotonic()
            self._timed_out = True

    @contextmanager
    def turn(self) -> Iterator[float]:
        """Wait for the turn of this writer, and yield the time-out, in seconds, for locks that other programs hold.

        If the previous writer timed out, this time-out is short, because the waiting writer may occupy a computing
        slot. Raises WriterBusy.
        """
        came = time.monotonic()
        if not self._places.acquire(blocking=False):
            raise WriterBusy("too many writers are waiting; try again in a few seconds")
        try:
            if not self._turn.acquire(timeout=self._seconds):
                raise WriterBusy("the previous writer did not finish in time; try again in a few seconds")
            try:
                if came < self._refused:
                    raise WriterBusy(OTHER_WRITER)
                seconds = _HURRIED_SECONDS if self._timed_out else self._timeout
                self._timed_out = False
                yield seconds
            finally:
                self._turn.release()
        finally:
            self._places.release()


TRANSIENT = (OperationalError, InterfaceError, NoConnection, DatabaseGone, NoConnectionLeft, ReadersBusy)
"""Errors that occur while the database is temporarily unavailable. A worker waits and tries again."""

WRITE_UNAVAILABLE = (StorageFull, StorageReadOnly, WriterBusy)
"""Errors that occur while the database can be read but not written."""

_TOO_MANY = ("too many clients", "too many connections", "connection slots are reserved")
"""Messages from a server that refuses a connection before the driver receives an error code (53300)."""


def require_connection(error: OperationalError) -> None:
    """Raise NoConnectionLeft if the server or the role has reached its connection limit."""
    if getattr(error.orig, "sqlstate", None) == "53300" or any(message in str(error.orig) for message in _TOO_MANY):
        raise NoConnectionLeft("the database server has no connection left") from error


_NO_ROOM = frozenset({sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP})
"""Codes of SQLite if a full disk has no room for the index of the log."""


def require_writable(error: DBAPIError) -> None:
    """Raise StorageFull or StorageReadOnly for errors that a full or read-only database causes."""
    extended = getattr(error.orig, "sqlite_errorcode", 0)
    code, state = extended & 0xFF, getattr(error.orig, "sqlstate", None)
    # 53100: disk full. 25006: read-only transaction, for example on a standby server.
    if code == sqlite3.SQLITE_FULL or extended in _NO_ROOM or state == "53100":
        raise StorageFull("the disk of the catalogue is full; free some space") from error
    if code == sqlite3.SQLITE_READONLY or state == "25006":
        raise StorageReadOnly(
            "the catalogue is read-only for this user; allow writing to the file and its folder, or on the server"
        ) from error


def is_busy(error: DBAPIError) -> bool:
    """Return whether a statement failed because another program held the lock for too long."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    # 55P03: PostgreSQL did not get the lock in time.
    return (code is not None and code & 0xFF == sqlite3.SQLITE_BUSY) or getattr(error.orig, "sqlstate", None) == "55P03"
