"""Conversion of ASGI requests to a WSGI environ, and reading of request bodies within limits."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from ludex.api.middleware.problems import ProblemError, busy, malformed
from ludex.requests.bounds import BODY_BYTES, HEADER_BYTES, HEADERS, REQUEST_LINE_BYTES

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]

BODY_SECONDS = 30.0
"""The time limit for the arrival of a body."""

BODIES_BYTES = 128 * 1024 * 1024
"""The total memory limit for the bodies that a process holds."""

_DRAIN_BYTES = 64 * 1024 * 1024
_DRAIN_SECONDS = 1.0
_NAMES = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
_SINGLE = frozenset({"HTTP_HOST", "CONTENT_TYPE", "CONTENT_LENGTH"})


def make_environ(scope: Scope) -> dict[str, Any]:
    """Return the WSGI environ of an ASGI request, with an empty body. Raises ProblemError: 400, 414 or 431."""
    path, query, headers = scope["raw_path"], scope["query_string"], scope["headers"]
    if len(path) + len(query) > REQUEST_LINE_BYTES:
        raise ProblemError(414, f"The address is too long; it has at most {REQUEST_LINE_BYTES:,} bytes.")
    if len(headers) > HEADERS:
        raise ProblemError(431, f"The request has {len(headers)} headers; at most {HEADERS} are accepted.")
    # Granian reports HTTP/1.0 as "1".
    version = "1.0" if scope["http_version"] == "1" else scope["http_version"]
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query.decode("latin-1"),
        "SERVER_NAME": scope["server"][0],
        "SERVER_PORT": str(scope["server"][1]),
        "SERVER_PROTOCOL": f"HTTP/{version}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in headers:
        _add_header(environ, name, value)
    # Granian adds an empty Host header if the client sends none.
    if not environ.get("HTTP_HOST"):
        environ.pop("HTTP_HOST", None)
        if version != "1.0":
            raise malformed("The header Host is missing.", kind="malformed-http")
    return environ


def _add_header(environ: dict[str, Any], name: bytes, value: bytes) -> None:
    if len(name) + len(value) > HEADER_BYTES:
        raise ProblemError(431, f"A header is too long; it has at most {HEADER_BYTES:,} bytes.")
    if b"_" in name:
        return  # X_Y and X-Y would have the same environ key
    key = _NAMES.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
    text = value.decode("latin-1")
    if key in environ:
        if key in _SINGLE:
            raise malformed(f"The header {name.decode('latin-1')} is given twice.", kind="malformed-http")
        text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
    environ[key] = text


class BodyReader:
    """A reader of request bodies.

    All bodies together occupy at most `limit` bytes of memory. Each body must arrive within a time limit.
    """

    def __init__(self, limit: int = BODIES_BYTES, seconds: float = BODY_SECONDS) -> None:
        self._limit = limit
        self._seconds = seconds
        self.held = 0
        """The number of bytes in bodies that have been read and not released."""

    async def read(self, environ: dict[str, Any], receive: Receive) -> int:
        """Read the body of a request into its environ, and return the size of the body, which :meth:`release` needs.

        Raises ProblemError: 400, 408, 413 or 503.
        """
        announced: int | None = None
        if "HTTP_TRANSFER_ENCODING" not in environ:
            if not environ.get("CONTENT_LENGTH", "0").isdecimal():
                raise malformed("The header Content-Length is not a number.", kind="malformed-http")
            announced = int(environ.get("CONTENT_LENGTH", "0"))
            if announced == 0:
                return 0
            if announced > BODY_BYTES:
                # A client that expects 100 Continue has sent nothing yet.
                if "HTTP_EXPECT" not in environ:
                    await _drain(receive)
                raise _too_large()
        body = await self._receive_body(receive, announced)
        environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(body), str(len(body))
        return len(body)

    def release(self, size: int) -> None:
        """Release the memory of a body that is no longer needed, so that other bodies can use it."""
        self.held -= size

    async def _receive_body(self, receive: Receive, announced: int | None) -> bytes:
        pieces: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self._seconds):
                more = True
                while more and size != announced:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise malformed(
                            "The body could not be read: it ends too early, or its chunks are malformed.",
                            kind="malformed-http",
                        )
                    piece, more = message["body"], message["more_body"]
                    if self.held + len(piece) > self._limit:
                        raise busy("The service has reached its limit for request bodies in memory.")
                    pieces.append(piece)
                    size += len(piece)
                    self.held += len(piece)
                    if size > BODY_BYTES:
                        await _drain(receive)
                        raise _too_large()
        except BaseException as error:
            self.held -= size
            if isinstance(error, TimeoutError):
                raise ProblemError(408, f"The body did not arrive within {self._seconds:g} seconds.") from None
            raise
        return b"".join(pieces)


async def _drain(receive: Receive) -> None:
    """Discard the rest of a body for a limited time, because many clients send the whole body before they read."""
    size = 0
    try:
        while size < _DRAIN_BYTES:
            async with asyncio.timeout(_DRAIN_SECONDS):
                message = await receive()
            if message["type"] == "http.disconnect" or not message["more_body"]:
                return
            size += len(message["body"])
    except TimeoutError:
        return


def _too_large() -> ProblemError:
    return ProblemError(413, f"The request is too large; a body has at most {BODY_BYTES:,} bytes.")
