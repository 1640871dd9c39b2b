"""Jobs on DBOS: their steps are remembered, so that whoever takes a job over goes on where the last one ended.

This loads DBOS, which takes half a second: only workers import it.
"""

import logging
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer, SetWorkflowID
from sqlalchemy import URL, Engine, ExceptionContext, create_engine, delete, event, select, update
from sqlalchemy.exc import InterfaceError, OperationalError

from ludex.catalogue.connections import not_for_ever
from ludex.catalogue.database_errors import NoConnectionLeft, ReadersBusy
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
    DBOS(config=config)
    DBOS.listen_queues([QUEUE])
    DBOS.launch()
    DBOS.register_queue(QUEUE, worker_concurrency=AT_ONCE, polling_interval_sec=_POLLING_SECONDS)


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
        except (OperationalError, InterfaceError, NoConnectionLeft, ReadersBusy) as error:
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


def take_over(database: JobDatabase, note: Callable[[str, int], None], *, steady: bool) -> None:
    """Let the jobs of workers that are gone be run by others: those that were not seen for the time of a lease.

    One worker takes from a dead one at a time; if it dies meanwhile, another does it again. Unless this worker has been
    `steady` for the time of a lease it takes only from those that said that they end: if the database was away, nobody
    could be seen.
    """
    with database.reading() as connection:
        now = database.now(connection)
        lost = worker.c.seen < (now - LEASE_SECONDS if steady else 1.0)
        gone = list(connection.scalars(select(worker.c.id).where(lost)))
    if not gone:
        return
    with database.connected() as connection:
        # Whoever sets the time takes over: until the next lease ends nobody else does.
        claim = update(worker).where(lost).values(seen=now, gone=True)
        taken = [one for one in gone if connection.execute(claim.where(worker.c.id == one)).rowcount]
    for one in taken:
        left = DBOS.list_workflows(status="PENDING", executor_id=one, load_input=False, load_output=False)
        for workflow in left:
            DBOS.resume_workflow(workflow.workflow_id, queue_name=QUEUE)
        with database.connected() as connection:
            connection.execute(delete(worker).where(worker.c.id == one))
        note(one, len(left))
