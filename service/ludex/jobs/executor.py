"""Execution of jobs in a worker process.

Each job is a DBOS workflow. The steps of the workflow run the steps of an operation.

DBOS records each of its steps, and another worker can continue after the last recorded step. To limit the number of
DBOS steps, each DBOS step runs steps of the operation for half a minute. After each step of the operation, the DBOS
step publishes the cursor as an event, from which the job can continue after an interruption. Importing DBOS takes half
a second, so only workers import this module.
"""

import json
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import structlog
from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer, SetEnqueueOptions, SetWorkflowID
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.ownership import QuotaExceeded, counted_as
from ludex.catalogue.storage.availability import TRANSIENT, WRITE_UNAVAILABLE
from ludex.catalogue.storage.snapshot import WriteContext
from ludex.engine.budget import Budget, BudgetExhausted, Progress
from ludex.engine.exact_json import exact_json
from ludex.jobs.database import (
    APPLICATION,
    DIVIDED,
    PARTS,
    QUEUE,
    SCHEMA,
    WORKFLOW,
    JobDatabase,
    job,
    log,
    workflow_events,
    workflow_status,
)
from ludex.jobs.job import Problem, ResultTooLarge, StoringQuotaExceeded, TooManyCrashes, problem_of
from ludex.jobs.operation import Cursor, Division, JobContext, JobOperation, Step
from ludex.jobs.store import is_part, read_event, statuses_of_parts
from ludex.requests.json_text import json_text

if TYPE_CHECKING:
    from ludex.catalogue.rate_limits import Rates

RESULT_BYTES = 16 * 1024 * 1024
"""The maximum size of a result.

Store objects in the catalogue and long lists in files instead.
"""
MAX_STEP_ATTEMPTS = 10
"""The number of worker crashes in one step after which the job fails."""
JOBS_AT_ONCE = 2
"""The number of concurrent jobs per process. It is greater than 1, so that short jobs need not wait for a long job."""
_DIVIDED_AT_ONCE = 100
_VERSION = "3"
"""The version of the cursor format. Workers take over only jobs with the same version."""
_POLLING_SECONDS = 1.0
_STEP_SECONDS = 30.0
_WATCH_SECONDS = 0.5
_PAUSES = (0.5, 1, 2, 5, 10)
_MEMORY_SHARE = 0.3
_LINE_CHARACTERS = 2000
_FAILED = ("ERROR", "MAX_RECOVERY_ATTEMPTS_EXCEEDED")

R = TypeVar("R")

_log = structlog.get_logger("ludex.jobs")


class JobFailed(Exception):
    """A step failed, and its problem was published."""


class PartFailed(Exception):
    """A part of a job failed with a problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem["detail"])
        self.problem = problem


class StepMonitor:
    """A monitor of a running step.

    It publishes the progress of the step, and checks whether the job was cancelled.

    The monitor acts when the step reports its progress or consults its budget, but at most every half second.
    """

    def __init__(self, owns: Callable[[], bool], publish: Callable[[str], None]) -> None:
        self._owns, self._publish = owns, publish
        self._thread = threading.get_ident()
        self._published = self._checked = time.monotonic()
        self._stopped = False

    def stop(self) -> bool:
        """Return whether the step should stop because its job was cancelled or taken over by another worker."""
        now = time.monotonic()
        if not self._stopped and now - self._checked >= _WATCH_SECONDS:
            self._checked = now
            self._stopped = not self._owns()
        return self._stopped

    def report(self, progress: Progress) -> None:
        """Publish the progress of the step as part of the progress of the job.

        Calls from other threads are ignored.
        """
        now = time.monotonic()
        if now - self._published >= _WATCH_SECONDS and threading.get_ident() == self._thread:
            self._published = now
            total = "" if progress.total is None else f" of {progress.total:,.0f}"
            self._publish(f"{progress.done:,.0f}{total} {progress.note}".rstrip()[:_LINE_CHARACTERS])


@dataclass(frozen=True, slots=True)
class Executor:
    """The environment in which a worker process executes jobs."""

    worker: str
    catalogue: Catalogue
    database: JobDatabase
    operations: Mapping[str, JobOperation]
    folder: Path
    rates: "Rates | None" = None

    def launch(self) -> None:
        """Launch DBOS. The threads of DBOS execute jobs in this process."""
        config: DBOSConfig = {
            "name": APPLICATION,
            "system_database_engine": self.database.engine,
            "dbos_system_schema": SCHEMA,
            "application_version": _VERSION,
            "executor_id": self.worker,
            "serializer": DBOSPortableJSONSerializer(),
            "log_level": "WARNING",
            "notification_listener_polling_interval_sec": _POLLING_SECONDS,
            # A listening session would occupy a connection of the pooler, and no other client could use this
            # connection.
            "use_listen_notify": not self.database.is_pooled,
        }
        dbos_log = logging.getLogger("dbos")
        dbos_log.addHandler(logging.NullHandler())  # Without this, DBOS would add its own handler.
        # This module logs the end of each job. DBOS would log failed and cancelled jobs as errors with tracebacks.
        dbos_log.addFilter(lambda record: "background workflow" not in str(record.msg))

        @DBOS.step(name="ludex.step")
        def advance(execution: JobExecution, cursor: Cursor) -> Mapping[str, Any]:
            return {"cursor": execution.advance(cursor)}

        @DBOS.step(name="ludex.plan")
        def plan(execution: JobExecution, parts: int) -> Mapping[str, Any]:
            return {"cursors": execution.plan(parts)}

        @DBOS.step(name="ludex.collect")
        def collect(execution: JobExecution, parts: int) -> None:
            execution.collect(parts)

        @DBOS.step(name="ludex.join")
        def join(execution: JobExecution, parts: int) -> None:
            execution.join(parts)

        def run(execution: JobExecution, cursor: Cursor | None) -> None:
            while cursor is not None:
                cursor = advance(execution, cursor)["cursor"]

        @DBOS.workflow(name="ludex.part")
        def run_part(job: str, cursor: Cursor) -> None:
            run(JobExecution(self, job, str(DBOS.workflow_id)), cursor)

        @DBOS.workflow(name=WORKFLOW)
        def run_job() -> None:
            name = str(DBOS.workflow_id)
            execution = JobExecution(self, name, name)
            if not execution.is_divided():
                run(execution, {})
                return
            parts = 0
            while cursors := plan(execution, parts)["cursors"]:
                for cursor in cursors:
                    # The parts of a long job come after the first parts of jobs that were started later.
                    with SetWorkflowID(f"{name}/{parts}"), SetEnqueueOptions(priority=parts + 1):
                        DBOS.enqueue_workflow(PARTS, run_part, name, cursor)
                    parts += 1
                collect(execution, parts)
            join(execution, parts)

        self.database.create()
        client = self.database.client
        client.register_queue(QUEUE, worker_concurrency=JOBS_AT_ONCE, polling_interval_sec=_POLLING_SECONDS)
        client.register_queue(DIVIDED, worker_concurrency=_DIVIDED_AT_ONCE, polling_interval_sec=_POLLING_SECONDS)
        client.register_queue(PARTS, worker_concurrency=1, polling_interval_sec=_POLLING_SECONDS / 4)
        DBOS(config=config)
        DBOS.listen_queues([QUEUE, DIVIDED, PARTS])
        DBOS.launch()

    def catalogue_of(self, job: str, owner: str | None) -> Catalogue:
        """Return the catalogue for writing with the permissions of a job's owner.

        None stands for the administrator.
        """
        rates = self.rates
        reserve = None if rates is None or owner is None else partial(_reserve, rates, owner)
        return self.catalogue.acting_for(WriteContext(owner, owner is None, reserve, lambda _found, _note: None, job))


def _reserve(rates: "Rates", owner: str, objects: int) -> Callable[[], None]:
    """Reserve part of an owner's quota for the objects that a step stores, and return a function that releases it.

    Raises StoringQuotaExceeded before anything is stored.
    """
    try:
        return rates.reserve(counted_as(owner), objects)
    except QuotaExceeded as error:
        raise StoringQuotaExceeded(owner, error.seconds) from error


@dataclass(slots=True)
class JobExecution:
    """The execution of a job, or of a part of it, in this process.

    `job` is the id of the job. `name` is the id of the workflow.
    """

    executor: Executor
    job: str
    name: str
    _row: Any = None
    _arguments: Any = None
    _published: dict[str, Any] = field(default_factory=dict)
    _begun: tuple[float, float] = (0.0, 0.0)
    _completed: int = 0
    _failure: Exception | None = None

    def advance(self, cursor: Cursor) -> Cursor | None:
        """Run steps for half a minute, beginning at a cursor.

        Return the next cursor, or None if the job is done.

        Raises JobFailed.
        """
        result = self._guarded(partial(self._advance, cursor))
        if result is None and self.name == self.job:
            self._log_end("succeeded")
        return result

    def is_divided(self) -> bool:
        """Return whether the job consists of parts."""
        with self.executor.database.reading() as connection:
            operation = connection.execute(select(job.c.operation).where(job.c.id == self.job)).scalar_one()
        return self.executor.operations[operation].division is not None

    def plan(self, parts: int) -> Sequence[Cursor]:
        """Return the first cursors of the next parts, after some parts have ended. Raises JobFailed."""
        return self._guarded(lambda: self._division.plan(self._arguments, self._results(parts), self._context()))

    def collect(self, parts: int) -> None:
        """Wait until some parts have ended, and publish their progress. Raises JobFailed."""
        self._guarded(partial(self._collect, parts))

    def join(self, parts: int) -> None:
        """Publish the result of the job, whose parts have ended. Raises JobFailed."""
        self._guarded(partial(self._join, parts))
        self._log_end("succeeded")

    def _collect(self, parts: int) -> None:
        division, context = self._division, self._context()
        started, before = time.monotonic(), self._published["done"]
        while True:
            with self.executor.database.reading() as connection:
                statuses = statuses_of_parts(connection, self.job)
                done = sum(json.loads(value)["done"] for value in self._events(connection, "progress"))
                failed = next((name for name, status in statuses.items() if status in _FAILED), None)
                error = None if failed is None else read_event(connection, failed, "error")
            elapsed = time.monotonic() - started
            rate = round((done - before) / elapsed, 3) if elapsed > 0 and done > before else None
            if done != self._published["done"]:
                self._set_progress(done=done, total=division.total(self._arguments, context), rate=rate)
            if failed is not None:
                crashed = TooManyCrashes("The worker of a part ended unexpectedly.")
                raise PartFailed(problem_of(crashed) if error is None else error["problem"])
            if len(statuses) == parts and set(statuses.values()) == {"SUCCESS"}:
                return
            if not self._owns():
                raise BudgetExhausted("cancelled")
            time.sleep(_WATCH_SECONDS)

    def _join(self, parts: int) -> None:
        result = self._as_result(self._division.join(self._arguments, self._results(parts), self._context()))
        DBOS.set_event("result", result)
        self._set_progress(note="")

    @property
    def _division(self) -> Division:
        if self._row is None:
            self._begin()
        division = self.executor.operations[self._row.operation].division
        assert division is not None
        return division

    def _results(self, parts: int) -> list[Any]:
        """Return the results of the first `parts` parts, in their order."""
        with self.executor.database.reading() as connection:
            return [exact_json(json.loads(value)) for value in self._events(connection, "result")][:parts]

    def _events(self, connection: Connection, key: str) -> Sequence[str]:
        """Return the values of an event of all parts that have set it, in the order of the parts."""
        column = workflow_events.c.workflow_uuid
        rows = select(column, workflow_events.c.value).where(is_part(column, self.job), workflow_events.c.key == key)
        values = {int(name.rpartition("/")[2]): value for name, value in connection.execute(rows)}
        return [values[number] for number in sorted(values)]

    def _guarded(self, call: Callable[[], R]) -> R:
        """Call a function while the job runs, and publish its failure. Raises JobFailed."""
        try:
            return self._until_available(call)
        except BudgetExhausted as ended:
            if ended.reason == "cancelled":
                self._log_end("cancelled")
                raise  # The workflow belongs to another worker or is cancelled, so DBOS ignores its end here.
            self._fail(problem_of(ended))
        except PartFailed as failure:
            self._fail(failure.problem)
        except Exception as error:
            _log.warning("job failed", exc_info=error)
            self._fail(problem_of(error))
        finally:
            structlog.contextvars.clear_contextvars()

    def _advance(self, cursor: Cursor) -> Cursor | None:
        if self._row is None:
            self._begin()
        structlog.contextvars.bind_contextvars(job=self.job, request_id=self._row.request_id)
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        with self.executor.database.reading() as connection:
            interrupted = read_event(connection, self.name, "position")
        position: Cursor | None = cursor
        if interrupted is not None and interrupted["step"] == DBOS.step_id:
            position = interrupted["cursor"]
        deadline, completed = time.monotonic() + _STEP_SECONDS, self._completed
        while position is not None and time.monotonic() < deadline:
            try:
                step, result = self._run(position)
            except Exception as error:
                if self._completed == completed:
                    raise
                # Record the completed steps first, so that a retry continues after these steps.
                self._failure = error
                break
            self._record_step(step, result)
            position = step.cursor
        return position

    def _run(self, cursor: Cursor) -> tuple[Step, str]:
        """Run a step of the operation, and return the step and its result as JSON. Raises ResultTooLarge."""
        executor, row = self.executor, self._row
        step = executor.operations[row.operation].run(self._arguments, cursor, self._context())
        return step, self._as_result(step.result)

    def _context(self) -> JobContext:
        executor, monitor = self.executor, StepMonitor(self._owns, lambda note: self._set_progress(note=note))
        budget = Budget(memory_bytes=_memory(), stop=monitor.stop, progress=monitor.report)
        catalogue = executor.catalogue_of(self.job, self._row.owner)
        return JobContext(catalogue, budget, None, self.write_log, executor.folder, self.job)

    @staticmethod
    def _as_result(value: Any) -> str:  # noqa: ANN401 - JSON
        result = json_text(value)
        if len(result) > RESULT_BYTES:
            raise ResultTooLarge(RESULT_BYTES)
        return result

    def _begin(self) -> None:
        """Read the job, and count this attempt at the current step of the job. Raises TooManyCrashes."""
        mine = job.c.id == self.job
        with self.executor.database.connected() as connection:
            attempts = {"step_attempts": job.c.step_attempts + 1, "started": func.coalesce(job.c.started, time.time())}
            connection.execute(update(job).where(mine).values(attempts))
            row = connection.execute(select(job).where(mine)).one()
            self._published = read_event(connection, self.name, "progress") or {"done": 0.0, "total": None}
        if row.step_attempts > MAX_STEP_ATTEMPTS:
            raise TooManyCrashes(f"{MAX_STEP_ATTEMPTS} workers ended unexpectedly during this step.")
        self._arguments = self.executor.operations[row.operation].takes.model_validate(exact_json(row.arguments))
        self._row, self._begun = row, (time.monotonic(), self._published["done"])
        _log.info("job started", job=self.name, operation=row.operation, worker=self.executor.worker)

    def _record_step(self, step: Step, result: str) -> None:
        """Publish the result, the progress and the cursor after a step of the operation has ended."""
        if not self._completed:
            with self.executor.database.connected() as connection:
                connection.execute(update(job).where(job.c.id == self.job).values(step_attempts=0))
        began, done = self._begun
        elapsed = time.monotonic() - began
        rate = round((step.done - done) / elapsed, 3) if elapsed > 0 and step.done > done else None
        DBOS.set_event("result", result)
        self._set_progress(done=step.done, total=step.total, rate=rate, note="")
        DBOS.set_event("position", {"step": DBOS.step_id, "cursor": step.cursor})
        self._completed += 1

    def _set_progress(self, **values: Any) -> None:  # noqa: ANN401 - JSON
        self._published = {"rate": None, "note": "", **self._published, **values}
        DBOS.set_event("progress", self._published)

    def _owns(self) -> bool:
        """Return whether this worker still owns the job. Return True while the database is unavailable."""
        columns = select(workflow_status.c.status, workflow_status.c.executor_id, job.c.attempt)
        joined = columns.join_from(workflow_status, job, job.c.id == self.job)
        mine = joined.where(workflow_status.c.workflow_uuid == self.name)
        try:
            with self.executor.database.reading() as connection:
                result = connection.execute(mine).one_or_none()
        except (SQLAlchemyError, *TRANSIENT):
            return True
        if result is None:
            return False
        attempt = result.attempt if self._row is None else self._row.attempt
        return tuple(result) == ("PENDING", self.executor.worker, attempt)

    def _fail(self, why: Problem) -> NoReturn:
        DBOS.set_event("error", {"problem": why, "step": DBOS.step_id})
        self._log_end("failed")
        raise JobFailed(why["detail"])

    def _log_end(self, state: str) -> None:
        _log.info("job ended", job=self.name, state=state, worker=self.executor.worker)

    def _until_available(self, call: Callable[[], R]) -> R:
        """Call a function, and repeat the call while a database is unavailable.

        DBOS itself could repeat the step, but it would record every exception and pause for up to an hour.
        """
        tries = 0
        while True:
            try:
                return call()
            except (*TRANSIENT, *WRITE_UNAVAILABLE) as error:
                _log.warning("a database is unavailable; retrying the step", exc_info=error)
                if tries == 0:
                    with suppress(*TRANSIENT):
                        self.write_log("the catalogue is unavailable; waiting for it")
                time.sleep(_PAUSES[min(tries, len(_PAUSES) - 1)])
                tries += 1
                if not self._owns():
                    raise BudgetExhausted("cancelled") from error

    def write_log(self, line: str) -> None:
        """Write a line to the log of the job."""
        with self.executor.database.connected() as connection:
            write_log(connection, self.job, line)


def write_log(connection: Connection, name: str, line: str) -> None:
    """Write a line to the log of a job."""
    number = select(job.c.number).where(job.c.id == name).scalar_subquery()
    connection.execute(insert(log).values(job=number, at=time.time(), line=line[:_LINE_CHARACTERS]))


def _memory() -> int:
    """Return the memory limit of a search in bytes. It is a fraction of the memory of the machine."""
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * _MEMORY_SHARE)
    except (ValueError, OSError, AttributeError):
        return 1 << 30
