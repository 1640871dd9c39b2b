"""The job database: a file next to a SQLite catalogue, or a separate schema in a PostgreSQL database.

Jobs are separate from the catalogue because their progress is written every second. A writer of one database therefore
never waits for a writer of the other. Backups and copies of the catalogue do not include jobs. DBOS stores its tables
in the same place and uses the same connections, so that a job and its workflow can be stored in one transaction. Only
DBOS writes to its system tables, which are documented at https://docs.dbos.dev/explanations/system-tables.

This module also divides the PostgreSQL connections among the processes of `ludex serve` and `ludex worker`.
"""

import logging
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Connection,
    ExceptionContext,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    inspect,
)
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.schema import CreateIndex, CreateTable

from ludex.catalogue.storage import postgresql as catalogue
from ludex.catalogue.storage.availability import require_connection
from ludex.catalogue.storage.database import Database, normalised_url
from ludex.catalogue.storage.database_errors import DatabaseError, ReadersBusy
from ludex.catalogue.storage.postgresql import allowed, close_connections, engine_options, pooling_of
from ludex.catalogue.storage.sqlite_files import prepare
from ludex.settings import LEAST_CONNECTIONS, Settings, SettingsError

if TYPE_CHECKING:
    from dbos import DBOSClient


MOST = 16
"""The default maximum number of connections that one process has to the jobs in PostgreSQL."""
_KEPT = 4
_BUSY_SECONDS = 15.0

# Hide messages from DBOS, which otherwise logs every configuration that it reads at the level INFO.
logging.getLogger("dbos").setLevel(logging.WARNING)


class JobDatabase:
    """The connections to the job tables.

    All threads share one object. A forked process creates its own object.

    The connections and the file are created on first use. DBOS is imported when the first job is stored.
    """

    def __init__(self, catalogue: str | URL, connections: int = MOST) -> None:
        self.url = address_of(catalogue)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.file = Path(str(self.url.database)) if self.is_sqlite else None
        self.is_pooled = not self.is_sqlite and pooling_of(self.url)
        """Whether the address belongs to a pooler."""
        self.schema = None if self.is_sqlite else SCHEMA
        """The database schema that contains the tables."""
        self._lock = threading.Lock()
        self._created = False
        if self.is_sqlite:
            self.engine = create_engine(self.url, connect_args={"timeout": _BUSY_SECONDS})
            event.listen(self.engine, "connect", _prepare_sqlite)
        else:
            self.engine = create_engine(
                **engine_options(self.url, connections, _KEPT),
                pool_timeout=10.0,
                # Do not set the search path, because a pooler would pass it on to its other clients.
                execution_options={"schema_translate_map": {None: SCHEMA}},
            )
            event.listen(self.engine, "handle_error", _mark_disconnect)

    def exists(self) -> bool:
        """Return whether the tables exist, without creating them."""
        if not self._created and (self.file is None or self.file.exists()):
            with self.reading() as connection:
                self._created = inspect(connection).has_table(worker.name, self.schema)
        return self._created

    def create(self) -> None:
        """Create missing tables, including those of DBOS.

        Raises DatabaseError if tables are missing and the address belongs to a pooler. Through a pooler, DBOS cannot
        create its tables, because this requires a session lock.
        """
        if self._created:
            return
        with self._lock:
            if not self.exists():
                if self.is_pooled:
                    raise DatabaseError(
                        "the tables of jobs do not exist; run `ludex db upgrade` with the address of the PostgreSQL "
                        "server itself instead of that of the pooler"
                    )
                with _translated_errors():
                    self._create()
                self._created = True

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """Yield a connection in a transaction that is committed at the end. Missing tables are created first."""
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
        """The DBOS client, which enqueues, cancels, resumes and deletes workflows. DBOS is imported on first use."""
        from dbos import DBOSClient, DBOSPortableJSONSerializer

        return DBOSClient(
            system_database_engine=self.engine,
            dbos_system_schema=SCHEMA,
            serializer=DBOSPortableJSONSerializer(),
            application_name=APPLICATION,
            lazy=True,
            retry_connection_errors=False,
        )

    def _create(self) -> None:
        """Create the tables of DBOS first, so that they exist whenever the job tables exist."""
        from dbos import DBOS

        DBOS.migrate(self.engine.url.render_as_string(hide_password=False), schema=SCHEMA)
        with self.engine.begin() as connection:
            for table in metadata.sorted_tables:
                connection.execute(CreateTable(table, if_not_exists=True))
                for index in table.indexes:
                    connection.execute(CreateIndex(index, if_not_exists=True))

    def close(self) -> None:
        """Close every connection."""
        close_connections(self.engine)


def address_of(catalogue: str | URL) -> URL:
    """Return the URL of the job database that belongs to the catalogue with the given URL.

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
    """Raise ReadersBusy or NoConnectionLeft if no connection is available."""
    try:
        yield
    except NoConnection as error:
        raise ReadersBusy("every connection to the jobs is in use; try again in a few seconds") from error
    except OperationalError as error:
        require_connection(error)
        raise


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    prepare(connection)
    # As in DBOS, a statement that writes begins a transaction, and a statement that reads does not.
    connection.isolation_level = "IMMEDIATE"
    if sys.version_info >= (3, 12) and sqlite3.sqlite_version_info < (3, 42):
        # With Python 3.12 and later, DBOS reads the time using `unixepoch('subsec')`, which older SQLite versions lack.
        connection.create_function("unixepoch", 1, lambda _modifier: round(time.time(), 3))


def _mark_disconnect(context: ExceptionContext) -> None:
    """Mark every failure to connect as a lost connection.

    DBOS waits for the server only if a connection was lost.
    """
    if context.connection is None:
        context.is_disconnect = True


SCHEMA = "ludex_jobs"
"""The PostgreSQL schema of these tables and of the tables of DBOS."""
APPLICATION = "ludex-jobs"
QUEUE = "ludex-jobs"
DIVIDED = "ludex-divided-jobs"
PARTS = "ludex-parts"
WORKFLOW = "ludex.job"
"""The names that the application, the queues and the workflow have in DBOS. A job and its workflow have the same id.

The workflows in the queue DIVIDED only wait for the parts of their jobs, which are in the queue PARTS. The id of a part
is that of its job, a slash and the number of the part.
"""

metadata = MetaData()

_number = BigInteger().with_variant(Integer, "sqlite")

job = Table(
    "job",
    metadata,
    Column("number", _number, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False),
    Column("operation", Text, nullable=False),
    Column("arguments", Text, nullable=False),
    Column("unit", Text, nullable=False),  # the unit of the progress
    Column("request_id", Text),
    Column("owner", Text),  # the owner of the objects that the job stores, or NULL
    Column("attempt", Integer, nullable=False, default=1),
    Column("started", Float),  # time of the first start, which DBOS forgets if a workflow is cancelled or resumed
    Column("step_attempts", Integer, nullable=False, default=0),  # the number of workers that died in the current step
    UniqueConstraint("id"),
)

log = Table(
    "job_log",
    metadata,
    Column("number", _number, primary_key=True, autoincrement=True),
    Column("job", _number, ForeignKey(job.c.number, ondelete="CASCADE"), nullable=False),
    Column("at", Float, nullable=False),
    Column("line", Text, nullable=False),
)
Index("job_log_by_job", log.c.job, log.c.number)

worker = Table(
    "job_worker",
    metadata,
    Column("id", Text, primary_key=True),  # the executor id in DBOS
    Column("host", Text, nullable=False),
    Column("process", Integer, nullable=False),
    Column("started", Float, nullable=False),
    Column("heartbeat", BigInteger, nullable=False, default=0),  # a counter whose changes show that the worker is alive
    Column("seen", Float, nullable=False),  # the time of the last heartbeat, for display only
)

# Only DBOS itself creates these tables.
_of_dbos = MetaData()

workflow_status = Table(
    "workflow_status",
    _of_dbos,
    Column("workflow_uuid", Text),
    Column("status", Text),
    Column("executor_id", Text),
    Column("queue_name", Text),
    Column("created_at", BigInteger),  # milliseconds since 1970
    Column("completed_at", BigInteger),
)
workflow_events = Table(
    "workflow_events", _of_dbos, Column("workflow_uuid", Text), Column("key", Text), Column("value", Text)
)


_LISTENING = 1
"""The number of connections that DBOS opens outside the pool."""


@dataclass(frozen=True, slots=True)
class Pools:
    """The number of connections of a process to the catalogue and to the jobs.

    The connections that DBOS opens count as connections to the jobs.
    """

    catalogue: int
    jobs: int


def server_pools(settings: Settings) -> Pools:
    """Return the numbers of connections of a process that serves requests.

    >>> server_pools(Settings(database_url="postgresql://localhost/ludex", database_connections=20))
    Pools(catalogue=15, jobs=5)
    """
    maximum = settings.database_connections or catalogue.MOST + MOST
    for_jobs = min(MOST, maximum // 4)
    return Pools(min(catalogue.MOST, maximum - for_jobs), for_jobs)


def worker_pools(settings: Settings) -> Pools:
    """Return the numbers of connections of a process that executes jobs.

    >>> worker_pools(Settings(database_url="postgresql://localhost/ludex", database_connections=8))
    Pools(catalogue=3, jobs=4)
    """
    maximum = settings.database_connections or 3 * LEAST_CONNECTIONS
    for_jobs = min(MOST, maximum // 2)
    return Pools(min(catalogue.MOST, maximum - for_jobs - _LISTENING), for_jobs)


def with_processes_that_fit(settings: Settings, database: Database) -> Settings:
    """Return the settings with fewer processes if their default numbers would take too many connections.

    Serving processes take at most half of the connections, and workers a quarter. A number that is set does not change.
    """
    if database.is_sqlite or pooling_of(database.url):
        return settings
    with database.reading() as connection:
        most = allowed(connection) // (settings.database_connections or LEAST_CONNECTIONS)
    fitting = {"workers": max(1, most // 2), "job_workers": max(1, most // 4)}
    numbers = {name: min(getattr(settings, name), number) for name, number in fitting.items()}
    return settings.model_copy(
        update={name: number for name, number in numbers.items() if name not in settings.model_fields_set}
    )


def share_connections(
    settings: Settings, database: Database, *, serving: int = 0, working: int = 0
) -> tuple[Settings, Settings]:
    """Return the settings of serving processes and of workers, with the number of connections per process.

    If the number is not set, it follows from the number of connections that the server allows. Serving processes share
    three quarters of them, and workers share one quarter, so that both can run at the same time. Raises SettingsError
    if the limit of the server is less than the minimum for all processes.
    """
    if database.is_sqlite or pooling_of(database.url):
        # A pooler has its own limits, which do not depend on those of the server.
        return settings, settings
    with database.reading() as connection:
        limit = allowed(connection)
    processes, each = serving + working, settings.database_connections
    if (each or LEAST_CONNECTIONS) * processes > limit:
        _refuse(limit, processes, each)
    if each:
        return settings, settings
    maximum = catalogue.MOST + MOST
    per_worker = max(LEAST_CONNECTIONS, min(3 * LEAST_CONNECTIONS, limit // 4 // max(1, working)))
    per_server = max(LEAST_CONNECTIONS, min(maximum, limit * 3 // 4 // max(1, serving)))
    if per_server * serving + per_worker * working > limit:
        # If there are few connections, the minimum for workers is more than their share.
        per_worker = LEAST_CONNECTIONS
        per_server = min(per_server, (limit - per_worker * working) // max(1, serving))
    return (
        settings.model_copy(update={"database_connections": per_server}),
        settings.model_copy(update={"database_connections": per_worker}),
    )


def _refuse(limit: int, processes: int, each: int | None) -> None:
    """Raise SettingsError because the processes would need more connections than are allowed.

    The message contains remedies.
    """
    share_of_each, taken = limit // processes, (each or LEAST_CONNECTIONS) * processes
    per_process = f"up to {each}" if each else f"at least {LEAST_CONNECTIONS}"
    who = "1 process" if processes == 1 else f"{processes} processes"
    remedies = ["raise max_connections of the server, or the CONNECTION LIMIT of the role or the database"]
    if processes > 1:
        remedies.insert(0, "start fewer processes (LUDEX_WORKERS, LUDEX_JOB_WORKERS, --processes)")
    if share_of_each >= LEAST_CONNECTIONS:
        remedies.insert(0, f"set LUDEX_DATABASE_CONNECTIONS to {share_of_each}")
    raise SettingsError(
        f"the PostgreSQL server allows {limit} connections, but {who} with {per_process} each would take {taken}: "
        + ", or ".join(remedies)
    )
