"""`/health` and `/metrics`, outside /api/v1, for operators of the service."""

from contextlib import suppress
from typing import Literal

from flask import Response
from pydantic import Field
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from ludex.api.middleware.metrics import exposition
from ludex.api.routing.routes import Routes
from ludex.api.service import service
from ludex.catalogue.columns.host import memory_of_host, size_of_files
from ludex.catalogue.status import days_since
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.database_errors import DatabaseError, ReadersBusy
from ludex.catalogue.storage.postgresql import set_lock_timeout
from ludex.catalogue.storage.snapshot import Prepared
from ludex.requests.fields import ResponseModel
from ludex.requests.media import Media
from ludex.version import __version__

_ANYTHING = Prepared(select(tables.node.c.id, tables.document.c.node).join(tables.document).limit(1))

_OLDEST = Prepared(select(func.min(tables.verified.c.at)))

_LOCK_SECONDS = 0.075
"""The PostgreSQL lock time-out, which lets `/health` respond within 100 ms even if the tables are locked."""

routes = Routes(tag="Operations", about="The state of the service.")


class Health(ResponseModel):
    """The state of the service."""

    status: Literal["ok", "unavailable"] = Field(description="`unavailable` if the catalogue is unreachable.")
    version: str = Field(description="Version of Ludex.")
    catalogue: Literal["reachable", "unreachable"] = Field(description="Whether the catalogue can be read.")
    stores: bool = Field(description="Whether clients with an API key can write to the catalogue.")
    replica: Literal["current", "behind", "unverified", "unreachable"] | None = Field(
        default=None,
        description=(
            "The state of the read replica. The replica is used if it is `current`, or if the primary server is "
            "unreachable (`unverified`)."
        ),
    )
    replica_bytes_behind: int | None = Field(
        default=None,
        description="Number of bytes of the write-ahead log that the replica has not replayed yet, if known.",
    )
    oldest_verification_days: int | None = Field(
        default=None,
        description=(
            "Whole days since the least recent verification of an object (`ludex db verify`); null if no object was "
            "verified. `ludex status` also states how many objects were never verified."
        ),
    )
    columns_bytes: int = Field(
        default=0, description="Number of bytes of the files with facts, which all processes of the host map."
    )
    memory_bytes: int = Field(
        default=0, description="Number of bytes of memory of the host. Lists are slower if the files are larger."
    )


@routes.get("/health", Health)
def health() -> tuple[Health, int]:
    """Return the state of the service.

    Returns 503 with the same body if the catalogue cannot be read.
    """
    catalogue = service().catalogue
    if catalogue.database.integrity is not None:
        catalogue.database.integrity.start_due()
    reachable = _reachable(catalogue.database)
    replica = None if catalogue.replica is None else catalogue.replica.status()
    if not reachable and catalogue.replica is not None:
        reachable = _reachable(catalogue.replica.database)
    read = catalogue.database if catalogue.replica is None else catalogue.replica.database
    answer = Health(
        status="ok" if reachable else "unavailable",
        version=__version__,
        catalogue="reachable" if reachable else "unreachable",
        stores=reachable and catalogue.database.is_writable(),
        replica=None if replica is None else replica.state,
        replica_bytes_behind=None if replica is None else replica.bytes_behind,
        oldest_verification_days=_oldest_verification(catalogue.database) if reachable else None,
        columns_bytes=size_of_files(read.url),
        memory_bytes=memory_of_host(),
    )
    return answer, 200 if reachable else 503


@routes.get("/metrics", Media(("text/plain",)))
def metrics() -> Response:
    """Return metrics in the text format of Prometheus."""
    jobs: dict[str, int] = {}
    alive = 0
    # The other metrics are available even if the job database is not.
    with suppress(SQLAlchemyError, DatabaseError):
        jobs, alive = service().jobs.counts(), sum(worker.alive for worker in service().jobs.workers())
    return exposition(jobs, alive)


def _oldest_verification(database: Database) -> int | None:
    """Return the days since the least recent verification. Cost: one look-up in an index."""
    try:
        with database.reading() as connection:
            if not database.is_sqlite:
                set_lock_timeout(connection, _LOCK_SECONDS)
            (at,) = _OLDEST.rows(connection)[0]
    except (SQLAlchemyError, DatabaseError):
        return None
    return None if at is None else days_since(at)


def _reachable(database: Database) -> bool:
    try:
        with database.reading() as connection:
            if not database.is_sqlite:
                set_lock_timeout(connection, _LOCK_SECONDS)
            _ANYTHING.rows(connection)
        database.check()
    except ReadersBusy:
        return True  # all connections are used by other readers
    except (SQLAlchemyError, DatabaseError):
        return False
    return True
