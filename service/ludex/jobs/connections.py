"""The number of PostgreSQL connections that each process of `ludex serve` and `ludex worker` may use."""

from dataclasses import dataclass

from ludex.catalogue.storage import postgresql as catalogue
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.postgresql import allowed, pooling_of
from ludex.jobs import database as jobs
from ludex.settings import LEAST_CONNECTIONS, Settings, SettingsError

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
    maximum = settings.database_connections or catalogue.MOST + jobs.MOST
    for_jobs = min(jobs.MOST, maximum // 4)
    return Pools(min(catalogue.MOST, maximum - for_jobs), for_jobs)


def worker_pools(settings: Settings) -> Pools:
    """Return the numbers of connections of a process that executes jobs.

    >>> worker_pools(Settings(database_url="postgresql://localhost/ludex", database_connections=8))
    Pools(catalogue=3, jobs=4)
    """
    maximum = settings.database_connections or 3 * LEAST_CONNECTIONS
    for_jobs = min(jobs.MOST, maximum // 2)
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
    maximum = catalogue.MOST + jobs.MOST
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
