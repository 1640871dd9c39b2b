"""Rules for hosts and origins: pages of every origin may read, but only pages of this origin may write.

On a loopback address, the service only accepts requests to the names of this machine. The host name of a foreign page
can resolve to a loopback address (DNS rebinding), but the requests of the page still have that name as their host. CORS
headers, without credentials, allow pages of other origins to read; other requests of these pages are refused. Pages of
the allowed origins may also send POST to the API, with an API key where one is needed.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from flask import Request, Response

from ludex.api.middleware.problems import ProblemError
from ludex.api.middleware.proxies import is_trusted
from ludex.api.routing.responses import PREFIX
from ludex.settings import is_loopback

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_FOR_ALL: tuple[tuple[str, str], ...] = (("X-Content-Type-Options", "nosniff"),)
_FOR_READS = (
    *_FOR_ALL,
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After, Content-Disposition"),
)
# Content-Type is not an allowed header, so pages of other origins cannot send JSON.
_FOR_PREFLIGHTS = (
    *_FOR_READS,
    ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
    ("Access-Control-Allow-Headers", "If-None-Match, If-Modified-Since"),
    ("Access-Control-Max-Age", "86400"),
)


_FOR_ALLOWED = (
    *_FOR_ALL,
    ("Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After, Content-Disposition"),
)
_FOR_ALLOWED_PREFLIGHTS = (
    ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS, POST"),
    ("Access-Control-Allow-Headers", "Authorization, Content-Type, If-None-Match, If-Modified-Since"),
    ("Access-Control-Max-Age", "86400"),
)


@lru_cache(maxsize=256)  # most clients send the same value
def is_own_name(host: str) -> bool:
    """Tell whether the value of a Host header is a loopback name or address.

    >>> [is_own_name(host) for host in ("localhost:8000", "127.0.0.1", "[::1]:80", "example.org", "127.0.0.1.org")]
    [True, True, True, False, False]
    """
    if host.startswith("["):
        name, _, port = host[1:].partition("]")
    else:
        name, _, port = host.partition(":")
        port = f":{port}" if port else ""
    if port and not (port[0] == ":" and port[1:].isascii() and port[1:].isdigit()):
        return False
    name = name.lower().removesuffix(".")
    return name.endswith(".localhost") or is_loopback(name)


def require_own_name(request: Request) -> None:
    """Refuse a request with a foreign host name to a service on loopback. Raises ProblemError (421)."""
    host = request.environ.get("HTTP_HOST")
    if host is None or is_own_name(host) or is_trusted(request.environ):
        return
    raise ProblemError(
        421,
        "This service answers to localhost, 127.0.0.1 and [::1] only. Behind a reverse proxy, set "
        "LUDEX_TRUSTED_PROXIES to the address of the proxy.",
    )


def require_own_origin(request: Request, allowed: Collection[str] = ()) -> None:
    """Refuse write requests from pages of other origins. Raises ProblemError (403).

    Pages of the `allowed` origins may send POST to the API.
    """
    if request.method in _READS or is_own_origin(request.environ):
        return
    if request.method == "POST" and _is_allowed(request, allowed):
        return
    detail = (
        "Pages of other origins may read here, by GET and HEAD; they may not send this request. LUDEX_ALLOWED_ORIGINS "
        "names origins that may send POST to the API."
    )
    raise ProblemError(403, detail, kind="other-origin")


def is_own_origin(environ: Mapping[str, Any]) -> bool:
    """Tell whether a request comes from a page of this origin, or not from a page at all.

    Browsers send the header `Sec-Fetch-Site`; older browsers only send the `Origin` of the page.

    >>> is_own_origin({"HTTP_HOST": "localhost:8000", "HTTP_ORIGIN": "http://localhost:8000"})
    True
    >>> is_own_origin({"HTTP_HOST": "localhost:8000", "HTTP_ORIGIN": "null"})
    False
    >>> is_own_origin({"HTTP_SEC_FETCH_SITE": "cross-site"}), is_own_origin({})
    (False, True)
    """
    site, origin = environ.get("HTTP_SEC_FETCH_SITE"), environ.get("HTTP_ORIGIN")
    if site is not None:
        return site in ("same-origin", "none")
    return origin is None or origin.partition("://")[2].lower() == environ.get("HTTP_HOST", "").lower()


def _is_allowed(request: Request, allowed: Collection[str]) -> bool:
    """Tell whether a request to the API comes from a page of one of the allowed origins."""
    return request.path.startswith(PREFIX) and request.environ.get("HTTP_ORIGIN", "").lower() in allowed


def add_headers(request: Request, response: Response, allowed: Collection[str] = ()) -> None:
    """Add the headers that let pages of other origins read the API, and those of allowed origins send POST to it."""
    headers = _FOR_ALL
    if allowed and request.path.startswith(PREFIX):
        response.vary.add("Origin")
        if _is_allowed(request, allowed):
            response.headers["Access-Control-Allow-Origin"] = request.environ["HTTP_ORIGIN"]
            response.headers.extend(_FOR_ALLOWED)
            response.headers.extend(_FOR_ALLOWED_PREFLIGHTS if request.method == "OPTIONS" else ())
            return
    if request.method in _READS and request.path.startswith(PREFIX):
        headers = _FOR_PREFLIGHTS if request.method == "OPTIONS" else _FOR_READS
    response.headers.extend(headers)
