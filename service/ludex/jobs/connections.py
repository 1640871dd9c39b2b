"""The distribution of PostgreSQL connections among the processes of `ludex serve` and `ludex worker`."""

from dataclasses import dataclass

from ludex.catalogue.storage import connections as catalogue
from ludex.catalogue.storage.connections import allowed
from ludex.catalogue.storage.database import Database
from ludex.jobs import database as jobs
from ludex.settings import LEAST_CONNECTIONS, Settings, SettingsError

_LISTENING = 1
"""A connection of DBOS outside the pool."""


@dataclass(frozen=True, slots=True)
class Pools:
    """The connections of one process to the catalogue, and to the jobs, including those of DBOS."""

    catalogue: int
    jobs: int


def of_serving(settings: Settings) -> Pools:
    """Return the connections of a process that serves requests.

    >>> of_serving(Settings(database_url="postgresql://localhost/ludex", database_connections=20))
    Pools(catalogue=15, jobs=5)
    """
    maximum = settings.database_connections or catalogue.MOST + jobs.MOST
    of_jobs = min(jobs.MOST, maximum // 4)
    return Pools(min(catalogue.MOST, maximum - of_jobs), of_jobs)


def of_working(settings: Settings) -> Pools:
    """Return the connections of a process that executes jobs.

    >>> of_working(Settings(database_url="postgresql://localhost/ludex", database_connections=8))
    Pools(catalogue=3, jobs=4)
    """
    maximum = settings.database_connections or 3 * LEAST_CONNECTIONS
    of_jobs = min(jobs.MOST, maximum // 2)
    return Pools(min(catalogue.MOST, maximum - of_jobs - _LISTENING), of_jobs)


def shared(settings: Settings, database: Database, *, serving: int = 0, working: int = 0) -> tuple[Settings, Settings]:
    """Return the settings of serving processes and of workers, with the number of connections per process.

    Without a setting, serving processes share three quarters of the connections that the server allows, and workers
    share one quarter, so that both can run at the same time. Raises SettingsError if even the minimum exceeds the
    limit of the server.
    """
    if database.is_sqlite:
        return settings, settings
    with database.reading() as connection:
        there = allowed(connection)
    processes, each = serving + working, settings.database_connections
    if (each or LEAST_CONNECTIONS) * processes > there:
        _refuse(there, processes, each)
    if each:
        return settings, settings
    maximum = catalogue.MOST + jobs.MOST
    context = max(LEAST_CONNECTIONS, min(3 * LEAST_CONNECTIONS, there // 4 // max(1, working)))
    serve = max(LEAST_CONNECTIONS, min(maximum, there * 3 // 4 // max(1, serving)))
    if serve * serving + context * working > there:
        # With few connections, the minimum for workers exceeds their share.
        context = LEAST_CONNECTIONS
        serve = min(serve, (there - context * working) // max(1, serving))
    return (
        settings.model_copy(update={"database_connections": serve}),
        settings.model_copy(update={"database_connections": context}),
    )


def _refuse(there: int, processes: int, each: int | None) -> None:
    one, taken = there // processes, (each or LEAST_CONNECTIONS) * processes
    share = f"up to {each}" if each else f"at least {LEAST_CONNECTIONS}"
    who = "1 process" if processes == 1 else f"{processes} processes"
    remedies = ["raise max_connections of the server, or the CONNECTION LIMIT of the role or the database"]
    if processes > 1:
        remedies.insert(0, "start fewer processes (LUDEX_WORKERS, --job-workers, --processes)")
    if one >= LEAST_CONNECTIONS:
        remedies.insert(0, f"set LUDEX_DATABASE_CONNECTIONS to {one}")
    raise SettingsError(
        f"the PostgreSQL server allows {there} connections, but {who} with {share} each would take {taken}: "
        + ", or ".join(remedies)
    )
