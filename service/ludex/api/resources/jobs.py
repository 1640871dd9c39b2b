"""`/jobs`: routes to start, watch, cancel and retry jobs. The jobs are executed by workers, see :mod:`ludex.jobs`."""

import re
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from flask import Response, request
from pydantic import Field

from ludex.api.middleware.authorization import asker, may_read_job, storing_catalogue
from ludex.api.middleware.metrics import request_id
from ludex.api.middleware.problems import ProblemError, busy, json_pointer, not_found
from ludex.api.routing.cursors import After, PageSlice, page_reply, whole_numbers
from ludex.api.routing.responses import EVENTS, PREFIX, object_url, reply, streamed_events
from ludex.api.routing.routes import Routes
from ludex.api.service import service
from ludex.catalogue.lists.listing import Count
from ludex.catalogue.objects.store_result import job_objects
from ludex.jobs.job import ENDED, Job, JobDetails, State, public_view
from ludex.jobs.operation import JobOperation
from ludex.jobs.operations import InvalidArguments, arguments_schema, by_name, example_arguments, start_job
from ludex.jobs.store import JobConflict, JobStore, TooManyJobs, TooManyJobsOfOwner, UnknownJob
from ludex.requests.fields import PageQuery, Parameters, RequestModel, ResponseModel, ServiceBounds, example
from ludex.requests.json_text import JsonText, json_text
from ludex.requests.response_models import page_of

_HEARTBEAT_SECONDS = 10.0
_EVENTS_SECONDS = 0.25
_RETRY_SECONDS = 60
_NAME = 100
_NUMBER = re.compile("[0-9]{1,18}")
"""The number of a log line, which must be within the range of database ids."""

routes = Routes(
    tag="Jobs",
    about="Work that exceeds the limits of a request. Jobs survive restarts of the service and of workers.",
    prefix=PREFIX,
)


class NewJob(RequestModel):
    """The operation of a new job, and its arguments."""

    model_config = example(operation="planarity-generate", arguments={"vertices": 8, "edges": 12, "swaps": 3})

    operation: Annotated[str, Field(min_length=1), ServiceBounds(_NAME)] = Field(
        description="Name of an operation from `/jobs/operations`."
    )
    arguments: dict[str, Any] = Field(default_factory=dict, description="Arguments of the operation.")


class JobPath(Parameters):
    """The job in the path."""

    id: Annotated[str, Field(min_length=1), ServiceBounds(_NAME)] = Field(description="Id of the job.")


class JobsQuery(PageQuery):
    """A page of jobs, optionally restricted to one state or one operation."""

    state: State | None = Field(default=None, strict=False, description="Only jobs in this state.")
    operation: Annotated[str, Field(min_length=1), ServiceBounds(_NAME)] | None = Field(
        default=None, description="Only jobs of this operation."
    )


class JobItem(Job):
    """A job in a list."""

    url: str = Field(description="URL path of the job.")


class JobResponse(JobDetails):
    """A job with its arguments, result and log."""

    url: str = Field(description="URL path of the job.")


class JobsPage(ResponseModel):
    """A page of jobs, newest first."""

    items: list[JobItem] = Field(description="The jobs of this page.")
    next: str | None = Field(description="URL path of the next page; null on the last page.")
    count: int = Field(description="Number of jobs on all pages.")
    count_exact: bool = Field(description="Always true.")


class JobObjectItem(ResponseModel):
    """An object that was stored by a job."""

    label: str = Field(description="Label of the object.")
    kind: str = Field(description="Kind of the object.")
    url: str = Field(description="URL path of the object.")


class OperationItem(ResponseModel):
    """An operation of jobs."""

    operation: str = Field(description="Name of the operation.")
    about: str = Field(description="Description of the operation; in lists, only its first line.")


class OperationDetails(OperationItem):
    """An operation of jobs, with the JSON schema and an example of its arguments."""

    unit: str = Field(description="Unit of the progress.")
    arguments: dict[str, Any] = Field(description="JSON schema of the arguments.")
    example: dict[str, Any] = Field(description="Example of the arguments.")


class OperationPath(Parameters):
    """The operation in the path."""

    operation: Annotated[str, Field(min_length=1), ServiceBounds(_NAME)] = Field(description="Name of the operation.")


class Operations(ResponseModel):
    """The operations of jobs."""

    items: list[OperationItem] = Field(description="All operations.")


@routes.post("/jobs", {202: JobResponse}, problems=(401, 422, 503))
def start(body: NewJob) -> Response:
    """Start a job, which runs an operation without the limits of a request.

    The response is sent before the work begins, with status 202 and the job's URL in `Location`. A worker starts the
    job within about a second. Invalid arguments are refused immediately, and the response states the place of each
    error.
    """
    storing_catalogue()
    key = asker()
    owner = None if key is None else key.owner
    try:
        result = start_job(_jobs(), body.operation, body.arguments, request_id(), owner)
    except InvalidArguments as error:
        faults = [(json_pointer(place), message) for place, message in error.faults]
        raise ProblemError(400, "The arguments are invalid for this operation.", errors=faults) from None
    except TooManyJobs as error:
        raise _too_many(error) from None
    return reply(_shown(result), 202, {"Location": _url(result)})


def _too_many(error: TooManyJobs) -> ProblemError:
    if isinstance(error, TooManyJobsOfOwner):
        return ProblemError(429, f"{error}.", kind="too-many-jobs", headers={"Retry-After": str(_RETRY_SECONDS)})
    return busy(f"{error}.")


@routes.get("/jobs", JobsPage)
def list_jobs(query: JobsQuery) -> Response:
    """List jobs, newest first."""

    def read(after: After | None, limit: int) -> PageSlice:
        last = None if after is None else whole_numbers(after, 1)[0]
        result = _jobs().page(query.state, query.operation, last, limit)
        items = [_shown(item) for item in result.items]
        return PageSlice(items, None if result.after is None else (result.after,), Count(result.count, True))

    return page_reply(query, ("jobs", str(query.state), query.operation), read)


@routes.get("/jobs/operations", Operations)
def list_operations() -> Response:
    """List the operations of jobs."""
    items = [
        {"operation": operation.name, "about": operation.about.partition("\n")[0]} for operation in by_name().values()
    ]
    return reply({"items": items})


@routes.get("/jobs/operations/<label:operation>", OperationDetails)
def show_operation(path: OperationPath) -> Response:
    """Return an operation with the schema of its arguments."""
    result = by_name().get(path.operation)
    if result is None:
        raise not_found(f"operation {path.operation!r}; `{PREFIX}/jobs/operations` lists them")
    return reply(_operation(result))


@routes.get("/jobs/<label:id>", JobResponse)
def show_job(path: JobPath) -> Response:
    """Return a job with its state, progress and result, and the end of its log.

    The arguments, the result and the log are shown only to the job's owner and to keys with the scope `jobs:read` or
    `admin`.
    """
    return reply(_shown(_found(path.id)))


@routes.get("/jobs/<label:id>/objects", page_of(JobObjectItem, "JobObject"))
def list_objects_of_job(path: JobPath, query: PageQuery) -> Response:
    """List the objects that a job has stored, in storage order.

    Each object is listed once, even if a step was repeated. The list includes objects that were already in the
    catalogue when the job stored them. Objects that were stored only as targets of links are not listed. To get the
    documents of objects of one kind, use the parameter `job` of that kind's list.
    """
    _found(path.id)

    def read(after: After | None, limit: int) -> PageSlice:
        last = None if after is None else whole_numbers(after, 1)[0]
        catalogue = service().catalogue
        with catalogue.reading() as reader:
            result = job_objects(reader, path.id, last, limit)
        items = [
            {"label": item.label, "kind": item.kind, "url": object_url(catalogue.registry.kind[item.kind], item.label)}
            for item in result.items
        ]
        return PageSlice(items, None if result.after is None else (result.after,), Count(result.count, True))

    return page_reply(query, ("job-objects", path.id), read)


@routes.post("/jobs/<label:id>/cancel", {200: JobResponse}, problems=(401,))
def cancel_job(path: JobPath) -> Response:
    """Cancel a job.

    The job stops within about a second. Results that it has already stored are kept. Cancelling a job that has ended
    has no effect.
    """
    _require_own(path.id)
    _jobs().cancel(path.id)
    return reply(_shown(_found(path.id)))


@routes.post("/jobs/<label:id>/retry", {200: JobResponse}, problems=(401, 409))
def retry_job(path: JobPath) -> Response:
    """Retry a failed or cancelled job from the step at which it ended."""
    _require_own(path.id)
    try:
        _jobs().retry(path.id)
    except JobConflict as error:
        raise ProblemError(409, f"{error}.") from None
    except TooManyJobs as error:
        raise _too_many(error) from None
    return reply(_shown(_found(path.id)))


@routes.get("/jobs/<label:id>/events", EVENTS, problems=(503,))
def watch_job(path: JobPath) -> Response:
    """Stream the progress of a job as server-sent events.

    - `progress`: the job in the form that lists use, after each change.
    - `log`: a line of the job's log. To continue after a line, send its id as `Last-Event-ID`.
    - `end`: the complete job after it has ended. This is the last event.

    Comments between events keep the connection alive.
    """
    owner = _found(path.id).owner
    last = request.headers.get("Last-Event-ID", "")
    after = int(last) if _NUMBER.fullmatch(last) else 0
    return streamed_events(_events(_jobs(), path.id, after, service().slots.stopping, whole=may_read_job(owner)))


def _events(jobs: JobStore, name: str, last: int, stopping: Callable[[], bool], *, whole: bool) -> Iterator[bytes]:
    """Yield the events of a job until the job or the service ends, and an empty piece after each pause without events.

    If `whole` is true, the events include the members that only the owner may see. The generator runs outside the
    context of the request.
    """
    result, beaten = "", time.monotonic()
    while not stopping():
        try:
            found = jobs.get_summary(name)
            lines = jobs.lines(name, last) if whole else []
        except UnknownJob:
            return  # the job was purged
        pieces = []
        for line in lines:
            last = line.number
            pieces.append(_event("log", json_text({"at": line.at, "line": line.line}), str(last)))
        now = _shown_as(found, whole=whole)
        if now != result:
            result = now
            pieces.append(_event("progress", now))
        if found.state in ENDED:
            yield b"".join([*pieces, _event("end", _shown_as(jobs.find(name), whole=whole))])
            return
        if not pieces and time.monotonic() - beaten > _HEARTBEAT_SECONDS:
            pieces.append(b": the job is running\n\n")
        if pieces:
            beaten = time.monotonic()
        yield b"".join(pieces)
        time.sleep(_EVENTS_SECONDS)


def _event(kind: str, data: str, number: str | None = None) -> bytes:
    """Return an event. The data is JSON without line feeds."""
    return f"{'' if number is None else f'id: {number}{chr(10)}'}event: {kind}\ndata: {data}\n\n".encode()


def _jobs() -> JobStore:
    return service().jobs


def _found(name: str) -> JobDetails:
    try:
        return _jobs().find(name)
    except UnknownJob:
        raise not_found(f"job {name!r}") from None


def _require_own(name: str) -> None:
    """Raise ProblemError (401, 403, 404) if the current client may not cancel or retry this job."""
    storing_catalogue()
    result, key = _found(name), asker()
    if key is not None and not key.reaches(result.owner):
        raise ProblemError(403, f"{name} does not belong to {key.owner}: only its owner may cancel or retry it.")


def _url(result: Job) -> str:
    return f"{PREFIX}/jobs/{result.id}"


def _shown(result: Job) -> JsonText:
    """Return the JSON of a job, restricted to the members that the current client may see."""
    return _shown_as(result, whole=may_read_job(result.owner))


def _shown_as(result: Job, *, whole: bool) -> JsonText:
    shown = result if whole else public_view(result)
    return JsonText(json_text({"id": shown.id, "url": _url(shown), **dict(shown)}))


def _operation(operation: JobOperation) -> dict[str, Any]:
    arguments, example = arguments_schema(operation), example_arguments(operation)
    return {
        "operation": operation.name,
        "about": operation.about,
        "unit": operation.unit,
        "arguments": arguments,
        "example": example,
    }
