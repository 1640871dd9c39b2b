"""Why the database cannot be used as asked."""


class DatabaseError(RuntimeError):
    """The database cannot be used as asked; the message says why and what to do."""


class DatabaseGone(DatabaseError):
    """The file of the catalogue is not there any more, or another one is in its place."""


class NoConnectionLeft(DatabaseError):
    """The database's server has as many connections as it may have; it works again once others end."""


class ReadersBusy(DatabaseError):
    """Every connection to the database is in use, and none came free in time."""


class StorageFull(DatabaseError):
    """There is no room for what is to be written; nothing is changed, and it works again once there is."""


class StorageReadOnly(DatabaseError):
    """The file of the catalogue, or its folder, or the server, takes no writes; nothing is changed."""


OTHER_WRITER = "another program writes to the catalogue and does not come to an end; try again once it has ended"


class WriterBusy(DatabaseError):
    """The one writer did not come free in time; nothing is changed."""
