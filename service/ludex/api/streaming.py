"""Lists that are written while they are sent: few large ones at once, for each holds what it is made of."""

from collections.abc import Iterator
from threading import BoundedSemaphore
from time import sleep

from flask import Response, request

from ludex.api.problems import ProblemError
from ludex.requests.bounds import LARGE_LIST_BYTES, LARGE_LISTS
from ludex.requests.request import Media, Streamed

PACED = "ludex.paced"
"""What the environment of a request has if the server pauses between the pieces of a stream of events."""
EVENTS = Media(("text/event-stream",))
STREAMS_OF_EVENTS = 12
_PAUSE_SECONDS = 0.2

_large_lists = BoundedSemaphore(LARGE_LISTS)
_streams_of_events = BoundedSemaphore(STREAMS_OF_EVENTS)


def streamed_events(events: Iterator[bytes]) -> Response:
    """Return the response that sends events as they come; an empty piece says that there is nothing now.

    Raises ProblemError (503) if too many clients listen already.
    """
    if not _streams_of_events.acquire(blocking=False):
        raise ProblemError(
            503,
            f"{STREAMS_OF_EVENTS} clients listen to events already. Ask again, or for the job itself.",
            kind="busy",
            headers={"Retry-After": "5"},
        )
    paced = PACED in request.environ
    response = Response(events if paced else _pausing(events), content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.call_on_close(_streams_of_events.release)
    return response


def _pausing(events: Iterator[bytes]) -> Iterator[bytes]:
    for piece in events:
        if piece:
            yield piece
        else:
            sleep(_PAUSE_SECONDS)


def streamed_list(answer: Streamed) -> Response:
    """Return the response that sends a list, at once if it is short.

    Raises ProblemError (503) if too many large lists are on their way already.
    """
    if answer.length is not None and answer.length <= LARGE_LIST_BYTES:
        return Response(b"".join(answer.json()), content_type="application/json")
    large = _large_lists
    if not large.acquire(blocking=False):
        raise ProblemError(
            503,
            "Many large lists are on their way to clients already. Ask again, or for less with `limit`.",
            kind="busy",
            headers={"Retry-After": "5"},
        )
    response = Response(answer.json(), content_type="application/json")
    if answer.length is not None:
        response.headers["Content-Length"] = str(answer.length)
    response.call_on_close(large.release)
    return response
