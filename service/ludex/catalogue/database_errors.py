"""Why the database cannot be used as asked."""


class DatabaseError(RuntimeError):
    """The database cannot be used as asked; the message says why and what to do."""


class DatabaseGone(DatabaseError):
    """The file of the catalogue is not there any more, or another one is in its place."""


class ReadersBusy(DatabaseError):
    """Every connection to the database is in use, and none came free in time."""


class WriterBusy(DatabaseError):
    """The one writer did not come free in time; nothing is changed."""
