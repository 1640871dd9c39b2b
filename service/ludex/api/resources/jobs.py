"""`/jobs`: the requests about jobs, and the stream of a job's events. Workers run the jobs, see :mod:`ludex.jobs`."""

import re
import time
from collections.abc import Callable, Iterator

from flask import Response, request
from pydantic import Field

from ludex.api.middleware.authorization import may_read_job
from ludex.api.routing.request_routes import add_requests
from ludex.api.routing.responses import EVENTS, PREFIX, streamed_events
from ludex.api.routing.routes import Routes
from ludex.api.service import service
from ludex.jobs.job import ENDED, Job, public_view
from ludex.jobs.requests import JOB_REQUESTS, JOBS, Name
from ludex.jobs.store import JobStore, UnknownJob
from ludex.requests.fields import Parameters
from ludex.requests.json_text import json_text

_HEARTBEAT_SECONDS = 10.0
_EVENTS_SECONDS = 0.25
_NUMBER = re.compile("[0-9]{1,18}")
"""The number of a log line, which must be within the range of database ids."""

routes = add_requests(Routes(tag=JOBS.tag, about=JOBS.about, prefix=PREFIX), JOB_REQUESTS)


class JobPath(Parameters):
    """The job in the path."""

    id: Name = Field(description="Id of the job.")


@routes.get("/jobs/<label:id>/events", EVENTS, problems=(503,))
def watch_job(path: JobPath) -> Response:
    """Stream the progress of a job as server-sent events.

    - `progress`: the job in the form that lists use, after each change.
    - `log`: a line of the job's log. To continue after a line, send its id as `Last-Event-ID`.
    - `end`: the complete job after it has ended. This is the last event.

    Comments between events keep the connection alive.
    """
    owner = service().jobs.get_summary(path.id).owner
    last = request.headers.get("Last-Event-ID", "")
    after = int(last) if _NUMBER.fullmatch(last) else 0
    return streamed_events(_events(service().jobs, path.id, after, service().slots.stopping, whole=may_read_job(owner)))


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


def _shown_as(result: Job, *, whole: bool) -> str:
    return json_text((result if whole else public_view(result)).json_members())
