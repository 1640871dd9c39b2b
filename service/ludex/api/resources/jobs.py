"""`/jobs`: long work that is started, watched, cancelled and tried again. Workers do it, see :mod:`ludex.jobs`."""

import re
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from flask import Response, request
from pydantic import Field

from ludex.api.middleware.authorization import asker, storing_catalogue
from ludex.api.middleware.metrics import request_id
from ludex.api.middleware.problems import ProblemError, busy, json_pointer, not_found
from ludex.api.middleware.streaming import EVENTS, streamed_events
from ludex.api.routing.paging import After, Part, page_reply, whole_numbers
from ludex.api.routing.responses import PREFIX, reply
from ludex.api.routing.routes import Routes
from ludex.api.service import service
from ludex.catalogue.lists.listing import Count
from ludex.jobs.job import ENDED, Job, JobDetails, State
from ludex.jobs.operation import Operation
from ludex.jobs.operations import by_name
from ludex.jobs.store import JobConflict, JobStore, TooManyJobs, UnknownJob
from ludex.jobs.submission import InvalidArguments, arguments_schema, example_arguments, start_job
from ludex.requests.fields import Answer, PageQuery, Parameters, RequestModel, ServiceBounds, example
from ludex.requests.json_text import JsonText, json_text

_HEARTBEAT_SECONDS = 10.0
_EVENTS_SECONDS = 0.25
_NAME = 100
_NUMBER = re.compile("[0-9]{1,18}")
"""Of a line of a log: as large as any that a database has."""

routes = Routes(
    tag="Jobs", about="Long work without the limits of a request, which goes on when the service ends.", prefix=PREFIX
)


class NewJob(RequestModel):
    """What a job is to do."""

    model_config = example(operation="planarity-generate", arguments={"vertices": 8, "edges": 12, "swaps": 3})

    operation: Annotated[str, Field(min_length=1), ServiceBounds(_NAME)] = Field(
        description="The name of an operation, as `/jobs/operations` lists them."
    )
    arguments: dict[str, Any] = Field(default_factory=dict, description="What the operation takes.")


class JobPath(Parameters):
    """The job asked for."""

    id: Annotated[str, Field(min_length=1), ServiceBounds(_NAME)] = Field(description="The id of a job.")


class JobsQuery(PageQuery):
    """Which jobs."""

    state: State | None = Field(default=None, strict=False, description="Only jobs in this state.")
    operation: Annotated[str, Field(min_length=1), ServiceBounds(_NAME)] | None = Field(
        default=None, description="Only jobs of this operation."
    )


class ListedJob(Job):
    """A job in a list."""

    url: str


class ShownJob(JobDetails):
    """A job."""

    url: str


class JobsPage(Answer):
    """A page of jobs, the newest first."""

    items: list[ListedJob]
    next: str | None
    count: int
    count_exact: bool


class ListedOperation(Answer):
    """An operation: what it does."""

    operation: str
    about: str


class ShownOperation(ListedOperation):
    """An operation: what it does, the JSON schema of what it takes, and an example of that."""

    unit: str = Field(description="What its progress counts.")
    arguments: dict[str, Any]
    example: dict[str, Any]


class OperationPath(Parameters):
    """The operation asked for."""

    operation: Annotated[str, Field(min_length=1), ServiceBounds(_NAME)] = Field(
        description="The name of an operation."
    )


class Operations(Answer):
    """What jobs can do."""

    items: list[ListedOperation]


@routes.post("/jobs", {202: ShownJob}, problems=(401, 422, 503))
def start(body: NewJob) -> Response:
    """Start a job: an operation without the limits of a request.

    The answer, 202, comes before any work is done: `Location` names the job. A worker takes it up within about a
    second. Arguments that do not have the right form are refused now, with the place of each fault.
    """
    storing_catalogue()
    key = asker()
    owner = None if key is None else key.owner
    try:
        made = start_job(_jobs(), body.operation, body.arguments, request_id(), owner)
    except InvalidArguments as error:
        faults = [(json_pointer(place), said) for place, said in error.faults]
        # To the document the arguments are any object: what they must be depends on the operation.
        raise ProblemError(
            422, "The arguments do not have the form that this operation takes.", errors=faults
        ) from None
    except TooManyJobs as error:
        raise busy(f"{error}.") from None
    return reply(_shown(made), 202, {"Location": _url(made)})


@routes.get("/jobs", JobsPage)
def list_jobs(query: JobsQuery) -> Response:
    """List the jobs, the newest first."""

    def read(after: After | None, limit: int) -> Part:
        last = None if after is None else whole_numbers(after, 1)[0]
        found = _jobs().page(query.state, query.operation, last, limit)
        items = [_shown(one) for one in found.items]
        return Part(items, None if found.after is None else (found.after,), Count(found.count, True))

    return page_reply(query, ("jobs", str(query.state), query.operation), read)


@routes.get("/jobs/operations", Operations)
def list_operations() -> Response:
    """List what jobs can do."""
    items = [{"operation": one.name, "about": one.about.partition("\n")[0]} for one in by_name().values()]
    return reply({"items": items})


@routes.get("/jobs/operations/<label:operation>", ShownOperation)
def show_operation(path: OperationPath) -> Response:
    """Show what a job of this name does, and what it takes."""
    found = by_name().get(path.operation)
    if found is None:
        raise not_found(f"operation {path.operation!r}; `{PREFIX}/jobs/operations` lists them")
    return reply(_operation(found))


@routes.get("/jobs/<label:id>", ShownJob)
def show_job(path: JobPath) -> Response:
    """Show a job: its state, how far it is, its result, the end of its log."""
    return reply(_shown(_found(path.id)))


@routes.post("/jobs/<label:id>/cancel", {200: ShownJob}, problems=(401,))
def cancel_job(path: JobPath) -> Response:
    """Cancel a job. It ends within about a second; what it has stored stays. One that has ended stays as it is."""
    _require_own(path.id)
    _jobs().cancel(path.id)
    return reply(_shown(_found(path.id)))


@routes.post("/jobs/<label:id>/retry", {200: ShownJob}, problems=(401, 409))
def retry_job(path: JobPath) -> Response:
    """Let a job that failed or was cancelled go on, from the step at which it ended."""
    _require_own(path.id)
    try:
        _jobs().retry(path.id)
    except JobConflict as error:
        raise ProblemError(409, f"{error}.") from None
    return reply(_shown(_found(path.id)))


@routes.get("/jobs/<label:id>/events", EVENTS, problems=(503,))
def watch_job(path: JobPath) -> Response:
    """Tell what becomes of a job while it runs, as server-sent events.

    `progress`: the job as lists show it, when something has changed. `log`: a line of its log, whose id may be sent as
    `Last-Event-ID` to go on after it. `end`: the whole job, once it has ended; no event follows. Between events there
    are comments, so that nobody takes the connection for dead.
    """
    _found(path.id)
    last = request.headers.get("Last-Event-ID", "")
    after = int(last) if _NUMBER.fullmatch(last) else 0
    return streamed_events(_events(_jobs(), path.id, after, service().slots.stopping))


def _events(jobs: JobStore, name: str, last: int, stopping: Callable[[], bool]) -> Iterator[bytes]:
    """Yield the events of a job until it or the service ends, with an empty piece in each pause between them."""
    told, beaten = "", time.monotonic()
    while not stopping():
        try:
            found = jobs.get_summary(name)
            lines = jobs.lines(name, last)
        except UnknownJob:
            return  # it was forgotten
        pieces = []
        for line in lines:
            last = line.number
            pieces.append(_event("log", json_text({"at": line.at, "line": line.line}), str(last)))
        now = _shown(found)
        if now != told:
            told = now
            pieces.append(_event("progress", now))
        if found.state in ENDED:
            yield b"".join([*pieces, _event("end", _shown(jobs.find(name)))])
            return
        if not pieces and time.monotonic() - beaten > _HEARTBEAT_SECONDS:
            pieces.append(b": the job goes on\n\n")
        if pieces:
            beaten = time.monotonic()
        yield b"".join(pieces)
        time.sleep(_EVENTS_SECONDS)


def _event(kind: str, data: str, number: str | None = None) -> bytes:
    """Return an event; JSON has no line feeds."""
    return f"{'' if number is None else f'id: {number}{chr(10)}'}event: {kind}\ndata: {data}\n\n".encode()


def _jobs() -> JobStore:
    return service().jobs


def _found(name: str) -> JobDetails:
    try:
        return _jobs().find(name)
    except UnknownJob:
        raise not_found(f"job {name!r}") from None


def _require_own(name: str) -> None:
    """Raise ProblemError if the current request may not end this job, or have it tried again: 401, 403, 404."""
    storing_catalogue()
    found, key = _found(name), asker()
    if key is not None and not key.reaches(found.owner):
        raise ProblemError(403, f"{name} does not belong to {key.owner}: only its owner may do that.")


def _url(found: Job) -> str:
    return f"{PREFIX}/jobs/{found.id}"


def _shown(found: Job) -> JsonText:
    return JsonText(json_text({"id": found.id, "url": _url(found), **dict(found)}))


def _operation(one: Operation) -> dict[str, Any]:
    arguments, example = arguments_schema(one), example_arguments(one)
    return {"operation": one.name, "about": one.about, "unit": one.unit, "arguments": arguments, "example": example}
