"""Lists that are written while they are sent: few large ones at once, for each holds what it is made of."""

from threading import BoundedSemaphore

from flask import Response

from ludex.api.problems import ProblemError
from ludex.requests.bounds import LARGE_LIST_BYTES, LARGE_LISTS
from ludex.requests.request import Streamed

_large_lists = BoundedSemaphore(LARGE_LISTS)


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
