"""A job as the service, the command line and the pages show it."""

import time
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any

from pydantic import ConfigDict, Field, WithJsonSchema

from ludex.requests.fields import Answer
from ludex.requests.json_text import JsonText


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
    {"type": "array"},
    {"type": "string"},
    {"type": "null"},
)


class JobProgress(Answer):
    """The progress of a job."""

    done: float
    total: float | None = Field(description="Null: unknown.")
    unit: str = Field(description="What is counted.")
    rate: float | None = Field(description="Units per second.")
    seconds_left: float | None
    note: str = Field(description="The progress of the current step.")


class LogLine(Answer):
    """A line of the log of a job. Lines of all jobs are numbered together."""

    number: int = Field(exclude=True)
    at: str
    line: str


class Job(Answer):
    """A job as lists show it."""

    id: str
    operation: str
    state: State
    attempt: int
    created: str
    started: str | None
    ended: str | None
    request_id: str | None = Field(description="The id of the request that started it, as in the log of the service.")
    owner: str | None = Field(description="The owner of the key that started it, and of what it stores; null: none.")
    worker: str | None = Field(description="The worker that executes, or last executed, it.")
    progress: JobProgress
    error: dict[str, Any] | None = Field(description="Why it failed, as a problem (RFC 9457).")


class JobDetails(Job):
    """A job with its arguments, its result and the end of its log."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    arguments: dict[str, Any] = Field(description="As they were given; of a long text only the beginning.")
    result: Annotated[JsonText | None, WithJsonSchema({"anyOf": [*_JSON]})] = Field(
        description="Its result; while it runs, the result so far."
    )
    log: Sequence[LogLine] = Field(description="The last lines of its log.")


def moment(seconds: float) -> str:
    """Return a time as JSON has it.

    >>> moment(0.0)
    '1970-01-01T00:00:00Z'
    """
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
