"""A thread pool for an event loop that adds threads only while calls take long."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

PACE_SECONDS = 0.005
"""Time that a call must have run before another thread takes the next one, if calls wait for no other machine."""


class ThreadPool:
    """Runs calls in at most `threads` threads, in the order in which they came.

    While a thread runs calls, another one joins it only if no call has begun for `pace` seconds: Python runs one thread
    at a time, so that short calls gain nothing from further threads, and switching between them is slow. The event loop
    must be the same for all calls.
    """

    def __init__(self, name: str, threads: int, pace: float) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._threads = threads
        self._pace = pace
        self._timer: asyncio.TimerHandle | None = None
        self._lock = threading.Lock()  # for the attributes below
        self._calls: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._running = 0
        self._last_begin = 0.0

    @property
    def waiting(self) -> int:
        """Return the number of calls that no thread has taken yet."""
        return len(self._calls)

    async def run(self, call: Callable[..., T], *arguments: Any) -> T:  # noqa: ANN401 - those of the call
        """Return the result of a call in a thread, or raise what it raises."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._lock:
            self._calls.append((lambda: call(*arguments), future))
        self._add_thread(loop)
        return await future

    def _add_thread(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let another thread take calls now or, if that is too early, later."""
        with self._lock:
            if not self._calls or self._running == self._threads:
                return
            early = self._last_begin + self._pace - time.monotonic() if self._running else 0.0
            if early <= 0:
                self._running += 1
                self._last_begin = time.monotonic()
        if early <= 0:
            self._executor.submit(self._work, loop)
        if self._timer is None:
            self._timer = loop.call_later(max(early, self._pace), self._on_timer, loop)

    def _on_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        self._add_thread(loop)

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            with self._lock:
                if not self._calls:
                    self._running -= 1
                    return
                call, future = self._calls.popleft()
                self._last_begin = time.monotonic()
            try:
                result, error = call(), None
            except BaseException as raised:
                result, error = None, raised
            loop.call_soon_threadsafe(_resolve, future, result, error)
            del call, future, result, error  # an idle thread must not keep a request


def _resolve(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:  # noqa: ANN401
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
