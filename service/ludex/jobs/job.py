"""The models for a job, and for the problem (RFC 9457) of a failed job."""

import math
import time
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from pydantic import ConfigDict, Field, ValidationError, WithJsonSchema, computed_field

from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault, MissingInput, Place, TooLarge
from ludex.requests.fields import ResponseModel, faults_of
from ludex.requests.json_text import JsonText, Members
from ludex.requests.problem_types import problem_type, type_of_status


class State(StrEnum):
    """The state of a job."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = (State.SUCCEEDED, State.FAILED, State.CANCELLED)

_JSON = (
    {"type": "object", "additionalProperties": True},
    {"type": "array", "items": {}},
    {"type": "string"},
    {"type": "null"},
)


class JobProgress(ResponseModel):
    """The progress of a job."""

    done: float = Field(description="Completed units.")
    total: float | None = Field(description="Total units; null if unknown.")
    unit: str = Field(description="The unit, such as `levels`.")
    rate: float | None = Field(description="Units per second; null if unknown.")
    seconds_left: float | None = Field(description="Estimated remaining seconds; null if unknown.")
    note: str = Field(description="Progress of the current step.")


class LogLine(ResponseModel):
    """A line in the log of a job. The log lines of all jobs are numbered in one sequence."""

    number: int = Field(exclude=True)
    at: str = Field(description="Time of the line.")
    line: str = Field(description="Text of the line.")


class Job(ResponseModel, Members):
    """A job in the form used in lists."""

    id: str = Field(description="Id of the job.")
    operation: str = Field(description="Name of the operation.")
    state: State = Field(description="State of the job.")
    attempt: int = Field(description="Number of the attempt, which is 1 plus the number of retries.")
    created: str = Field(description="Time of creation.")
    started: str | None = Field(description="Time of the first start; null if it has not started.")
    ended: str | None = Field(description="Time of the end; null if it has not ended.")
    request_id: str | None = Field(
        description="Id of the request that started the job, as it appears in the log of the service."
    )
    owner: str | None = Field(
        description=("Owner of the API key that started the job. New objects of the job belong to this owner.")
    )
    worker: str | None = Field(description="The worker that executes the job or last executed it.")
    progress: JobProgress = Field(description="Progress of the job.")
    error: dict[str, Any] | None = Field(description="Problem (RFC 9457) of a failed job.")

    @computed_field(description="URL path of the job.")  # type: ignore[prop-decorator]
    @property
    def url(self) -> str:
        """The URL path of the job."""
        return f"/api/v1/jobs/{self.id}"

    @property
    def done(self) -> str:
        """The progress in words."""
        progress = self.progress
        total = "" if progress.total is None else f" of {progress.total:,.0f}"
        rate = "" if progress.rate is None else f", {progress.rate:,.4g} per second"
        left = "" if progress.seconds_left is None else f", {progress.seconds_left:,.0f} s left"
        return f"{progress.done:,.0f}{total} {progress.unit}{rate}{left}"

    def json_members(self) -> dict[str, Any]:
        """Return the members of the JSON. The result is inserted as it is."""
        return {"id": self.id, "url": self.url, **dict(self)}


class JobDetails(Job):
    """A job with its arguments, its result and the end of its log."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    arguments: dict[str, Any] = Field(description="Arguments of the operation; long texts are truncated.")
    result: Annotated[JsonText | None, WithJsonSchema({"anyOf": [*_JSON]})] = Field(
        description="Result of the job, or the partial result of a running job."
    )
    log: Sequence[LogLine] = Field(description="Last lines of the log.")
    restricted: bool = Field(
        default=False,
        description=(
            "Whether only the state and the progress are shown. If true, the arguments, result, log, owner, worker "
            "and error details are omitted, because the client is not the owner of the job."
        ),
    )


J = TypeVar("J", bound=Job)


def public_view(job: J) -> J:
    """Return a job with only the members that every client may see: its operation, state and progress."""
    error = None if job.error is None else {key: job.error[key] for key in ("type", "title", "status")}
    values: dict[str, Any] = {"error": error, "owner": None, "worker": None, "request_id": None}
    values["progress"] = job.progress.model_copy(update={"note": ""})
    if isinstance(job, JobDetails):
        values |= {"arguments": {}, "result": None, "log": (), "restricted": True}
    return job.model_copy(update=values)


def moment(seconds: float) -> str:
    """Return a time in the format used in responses.

    >>> moment(0.0)
    '1970-01-01T00:00:00Z'
    """
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


Problem = dict[str, Any]


class StoringQuotaExceeded(Exception):
    """The owner of a job has reached the quota for stored objects."""

    def __init__(self, owner: str, seconds: float) -> None:
        wait = max(1, math.ceil(seconds))
        super().__init__(f"{owner} has reached their quota of stored objects; retry the job in {wait:,} s.")


class ResultTooLarge(ValueError):
    """A result exceeds the maximum number of characters."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The result has more than {limit:,} characters; start several jobs for parts of it.")


class TooManyCrashes(RuntimeError):
    """So many workers have crashed in one step that the step is probably the cause."""


def problem_of(error: Exception) -> Problem:
    """Return the problem of a failed job.

    Details of internal errors are not included. They are written only to the worker's log.
    """
    match error:
        case Fault():
            status = 400 if isinstance(error, MissingInput) else 422  # as in the response to a request
            kind = "computation-too-large" if isinstance(error, TooLarge) else None
            return problem(status, error.message, [(place, error.message) for place in error.places], kind)
        case ValidationError():
            return problem(422, "The arguments are invalid for this operation.", faults_of(error))
        case BudgetExhausted():
            if error.reason == "time":
                return problem_of(TooLarge("no result was found in time", "give more time", ("time_limit",)))
            return problem_of(TooLarge("the search needs more memory than one may use", "give a smaller input"))
        case StoringQuotaExceeded():
            return problem(429, str(error))
        case TooManyCrashes():
            return problem(500, str(error))
        case MemoryError():
            return problem(422, "This machine does not have enough memory.")
        case ResultTooLarge():
            return problem(422, str(error), kind="result-too-large")
        case LookupError() | ValueError() if type(error).__module__.startswith("ludex."):
            return problem(404 if isinstance(error, LookupError) else 422, str(error))
        case _:
            return problem(500, f"The job failed ({type(error).__name__}); see the log of its worker.")


def problem(status: int, detail: str, faults: Sequence[tuple[Place, str]] = (), kind: str | None = None) -> Problem:
    """Return a problem. It includes the places of the errors in the job's arguments.

    `kind` is the name of the problem type. The default is the general type for the status.
    """
    errors = [
        {"pointer": "".join(f"/{step}" for step in ("arguments", *place)), "detail": message}
        for place, message in faults
    ]
    type_ = type_of_status(status) if kind is None else problem_type(kind)
    return {"type": type_.uri, "title": type_.title, "status": status, "detail": detail, "errors": errors}
