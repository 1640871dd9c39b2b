"""Conditional requests: every response to a read has an ETag, and is 304 if the client already has the content."""

from flask import Request, Response
from werkzeug.exceptions import PreconditionFailed
from xxhash import xxh3_128_hexdigest

from ludex.api.middleware.problems import ProblemError

_CONDITIONS = frozenset({"HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE"})
_NEVER_SAME = frozenset({"/health", "/metrics"})


def etag_of(content: bytes) -> str:
    """Return the ETag of some content, without the quotation marks."""
    return xxh3_128_hexdigest(content)


def make_conditional(request: Request, response: Response) -> Response:
    """Add an ETag to the response to a request, or replace it by 304 or 412 if the conditions of the request demand it.

    Streamed exports have no ETag.
    """
    if response.status_code != 200 or request.method not in ("GET", "HEAD") or response.is_streamed:
        return response
    headers = response.headers
    caching = headers.get("Cache-Control", "")
    if request.path in _NEVER_SAME or "no-store" in caching:
        return response
    response.direct_passthrough = False
    if "ETag" not in headers:
        # a weak ETag, because the same content is sent with and without gzip
        response.set_etag(etag_of(response.get_data()), weak=True)
    if not caching:
        headers["Cache-Control"] = "no-cache"
    if _CONDITIONS.isdisjoint(request.environ):
        return response
    try:
        response.make_conditional(request)
    except PreconditionFailed:
        response.status_code = 412
    if response.status_code == 412:
        return ProblemError(412, "The object does not match If-Match or If-Unmodified-Since.").response()
    return response
