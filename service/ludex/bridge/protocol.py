"""Connections of clients: how long the head of a request may take and be, and how answers spell their headers."""

import asyncio
import re
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ludex.api.problems import MEDIA_TYPE, ProblemError
from ludex.bridge.limits import CONNECTIONS, HEAD_BYTES, HEADER_SECONDS, LEFT_SECONDS

_NAME = re.compile(rb"(?<=\r\n)[a-z-]+(?=:)")
_SPELLED = {b"etag": b"ETag", b"www-authenticate": b"WWW-Authenticate"}


class Spelling:
    """The transport of a connection. It writes the names of headers as most clients look for them: `Content-Type`."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def write(self, data: bytes) -> None:
        """Write some bytes; the head of an answer comes as a piece of its own."""
        self._transport.write(_NAME.sub(_spelled, data) if data.startswith(b"HTTP/1.1 ") else data)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the transport has
        return getattr(self._transport, name)


def _spelled(name: re.Match[bytes]) -> bytes:
    return _SPELLED.get(name[0]) or name[0].title()


class Protocol(HttpToolsProtocol):
    """A connection: the head of each request is there within its time and size, or the connection ends."""

    _head: int | None = None
    _deadline: asyncio.TimerHandle | None = None
    _looking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(Spelling(transport))  # type: ignore[arg-type]
        if len(self.connections) > CONNECTIONS:
            transport.close()
        else:
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._end_waiting()
        if self._looking is not None:
            self._looking.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come, as far as a head may be so long."""
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > HEAD_BYTES:
            self._refuse(ProblemError(431, "The request line and the headers are too long."))

    def eof_received(self) -> bool:  # type: ignore[override]
        """Refuse a body that ends too early; whoever has sent all gets the answer, and then the end."""
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            return False
        if cycle.more_body:
            if not cycle.response_started:
                self._refuse(ProblemError(400, "The body could not be read: it ends too early."))
            return False
        cycle.keep_alive = False
        if self._looking is None:
            self._looking = self.loop.call_later(LEFT_SECONDS, self._look)
        return True

    def on_message_begin(self) -> None:
        """Wait for the rest of a head that has begun."""
        super().on_message_begin()
        if self._head is None:
            self._expect_head()

    def on_headers_complete(self) -> None:
        """Go on to the body."""
        self._end_waiting()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request."""
        self._refuse(ProblemError(400, msg))

    def _expect_head(self) -> None:
        self._head = 0
        self._deadline = self.loop.call_later(HEADER_SECONDS, self._too_late)

    def _end_waiting(self) -> None:
        self._head = None
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()

    def _look(self) -> None:
        """Find out whether a client that sends no more has left: then what it is sent comes back as an error.

        Until the answer is there it is sent what a client passes over.
        """
        if self.cycle.response_started or self.transport.is_closing():
            return
        if self.transport.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            self.transport.abort()
            return
        if not self.pipeline and self.cycle.scope["http_version"] == "1.1":
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._looking = self.loop.call_later(LEFT_SECONDS, self._look)

    def _refuse(self, problem: ProblemError) -> None:
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.close()  # an answer is on its way already
            return
        body, status = problem.problem.model_dump_json().encode(), problem.problem.status
        head = f"HTTP/1.1 {status} {problem.problem.title}\r\ncontent-type: {MEDIA_TYPE}\r\nconnection: close\r\n"
        self.transport.write(f"{head}content-length: {len(body)}\r\n\r\n".encode())
        self.transport.write(body)
        self.transport.close()
