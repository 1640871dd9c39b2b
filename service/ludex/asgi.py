"""The ASGI application, which reads each request in the event loop and then calls the WSGI application in a thread.

A request occupies a thread from the moment it has arrived completely until its response is complete. Therefore, clients
that send or read slowly use a bounded amount of memory and no thread. A streamed response is generated in pieces: a
thread generates each piece after the client has received all earlier pieces.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextvars import Context, copy_context
from dataclasses import dataclass
from enum import Enum
from typing import Any

import structlog
from flask import Flask

from ludex.api.middleware.metrics import forget_dead_workers, record_request
from ludex.api.middleware.problems import MEDIA_TYPE, ProblemError, busy
from ludex.api.resources import health
from ludex.api.routing.routes import paths_of
from ludex.api.service import GONE, service_of
from ludex.app import create_app
from ludex.asgi_requests import BodyReader, Receive, Scope, make_environ
from ludex.settings import Settings
from ludex.thread_pool import PACE_SECONDS, ThreadPool
from ludex.web.computing import computing_endpoints

Send = Callable[[dict[str, Any]], Awaitable[None]]
WsgiApplication = Callable[[dict[str, Any], Callable[..., Any]], Any]

READING_THREADS = 4
STREAMING_THREADS = 4
"""The number of threads that generate the pieces of exports and large lists."""

EVENT_THREADS = 16
"""The number of threads for streams of server-sent events. A stream occupies a thread while it waits for events."""

WAITING_REQUESTS = 1024
"""The maximum number of requests that wait for a thread of a pool.

If the limit is reached, new requests are refused with 503.
"""

SEND_SECONDS = 30.0
"""The time within which a client must receive a piece of the response."""

PIECE_BYTES = 64 * 1024
LONG_BYTES = 256 * 1024
"""Responses larger than this are sent in pieces, so that memory is freed as the client receives them."""

RESPONSES_BYTES = 128 * 1024 * 1024
"""The total memory limit for long responses that clients have not received yet."""

_WATCH_DELAY_SECONDS = 0.1
_NO_BODY = frozenset({204, 304})
_END = object()
_log = structlog.get_logger("ludex.asgi")


class Workload(Enum):
    """The class of work of a request, which determines its thread pool."""

    STATUS = "status"
    READ = "read"
    COMPUTE = "compute"


@dataclass(frozen=True, slots=True)
class Response:
    """A response of the WSGI application.

    `body` is either the complete body or, for a streamed response, an iterator over the pieces of the body.
    """

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    pieces: Iterator[bytes] | None
    close: Callable[[], None]

    @property
    def start(self) -> dict[str, Any]:
        """Return the ASGI message that begins the response."""
        return {"type": "http.response.start", "status": self.status, "headers": self.headers}

    @property
    def has_events(self) -> bool:
        """Return whether the response is a stream of server-sent events."""
        return any(name == b"content-type" and value == b"text/event-stream" for name, value in self.headers)


def create_asgi_app(settings: Settings, stop_searches: int) -> "AsgiAdapter":
    """Return the ASGI application of a worker process.

    The signal `stop_searches` ends the searches of the application.
    """
    forget_dead_workers()
    app = create_app(settings)

    def on_startup() -> None:
        asyncio.get_running_loop().add_signal_handler(stop_searches, service_of(app).slots.stop)

    # A thread does not use the processor while it waits for a response of PostgreSQL.
    pace = PACE_SECONDS if service_of(app).catalogue.database.is_sqlite else 0.0
    return AsgiAdapter(app.wsgi_app, workloads(app), settings.threads, pace, on_startup)


def workloads(app: Flask) -> Callable[[str, str, str], Workload]:
    """Return a function that determines the workload of a request from its method, its path and its query."""
    computes, pages = service_of(app).computes, computing_endpoints(app)
    # Matching these patterns takes a tenth of the time that Werkzeug's router would take, and Flask calls that router
    # later anyway.
    is_status = _pattern(operation.rule for operation in health.routes.operations).fullmatch
    is_computing = _pattern(rule.rule for rule in app.url_map.iter_rules() if rule.endpoint in pages).fullmatch

    def workload_of(method: str, path: str, query: str = "") -> Workload:
        if method not in ("GET", "HEAD") or is_computing(path) or computes(f"{path}?{query}"):
            return Workload.COMPUTE
        return Workload.STATUS if is_status(path) else Workload.READ

    return workload_of


def _pattern(rules: Iterable[str]) -> re.Pattern[str]:
    """Return a regular expression that matches all paths of the given rules, such as `/decks/<label:deck>/deals`."""
    return re.compile("|".join(map(paths_of, rules)))


class AsgiAdapter:
    """An ASGI application that calls a WSGI application in thread pools.

    `workload_of` returns the workload of a request, given its method, path and query. `threads` is the size of
    the thread pool for requests that compute or write. `pace` is a parameter of all thread pools (see
    :class:`~ludex.thread_pool.ThreadPool`). `on_startup` is called once in the worker process, as soon as the event
    loop runs.
    """

    def __init__(
        self,
        application: WsgiApplication,
        workload_of: Callable[[str, str, str], Workload],
        threads: int,
        pace: float = 0.0,
        on_startup: Callable[[], None] = lambda: None,
    ) -> None:
        self._application = application
        self._workload_of = workload_of
        self._on_startup = on_startup
        self._pools: Mapping[Workload, ThreadPool] = {
            Workload.STATUS: ThreadPool("status", 2, pace),
            Workload.READ: ThreadPool("read", READING_THREADS, pace),
            Workload.COMPUTE: ThreadPool("compute", threads, pace),
        }
        self._streaming = ThreadPool("stream", STREAMING_THREADS, pace)
        self._events = ThreadPool("events", EVENT_THREADS, 0.0)
        self._bodies = BodyReader()
        self._free_response_bytes = RESPONSES_BYTES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to a request, or handle the lifespan events of the process."""
        if scope["type"] == "lifespan":
            await self._follow_lifespan(receive, send)
            return
        started = time.perf_counter()
        # All code that handles a request runs in one context, including the code that generates the pieces of a stream.
        context = copy_context()
        try:
            environ = make_environ(scope)
            workload = self._workload_of(environ["REQUEST_METHOD"], environ["PATH_INFO"], environ["QUERY_STRING"])
            size = await self._bodies.read(environ, receive)
            try:
                response = await self._respond(context, environ, workload, receive)
            finally:
                self._bodies.release(size)
            if response.pieces is not None:
                await self._stream(context, response, workload, scope["path"], receive, send)
            elif len(response.body) > LONG_BYTES:
                await self._send_long(response, send)
            else:
                await send(response.start)
                await send({"type": "http.response.body", "body": response.body})
        except ProblemError as problem:
            await _send_problem(problem, scope, send, started)

    async def _follow_lifespan(self, receive: Receive, send: Send) -> None:
        while (await receive())["type"] == "lifespan.startup":
            self._on_startup()
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})

    async def _respond(
        self, context: Context, environ: dict[str, Any], workload: Workload, receive: Receive
    ) -> Response:
        pool = self._pools[workload]
        if pool.waiting >= WAITING_REQUESTS:
            raise busy("Too many requests are waiting for a thread.")
        if workload is not Workload.COMPUTE:
            return await pool.run(context.run, self._call, environ)
        client = _Client(receive, _WATCH_DELAY_SECONDS)
        environ[GONE] = client.is_gone
        try:
            return await pool.run(context.run, self._call, environ)
        finally:
            client.stop_watching()

    def _call(self, environ: dict[str, Any]) -> Response:
        """Call the application in a thread."""
        started: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], _error: object = None) -> None:
            started[:] = status, headers

        pieces = self._application(environ, start_response)
        status = int(started[0][:3])
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in started[1]]
        close = getattr(pieces, "close", _do_nothing)
        empty = environ["REQUEST_METHOD"] == "HEAD" or status in _NO_BODY
        if not empty and not any(name == b"content-length" for name, _ in headers):
            return Response(status, headers, b"", iter(pieces), close)
        try:
            return Response(status, headers, b"" if empty else b"".join(pieces), None, _do_nothing)
        finally:
            close()

    async def _stream(
        self, context: Context, response: Response, workload: Workload, path: str, receive: Receive, send: Send
    ) -> None:
        """Send a response while it is generated.

        If the response ends early, the final message is not sent. The server then closes the connection without ending
        the body, so the client cannot mistake a partial response for a complete one.
        """
        assert response.pieces is not None
        streaming = self._pools[workload] if workload is Workload.COMPUTE else self._streaming
        pool = self._events if response.has_events else streaming
        client = _Client(receive)
        try:
            await send(response.start)
            while (piece := await pool.run(context.run, next, response.pieces, _END)) is not _END:
                if client.is_gone() or (piece and not await _send_piece(send, piece)):
                    return
            await send({"type": "http.response.body", "body": b""})
        except Exception as error:
            _log.error("a streamed response ended early", path=path, exc_info=error)
        finally:
            client.stop_watching()
            await pool.run(context.run, response.close)

    async def _send_long(self, response: Response, send: Send) -> None:
        """Send a long response in pieces.

        Raises ProblemError (503) if the service already holds too much memory for long responses that other clients
        have not received yet.
        """
        size = len(response.body)
        if size > self._free_response_bytes:
            raise busy("Too many long responses are waiting for their clients to read them.")
        self._free_response_bytes -= size
        try:
            await send(response.start)
            for start in range(0, size, PIECE_BYTES):
                if not await _send_piece(send, response.body[start : start + PIECE_BYTES]):
                    return
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._free_response_bytes += size


class _Client:
    """The client of a request.

    Most requests end quickly, so the adapter begins to watch for a disconnect only after a delay.
    """

    def __init__(self, receive: Receive, delay_seconds: float = 0.0) -> None:
        self._receive = receive
        self._is_gone = False
        self._task: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(delay_seconds, self._start_watching)

    def is_gone(self) -> bool:
        """Return whether the client has disconnected. This method may be called in any thread."""
        return self._is_gone

    def stop_watching(self) -> None:
        self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _start_watching(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self._is_gone = True


async def _send_piece(send: Send, piece: bytes) -> bool:
    """Send a piece of a body, and return whether the client received enough of the earlier pieces in time."""
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    except TimeoutError:
        _log.info("a client does not read its response")
        return False
    return True


async def _send_problem(error: ProblemError, scope: Scope, send: Send, started: float) -> None:
    """Send a problem document for a request that is not passed to the application, and log the request."""
    body, status = error.problem.text().encode(), error.problem.status
    headers = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), **error.headers}
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
    record_request(scope["method"], None, scope["path"], status, time.perf_counter() - started, len(body))


def _do_nothing() -> None:
    pass
