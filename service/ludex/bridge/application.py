"""The bridge: an ASGI application that lets a WSGI application answer, in lanes of threads.

A thread is taken once the whole request has arrived, and is free again once the answer is made: clients that are slow
to send or to read hold memory within bounds (see :mod:`ludex.bridge.limits`), and no thread.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextvars import Context, copy_context
from functools import cache, partial
from io import BytesIO
from math import inf
from typing import Any, NamedTuple

import structlog

from ludex.api.measures import note_request
from ludex.api.problems import MEDIA_TYPE, ProblemError, busy
from ludex.api.slots import AT_ONCE, GONE
from ludex.bridge.bodies import Bodies, Receive
from ludex.bridge.environ import Scope, environ_of
from ludex.bridge.lanes import Lane, LaneFull
from ludex.bridge.limits import (
    ANSWERS_BYTES,
    EVENTS_SECONDS,
    LONG_BYTES,
    PACE_SECONDS,
    PIECE_BYTES,
    READER_SECONDS,
    READING_THREADS,
    SLOW_SECONDS,
    STILL_SECONDS,
    STREAMS,
    WAITING_REQUESTS,
)

Send = Callable[[Any], Awaitable[None]]
WsgiApplication = Callable[[dict[str, Any], Callable[..., Any]], Any]
Headers = list[tuple[bytes, bytes]]
Quick = Callable[[str, str, str, bytes], str | None]
"""Names the sort of a request that is done sooner than a thread is changed, by its method, path, query and body."""

_OPERATIONS = frozenset({"/health", "/metrics"})
_READS = frozenset({"GET", "HEAD"})
_NO_BODY = frozenset({204, 304})
_CLOSING = frozenset({400, 408, 413, 414, 431})
"""Refusals after which the server does not look for a further request on the connection."""
EVENT_STREAM = b"text/event-stream"
_END = object()
_UNWATCHED_SECONDS = 0.02
_LAST = {"type": "http.response.body", "body": b""}

_log = structlog.get_logger("ludex.bridge")


class Answered(NamedTuple):
    """What the application answers: its body as a whole, or as it is made."""

    status: int
    headers: Headers
    body: bytes
    pieces: Iterator[bytes] | None
    close: Callable[[], None]


class Bridge:
    """A WSGI application as an ASGI one.

    `threads` answer what computes or stores. `computes` tells of a path whether reading it computes too. `began` is
    called once, in the process that serves, with the event loop. What is `quick` is answered at once, by the thread of
    the event loop, when one of its sort was quick in a thread of its own, and none has been slow lately.
    """

    def __init__(
        self,
        application: WsgiApplication,
        threads: int,
        computes: Callable[[str], bool] = lambda _path: False,
        began: Callable[[asyncio.AbstractEventLoop], None] = lambda _loop: None,
        pace: float = PACE_SECONDS,
        quick: Quick = lambda _method, _path, _query, _body: None,
    ) -> None:
        self._application = application
        self._computes = computes
        self._quick = quick
        self._quick_from: dict[str, float] = {}
        self._began = began
        self._bodies = Bodies()
        self._operations = Lane("operations", 2, WAITING_REQUESTS)
        self._reads = Lane("reads", READING_THREADS, WAITING_REQUESTS, pace)
        self._work = Lane("work", threads, WAITING_REQUESTS, pace)
        self._pieces = Lane("pieces", 4, STREAMS)
        self._streams = STREAMS
        self._unread = ANSWERS_BYTES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or live through the life of the process."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._began(asyncio.get_running_loop())
                await send({"type": "lifespan.startup.complete"})
            else:
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        body = b""
        try:
            environ = environ_of(scope)
            length, chunked = environ.get("CONTENT_LENGTH"), "HTTP_TRANSFER_ENCODING" in environ
            if chunked or length not in (None, "0"):
                announced = int(length) if length is not None and length.isdecimal() else None
                body = await self._bodies.read(receive, announced, "HTTP_EXPECT" in environ)
                environ["wsgi.input"] = BytesIO(body)
                # As a whole it has a length, however it came.
                environ["CONTENT_LENGTH"] = str(len(body))
            try:
                answered = await self._made(environ, receive, body)
            finally:
                self._bodies.release(body)
        except ProblemError as problem:
            await _refuse(problem, scope, send, started)
            return
        except LaneFull:
            await _refuse(busy("Enough requests wait for a thread already."), scope, send, started)
            return
        if answered.pieces is not None:
            await self._stream(answered, scope, receive, send, started)
        elif len(answered.body) > LONG_BYTES:
            await self._send_long(answered, scope, send, started)
        else:
            await _begin(answered, send)
            await send({"type": "http.response.body", "body": answered.body})

    async def _made(self, environ: dict[str, Any], receive: Receive, body: bytes) -> Answered:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        sort = self._quick(method, path, environ["QUERY_STRING"], body)
        if sort is not None and self._quick_from.get(sort, inf) < time.monotonic():
            return self._at_once(sort, environ)
        call = partial(self._call, environ) if sort is None else partial(self._tried, sort, environ)
        if path in _OPERATIONS:
            answered = await self._operations.run(call)
        elif method in _READS and not self._computes(path):
            answered = await self._reads.run(call)
        else:
            watch = _Watch(receive)
            environ[GONE] = watch.gone
            try:
                answered = await self._work.run(call)
            finally:
                watch.end()
        assert isinstance(answered, Answered)
        return answered

    def _tried(self, sort: str, environ: dict[str, Any]) -> Answered:
        """Let the application answer in a thread of a lane, and see whether what is said to be quick is.

        The first answers are not: what they need is loaded, or compiled.
        """
        worked = time.thread_time()
        answered = self._call(environ)
        if time.thread_time() - worked < PACE_SECONDS:
            self._quick_from.setdefault(sort, 0.0)
        return answered

    def _at_once(self, sort: str, environ: dict[str, Any]) -> Answered:
        """Let the application answer in the thread of the event loop, which does nothing else meanwhile."""
        began, worked = time.monotonic(), time.thread_time()
        environ[AT_ONCE] = True
        try:
            return self._call(environ)
        finally:
            # Where others have the processor, what is quick takes a while.
            if time.thread_time() - worked > PACE_SECONDS or time.monotonic() - began > STILL_SECONDS:
                self._quick_from[sort] = time.monotonic() + SLOW_SECONDS

    def _call(self, environ: dict[str, Any]) -> Answered:
        """Let the application answer; in a thread of a lane."""
        said: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], _error: object = None) -> None:
            said[:] = status, headers

        made = self._application(environ, start_response)
        status = int(said[0][:3])
        headers = [(_in_bytes(name), value.encode("latin-1")) for name, value in said[1]]
        close = getattr(made, "close", _nothing)
        whole = environ["REQUEST_METHOD"] == "HEAD" or status in _NO_BODY
        if whole or any(name == b"content-length" for name, _ in headers):
            try:
                body = b"" if whole else b"".join(made)
            finally:
                close()
            return Answered(status, headers, body, None, _nothing)
        return Answered(status, headers, b"", iter(made), close)

    async def _stream(self, answered: Answered, scope: Scope, receive: Receive, send: Send, started: float) -> None:
        """Send an answer while it is made. Its pieces are made in threads, one at a time, once the last was taken.

        If it ends early, the connection ends without the mark of the end: a part never passes for the whole.
        """
        assert answered.pieces is not None
        # What the application set for the request goes from thread to thread with the pieces.
        context = copy_context()
        if self._streams <= 0:
            await self._pieces.run(partial(context.run, answered.close))
            refusal = busy(f"{STREAMS} answers that are made while they are sent are being sent already.")
            await _refuse(refusal, scope, send, started)
            return
        self._streams -= 1
        watch = _Watch(receive)
        events = any(name == b"content-type" and value == EVENT_STREAM for name, value in answered.headers)
        try:
            await _begin(answered, send)
            while (piece := await self._pieces.run(partial(_next_piece, context, answered.pieces))) is not _END:
                if watch.gone() or (piece and not await _is_taken(send, piece)):
                    return
                if events:
                    # Nothing happens most of the time: no thread waits for it.
                    await asyncio.sleep(EVENTS_SECONDS)
            await send(_LAST)
        except Exception as error:
            _log.error("an answer ends early", path=scope["path"], exc_info=error)
        finally:
            watch.end()
            self._streams += 1
            await self._pieces.run(partial(context.run, answered.close))

    async def _send_long(self, answered: Answered, scope: Scope, send: Send, started: float) -> None:
        """Send a long answer in pieces: it leaves the memory of the process as the client takes it."""
        size = len(answered.body)
        if size > self._unread:
            refusal = busy("Clients have not taken the long answers yet that they asked for.")
            await _refuse(refusal, scope, send, started)
            return
        self._unread -= size
        try:
            await _begin(answered, send)
            for start in range(0, size, PIECE_BYTES):
                if not await _is_taken(send, answered.body[start : start + PIECE_BYTES]):
                    return
            await send(_LAST)
        finally:
            self._unread += size


class _Watch:
    """Whether a client has gone: it looks while the application works, if that takes longer than most requests do."""

    def __init__(self, receive: Receive) -> None:
        self._gone = False
        self._task: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(_UNWATCHED_SECONDS, self._begin, receive)

    def _begin(self, receive: Receive) -> None:
        self._task = asyncio.get_running_loop().create_task(self._look(receive))

    async def _look(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._gone = True

    def gone(self) -> bool:
        return self._gone

    def end(self) -> None:
        self._timer.cancel()
        if self._task is not None:
            self._task.cancel()


def _nothing() -> None:
    pass


@cache
def _in_bytes(name: str) -> bytes:
    """Return the name of a header, which is one of ours, as the server has it."""
    return name.lower().encode("latin-1")


def _next_piece(context: Context, pieces: Iterator[bytes]) -> Any:  # noqa: ANN401 - bytes, or the end
    return context.run(next, pieces, _END)


async def _begin(answered: Answered, send: Send) -> None:
    await send({"type": "http.response.start", "status": answered.status, "headers": answered.headers})


async def _is_taken(send: Send, piece: bytes) -> bool:
    """Send a piece, and tell whether the client has made room for it in time."""
    try:
        async with asyncio.timeout(READER_SECONDS):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    except TimeoutError:
        _log.info("a client does not take its answer")
        return False
    return True


async def _refuse(problem: ProblemError, scope: Scope, send: Send, started: float) -> None:
    """Answer what the application never hears of, and note it as the application would."""
    body = problem.problem.text().encode()
    status = problem.problem.status
    headers = {"Content-Type": MEDIA_TYPE, "Content-Length": str(len(body)), **problem.headers}
    if status in _CLOSING:
        headers["Connection"] = "close"
    coded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": coded})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
    note_request(scope["method"], None, scope["path"], status, time.perf_counter() - started, len(body))
