"""Reverse proxies: forwarded requests, path prefixes, and the rules for hosts and origins.

What a trusted proxy reports determines the client's address for rate limits and logs, the host, the scheme and the path
prefix. It gives no permissions.

Pages from any origin may read, but only pages from this origin may write.
"""

import ipaddress
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response
from werkzeug.middleware.proxy_fix import ProxyFix

from ludex.api.middleware.problems import ProblemError
from ludex.api.routing.responses import PREFIX
from ludex.settings import Network, is_loopback

_Environ = dict[str, Any]
_Application = Callable[[_Environ, Callable[..., Any]], Any]

_TRUSTED = "ludex.trusted_proxy"


def register(app: Flask, trusted: Sequence[Network]) -> None:
    """Make an application accept the `X-Forwarded-*` headers in requests from trusted proxies."""
    if trusted:
        app.wsgi_app = _TrustedProxies(app.wsgi_app, trusted)  # type: ignore[method-assign]


def is_trusted(environ: Mapping[str, Any]) -> bool:
    """Return whether a trusted proxy forwarded a request.

    If so, the environ contains the original client, host and scheme.
    """
    return _TRUSTED in environ


class _TrustedProxies:
    """WSGI middleware that applies ProxyFix to those requests that trusted proxies have forwarded."""

    def __init__(self, application: _Application, networks: Sequence[Network]) -> None:
        self._application = application
        # The address of the client is parsed here and not by ProxyFix. ProxyFix interprets quotation marks, so an
        # opening quotation mark sent by the client would hide the item that the proxy adds.
        self._fixed = ProxyFix(application, x_for=0, x_proto=1, x_host=1, x_prefix=1)
        self._networks = networks

    def __call__(self, environ: _Environ, start_response: Callable[..., Any]) -> Any:  # noqa: ANN401 - an iterable
        if "HTTP_X_FORWARDED_FOR" not in environ or not self._is_trusted(environ["REMOTE_ADDR"]):
            return self._application(environ, start_response)
        environ[_TRUSTED] = True
        environ["REMOTE_ADDR"] = self._client(environ["HTTP_X_FORWARDED_FOR"])
        for name in ("HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST"):
            if name in environ:
                environ[name] = _last_item(environ[name])
        if valid := valid_prefix(_last_item(environ.pop("HTTP_X_FORWARDED_PREFIX", ""))):
            environ["HTTP_X_FORWARDED_PREFIX"] = valid
        return self._fixed(environ, start_response)

    def _client(self, header: str) -> str:
        """Return the last address in the header that is not a trusted proxy, or the first if all are trusted."""
        addresses = [item.strip() for item in header.split(",")]
        return next((item for item in reversed(addresses) if not self._is_trusted(item)), addresses[0]) or "unknown"

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


_PREFIX = re.compile(r"(/(?!\.\.?(/|$))[A-Za-z0-9._~-]+)+")
_PREFIX_CHARACTERS = 256
_JSON = re.compile(rb'("(?:url|claims_url|next|type|address|documentation|openapi)": ?")(/"|/(?!/))')
_CSV = re.compile(rb"(^|,)/api/", re.MULTILINE)
_JSON_TYPES = frozenset({"application/json", "application/problem+json", "application/x-ndjson", "text/event-stream"})


def valid_prefix(text: str) -> str:
    """Return a forwarded prefix without its trailing slash, or an empty string if it is not a valid prefix.

    >>> valid_prefix("/ludex/"), valid_prefix("/a/b-1"), valid_prefix("ludex"), valid_prefix('/"x'), valid_prefix("//x")
    ('/ludex', '/a/b-1', '', '', '')
    >>> valid_prefix("/a/../b"), valid_prefix("/a" * 1000)
    ('', '')
    """
    prefix = text.strip().rstrip("/")
    return prefix if len(prefix) <= _PREFIX_CHARACTERS and _PREFIX.fullmatch(prefix) else ""


def add_prefix(request: Request, response: Response) -> None:
    """Add the path prefix of a request to the addresses in a response of the API. Pages make addresses with url_for.

    The functions that make the documents of the API also serve commands and jobs, which have no request.
    """
    prefix = request.script_root
    location = response.headers.get("Location", "")
    if request.path.startswith(PREFIX) and location.startswith("/"):
        response.headers["Location"] = prefix + location
    if "Link" in response.headers:
        links = response.headers.getlist("Link")
        response.headers.setlist("Link", [link.replace("</", f"<{prefix}/") for link in links])
    rewrite = _rewriting(request.path, response.mimetype or "", prefix.encode())
    if rewrite is None or response.direct_passthrough:
        return
    if response.is_streamed:
        response.response = _rewritten(response.response, rewrite)
    elif response.get_data():
        response.set_data(rewrite(response.get_data()))


def _rewriting(path: str, media_type: str, prefix: bytes) -> Callable[[bytes], bytes] | None:
    """Return a function that adds the prefix to the addresses in a response.

    Return None if the response contains no such addresses.
    """
    if path == "/mcp":
        return None  # its results already have the prefix
    if media_type in _JSON_TYPES:
        # The address of the service's root becomes the prefix alone.
        return lambda text: _JSON.sub(lambda found: found[1] + prefix + (b'"' if found[2] == b'/"' else b"/"), text)
    if media_type == "text/csv":
        return lambda text: _CSV.sub(rb"\1" + prefix + b"/api/", text)
    return None


def _rewritten(pieces: Iterable[str] | Iterable[bytes], rewrite: Callable[[bytes], bytes]) -> Iterator[bytes]:
    """Yield the rewritten pieces of a stream. Each piece must consist of whole lines."""
    try:
        for piece in pieces:
            yield rewrite(piece if isinstance(piece, bytes) else piece.encode())
    finally:
        if (close := getattr(pieces, "close", None)) is not None:
            close()


_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_FOR_ALL: tuple[tuple[str, str], ...] = (("X-Content-Type-Options", "nosniff"),)
_EXPOSED = ("Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After, Content-Disposition")
_FOR_READS = (*_FOR_ALL, ("Access-Control-Allow-Origin", "*"), _EXPOSED)
# Content-Type is not an allowed header. Pages of other origins can therefore not send JSON.
_FOR_PREFLIGHTS = (
    *_FOR_READS,
    ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
    ("Access-Control-Allow-Headers", "If-None-Match, If-Modified-Since"),
    ("Access-Control-Max-Age", "86400"),
)


_FOR_ALLOWED = (*_FOR_ALL, _EXPOSED)
_FOR_ALLOWED_PREFLIGHTS = (
    ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS, POST"),
    ("Access-Control-Allow-Headers", "Authorization, Content-Type, If-None-Match, If-Modified-Since"),
    ("Access-Control-Max-Age", "86400"),
)


@lru_cache(maxsize=256)  # most clients send the same value
def is_own_name(host: str) -> bool:
    """Return whether the value of a Host header is a loopback name or address.

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


def require_own_site(request: Request, allowed: Collection[str] = (), *, on_loopback: bool = False) -> None:
    """Refuse a request with a foreign host name, and a write request from a page of another origin.

    The host name of a service on loopback must be its own, unless a trusted proxy reports its client. Pages of the
    `allowed` origins may send POST requests to the API. Raises ProblemError (403, 421).
    """
    environ = request.environ
    if on_loopback and "HTTP_HOST" in environ and not (is_own_name(environ["HTTP_HOST"]) or is_trusted(environ)):
        raise ProblemError(
            421,
            "This service answers to localhost, 127.0.0.1 and [::1] only. Behind a reverse proxy, set "
            "LUDEX_TRUSTED_PROXIES to the address of the proxy, which must send X-Forwarded-For.",
        )
    if request.method in _READS or is_own_origin(environ):
        return
    if request.method == "POST" and _is_allowed(request, allowed):
        return
    detail = (
        "Pages of other origins may send only GET and HEAD requests. The setting LUDEX_ALLOWED_ORIGINS names origins "
        "whose pages may send POST to the API."
    )
    raise ProblemError(403, detail, kind="other-origin")


def is_own_origin(environ: Mapping[str, Any]) -> bool:
    """Return whether a request comes from a page of this origin, or from a client that is not a page.

    Browsers send the header `Sec-Fetch-Site`. Older browsers send only the header `Origin` with the origin of the page.

    >>> is_own_origin({"HTTP_HOST": "localhost:8000", "HTTP_ORIGIN": "http://localhost:8000"})
    True
    >>> is_own_origin({"HTTP_HOST": "localhost:8000", "HTTP_ORIGIN": "null"})
    False
    >>> is_own_origin({"HTTP_SEC_FETCH_SITE": "cross-site"}), is_own_origin({})
    (False, True)
    """
    site = environ.get("HTTP_SEC_FETCH_SITE")
    if site is not None:
        return site in ("same-origin", "none")
    return "HTTP_ORIGIN" not in environ or names_own_origin(environ)


def names_own_origin(environ: Mapping[str, Any]) -> bool:
    """Return whether the header `Origin` of a request names the host and the port of this service.

    >>> names_own_origin({"HTTP_HOST": "localhost:8000", "HTTP_ORIGIN": "http://localhost:8000"})
    True
    >>> names_own_origin({"HTTP_HOST": "localhost:8000", "HTTP_ORIGIN": "http://localhost:9000"}), names_own_origin({})
    (False, False)
    """
    host, origin = environ.get("HTTP_HOST", ""), environ.get("HTTP_ORIGIN", "")
    return bool(host) and origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def _is_allowed(request: Request, allowed: Collection[str]) -> bool:
    """Return whether a request to the API comes from a page of one of the allowed origins."""
    return request.path.startswith(PREFIX) and request.environ.get("HTTP_ORIGIN", "").lower() in allowed


def add_headers(request: Request, response: Response, allowed: Collection[str] = ()) -> None:
    """Add the headers that let all origins read from the API, and allowed origins send POST requests to it."""
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
