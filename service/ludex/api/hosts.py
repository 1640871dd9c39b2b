"""Who is asked, and who asks: pages of every origin may read, and only pages of our own may do more.

On a loopback address the service answers to the names of this machine only: a page elsewhere can let its own name stand
for a loopback address (DNS rebinding); its requests still bear that name. What a page of another origin may read is
said by CORS, without credentials; its other requests are refused.
"""

import ipaddress
from collections.abc import Mapping
from typing import Any

from flask import Request

from ludex.api.application import Application
from ludex.api.problems import ProblemError
from ludex.api.responses import PREFIX

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_FOR_EVERY = (("X-Content-Type-Options", "nosniff"),)
_FOR_READS = (
    *_FOR_EVERY,
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After, Content-Disposition"),
)
# No Content-Type is among the headers: so no page of another origin can send JSON.
_FOR_PREFLIGHTS = (
    *_FOR_READS,
    ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
    ("Access-Control-Allow-Headers", "If-None-Match, If-Modified-Since"),
    ("Access-Control-Max-Age", "86400"),
)


def register(app: Application, *, loopback: bool) -> None:
    """Refuse requests to other names if the service listens on a loopback address, and mark every answer."""
    if loopback:
        app.before.append(_require_own_name)
    app.before.append(_require_own_origin)
    app.marks.append(_mark)


def is_own_name(host: str) -> bool:
    """Tell whether the value of a Host header means this machine from within.

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


def _require_own_name(request: Request) -> None:
    host = request.environ.get("HTTP_HOST")
    if host is not None and host not in _KNOWN and not is_own_name(host):
        raise ProblemError(
            421, "This service answers to localhost, 127.0.0.1 and [::1] only: a proxy before it must ask it so."
        )


_KNOWN = frozenset({"localhost", "127.0.0.1"})


def _require_own_origin(request: Request) -> None:
    if request.method in _READS or is_own_origin(request.environ):
        return
    raise ProblemError(403, "Pages of other origins may read here, by GET and HEAD; they may not send this request.")


def is_own_origin(environ: Mapping[str, Any]) -> bool:
    """Tell whether a request comes from a page of this origin, or from no page.

    Browsers say which of these it is; what an older one says is the origin of the page.

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


def _mark(request: Request) -> tuple[tuple[str, str], ...]:
    if request.method not in _READS or not request.path.startswith(PREFIX):
        return _FOR_EVERY
    return _FOR_PREFLIGHTS if request.method == "OPTIONS" else _FOR_READS
