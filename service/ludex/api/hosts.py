"""Who is asked: on a loopback address the service answers to the names of this machine only.

A page elsewhere can let its own name stand for a loopback address (DNS rebinding); its requests still bear that name.
"""

import ipaddress

from flask import Request, Response

from ludex.api.application import Application
from ludex.api.problems import ProblemError


def register(app: Application, *, loopback: bool) -> None:
    """Refuse requests to other names where the service listens on a loopback address, and mark every answer."""
    if loopback:
        app.before.append(_require_own_name)
    app.after.append(_forbid_sniffing)


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


def _forbid_sniffing(_request: Request, response: Response) -> Response:
    response.headers.add("X-Content-Type-Options", "nosniff")
    return response
