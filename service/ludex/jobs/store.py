"""The jobs of a catalogue, which can be started, read, cancelled, retried and deleted.

DBOS stores the queue, the states and the progress of jobs. This module changes them through the DBOS client, and reads
them by joining the tables of DBOS with the job tables.
"""

import json
import secrets
import time
from base64 import b32encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, func, insert, select, update

from ludex.engine.exact_json import exact_json_text
from ludex.jobs.database import (
    DIVIDED,
    MOST,
    PARTS,
    QUEUE,
    WORKFLOW,
    JobDatabase,
    job,
    log,
    worker,
    workflow_events,
    workflow_status,
)
from ludex.jobs.job import ENDED, Job, JobDetails, JobProgress, LogLine, State, moment
from ludex.requests.json_text import JsonText

LEASE_SECONDS = 12.0
"""A worker whose heartbeat has not changed for this time is considered dead, and other workers take over its jobs."""
MAX_QUEUED_JOBS = 1000
"""The maximum number of queued jobs. Beyond it, new jobs are refused."""
MAX_OPEN_JOBS = 20
"""The maximum number of queued and running jobs per owner. Beyond it, the owner's new jobs are refused."""
_DAY_SECONDS = 24 * 60 * 60
_TEXT_SHOWN = 1000
_LINES_SHOWN = 100
_DELETED_AT_ONCE = 500

_STATES = {
    State.QUEUED: ("ENQUEUED", "DELAYED"),
    State.RUNNING: ("PENDING",),
    State.SUCCEEDED: ("SUCCESS",),
    State.FAILED: ("ERROR", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"),
    State.CANCELLED: ("CANCELLED",),
}
"""The states of DBOS workflows for each state of a job."""
_STATE_OF = {status: state for state, of in _STATES.items() for status in of}


class UnknownJob(LookupError):
    """No job has this id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no job {name!r}; `ludex jobs list` lists the jobs")
        self.name = name


class JobConflict(ValueError):
    """The state of the job does not allow the request."""


class TooManyJobs(ValueError):
    """Too many jobs are queued."""


class TooManyJobsOfOwner(TooManyJobs):
    """An owner has reached the maximum number of jobs."""


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """A worker process, as recorded in the table of workers.

    `seen` is the time of the last heartbeat. `alive` is true if the last heartbeat is recent.
    """

    id: str
    host: str
    process: int
    started: float
    seen: float
    alive: bool


@dataclass(frozen=True, slots=True)
class JobsPage:
    """A page of jobs, newest first. `after` is the start of the next page, or None on the last page."""

    items: tuple[Job, ...]
    after: int | None
    count: int


class JobStore:
    """The jobs of a catalogue."""

    def __init__(self, database: JobDatabase) -> None:
        self.database = database

    def start(
        self,
        operation: str,
        arguments: Mapping[str, Any],
        unit: str,
        request_id: str | None = None,
        owner: str | None = None,
        daily: int | None = None,
        *,
        divided: bool = False,
    ) -> JobDetails:
        """Enqueue a job with valid arguments. `unit` is the unit of the job's progress. Raises TooManyJobs.

        Objects that the job stores belong to the `owner`, if any. An owner may start at most `daily` jobs of the
        operation in a day. `divided` tells whether the job consists of parts.
        """
        name = "job-" + b32encode(secrets.token_bytes(10)).decode().lower()
        row: dict[str, Any] = {"id": name, "operation": operation, "arguments": exact_json_text(dict(arguments))}
        row |= {"unit": unit, "request_id": request_id, "owner": owner}
        with self.database.connected() as connection:
            if (connection.scalar(_count(State.QUEUED)) or 0) >= MAX_QUEUED_JOBS:
                raise TooManyJobs(
                    f"{MAX_QUEUED_JOBS:,} jobs are waiting, which is the limit; start a worker (`ludex worker`), or "
                    "cancel some jobs"
                )
            if owner is not None:
                self._require_room(connection, owner, operation, daily)
            connection.execute(insert(job).values(row))
            self.database.client.enqueue_in_transaction(
                connection,
                {"workflow_name": WORKFLOW, "queue_name": DIVIDED if divided else QUEUE, "workflow_id": name},
            )
        return self.find(name)

    def find(self, name: str) -> JobDetails:
        """Return a job with its arguments, its result and the end of its log. Raises UnknownJob."""
        with self._reading(name) as connection:
            row = _row(connection, name, job.c.number, job.c.arguments, _event("result"))
            newest = select(log).where(log.c.job == row.number).order_by(log.c.number.desc()).limit(_LINES_SHOWN)
            lines = _lines(connection, newest)[::-1]
        arguments = {key: _shortened(value) for key, value in json.loads(row.arguments).items()}
        result = None if row.result is None else JsonText(json.loads(row.result))
        return JobDetails(**_fields(row), arguments=arguments, result=result, log=lines)

    def get_summary(self, name: str) -> Job:
        """Return a job without its arguments, its result and its log. Raises UnknownJob."""
        with self._reading(name) as connection:
            return Job(**_fields(_row(connection, name)))

    def page(
        self,
        state: State | None = None,
        operation: str | None = None,
        after: int | None = None,
        limit: int = 100,
    ) -> JobsPage:
        """Return a page of jobs, newest first.

        If a state or an operation is given, return only jobs in this state or of this operation.
        """
        if not self.database.exists():
            return JobsPage((), None, 0)
        conditions = [] if operation is None else [job.c.operation == operation]
        place = [] if after is None else [job.c.number < after]
        rows = _jobs(job.c.number).where(*conditions, *place, *_in_state(state))
        with self.database.reading() as connection:
            count = connection.scalar(_count(state).where(*conditions)) or 0
            result = connection.execute(rows.order_by(job.c.number.desc()).limit(limit + 1)).all()
        following = result[limit - 1].number if len(result) > limit else None
        return JobsPage(tuple(Job(**_fields(row)) for row in result[:limit]), following, count)

    def cancel(self, name: str) -> JobDetails:
        """Cancel a job. Its worker stops within about a second. Raises UnknownJob.

        A job that has ended does not change.
        """
        if self.get_summary(name).state not in ENDED:
            self.database.client.cancel_workflow(name, cancel_children=True)
        return self.find(name)

    def retry(self, name: str) -> JobDetails:
        """Retry a failed or cancelled job from the step at which it ended.

        Of a divided job, the parts that have succeeded are kept.

        Raises JobConflict, TooManyJobs, UnknownJob.
        """
        with self._reading(name) as connection:
            row = _row(connection, name)
        state = _STATE_OF[row.status]
        if state not in (State.FAILED, State.CANCELLED):
            raise JobConflict(f"{name} is {state}; only failed and cancelled jobs can be retried")
        with self.database.connected() as connection:
            if row.owner is not None:
                self._require_room(connection, row.owner, row.operation, None)
            values = {"attempt": job.c.attempt + 1, "step_attempts": 0}
            connection.execute(update(job).where(job.c.id == name).values(values))
            parts = statuses_of_parts(connection, name)
        client = self.database.client
        if row.status == "ERROR" and row.queue_name == DIVIDED:
            client.delete_workflows([part for part, status in parts.items() if status == "ERROR"])
            client.rewind_workflow(name, start_step=2 if parts else 1, queue_name=DIVIDED)  # keep the first plan
        elif row.status == "ERROR":
            step = 1 if row.error is None else json.loads(row.error)["step"]
            client.rewind_workflow(name, start_step=step, queue_name=QUEUE)
        else:
            for part in (part for part, status in parts.items() if status == "CANCELLED"):
                client.resume_workflow(part, queue_name=PARTS)
            client.resume_workflow(name, queue_name=row.queue_name)
        return self.find(name)

    def _require_room(self, connection: Connection, owner: str, operation: str, daily: int | None) -> None:
        """Raise TooManyJobsOfOwner if an owner has too many open jobs, or too many jobs of an operation on this day."""
        if self.database.is_sqlite:
            # Begin with a write. It locks the file, so that no other process counts jobs until this transaction ends.
            connection.execute(update(job).where(job.c.number < 0).values(attempt=1))
        else:
            connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(owner))))
        unfinished = [status for state in (State.QUEUED, State.RUNNING) for status in _STATES[state]]
        owned = with_status(select(func.count())).where(job.c.owner == owner)
        if (connection.scalar(owned.where(workflow_status.c.status.in_(unfinished))) or 0) >= MAX_OPEN_JOBS:
            raise TooManyJobsOfOwner(
                f"{owner} has {MAX_OPEN_JOBS} open jobs, which is the limit; wait until one ends, or cancel one"
            )
        if daily is not None:
            since = (time.time() - _DAY_SECONDS) * 1000
            recent = owned.where(job.c.operation == operation, workflow_status.c.created_at > since)
            if (connection.scalar(recent) or 0) >= daily:
                raise TooManyJobsOfOwner(
                    f"{owner} has started {daily} jobs of {operation} within a day, which is the limit"
                )

    def lines(self, name: str, after: int) -> list[LogLine]:
        """Return at most a thousand lines of a job's log, beginning after the line with the given number."""
        of = select(job.c.number).where(job.c.id == name).scalar_subquery()
        with self._reading(name) as connection:
            rows = select(log).where(log.c.job == of, log.c.number > after).order_by(log.c.number).limit(1000)
            return _lines(connection, rows)

    def counts(self) -> dict[str, int]:
        """Return the number of jobs in each state."""
        counts = dict.fromkeys(map(str, State), 0)
        if self.database.exists():
            with self.database.reading() as connection:
                statuses = with_status(select(workflow_status.c.status, func.count().label("jobs")))
                for row in connection.execute(statuses.group_by(workflow_status.c.status)):
                    counts[_STATE_OF[row.status]] += row.jobs
        return counts

    def workers(self) -> list[WorkerStatus]:
        """Return the workers, most recently seen first."""
        if not self.database.exists():
            return []
        with self.database.reading() as connection:
            rows = connection.execute(select(worker).order_by(worker.c.seen.desc())).all()
        now = time.time()
        return [
            WorkerStatus(row.id, row.host, row.process, row.started, row.seen, abs(now - row.seen) <= LEASE_SECONDS)
            for row in rows
        ]

    def purge_finished(self, older_than_seconds: float) -> int:
        """Delete jobs that ended more than `older_than_seconds` ago, with their logs.

        Return the number of deleted jobs.
        """
        before = (time.time() - older_than_seconds) * 1000
        ended = [status for state in ENDED for status in _STATES[state]]
        with self.database.connected() as connection:
            old = with_status(select(job.c.id)).where(
                workflow_status.c.status.in_(ended), workflow_status.c.completed_at < before
            )
            names = list(connection.scalars(old))
        for first in range(0, len(names), _DELETED_AT_ONCE):
            self.database.client.delete_workflows(names[first : first + _DELETED_AT_ONCE], delete_children=True)
        with self.database.connected() as connection:
            connection.execute(delete(job).where(job.c.id.not_in(select(workflow_status.c.workflow_uuid))))
        return len(names)

    @contextmanager
    def _reading(self, name: str) -> Iterator[Connection]:
        if not self.database.exists():
            raise UnknownJob(name)
        with self.database.reading() as connection:
            yield connection

    def close(self) -> None:
        """Close every connection."""
        self.database.close()


def store_of(catalogue: str, connections: int = MOST) -> JobStore:
    """Return the jobs of the catalogue with the given URL."""
    return JobStore(JobDatabase(catalogue, connections))


def read_event(connection: Connection, name: str, key: str) -> Any:  # noqa: ANN401 - JSON
    """Return the value of an event of a job's workflow, or None if the event was never set."""
    mine = [workflow_events.c.workflow_uuid == name, workflow_events.c.key == key]
    value = connection.scalar(select(workflow_events.c.value).where(*mine))
    return None if value is None else json.loads(value)


def is_part(column: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """Return the condition that a workflow is a part of the job with the given id."""
    return column.between(f"{name}/", f"{name}/:")  # ":" follows "9"


def statuses_of_parts(connection: Connection, name: str) -> dict[str, str]:
    """Return the ids of the parts of a job, with the status that each has in DBOS."""
    columns = select(workflow_status.c.workflow_uuid, workflow_status.c.status)
    rows = connection.execute(columns.where(is_part(workflow_status.c.workflow_uuid, name)))
    return {part: status for part, status in rows}  # noqa: C416 - rows are not pairs for the type checker


def _event(key: str) -> ColumnElement[Any]:
    of_job = [workflow_events.c.workflow_uuid == job.c.id, workflow_events.c.key == key]
    return select(workflow_events.c.value).where(*of_job).scalar_subquery().label(key)


def with_status(columns: Select[Any]) -> Select[Any]:
    """Return a SELECT of the given columns of jobs and of their workflows' status."""
    return columns.join_from(job, workflow_status, workflow_status.c.workflow_uuid == job.c.id)


def _jobs(*further: Any) -> Select[Any]:  # noqa: ANN401 - columns
    """Return a SELECT of the columns that lists of jobs show, and of the given columns."""
    of_job = (job.c.id, job.c.operation, job.c.unit, job.c.request_id, job.c.owner, job.c.attempt, job.c.started)
    columns = ("status", "executor_id", "queue_name", "created_at", "completed_at")
    status = (getattr(workflow_status.c, name) for name in columns)
    return with_status(select(*of_job, *status, _event("progress"), _event("error"), *further))


def _row(connection: Connection, name: str, *further: Any) -> Row[Any]:  # noqa: ANN401 - columns
    row = connection.execute(_jobs(*further).where(job.c.id == name)).one_or_none()
    if row is None:
        raise UnknownJob(name)
    return row


def _in_state(state: State | None) -> list[ColumnElement[bool]]:
    return [] if state is None else [workflow_status.c.status.in_(_STATES[state])]


def _count(state: State | None) -> Select[Any]:
    """Return a SELECT that counts the jobs in a state."""
    jobs = select(func.count())
    return jobs.select_from(job) if state is None else with_status(jobs).where(*_in_state(state))


def _lines(connection: Connection, rows: Select[Any]) -> list[LogLine]:
    return [LogLine(number=row.number, at=moment(row.at), line=row.line) for row in connection.execute(rows)]


def _fields(row: Row[Any]) -> dict[str, Any]:
    """Return the fields of a Job, read from a row."""
    state = _STATE_OF[row.status]
    return {
        "id": row.id,
        "operation": row.operation,
        "state": state,
        "attempt": row.attempt,
        "created": moment(row.created_at / 1000),
        "started": None if row.started is None else moment(row.started),
        "ended": None if row.completed_at is None else moment(row.completed_at / 1000),
        "request_id": row.request_id,
        "owner": row.owner,
        "worker": row.executor_id,
        "progress": _progress(row, running=state is State.RUNNING),
        "error": None if row.error is None else json.loads(row.error)["problem"],
    }


def _progress(row: Row[Any], *, running: bool) -> JobProgress:
    known: dict[str, Any] = {"done": 0.0, "total": None, "rate": None, "note": ""}
    if row.progress is not None:
        known = json.loads(row.progress)
    left = None
    if running and known["rate"] and known["total"] is not None:
        left = round(max(0.0, known["total"] - known["done"]) / known["rate"], 1)
    note = known["note"] if running else ""
    return JobProgress(**{**known, "note": note}, unit=row.unit, seconds_left=left)


def _shortened(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Return an argument in the form in which it is displayed. Long texts are truncated."""
    if isinstance(value, str) and len(value) > _TEXT_SHOWN:
        return f"{value[:_TEXT_SHOWN]}... ({len(value):,} characters)"
    return value
