"""Requests about jobs: their operations, and to start, list, show, cancel and retry them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import Field

from ludex import jobs as running
from ludex.catalogue import lists, objects
from ludex.engine.exact_json import exact_json_text
from ludex.engine.faults import Fault
from ludex.jobs.job import Job, JobDetails, State, public_view
from ludex.requests.declaration import After, Listing, Slice, natural_numbers, request
from ludex.requests.fields import ServiceBounds
from ludex.requests.media import Subject
from ludex.requests.session import Session
from ludex.requests.text_output import table

JOBS = Subject(
    "jobs", "Jobs", "Work that exceeds the limits of a request. Jobs survive restarts of the service and of workers."
)

J = TypeVar("J", bound=Job)
_NAME = 100
Name = Annotated[str, Field(min_length=1), ServiceBounds(_NAME)]
OfState = Annotated[State, Field(strict=False)]
_PEOPLE = "jobs are started and watched by people and programs"
_TOOLS = {"tool": _PEOPLE, "client": "`Client.request` sends it"}


def lines_of_job(job: JobDetails, *, log: bool = True) -> Iterator[str]:
    """Yield the lines that show a job, with or without its log."""
    yield from table(
        [
            ("job", job.id),
            ("operation", job.operation),
            ("state", job.state),
            ("progress", job.done),
            ("started", job.started),
            ("ended", job.ended),
            ("worker", job.worker),
        ]
    )
    yield from [job.progress.note] if job.progress.note else []
    yield from (f"{entry.at} {entry.line}" for entry in job.log if log)
    yield from [] if job.error is None else [f"error: {job.error['detail']}"]
    yield from [] if job.result is None else [str(job.result)]


def _text_of_job(job: JobDetails) -> Iterator[str]:
    return lines_of_job(job)


def _state_of(job: JobDetails) -> Iterator[str]:
    yield f"{job.id}: {job.state}"


@request(
    "POST /jobs",
    subject=JOBS,
    writes="store",
    statuses=(202,),
    lacks=_TOOLS | {"command": "`ludex jobs start`, whose arguments are words"},
    problems=(503,),
    example={"operation": "planarity-generate", "arguments": {"vertices": 8, "edges": 12, "swaps": 3}},
)
def start_job(catalogue: Session, operation: Name, arguments: Mapping[str, Any] = {}) -> JobDetails:
    """Start a job, which runs an operation without the limits of a request.

    The response is sent before the work begins, with status 202 and the job's URL in `Location`. A worker starts the
    job within about a second. Invalid arguments are refused immediately, and the response states the place of each
    error.

    Parameters
    ----------
    operation
        Name of an operation from `/jobs/operations`.
    arguments
        Arguments of the operation.

    Returns
    -------
    JobDetails
        The queued job.
    """
    client = catalogue.client
    return running.operations.start_job(catalogue.jobs, operation, arguments, client.request_id, client.owner)


@request("GET /jobs", command="jobs list", subject=JOBS, columns=("id", "state", "operation", "done"), lacks=_TOOLS)
def jobs(catalogue: Session, state: OfState | None = None, operation: Name | None = None) -> Listing[Job]:
    """List jobs, newest first.

    Parameters
    ----------
    state
        Only jobs in this state.
    operation
        Only jobs of this operation.

    Returns
    -------
    Listing of Job
        The jobs.
    """

    def read(after: After | None, limit: int) -> Slice[Job]:
        last = None if after is None else natural_numbers(after, 1)[0]
        found = catalogue.jobs.page(state, operation, last, limit)
        return Slice(
            [_shown(catalogue, job) for job in found.items],
            None if found.after is None else (found.after,),
            lists.listing.Count(found.count, True),
        )

    return Listing(read)


@dataclass(frozen=True, slots=True)
class OperationItem:
    """An operation of jobs.

    Attributes
    ----------
    operation
        Name of the operation.
    about
        Description of the operation; in lists, only its first line.
    """

    operation: str
    about: str


@dataclass(frozen=True, slots=True)
class Operations:
    """The operations of jobs.

    Attributes
    ----------
    items
        All operations.
    """

    items: Sequence[OperationItem]


@dataclass(frozen=True, slots=True)
class OperationDetails:
    """An operation of jobs, with the JSON schema and an example of its arguments.

    Attributes
    ----------
    operation
        Name of the operation.
    about
        Description of the operation.
    unit
        Unit of the progress.
    arguments
        JSON schema of the arguments.
    example
        Example of the arguments.
    """

    operation: str
    about: str
    unit: str
    arguments: Mapping[str, Any]
    example: Mapping[str, Any]


def _text_of_operations(found: Operations) -> Iterator[str]:
    yield from table((item.operation, item.about) for item in found.items)


@request("GET /jobs/operations", command="jobs operations", subject=JOBS, text=_text_of_operations, lacks=_TOOLS)
def job_operations(catalogue: Session) -> Operations:
    """List the operations of jobs.

    Returns
    -------
    Operations
        The operations.
    """
    every = running.operations.by_name().values()
    return Operations([OperationItem(one.name, one.about.partition("\n")[0]) for one in every])


def _text_of_operation(found: OperationDetails) -> Iterator[str]:
    required = found.arguments.get("required", ())
    rows = [
        (
            field,
            "required" if field in required else f"default {exact_json_text(argument.get('default'))}",
            argument.get("description", ""),
        )
        for field, argument in found.arguments.get("properties", {}).items()
    ]
    yield from (found.about, "", *table(rows), "", f"example: {exact_json_text(found.example)}")


@request(
    "GET /jobs/operations/{operation}",
    command="jobs operations OPERATION",
    subject=JOBS,
    text=_text_of_operation,
    lacks=_TOOLS,
    problems=(404,),
)
def job_operation(catalogue: Session, operation: Name) -> OperationDetails:
    """Return an operation with the schema of its arguments.

    Parameters
    ----------
    operation
        Name of the operation.

    Returns
    -------
    OperationDetails
        The operation.
    """
    try:
        found = running.operations.find_operation(operation)
    except Fault as fault:
        raise objects.reading.UnknownObject(fault.message) from None
    arguments, example = running.operations.arguments_schema(found), running.operations.example_arguments(found)
    return OperationDetails(found.name, found.about, found.unit, arguments, example)


@request("GET /jobs/{id}", command="jobs show ID", subject=JOBS, text=_text_of_job, lacks=_TOOLS)
def job(catalogue: Session, id: Name) -> JobDetails:  # noqa: A002 - the name of the member
    """Return a job with its state, progress and result, and the end of its log.

    The arguments, the result and the log are shown only to the job's owner and to keys with the scope `jobs:read` or
    `admin`.

    Parameters
    ----------
    id
        Id of the job.

    Returns
    -------
    JobDetails
        The job.

    Raises
    ------
    UnknownJob
        If there is no such job.
    """
    return _shown(catalogue, catalogue.jobs.find(id))


@dataclass(frozen=True, slots=True)
class ObjectOfJob:
    """An object that was stored by a job.

    Attributes
    ----------
    label
        Label of the object.
    kind
        Kind of the object.
    url
        URL path of the object.
    """

    label: str
    kind: str
    url: str


@request(
    "GET /jobs/{id}/objects",
    command="jobs objects ID",
    subject=JOBS,
    columns=("label", "kind"),
    streams=True,
    lacks=_TOOLS,
)
def objects_of_job(catalogue: Session, id: Name) -> Listing[ObjectOfJob]:  # noqa: A002 - the name of the member
    """List the objects that a job has stored, in storage order.

    Each object is listed once, even if a step was repeated. The list includes objects that were already in the
    catalogue when the job stored them. Objects that were stored only as targets of links are not listed. To get the
    documents of objects of one kind, use the parameter `job` of that kind's list.

    Parameters
    ----------
    id
        Id of the job.

    Returns
    -------
    Listing of ObjectOfJob
        The objects.

    Raises
    ------
    UnknownJob
        If there is no such job.
    """
    from ludex.catalogue.objects.store_result import job_objects

    catalogue.jobs.get_summary(id)

    def read(after: After | None, limit: int) -> Slice[ObjectOfJob]:
        last = None if after is None else natural_numbers(after, 1)[0]
        with catalogue.reading() as reader:
            found = job_objects(reader, id, last, limit)
        items = [
            ObjectOfJob(item.label, item.kind, f"/api/v1/{catalogue.registry.kind[item.kind].address}/{item.label}")
            for item in found.items
        ]
        return Slice(items, None if found.after is None else (found.after,), lists.listing.Count(found.count, True))

    return Listing(read)


@request(
    "POST /jobs/{id}/cancel",
    command="jobs cancel ID",
    subject=JOBS,
    writes="store",
    statuses=(200,),
    text=_state_of,
    lacks=_TOOLS,
)
def cancel_job(catalogue: Session, id: Name) -> JobDetails:  # noqa: A002 - the name of the member
    """Cancel a job.

    The job stops within about a second. Results that it has already stored are kept. Cancelling a job that has ended
    has no effect.

    Parameters
    ----------
    id
        Id of the job.

    Returns
    -------
    JobDetails
        The job, which is unchanged if it had already ended.

    Raises
    ------
    UnknownJob
        If there is no such job.
    """
    _require_own(catalogue, id)
    return _shown(catalogue, catalogue.jobs.cancel(id))


@request(
    "POST /jobs/{id}/retry",
    command="jobs retry ID",
    subject=JOBS,
    writes="store",
    statuses=(200,),
    text=_state_of,
    lacks=_TOOLS,
    problems=(409,),
)
def retry_job(catalogue: Session, id: Name) -> JobDetails:  # noqa: A002 - the name of the member
    """Retry a failed or cancelled job from the step at which it ended.

    Parameters
    ----------
    id
        Id of the job.

    Returns
    -------
    JobDetails
        The queued job.

    Raises
    ------
    UnknownJob
        If there is no such job.
    JobConflict
        If the job did not fail and was not cancelled.
    """
    _require_own(catalogue, id)
    return _shown(catalogue, catalogue.jobs.retry(id))


def _shown(catalogue: Session, found: J) -> J:
    """Return a job, restricted to the members that the client may see."""
    return found if catalogue.client.reads_job(found.owner) else public_view(found)


def _require_own(catalogue: Session, name: str) -> None:
    """Raise NotOwner if the client may not cancel or retry a job, and UnknownJob if there is no such job."""
    from ludex.catalogue.ownership import NotOwner

    found = catalogue.jobs.get_summary(name)
    if not catalogue.client.reaches(found.owner):
        who = catalogue.client.owner
        raise NotOwner(f"{name} does not belong to {who}: only its owner may cancel or retry it")


JOB_REQUESTS = (
    start_job,
    jobs,
    job_operations,
    job_operation,
    job,
    objects_of_job,
    cancel_job,
    retry_job,
)
"""The requests about jobs, in the order of the documentation."""
