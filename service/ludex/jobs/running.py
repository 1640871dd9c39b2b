"""What a worker does with one job: its steps, each begun where the last one ended; how they end; what is seen of them.

Nothing here knows DBOS, which calls `begin` and `advance` and remembers what they return.
"""

import json
import math
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog
from pydantic import ValidationError
from sqlalchemy import insert, select, update

from ludex.catalogue.api_keys import counted_as
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.snapshot import WriteContext
from ludex.catalogue.transient_errors import TRANSIENT, WRITE_UNAVAILABLE
from ludex.engine.budget import Budget, BudgetExhausted, Progress
from ludex.engine.faults import Fault, Place
from ludex.jobs.database import JobDatabase
from ludex.jobs.operation import JobContext, Operation, Step
from ludex.jobs.store import State, is_alive
from ludex.jobs.tables import job, log
from ludex.jobs.tables import worker as workers
from ludex.requests.fields import RequestModel, faults_of
from ludex.requests.json_text import json_text
from ludex.requests.written_numbers import exact_json

if TYPE_CHECKING:
    from ludex.catalogue.rates import Rates

RESULT_BYTES = 16 * 1024 * 1024
"""What a job comes to has at most so many; objects belong into the catalogue, and lists into files."""
_MEMORY_SHARE = 0.3
_PAUSES = (0.5, 1, 2, 5, 10)
_LINE_CHARACTERS = 2000
MOST_BEGUN = 10
"""Workers that one step may take with it: then it is the step, and the job fails."""
_ASKED_KEPT = 4
_SHORT = [one for one in job.c if one.name not in ("arguments", "cursor", "result")]

_log = structlog.get_logger("ludex.jobs")


@dataclass(slots=True)
class Seen:
    """What is seen of a step while it runs: it is stored from time to time by the thread that watches."""

    number: int
    progress: Progress | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)


@dataclass(slots=True)
class _Pace:
    """From where the rate of a job is measured: its first step in this process."""

    at: float
    done: float


class StoredEnough(ValueError):
    """An owner has stored as much as they may for now."""

    def __init__(self, owner: str, seconds: float) -> None:
        wait = max(1, math.ceil(seconds))
        super().__init__(f"{owner} has stored enough objects for now; the job goes on if it is retried in {wait:,} s.")


class Running:
    """The jobs that a process works on."""

    def __init__(
        self,
        worker: str,
        catalogue: Catalogue,
        database: JobDatabase,
        operations: Mapping[str, Operation],
        folder: Path,
        rates: "Rates | None" = None,
    ) -> None:
        self.worker = worker
        self.catalogue = catalogue
        self.database = database
        self.operations = operations
        self.folder = folder
        self.rates = rates
        self.leave: Callable[[], None] = partial(os._exit, 1)
        """Ends the process, because another worker has its jobs."""
        self.seen: dict[str, Seen] = {}
        self._asked: dict[int, RequestModel] = {}
        self._paces: dict[tuple[str, int], _Pace] = {}

    def begin(self, name: str, attempt: int) -> dict[str, Any]:
        """Return where a job begins: at its beginning, or where an earlier attempt ended."""
        with self.database.connected() as connection:
            row = connection.execute(select(job.c.cursor, job.c.attempt).where(job.c.id == name)).one_or_none()
        if row is None or row.attempt != attempt:
            return {"ended": True}
        return {"ended": False, "cursor": json.loads(row.cursor)}

    def advance(self, name: str, attempt: int, cursor: Mapping[str, Any]) -> dict[str, Any]:
        """Make the step of a job that begins at a cursor, store how far it is, and return where the next one begins.

        Returned is `ended`, or the next `cursor`. Nothing is raised: a job that fails says why.
        """
        row = self._taken(name, attempt)
        if row is None:
            return {"ended": True}
        if row.begun >= MOST_BEGUN:
            said = f"Each of {MOST_BEGUN} workers on this step ended before it did, by itself or by a kill."
            self._end(name, attempt, State.FAILED, _problem(500, said))
            return {"ended": True}
        structlog.contextvars.bind_contextvars(job=name, request_id=row.request)
        seen = self.seen.setdefault(name, Seen(row.number))
        if row.cancel:
            seen.cancelled.set()
        try:
            step = self._made(name, attempt, row, cursor, seen)
        except BudgetExhausted as ended:
            cancelled = ended.reason == "cancelled"
            bound = "the time limit of its arguments" if ended.reason == "time" else "the memory of one search"
            error = None if cancelled else _problem(422, f"Nothing is known within {bound}.")
            self._end(name, attempt, State.CANCELLED if cancelled else State.FAILED, error)
            return {"ended": True}
        except Exception as error:
            _log.warning("a job failed", exc_info=error)
            self._end(name, attempt, State.FAILED, problem_of(error))
            return {"ended": True}
        finally:
            self.seen.pop(name, None)
            structlog.contextvars.clear_contextvars()
        self._store(name, attempt, step)
        return {"ended": step.cursor is None, "cursor": step.cursor}

    def _made(self, name: str, attempt: int, row: Any, cursor: Mapping[str, Any], seen: Seen) -> Step:  # noqa: ANN401
        operation = self.operations[row.operation]
        asked = self._asked_of(row.number, operation)
        self._paces.setdefault((name, attempt), _Pace(time.monotonic(), row.done))

        def report(progress: Progress) -> None:
            seen.progress = progress

        def say(line: str) -> None:
            self.say(row.number, line)

        def attempted() -> Step:
            budget = Budget(memory_bytes=_memory(), stop=seen.cancelled.is_set, progress=report)
            budget.check()
            work = JobContext(self._catalogue_of(row.owner), budget, None, say, self.folder, name)
            return operation.run(asked, cursor, work)

        return self._patiently(attempted, seen, say)

    def _catalogue_of(self, owner: str | None) -> Catalogue:
        """Return the catalogue as it is to the owner of a job."""
        if owner is None:
            return self.catalogue
        return self.catalogue.acting_for(WriteContext(owner, False, partial(self._count, owner), lambda _found: None))

    def _count(self, owner: str, objects: int) -> None:
        """Count objects that a step stores for an owner. Raises StoredEnough, so that it stores nothing."""
        if self.rates is None:
            return
        seconds = self.rates.may_store(counted_as(owner))
        if seconds is not None:
            raise StoredEnough(owner, seconds)
        self.rates.stored(counted_as(owner), objects)

    def _asked_of(self, number: int, operation: Operation) -> RequestModel:
        """Return the arguments of a job, which may be long: they are read once."""
        found = self._asked.get(number)
        if found is None:
            with self.database.connected() as connection:
                text = connection.scalar(select(job.c.arguments).where(job.c.number == number))
            found = operation.takes.model_validate(exact_json(str(text)))
            while len(self._asked) >= _ASKED_KEPT:
                self._asked.pop(next(iter(self._asked)))
            self._asked[number] = found
        return found

    def _patiently(self, attempted: Callable[[], Step], seen: Seen, say: Callable[[str], None]) -> Step:
        """Make a step; while the catalogue does not answer, wait for it and make the step again."""
        tries = 0
        while True:
            try:
                return attempted()
            except (*TRANSIENT, *WRITE_UNAVAILABLE) as error:
                _log.warning("the catalogue does not answer; the step is made again", exc_info=error)
                if tries == 0:
                    say("the catalogue does not answer; waiting for it")
                if seen.cancelled.wait(_PAUSES[min(tries, len(_PAUSES) - 1)]):
                    raise BudgetExhausted("cancelled") from error
                tries += 1

    def _taken(self, name: str, attempt: int) -> Any:  # noqa: ANN401 - a row
        """Make a job ours, and return its row; None if it has ended or is another attempt's."""
        mine = [job.c.id == name, job.c.attempt == attempt, job.c.state.in_((State.QUEUED, State.RUNNING))]
        with self.database.connected() as connection:
            now = self.database.now(connection)
            row = connection.execute(select(*_SHORT).where(*mine)).one_or_none()
            other = None if row is None or row.worker == self.worker else row.worker
            lives = select(workers.c.id).where(workers.c.id == other, is_alive(now))
            if other is not None and connection.scalar(lives) is not None:
                # This process slept, and was taken for dead: it must not even say that its part has ended.
                self.leave()
                return None
            if row is not None:
                values = {"state": State.RUNNING, "worker": self.worker, "started": row.started or now}
                values["begun"] = row.begun + 1
                connection.execute(update(job).where(*mine).values(values))
                if row.worker != self.worker:
                    _log.info("a job begins", job=name, operation=row.operation, worker=self.worker)
                if other is not None:
                    _say(connection, row.number, now, f"taken over from {other}, which is gone, by {self.worker}")
        return row

    def _store(self, name: str, attempt: int, step: Step) -> None:
        result = json_text(step.result)
        if len(result) > RESULT_BYTES:
            error = _problem(422, f"The result has more than {RESULT_BYTES:,} characters; ask for less at once.")
            self._end(name, attempt, State.FAILED, error)
            return
        values: dict[str, Any] = {"result": result, "done": step.done, "total": step.total, "begun": 0}
        values["rate"] = self._rate(name, attempt, step.done)
        with self.database.connected() as connection:
            if step.cursor is None:
                values |= {"state": State.SUCCEEDED, "ended": self.database.now(connection), "note": ""}
            else:
                values |= {"cursor": json.dumps(step.cursor)}
            connection.execute(update(job).where(*self._ours(name, attempt)).values(values))
        if step.cursor is None:
            _log.info("a job has ended", job=name, state=str(State.SUCCEEDED), worker=self.worker)

    def _rate(self, name: str, attempt: int, done: float) -> float | None:
        pace = self._paces.get((name, attempt))
        elapsed = 0.0 if pace is None else time.monotonic() - pace.at
        return None if pace is None or elapsed <= 0.0 or done <= pace.done else round((done - pace.done) / elapsed, 3)

    def _end(self, name: str, attempt: int, state: State, error: str | None) -> None:
        with self.database.connected() as connection:
            values = {"state": state, "error": error, "ended": self.database.now(connection), "note": ""}
            connection.execute(update(job).where(*self._ours(name, attempt)).values(values))
        _log.info("a job has ended", job=name, state=str(state), worker=self.worker)

    def _ours(self, name: str, attempt: int) -> Sequence[Any]:
        return [job.c.id == name, job.c.attempt == attempt, job.c.state == State.RUNNING, job.c.worker == self.worker]

    def say(self, number: int, line: str) -> None:
        """Write a line into the log of a job."""
        with self.database.connected() as connection:
            _say(connection, number, self.database.now(connection), line)

    def watch(self) -> None:
        """Store what is seen of the steps that run, and end those that are cancelled. Called twice a second."""
        seen = dict(self.seen)
        if not seen:
            return
        mine = [job.c.worker == self.worker, job.c.state == State.RUNNING]
        with self.database.reading() as connection:
            wanted = set(connection.scalars(select(job.c.id).where(*mine, job.c.cancel.is_(False))))
        for name, one in seen.items():
            if name not in wanted:
                one.cancelled.set()
        told = [one for one in seen.values() if one.progress is not None]
        if not told:
            return
        with self.database.connected() as connection:
            for one in told:
                progress, one.progress = one.progress, None
                if progress is not None:
                    # Within a step its own progress is told in words; the numbers are those of the whole job.
                    total = "" if progress.total is None else f" of {progress.total:,.0f}"
                    note = f"{progress.done:,.0f}{total} {progress.note}".rstrip()[:_LINE_CHARACTERS]
                    connection.execute(update(job).where(job.c.number == one.number, *mine).values(note=note))


def _say(connection: Any, number: int, now: float, line: str) -> None:  # noqa: ANN401 - a connection
    connection.execute(insert(log).values(job=number, at=now, line=line[:_LINE_CHARACTERS]))


def _memory() -> int:
    """Return how many bytes the search of a job may hold: a share of the machine's memory."""
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * _MEMORY_SHARE)
    except (ValueError, OSError, AttributeError):
        return 1 << 30


def problem_of(error: Exception) -> str:
    """Return why a job failed, as a problem (RFC 9457) in JSON. What is no fault of the input says no more."""
    if isinstance(error, Fault):
        return _problem(422, error.message, [(place, error.message) for place in error.places])
    if isinstance(error, ValidationError):
        return _problem(422, "The arguments do not have the form that this operation takes.", faults_of(error))
    if isinstance(error, StoredEnough):
        return _problem(429, str(error))
    ours = type(error).__module__.startswith("ludex.")
    if ours and isinstance(error, LookupError | ValueError):
        return _problem(404 if isinstance(error, LookupError) else 422, str(error))
    if isinstance(error, MemoryError):
        return _problem(422, "The memory of this machine does not suffice.")
    return _problem(500, f"The job failed ({type(error).__name__}); the log of its worker says why.")


def _problem(status: int, detail: str, faults: Sequence[tuple[Place, str]] = ()) -> str:
    errors = [
        {"pointer": "".join(f"/{step}" for step in ("arguments", *place)), "detail": said} for place, said in faults
    ]
    titles = {
        404: "Not Found",
        422: "Unprocessable Content",
        429: "Too Many Requests",
        500: "Internal Server Error",
    }
    problem = {"type": "about:blank", "title": titles[status], "status": status, "detail": detail, "errors": errors}
    return json_text(problem)
