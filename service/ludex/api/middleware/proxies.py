"""Reverse proxies: detect forwarded requests, and accept what trusted proxies report about their clients.

A service on a loopback address lets clients on the same machine write without a key. A proxy on that machine connects
from loopback too. A forwarded request therefore counts as local only if the proxy is trusted and reports a client on
loopback.
"""

import ipaddress
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from ludex.api.middleware.prefixes import valid_prefix
from ludex.settings import Network, is_loopback

_Environ = dict[str, Any]
_Application = Callable[[_Environ, Callable[..., Any]], Any]

_FORWARDING = frozenset(
    {
        "HTTP_FORWARDED",
        "HTTP_VIA",
        "HTTP_X_FORWARDED_FOR",
        "HTTP_X_FORWARDED_HOST",
        "HTTP_X_FORWARDED_PREFIX",
        "HTTP_X_FORWARDED_PROTO",
        "HTTP_X_REAL_IP",
    }
)
_TRUSTED = "ludex.trusted_proxy"


def register(app: Flask, trusted: Sequence[Network]) -> None:
    """Let an application accept the `X-Forwarded-*` headers of requests from trusted proxies."""
    if trusted:
        app.wsgi_app = _TrustedProxies(app.wsgi_app, trusted)  # type: ignore[method-assign]


def is_trusted(environ: Mapping[str, Any]) -> bool:
    """Tell whether a trusted proxy forwarded a request; the environ then has the original client, host and scheme."""
    return _TRUSTED in environ


def is_local(environ: Mapping[str, Any]) -> bool:
    """Tell whether a request to a loopback address comes from a client on this machine.

    Requests with HTTP/1.0 count as forwarded. Proxies often use it by default without any forwarding headers, and few
    other clients use it.

    >>> is_local({"SERVER_PROTOCOL": "HTTP/1.1"}), is_local({"SERVER_PROTOCOL": "HTTP/1.0"})
    (True, False)
    >>> is_local({"SERVER_PROTOCOL": "HTTP/1.1", "HTTP_VIA": "1.1 cache"})
    False
    """
    if _TRUSTED in environ:
        return is_loopback(environ["REMOTE_ADDR"])
    return environ["SERVER_PROTOCOL"] != "HTTP/1.0" and _FORWARDING.isdisjoint(environ)


class _TrustedProxies:
    """WSGI middleware that applies ProxyFix to the requests that trusted proxies forward."""

    def __init__(self, application: _Application, networks: Sequence[Network]) -> None:
        self._application = application
        # The client is parsed here, because ProxyFix parses quotation marks: an opening quotation mark sent by the
        # client would hide the item that the proxy adds.
        self._fixed = ProxyFix(application, x_for=0, x_proto=1, x_host=1, x_prefix=1)
        self._networks = networks

    def __call__(self, environ: _Environ, start_response: Callable[..., Any]) -> Any:  # noqa: ANN401 - an iterable
        if "HTTP_X_FORWARDED_FOR" not in environ or not self._is_trusted(environ["REMOTE_ADDR"]):
            return self._application(environ, start_response)
        environ[_TRUSTED] = True
        environ["REMOTE_ADDR"] = _last_item(environ["HTTP_X_FORWARDED_FOR"]) or "unknown"
        for name in ("HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST"):
            if name in environ:
                environ[name] = _last_item(environ[name])
        if valid := valid_prefix(_last_item(environ.pop("HTTP_X_FORWARDED_PREFIX", ""))):
            environ["HTTP_X_FORWARDED_PREFIX"] = valid
        return self._fixed(environ, start_response)

    def _is_trusted(self, peer: str) -> bool:
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def _last_item(header: str) -> str:
    """Return the item that the last proxy added to a header.

    >>> _last_item('"127.0.0.1, 203.0.113.9'), _last_item("")
    ('203.0.113.9', '')
    """
    return header.rpartition(",")[2].strip()
