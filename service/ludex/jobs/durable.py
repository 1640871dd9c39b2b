"""Jobs on DBOS: their steps are remembered, so that whoever takes a job over goes on where the last one ended.

This loads DBOS, which takes half a second: only workers import it.
"""

import logging
import sqlite3
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer, SetWorkflowID
from sqlalchemy import URL, Engine, ExceptionContext, create_engine, delete, event, select, update

from ludex.catalogue.connections import not_for_ever
from ludex.catalogue.transient_errors import TRANSIENT
from ludex.jobs.database import JobDatabase
from ludex.jobs.running import Running
from ludex.jobs.store import LEASE_SECONDS, State
from ludex.jobs.tables import SCHEMA, job, worker

APPLICATION = "ludex-jobs"
QUEUE = "ludex-jobs"
FORM = "1"
"""Raised if cursors of earlier versions cannot be gone on from: workers take jobs of their own form only."""
AT_ONCE = 2
"""Jobs that one process works on at once: a short one does not wait for a long one."""
_POLLING_SECONDS = 1.0
_PAUSE_SECONDS = 1.0
_STEPS = 200
"""Steps of one workflow: then another goes on, so that whoever takes over need not read through all of them."""

_current: list[Running] = []


def launch(running: Running, url: URL, connections: int) -> None:
    """Begin to work on the jobs at an address, with so many connections and one that listens."""
    _current[:] = [running]
    config: DBOSConfig = {
        "name": APPLICATION,
        "system_database_url": url.render_as_string(hide_password=False),
        "dbos_system_schema": SCHEMA,
        "application_version": FORM,
        "executor_id": running.worker,
        "serializer": DBOSPortableJSONSerializer(),
        "log_level": "WARNING",
        "system_database_engine": None if url.get_backend_name() == "sqlite" else _engine(url, connections),
        "run_migrations": True,
    }
    logging.getLogger("dbos").addHandler(logging.NullHandler())  # ours writes its lines, it adds none
    if url.get_backend_name() == "sqlite" and sqlite3.sqlite_version_info < (3, 42):
        event.listen(Engine, "connect", _tell_fractions)
    DBOS(config=config)
    DBOS.listen_queues([QUEUE])
    DBOS.launch()
    DBOS.register_queue(QUEUE, worker_concurrency=AT_ONCE, polling_interval_sec=_POLLING_SECONDS)


def _tell_fractions(connection: object, _record: object) -> None:
    """Let an older SQLite tell the time in fractions of seconds, which DBOS takes for granted from Python 3.12 on."""
    if isinstance(connection, sqlite3.Connection):
        connection.create_function("unixepoch", 1, lambda _subsec: round(time.time(), 3))


def _engine(url: URL, connections: int) -> Engine:
    engine = create_engine(
        not_for_ever(url), pool_size=connections, max_overflow=0, pool_timeout=30.0, pool_pre_ping=True
    )
    event.listen(engine, "handle_error", _try_again)
    return engine


def _try_again(context: ExceptionContext) -> None:
    """Let DBOS wait for a server that cannot be connected to, whatever the driver says of it."""
    if context.connection is None:
        context.is_disconnect = True


@DBOS.step(name="ludex.begin")
def _begin(name: str, attempt: int) -> dict[str, Any]:
    return _outlasting(lambda: _current[0].begin(name, attempt))


@DBOS.step(name="ludex.advance")
def _advance(name: str, attempt: int, cursor: Mapping[str, Any]) -> dict[str, Any]:
    return _outlasting(lambda: _current[0].advance(name, attempt, cursor))


def _outlasting(call: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Make a call again until the database of the jobs answers. A step that is made again stores nothing twice."""
    while True:
        try:
            return call()
        except TRANSIENT as error:
            logging.getLogger("ludex.jobs").warning("the jobs cannot be reached; trying again: %s", error)
            time.sleep(_PAUSE_SECONDS)


@DBOS.workflow(name="ludex.job", max_recovery_attempts=1_000_000)
def _run(name: str, attempt: int, part: int) -> str:
    """Make the steps of a job, up to two hundred; the next part goes on."""
    found = _begin(name, attempt)
    for _ in range(_STEPS):
        if found["ended"]:
            return "ended"
        found = _advance(name, attempt, found["cursor"])
    if not found["ended"]:
        with SetWorkflowID(_workflow(name, attempt, part + 1)):
            DBOS.enqueue_workflow(QUEUE, _run, name, attempt, part + 1)
    return "ended" if found["ended"] else "goes on"


def _workflow(name: str, attempt: int, part: int) -> str:
    return f"{name}-{attempt}-{part}"


def tidy() -> None:
    """Delete what DBOS remembers of workflows that have ended: the jobs themselves say what they came to."""
    before = (datetime.now(UTC) - timedelta(hours=1)).isoformat()
    ended = DBOS.list_workflows(
        status=["SUCCESS", "ERROR", "CANCELLED"],
        completed_before=before,
        limit=100,
        load_input=False,
        load_output=False,
    )
    if ended:
        DBOS.delete_workflows([one.workflow_id for one in ended])


def hand_over(database: JobDatabase) -> int:
    """Hand the jobs that wait to DBOS's queue. Several workers may hand over the same one: it runs once."""
    with database.reading() as connection:
        waiting = select(job.c.number, job.c.id, job.c.attempt).where(
            job.c.state == State.QUEUED, job.c.handed.is_(False)
        )
        rows = list(connection.execute(waiting.order_by(job.c.number).limit(100)))
    for row in rows:
        with SetWorkflowID(_workflow(row.id, row.attempt, 1)):
            DBOS.enqueue_workflow(QUEUE, _run, row.id, row.attempt, 1)
        with database.connected() as connection:
            mine = [job.c.number == row.number, job.c.attempt == row.attempt]
            connection.execute(update(job).where(*mine).values(handed=True))
    return len(rows)


class Others:
    """What one worker saw of the others: when each last said something new, by the clock of this process.

    So nobody is taken for dead, or for alive, because a clock was set. Who has just begun to look waits for the time of
    a lease.
    """

    def __init__(self) -> None:
        self._said: dict[str, tuple[float, float]] = {}

    def lost(self, said: Mapping[str, float], at: float) -> list[str]:
        """Return who said nothing new for the time of a lease, or said that they end, of what all `said` last.

        >>> others = Others()
        >>> others.lost({"a": 7.0, "b": 7.0}, 0.0), others.lost({"a": 9.0, "b": 7.0}, LEASE_SECONDS + 1)
        ([], ['b'])
        """
        before = self._said
        self._said = {
            name: before[name] if name in before and before[name][0] == seen else (seen, at)
            for name, seen in said.items()
        }
        return [name for name, (seen, since) in self._said.items() if at - since > LEASE_SECONDS or seen < 1.0]


def take_over(database: JobDatabase, others: Others, note: Callable[[str, int], None]) -> None:
    """Let the jobs of workers that are gone be run by others.

    One worker takes from a dead one at a time; if it dies meanwhile, another does it again.
    """
    with database.reading() as connection:
        now = database.now(connection)
        rows = connection.execute(select(worker.c.id, worker.c.seen))
        said = {row.id: row.seen for row in rows}
    gone = others.lost(said, time.monotonic())
    if not gone:
        return
    with database.connected() as connection:
        # Whoever sets the time takes over: until the next lease ends nobody else does.
        claim = update(worker).values(seen=now, gone=True)
        found = (claim.where(worker.c.id == one, worker.c.seen == said[one]) for one in gone)
        taken = [one for one, mine in zip(gone, found, strict=True) if connection.execute(mine).rowcount]
    for one in taken:
        left = DBOS.list_workflows(status="PENDING", executor_id=one, load_input=False, load_output=False)
        for workflow in left:
            DBOS.resume_workflow(workflow.workflow_id, queue_name=QUEUE)
        with database.connected() as connection:
            connection.execute(delete(worker).where(worker.c.id == one))
        note(one, len(left))
