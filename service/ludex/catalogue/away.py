"""What is raised while a database cannot be used, and passes by itself: whoever works on and on waits for it."""

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from ludex.catalogue.database_errors import (
    DatabaseGone,
    NoConnectionLeft,
    ReadersBusy,
    StorageFull,
    StorageReadOnly,
    WriterBusy,
)

AWAY = (OperationalError, InterfaceError, NoConnection, DatabaseGone, NoConnectionLeft, ReadersBusy)
"""Nothing can be read or written."""
TAKES_NO_WRITES = (StorageFull, StorageReadOnly, WriterBusy)
