"""Errors while a database cannot be used, which pass by themselves: a worker waits and tries again."""

from sqlalchemy.exc import InterfaceError, OperationalError
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
"""Nothing can be read or written."""
WRITE_UNAVAILABLE = (StorageFull, StorageReadOnly, WriterBusy)
