"""Recognition of errors of the database from the exceptions of SQLAlchemy and of the drivers."""

import sqlite3

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludex.catalogue.storage.database_errors import (
    DatabaseGone,
    NoConnectionLeft,
    ReadersBusy,
    StorageFull,
    StorageReadOnly,
    WriterBusy,
)

TRANSIENT = (OperationalError, InterfaceError, NoConnection, DatabaseGone, NoConnectionLeft, ReadersBusy)
"""Errors that occur while the database is temporarily unavailable. A worker waits and tries again."""

WRITE_UNAVAILABLE = (StorageFull, StorageReadOnly, WriterBusy)
"""Errors that occur while the database can be read but not written."""

_TOO_MANY = ("too many clients", "too many connections", "connection slots are reserved")
"""Messages of a server that refuses a connection before the driver has an error code (53300)."""


def require_connection(error: OperationalError) -> None:
    """Raise NoConnectionLeft if the server or the role has reached its limit of connections."""
    if getattr(error.orig, "sqlstate", None) == "53300" or any(message in str(error.orig) for message in _TOO_MANY):
        raise NoConnectionLeft("the database server has no connection left") from error


def require_writable(error: DBAPIError) -> None:
    """Raise StorageFull or StorageReadOnly for the errors of a full or read-only database."""
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
    state = getattr(error.orig, "sqlstate", None)
    # 53100: disk full. 25006: read-only transaction, for example on a standby server.
    if code == sqlite3.SQLITE_FULL or state == "53100":
        raise StorageFull("the disk of the catalogue is full; free some space, and it works again") from error
    if code == sqlite3.SQLITE_READONLY or state == "25006":
        raise StorageReadOnly(
            "the catalogue may not be written: its file, its folder or its server forbids it; let this user write there"
        ) from error


def is_busy(error: DBAPIError) -> bool:
    """Return whether a statement failed because another program held the lock for too long."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    # 55P03: PostgreSQL did not get the lock in time.
    return (code is not None and code & 0xFF == sqlite3.SQLITE_BUSY) or getattr(error.orig, "sqlstate", None) == "55P03"
