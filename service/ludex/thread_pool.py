"""A thread pool for an event loop. The pool adds threads only while calls take long."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

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
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._threads = threads
        self._pace = pace
        self._timer: asyncio.TimerHandle | None = None
        self._lock = threading.Lock()  # for the attributes below
        self._calls: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._begins: dict[object, float] = {}
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
            may_begin = bool(self._calls) and len(self._begins) < self._threads and not self._has_begun()
            if may_begin:
                thread = object()
                self._begins[thread] = time.monotonic()
        if may_begin:
            self._executor.submit(self._work, loop, thread)
        if self._pace and (self._calls or self._results) and self._timer is None:
            self._timer = loop.call_later(self._pace, self._on_timer, loop)

    def _has_begun(self) -> bool:
        """Return whether some thread has begun a call within the last `pace` seconds."""
        return bool(self._begins) and time.monotonic() - max(self._begins.values()) < self._pace

    def _on_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        self._pass_results()
        self._add_thread(loop)

    def _work(self, loop: asyncio.AbstractEventLoop, thread: object) -> None:
        passed = time.monotonic()
        while True:
            now = time.monotonic()
            with self._lock:
                del self._begins[thread]
                ends = not self._calls or self._has_begun()
                if not ends:
                    call, future = self._calls.popleft()
                    self._begins[thread] = now
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
