"""Conditional requests: an ETag on what is read, and 304 where the client has it already."""

from hashlib import blake2b

from flask import Flask, Response, request

_NEVER_SAME = frozenset({"/health", "/metrics"})


def register(app: Flask) -> None:
    """Answer conditional GET and HEAD requests of an application; streamed exports carry no ETag."""
    app.after_request(_condition)


def _condition(response: Response) -> Response:
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or response.is_streamed:
        return response
    if request.path in _NEVER_SAME or response.cache_control.no_store:
        return response
    response.direct_passthrough = False
    if "ETag" not in response.headers:
        # Weak, since the same content travels with and without gzip.
        response.set_etag(blake2b(response.get_data(), digest_size=16).hexdigest(), weak=True)
    if not response.cache_control:
        response.cache_control.no_cache = True
    response.make_conditional(request)
    return response
