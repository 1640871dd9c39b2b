"""Jobs as they are asked for, shown, cancelled and tried again: what the service and the commands do with them.

Who asks only writes a row here. Workers hand the rows to DBOS, which needs half a second to be loaded.
"""

import json
import secrets
import time
from base64 import b32encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, or_, select, update

from ludex.jobs.database import MOST, JobDatabase
from ludex.jobs.tables import job, log, worker
from ludex.requests.json_text import JsonText
from ludex.requests.written_numbers import exact_json_text

LEASE_SECONDS = 12.0
"""A worker that was not seen for so long is dead, and its jobs are another's."""
WAITING = 1000
"""Jobs that may wait; more are refused."""
_TEXT_SHOWN = 1000
_LINES_SHOWN = 100
_SHORT = [one for one in job.c if one.name not in ("arguments", "cursor", "result")]


class State(StrEnum):
    """What has become of a job."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = (State.SUCCEEDED, State.FAILED, State.CANCELLED)
_RETRIED = (State.FAILED, State.CANCELLED)


class UnknownJob(LookupError):
    """No job has this id."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no job {name!r}; `ludex jobs list` shows those that there are")


class JobConflict(ValueError):
    """What is asked of a job does not go with its state."""


class TooManyJobs(ValueError):
    """Enough jobs wait already."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is: `done` of `total` (None: unknown) `unit`s, how many a second, and the seconds that are left."""

    done: float
    total: float | None
    unit: str
    rate: float | None
    seconds_left: float | None
    note: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log of a job. Lines of all jobs are numbered together."""

    number: int
    at: float
    line: str


@dataclass(frozen=True, slots=True)
class Job:
    """A job, which stores for its `owner`, if it has one.

    Times are seconds since 1970; `result` is what it has come to so far, None before its first step.

    `cancelling`: it was asked to end and has not done so yet. `error` is a problem as the service answers it.
    `arguments` and `log` are left out in lists. `place` is its place in the order in which jobs were asked for.
    """

    place: int
    id: str
    operation: str
    state: State
    cancelling: bool
    attempt: int
    progress: Progress
    request: str | None
    owner: str | None
    worker: str | None
    created: float
    started: float | None
    ended: float | None
    error: JsonText | None
    arguments: Mapping[str, Any] | None = None
    result: JsonText | None = None
    log: Sequence[LogLine] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class WorkerSeen:
    """A process that works, and when it was last seen."""

    id: str
    host: str
    process: int
    started: float
    seen: float
    alive: bool


@dataclass(frozen=True, slots=True)
class JobsPage:
    """A page of the list of jobs, the newest first; `after` is the place after which it goes on, None at the end."""

    items: tuple[Job, ...]
    after: int | None
    count: int


class JobStore:
    """The jobs of a catalogue, at the address of the catalogue."""

    def __init__(self, database: JobDatabase) -> None:
        self.database = database

    def start(
        self,
        operation: str,
        arguments: Mapping[str, Any],
        unit: str,
        request: str | None = None,
        owner: str | None = None,
    ) -> Job:
        """Store a job that waits for a worker; `unit` is what its progress counts. Raises TooManyJobs.

        The arguments must be checked. What it stores belongs to the `owner`, to nobody if that is None.
        """
        name = "job-" + b32encode(secrets.token_bytes(10)).decode().lower()
        with self.database.connected() as connection:
            waiting = select(func.count()).select_from(job).where(job.c.state == State.QUEUED)
            if (connection.scalar(waiting) or 0) >= WAITING:
                raise TooManyJobs(f"{WAITING:,} jobs wait already; start a worker (`ludex worker`), or cancel some")
            created = self.database.now(connection)
            row: dict[str, Any] = {"id": name, "operation": operation, "arguments": exact_json_text(dict(arguments))}
            row |= {"state": State.QUEUED, "created": created, "request": request, "unit": unit, "owner": owner}
            connection.execute(insert(job).values(row))
        return self.find(name)

    def find(self, name: str) -> Job:
        """Return a job, with the end of its log. Raises UnknownJob."""
        with self._reading(name) as connection:
            row = connection.execute(select(job).where(job.c.id == name)).one_or_none()
            if row is None:
                raise UnknownJob(name)
            newest = select(log).where(log.c.job == row.number).order_by(log.c.number.desc()).limit(_LINES_SHOWN)
            lines = [LogLine(one.number, one.at, one.line) for one in connection.execute(newest)]
        return _job(row, lines[::-1])

    def glance(self, name: str) -> Job:
        """Return a job without its arguments, its result and its log. Raises UnknownJob."""
        with self._reading(name) as connection:
            row = connection.execute(select(*_SHORT).where(job.c.id == name)).one_or_none()
        if row is None:
            raise UnknownJob(name)
        return _job(row)

    @contextmanager
    def _reading(self, name: str) -> Iterator[Connection]:
        if not self.database.there():
            raise UnknownJob(name)
        with self.database.reading() as connection:
            yield connection

    def page(
        self,
        state: Sequence[str] = (),
        operation: str | None = None,
        after: int | None = None,
        limit: int = 100,
    ) -> JobsPage:
        """Return a page of the jobs in some state and of an operation, the newest first."""
        if not self.database.there():
            return JobsPage((), None, 0)
        wanted: list[ColumnElement[bool]] = [job.c.state.in_(state)] if state else []
        wanted += [] if operation is None else [job.c.operation == operation]
        with self.database.reading() as connection:
            count = connection.scalar(select(func.count()).select_from(job).where(*wanted)) or 0
            further = [] if after is None else [job.c.number < after]
            rows = select(*_SHORT).where(*wanted, *further).order_by(job.c.number.desc()).limit(limit + 1)
            found = [_job(row) for row in connection.execute(rows)]
        return JobsPage(tuple(found[:limit]), found[limit - 1].place if len(found) > limit else None, count)

    def cancel(self, name: str) -> Job:
        """Cancel a job: at once if it waits, else its worker ends it within about a second. Raises UnknownJob.

        One that has ended stays as it is.
        """
        self.glance(name)
        with self.database.connected() as connection:
            now = self.database.now(connection)
            alive = select(worker.c.id).where(is_alive(now))
            idle = or_(job.c.state == State.QUEUED, job.c.worker.is_(None), job.c.worker.not_in(alive))
            open_job = [job.c.id == name, job.c.state.not_in(ENDED)]
            ended = {"state": State.CANCELLED, "cancel": True, "ended": now}
            connection.execute(update(job).where(*open_job, idle).values(ended))
            connection.execute(update(job).where(*open_job).values(cancel=True))
        return self.find(name)

    def retry(self, name: str) -> Job:
        """Let a job that failed or was cancelled go on at the step where it ended. Raises JobConflict, UnknownJob."""
        again = {"state": State.QUEUED, "attempt": job.c.attempt + 1, "handed": False, "cancel": False}
        again |= {"error": None, "ended": None, "worker": None, "begun": 0}
        self.glance(name)
        with self.database.connected() as connection:
            done = connection.execute(update(job).where(job.c.id == name, job.c.state.in_(_RETRIED)).values(again))
        found = self.find(name)
        if not done.rowcount:
            raise JobConflict(f"{name} is {found.state}; only a job that failed or was cancelled can be tried again")
        return found

    def lines(self, name: str, after: int) -> list[LogLine]:
        """Return the lines of the log of a job after the line with a number, a thousand at most."""
        of = select(job.c.number).where(job.c.id == name).scalar_subquery()
        rows = select(log).where(log.c.job == of, log.c.number > after).order_by(log.c.number).limit(1000)
        with self._reading(name) as connection:
            return [LogLine(one.number, one.at, one.line) for one in connection.execute(rows)]

    def counts(self) -> dict[str, int]:
        """Return how many jobs are in each state; all zero if there has never been one."""
        counts = dict.fromkeys(map(str, State), 0)
        if self.database.there():
            with self.database.reading() as connection:
                rows = connection.execute(select(job.c.state, func.count()).group_by(job.c.state))
                counts |= {row[0]: row[1] for row in rows}
        return counts

    def workers(self) -> list[WorkerSeen]:
        """Return the workers, those that were seen last first."""
        if not self.database.there():
            return []
        with self.database.reading() as connection:
            now = self.database.now(connection)
            rows = connection.execute(select(worker).order_by(worker.c.seen.desc()))
            return [
                WorkerSeen(
                    one.id,
                    one.host,
                    one.process,
                    one.started,
                    one.seen,
                    abs(now - one.seen) <= LEASE_SECONDS and not one.gone,
                )
                for one in rows
            ]

    def forget(self, older_than_seconds: float) -> int:
        """Delete the jobs that ended longer ago than that, with their logs, and return how many they were."""
        with self.database.connected() as connection:
            before = self.database.now(connection) - older_than_seconds
            old = select(job.c.number).where(job.c.state.in_(ENDED), job.c.ended < before)
            connection.execute(delete(log).where(log.c.job.in_(old)))
            return connection.execute(delete(job).where(job.c.number.in_(old))).rowcount

    def close(self) -> None:
        """Close every connection."""
        self.database.close()


def is_alive(now: float) -> ColumnElement[bool]:
    """Return the condition that a worker is alive at a time: it was seen just now, also if a clock was set back."""
    return and_(worker.c.seen.between(now - LEASE_SECONDS, now + LEASE_SECONDS), worker.c.gone.is_(False))


def store_of(catalogue: str, connections: int = MOST) -> JobStore:
    """Return the jobs of the catalogue at an address."""
    return JobStore(JobDatabase(catalogue, connections))


def _job(row: Row[Any], lines: Sequence[LogLine] = ()) -> Job:
    of = row._mapping
    left = None
    if row.rate and row.total is not None and row.state == State.RUNNING:
        left = round(max(0.0, row.total - row.done) / row.rate, 1)
    return Job(
        row.number,
        row.id,
        row.operation,
        State(row.state),
        bool(row.cancel and row.state == State.RUNNING),
        row.attempt,
        Progress(row.done, row.total, row.unit, row.rate, left, row.note),
        row.request,
        row.owner,
        row.worker,
        row.created,
        row.started,
        row.ended,
        None if row.error is None else JsonText(row.error),
        {name: _shortened(value) for name, value in json.loads(of["arguments"]).items()} if "arguments" in of else None,
        JsonText(of["result"]) if of.get("result") is not None else None,
        tuple(lines),
    )


def _shortened(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Return an argument as it is shown: of a long text its beginning."""
    if isinstance(value, str) and len(value) > _TEXT_SHOWN:
        return f"{value[:_TEXT_SHOWN]}... ({len(value):,} characters)"
    return value


def moment(seconds: float | None) -> str | None:
    """Return a time as JSON has it.

    >>> moment(0.0)
    '1970-01-01T00:00:00Z'
    """
    return None if seconds is None else time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def described(found: Job) -> dict[str, Any]:
    """Return a job as the service answers it and commands write it."""
    progress = found.progress
    told: dict[str, Any] = {
        "id": found.id,
        "operation": found.operation,
        "state": str(found.state),
        "cancelling": found.cancelling,
        "attempt": found.attempt,
        "created": moment(found.created),
        "started": moment(found.started),
        "ended": moment(found.ended),
        "request_id": found.request,
        "owner": found.owner,
        "worker": found.worker,
        "progress": {
            "done": progress.done,
            "total": progress.total,
            "unit": progress.unit,
            "rate": progress.rate,
            "seconds_left": progress.seconds_left,
            "note": progress.note,
        },
        "error": found.error,
    }
    if found.arguments is not None:
        told |= {"arguments": found.arguments, "result": found.result}
        told["log"] = [{"at": moment(one.at), "line": one.line} for one in found.log]
    return told
