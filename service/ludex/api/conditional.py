"""Conditional requests: an ETag on what is read, and 304 if the client has it already."""

from flask import Request, Response
from werkzeug.exceptions import PreconditionFailed
from xxhash import xxh3_128_hexdigest

from ludex.api.application import Application, headers_of
from ludex.api.problems import ProblemError

_CONDITIONS = frozenset({"HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE"})
_NEVER_SAME = frozenset({"/health", "/metrics"})


def register(app: Application) -> None:
    """Answer conditional GET and HEAD requests of an application; streamed exports carry no ETag."""
    app.after.append(_condition)


def etag_of(content: bytes) -> str:
    """Return what stands in the ETag of a content, without its quotation marks."""
    return xxh3_128_hexdigest(content)


def _condition(request: Request, response: Response) -> Response:
    if response.status_code != 200 or request.method not in ("GET", "HEAD") or response.is_streamed:
        return response
    headers, there = response.headers, headers_of(response)
    caching = there.get("Cache-Control", "")
    if request.path in _NEVER_SAME or "no-store" in caching:
        return response
    response.direct_passthrough = False
    if "ETag" not in there:
        # Weak, since the same content travels with and without gzip.
        headers.add("ETag", f'W/"{etag_of(response.get_data())}"')
    if not caching:
        headers.add("Cache-Control", "no-cache")
    if not _CONDITIONS.isdisjoint(request.environ):
        try:
            response.make_conditional(request)
        except PreconditionFailed:
            response.status_code = 412
        if response.status_code == 412:
            return ProblemError(412, "What is here is not what If-Match or If-Unmodified-Since asks for.").response()
    return response
