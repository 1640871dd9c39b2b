"""How the processes of `ludex serve` and `ludex worker` share the connections that a PostgreSQL server allows."""

from dataclasses import dataclass

from ludex.catalogue.storage import connections as catalogue
from ludex.catalogue.storage.connections import allowed
from ludex.catalogue.storage.database import Database
from ludex.jobs import database as jobs
from ludex.settings import LEAST_CONNECTIONS, Settings, SettingsError

_LISTENING = 1
"""A connection of DBOS beside the pool."""


@dataclass(frozen=True, slots=True)
class Pools:
    """The connections of one process: to the catalogue, and to the jobs, which DBOS shares."""

    catalogue: int
    jobs: int


def of_serving(settings: Settings) -> Pools:
    """Return the connections of a process that answers requests.

    >>> of_serving(Settings(database_url="postgresql://localhost/ludex", database_connections=20))
    Pools(catalogue=15, jobs=5)
    """
    most = settings.database_connections or catalogue.MOST + jobs.MOST
    of_jobs = min(jobs.MOST, most // 4)
    return Pools(min(catalogue.MOST, most - of_jobs), of_jobs)


def of_working(settings: Settings) -> Pools:
    """Return the connections of a process that works on jobs.

    >>> of_working(Settings(database_url="postgresql://localhost/ludex", database_connections=8))
    Pools(catalogue=3, jobs=4)
    """
    most = settings.database_connections or 3 * LEAST_CONNECTIONS
    of_jobs = min(jobs.MOST, most // 2)
    return Pools(min(catalogue.MOST, most - of_jobs - _LISTENING), of_jobs)


def shared(settings: Settings, database: Database, *, serving: int = 0, working: int = 0) -> tuple[Settings, Settings]:
    """Return the settings of processes that serve and of those that work, with the connections that each may take.

    If the settings do not say how many, those that serve share three quarters of what the server allows, and those that
    work a quarter, wherever they were started: so both fit beside each other. Raises SettingsError if not even the
    least fits.
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
    most = catalogue.MOST + jobs.MOST
    work = max(LEAST_CONNECTIONS, min(3 * LEAST_CONNECTIONS, there // 4 // max(1, working)))
    serve = max(LEAST_CONNECTIONS, min(most, there * 3 // 4 // max(1, serving)))
    if serve * serving + work * working > there:
        # Where there are few, the least of the one sort is more than its share.
        work = LEAST_CONNECTIONS
        serve = min(serve, (there - work * working) // max(1, serving))
    return (
        settings.model_copy(update={"database_connections": serve}),
        settings.model_copy(update={"database_connections": work}),
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
