"""Errors of the database. This module imports no library, because the module of commands refers to these errors."""


class DatabaseError(RuntimeError):
    """The database cannot be used. The message states the reason and a remedy."""


class DatabaseGone(DatabaseError):
    """The file of the catalogue was deleted or replaced."""


class DatabaseDamaged(DatabaseGone):
    """The file of the catalogue is damaged."""


class NoConnectionLeft(DatabaseError):
    """The database server has reached its limit of connections. Retry later."""


class ReadersBusy(DatabaseError):
    """Every connection to the database is in use, and none became free in time."""


class StorageFull(DatabaseError):
    """The disk is full. Nothing was changed."""


class StorageReadOnly(DatabaseError):
    """The file of the catalogue, its folder or the server is read-only. Nothing was changed."""


OTHER_WRITER = "another program keeps writing to the catalogue; try again after that program has ended"


class WriterBusy(DatabaseError):
    """The write lock did not become free in time. Nothing was changed."""
