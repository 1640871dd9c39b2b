"""The database of jobs: a file beside that of a SQLite catalogue, a schema of its own in a PostgreSQL database.

Jobs are kept apart from the catalogue because progress is written every second: neither waits for writers of the other.
A backup or copy of the catalogue leaves jobs aside. DBOS keeps its tables in the same place and uses the same
connections, so that a job and its workflow are stored in one transaction.
"""

import logging
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, ExceptionContext, create_engine, event, inspect
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.schema import CreateIndex, CreateTable

from ludex.catalogue.storage.connections import kept_and_further, not_for_ever, require_connection
from ludex.catalogue.storage.database import normalised_url
from ludex.catalogue.storage.database_errors import ReadersBusy
from ludex.catalogue.storage.sqlite_files import prepare
from ludex.jobs import tables

if TYPE_CHECKING:
    from dbos import DBOSClient

MOST = 16
"""The default maximum of connections of one process to the jobs in PostgreSQL."""
_KEPT = 4
_BUSY_SECONDS = 15.0

# DBOS tells every configuration that it reads as information.
logging.getLogger("dbos").setLevel(logging.WARNING)


class JobDatabase:
    """The connections to the tables of jobs. Threads share one object; a forked process makes its own.

    Neither a connection nor a file is made before it is needed, and DBOS is loaded when the first job is stored.
    """

    def __init__(self, catalogue: str | URL, connections: int = MOST) -> None:
        self.url = address_of(catalogue)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.file = Path(str(self.url.database)) if self.is_sqlite else None
        self.schema = None if self.is_sqlite else tables.SCHEMA
        """The schema of the tables in the database."""
        self._lock = threading.Lock()
        self._created = False
        if self.is_sqlite:
            self.engine = create_engine(self.url, connect_args={"timeout": _BUSY_SECONDS})
            event.listen(self.engine, "connect", _prepare_sqlite)
        else:
            # Options in the address take precedence.
            pool = kept_and_further(connections, _KEPT)
            self.engine = create_engine(not_for_ever(self.url), **pool, pool_timeout=10.0, pool_pre_ping=True)
            event.listen(self.engine, "connect", _use_schema)
            event.listen(self.engine, "handle_error", _mark_disconnect)

    def exists(self) -> bool:
        """Return whether the tables exist, without creating them."""
        if not self._created and (self.file is None or self.file.exists()):
            with self.reading() as connection:
                self._created = inspect(connection).has_table(tables.worker.name, self.schema)
        return self._created

    def create(self) -> None:
        """Create the tables that do not exist, DBOS's too."""
        if self._created:
            return
        with self._lock:
            if not self.exists():
                with _translated_errors():
                    self._create()
                self._created = True

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """Yield a connection in a transaction that commits at the end. Tables that do not exist are created."""
        self.create()
        with self.reading() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection in a transaction. The tables must exist."""
        with _translated_errors():
            connection = self.engine.connect()
        with connection, connection.begin():
            yield connection

    @cached_property
    def client(self) -> "DBOSClient":
        """The client that enqueues, cancels, resumes and deletes workflows. This loads DBOS."""
        from dbos import DBOSClient, DBOSPortableJSONSerializer

        return DBOSClient(
            system_database_engine=self.engine,
            dbos_system_schema=tables.SCHEMA,
            serializer=DBOSPortableJSONSerializer(),
            application_name=tables.APPLICATION,
            lazy=True,
            retry_connection_errors=False,
        )

    def _create(self) -> None:
        """Create DBOS's tables and then ours: where ours exist, DBOS's do."""
        from dbos import DBOS

        DBOS.migrate(self.engine.url.render_as_string(hide_password=False), schema=tables.SCHEMA)
        with self.engine.begin() as connection:
            for table in tables.metadata.sorted_tables:
                connection.execute(CreateTable(table, if_not_exists=True))
                for index in table.indexes:
                    connection.execute(CreateIndex(index, if_not_exists=True))

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def address_of(catalogue: str | URL) -> URL:
    """Return the address of the tables of the jobs of a catalogue.

    >>> str(address_of("sqlite:////data/catalogue.sqlite"))
    'sqlite:////data/catalogue.jobs.sqlite'
    """
    url = catalogue if isinstance(catalogue, URL) else normalised_url(catalogue)
    if url.get_backend_name() != "sqlite":
        return url
    file = Path(str(url.database)).absolute()
    return url.set(database=str(file.with_name(f"{file.stem}.jobs{file.suffix or '.sqlite'}")))


@contextmanager
def _translated_errors() -> Iterator[None]:
    """Raise ReadersBusy or NoConnectionLeft where no connection is available."""
    try:
        yield
    except NoConnection as error:
        raise ReadersBusy("every connection to the jobs is in use; try again in some seconds") from error
    except OperationalError as error:
        require_connection(error)
        raise


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    prepare(connection)
    # As DBOS does: a statement that writes begins a transaction, one that only reads does not.
    connection.isolation_level = "IMMEDIATE"
    if sys.version_info >= (3, 12) and sqlite3.sqlite_version_info < (3, 42):
        # From Python 3.12 on DBOS takes the time from `unixepoch('subsec')`, which older versions of SQLite lack.
        connection.create_function("unixepoch", 1, lambda _modifier: round(time.time(), 3))


def _use_schema(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's connection
    connection.execute(f"SET search_path = {tables.SCHEMA}")
    connection.commit()


def _mark_disconnect(context: ExceptionContext) -> None:
    """Mark every failure to connect as a lost connection: DBOS waits for the server only if it is marked."""
    if context.connection is None:
        context.is_disconnect = True
