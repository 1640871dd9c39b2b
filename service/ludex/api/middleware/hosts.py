"""Host and origin rules: pages of every origin may read, and only pages of this origin may write.

On a loopback address the service answers to the names of this machine only. A page elsewhere can resolve its own name
to a loopback address (DNS rebinding), but its requests still carry that name. CORS headers, without credentials, allow
pages of other origins to read; their other requests are refused.
"""

import ipaddress
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, request

from ludex.api.middleware.problems import ProblemError
from ludex.api.middleware.proxies import is_trusted
from ludex.api.routing.responses import PREFIX

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_KNOWN = frozenset({"localhost", "127.0.0.1"})
_FOR_READS = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After, Content-Disposition"),
)
# Content-Type is not among the headers, so no page of another origin can send JSON.
_FOR_PREFLIGHTS = (
    *_FOR_READS,
    ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
    ("Access-Control-Allow-Headers", "If-None-Match, If-Modified-Since"),
    ("Access-Control-Max-Age", "86400"),
)


def register(app: Flask, *, loopback: bool) -> None:
    """Refuse requests to other host names if the service listens on loopback, and writes from other origins."""
    if loopback:
        app.before_request(_require_own_name)
    app.before_request(_require_own_origin)
    app.after_request(_add_headers)


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
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _require_own_name() -> None:
    host = request.environ.get("HTTP_HOST")
    if host is None or host in _KNOWN or is_own_name(host) or is_trusted(request.environ):
        return
    raise ProblemError(
        421,
        "This service answers to localhost, 127.0.0.1 and [::1] only. Behind a reverse proxy, set "
        "LUDEX_TRUSTED_PROXIES to the address of the proxy.",
    )


def _require_own_origin() -> None:
    if request.method in _READS or is_own_origin(request.environ):
        return
    detail = "Pages of other origins may read here, by GET and HEAD; they may not send this request."
    raise ProblemError(403, detail, kind="other-origin")


def is_own_origin(environ: Mapping[str, Any]) -> bool:
    """Tell whether a request comes from a page of this origin, or from no page.

    Browsers send `Sec-Fetch-Site`; older ones send the `Origin` of the page only.

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


def _add_headers(response: Response) -> Response:
    response.headers.add("X-Content-Type-Options", "nosniff")
    if request.method in _READS and request.path.startswith(PREFIX):
        for name, value in _FOR_PREFLIGHTS if request.method == "OPTIONS" else _FOR_READS:
            response.headers.add(name, value)
    return response
