"""Where jobs are kept: a file beside that of a SQLite catalogue, a schema of its own in a PostgreSQL database.

They stand apart from the catalogue, because progress is written every second: it must not wait for who stores, nor keep
those waiting. A backup or copy of the catalogue leaves jobs aside.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.schema import CreateIndex, CreateTable

from ludex.catalogue.connections import kept_and_further, not_for_ever, require_connection
from ludex.catalogue.database import normalised_url
from ludex.catalogue.database_errors import ReadersBusy
from ludex.catalogue.sqlite_files import prepare
from ludex.jobs import tables

MOST = 16
"""Connections of one process to the jobs in PostgreSQL, if nobody says another number."""
_KEPT = 4
_BUSY_SECONDS = 15.0
_MAKING_LOCK = 0x6C756A6F62  # "lujob": the number of PostgreSQL's advisory lock
_READS = "ludex_reads"
_NOW = text("SELECT extract(epoch FROM clock_timestamp())::float8")


class JobDatabase:
    """The connection to the tables of jobs. Threads share one object; a forked process makes its own.

    Nothing is connected to, and no file made, before it is needed.
    """

    def __init__(self, catalogue: str | URL, connections: int = MOST) -> None:
        self.url = address_of(catalogue)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.file = Path(str(self.url.database)) if self.is_sqlite else None
        self.schema = None if self.is_sqlite else tables.SCHEMA
        """Where the tables are in the database."""
        self._lock = threading.Lock()
        self._made = False
        if self.is_sqlite:
            self.engine = create_engine(self.url, connect_args={"timeout": _BUSY_SECONDS})
            event.listen(self.engine, "connect", lambda connection, _record: prepare(connection))
            event.listen(self.engine, "begin", _begin_sqlite)
        else:
            # What the address itself asks of the connection is kept.
            pool = kept_and_further(connections, _KEPT)
            self.engine = create_engine(not_for_ever(self.url), **pool, pool_timeout=10.0, pool_pre_ping=True)
            event.listen(self.engine, "connect", _use_schema)

    def there(self) -> bool:
        """Tell whether the tables are there, without making them."""
        if self._made:
            return True
        if self.file is not None and not self.file.exists():
            return False
        with self.reading() as connection:
            self._made = inspect(connection).has_table("job_worker", self.schema)
        return self._made

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """Yield a connection in a transaction that commits at the end. Missing tables are made."""
        if not self._made:
            with self._lock:
                if not self._made:
                    self._make()
                    self._made = True
        with self._opened(self.engine) as connection, connection.begin():
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection that only reads, and waits for no writer. The tables must be there."""
        with self._opened(self.engine.execution_options(**{_READS: True})) as connection, connection.begin():
            yield connection

    @staticmethod
    def _opened(engine: Engine) -> Connection:
        try:
            return engine.connect()
        except NoConnection as error:
            raise ReadersBusy("every connection to the jobs is in use; try again in some seconds") from error
        except OperationalError as error:
            require_connection(error)
            raise

    def now(self, connection: Connection) -> float:
        """Return the time in seconds since 1970, by the one clock that all workers share."""
        return time.time() if self.is_sqlite else float(connection.scalar(_NOW) or 0.0)

    def _make(self) -> None:
        with self._opened(self.engine) as connection, connection.begin():
            if not self.is_sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_MAKING_LOCK})"))
                connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {tables.SCHEMA}"))
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


def _begin_sqlite(connection: Connection) -> None:
    reads = connection.get_execution_options().get(_READS, False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _use_schema(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own
    connection.execute(f"SET search_path = {tables.SCHEMA}")
    connection.commit()
