"""Conditional requests: an ETag on what is read, and 304 where the client has it already."""

from hashlib import sha256

from flask import Flask, Response, request
from werkzeug.exceptions import PreconditionFailed

from ludex.api.problems import ProblemError

_CONDITIONS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE")
_NEVER_SAME = frozenset({"/health", "/metrics"})


def register(app: Flask) -> None:
    """Answer conditional GET and HEAD requests of an application; streamed exports carry no ETag."""
    app.after_request(_condition)


def _condition(response: Response) -> Response:
    if response.status_code != 200 or request.method not in ("GET", "HEAD") or response.is_streamed:
        return response
    headers, environ = response.headers, request.environ
    caching = headers.get("Cache-Control", "")
    if request.path in _NEVER_SAME or "no-store" in caching:
        return response
    response.direct_passthrough = False
    if "ETag" not in headers:
        # Weak, since the same content travels with and without gzip.
        headers["ETag"] = f'W/"{sha256(response.get_data()).hexdigest()[:32]}"'
    if not caching:
        headers["Cache-Control"] = "no-cache"
    if any(name in environ for name in _CONDITIONS):
        try:
            response.make_conditional(request)
        except PreconditionFailed:
            response.status_code = 412
        if response.status_code == 412:
            return ProblemError(412, "What is here is not what If-Match or If-Unmodified-Since asks for.").response()
    return response
