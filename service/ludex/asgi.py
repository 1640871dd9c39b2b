"""The ASGI application, which reads each request in the event loop and then calls the WSGI application in a thread.

A request occupies a thread from the moment it has arrived completely until its response is complete. Therefore, clients
that send or read slowly use a bounded amount of memory and no thread. A streamed response is generated in pieces: a
thread generates each piece after the client has received all earlier pieces.

The bodies of requests are read within limits. The thread pool adds threads only while calls take long.
"""

import asyncio
import re
import sys
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

import structlog
from flask import Flask

from ludex.api.middleware.metrics import record_request
from ludex.api.middleware.problems import MEDIA_TYPE, ProblemError, busy, malformed
from ludex.api.resources import health
from ludex.api.routing.routes import paths_of
from ludex.api.service import GONE, service
from ludex.app import create_app
from ludex.requests.bounds import BODY_BYTES, HEADER_BYTES, HEADERS, REQUEST_LINE_BYTES
from ludex.settings import Settings
from ludex.web.computing import computing_endpoints

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


T = TypeVar("T")

PACE_SECONDS = 0.02
"""How long a call runs before another thread may begin the next call, if calls do not wait for other machines."""


class ThreadPool:
    """A pool that runs calls in at most `threads` threads, in the order of their arrival.

    A thread takes a call only if no other thread has begun a call within the last `pace` seconds. Python runs one
    thread at a time: additional threads would not make short calls faster, and switching between threads would slow
    down all calls. A call that is queued behind a long call therefore waits for at most `pace` seconds. All calls must
    come from the same event loop.

    While calls are queued, a thread passes its results to the event loop in batches. Without batches, the event loop
    would wait for the global interpreter lock after every call. It would also wake up in vain whenever the next call
    releases the lock for a moment, for example to run an SQLite statement. A result waits for about `pace` seconds at
    most.
    """

    def __init__(self, name: str, threads: int, pace: float) -> None:
        self._pace = pace
        self._timer: asyncio.TimerHandle | None = None
        self._lock = threading.Lock()  # for the attributes below
        self._calls: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        # The thread that ended last takes the next call, because its data is still in the caches of the processor.
        self._idle = [ThreadPoolExecutor(1, thread_name_prefix=name) for _ in range(threads)]
        self._begins: dict[ThreadPoolExecutor, float] = {}
        """The time at which each running thread began its current call."""
        self._results: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()

    @property
    def waiting(self) -> int:
        """Return the number of calls that no thread has taken yet."""
        return len(self._calls)

    async def run(self, call: Callable[..., T], *arguments: Any) -> T:  # noqa: ANN401 - those of the call
        """Run a call in a thread and return its result, or raise its exception."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._lock:
            self._calls.append((lambda: call(*arguments), future))
        self._add_thread(loop)
        return await future

    def _add_thread(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let another thread take calls if the pace allows this now. Check again later as long as calls are queued."""
        with self._lock:
            may_begin = bool(self._calls) and bool(self._idle) and not self._has_begun()
            if may_begin:
                thread = self._idle.pop()
                self._begins[thread] = time.monotonic()
        if may_begin:
            thread.submit(self._work, loop, thread)
        if self._pace and (self._calls or self._results) and self._timer is None:
            self._timer = loop.call_later(self._pace, self._on_timer, loop)

    def _has_begun(self) -> bool:
        """Return whether some thread has begun a call within the last `pace` seconds."""
        return bool(self._begins) and time.monotonic() - max(self._begins.values()) < self._pace

    def _on_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        self._pass_results()
        self._add_thread(loop)

    def _work(self, loop: asyncio.AbstractEventLoop, thread: ThreadPoolExecutor) -> None:
        passed = time.monotonic()
        while True:
            now = time.monotonic()
            with self._lock:
                del self._begins[thread]
                ends = not self._calls or self._has_begun()
                if not ends:
                    call, future = self._calls.popleft()
                    self._begins[thread] = now
                else:
                    self._idle.append(thread)
            if self._results and (ends or now - passed >= self._pace):
                loop.call_soon_threadsafe(self._pass_results)
                passed = now
            if ends:
                return
            try:
                result, error = call(), None
            except BaseException as raised:
                result, error = None, raised
            self._results.append((future, result, error))
            del call, future, result, error  # an idle thread must not keep a reference to a request

    def _pass_results(self) -> None:
        """Pass the results of all completed calls to their callers. This method runs in the event loop."""
        while self._results:
            _resolve(*self._results.popleft())


def _resolve(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:  # noqa: ANN401
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


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
    """Return the ASGI application of worker processes, which may be created before they are forked.

    The signal `stop_searches` ends the searches of the application.
    """
    app = create_app(settings)

    def on_startup() -> None:
        asyncio.get_running_loop().add_signal_handler(stop_searches, service(app).slots.stop)

    # A thread does not use the processor while it waits for a response of PostgreSQL.
    pace = PACE_SECONDS if service(app).catalogue.database.is_sqlite else 0.0
    return AsgiAdapter(app.wsgi_app, workloads(app), settings.threads, pace, on_startup)


def workloads(app: Flask) -> Callable[[str, str, str], Workload]:
    """Return a function that determines the workload of a request from its method, its path and its query."""
    computes, pages = service(app).computes, computing_endpoints(app)
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
    :class:`~ludex.asgi.ThreadPool`). `on_startup` is called once in the worker process, as soon as the event
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
