"""Lanes: threads for one sort of request each, so that no sort keeps another waiting."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple


class LaneFull(Exception):
    """Enough calls wait for a thread already."""


class _Call(NamedTuple):
    made: Callable[[], Any]
    answer: asyncio.Future[Any]


class Lane:
    """Some threads that make calls, in the order in which they came; a thread begins when it is first needed.

    A further thread takes calls only once the last call to begin has run for `pace` seconds: calls that are done sooner
    gain nothing from one another's company, for Python runs one thread at a time, and changing it takes long. All
    methods belong to the thread of the event loop; the calls run in the threads of the lane.
    """

    def __init__(self, name: str, threads: int, waiting: int, pace: float = 0.0) -> None:
        self._name = name
        self._threads = threads
        self._most = threads + waiting
        self._pace = pace
        self._begun = 0
        self._open = 0
        self._awake: SimpleQueue[None] = SimpleQueue()
        # These the threads share with the loop, under the lock.
        self._lock = threading.Lock()
        self._calls: deque[_Call] = deque()
        self._working = 0
        self._last = 0.0
        self._ended: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self._waking = False
        self._timed = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, call: Callable[[], Any]) -> asyncio.Future[Any]:
        """Return what a call will return or raise. Raises LaneFull."""
        if self._open >= self._most:
            raise LaneFull(self._name)
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        answer = self._loop.create_future()
        self._open += 1
        self._calls.append(_Call(call, answer))
        self._set_to_work()
        return answer

    def _set_to_work(self) -> None:
        """Let a further thread work, now or when it is due, if calls wait."""
        assert self._loop is not None
        with self._lock:
            if not self._calls or self._working == self._threads:
                return
            wait = self._last + self._pace - time.monotonic() if self._working else 0.0
            if wait <= 0:
                self._working += 1
                self._last = time.monotonic()  # so that the next is not due before this one has begun
        if wait <= 0:
            self._awake.put(None)
            if self._working > self._begun:
                self._begun += 1
                threading.Thread(target=self._work, name=f"{self._name}-{self._begun}", daemon=True).start()
            wait = self._pace
        if wait and not self._timed:
            self._timed = True
            self._loop.call_later(wait, self._due)

    def _due(self) -> None:
        self._timed = False
        self._set_to_work()

    def _next(self) -> _Call | None:
        """Return the next call; None if there is none, and the thread works no longer."""
        with self._lock:
            if self._calls:
                self._last = time.monotonic()
                return self._calls.popleft()
            self._working -= 1
            return None

    def _work(self) -> None:
        assert self._loop is not None
        while True:
            self._awake.get()
            while (taken := self._next()) is not None:
                call, answer = taken
                value, error = None, None
                try:
                    value = call()
                except BaseException as raised:
                    error = raised
                self._ended.append((answer, value, error))
                # A thread that waits keeps nothing of the request before.
                del taken, call, answer, value, error
                # One waking of the loop may serve several threads.
                if not self._waking:
                    self._waking = True
                    try:
                        self._loop.call_soon_threadsafe(self._hand_over)
                    except RuntimeError:
                        return  # the loop is closed: the process ends

    def _hand_over(self) -> None:
        # Before it looks: a thread that found the loop woken has added its answer by now.
        self._waking = False
        while self._ended:
            answer, value, error = self._ended.popleft()
            self._open -= 1
            if not answer.done():
                if error is None:
                    answer.set_result(value)
                else:
                    answer.set_exception(error)
