"""Lanes: threads for one sort of request each, so that no sort keeps another waiting."""

import asyncio
import threading
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

    All methods belong to the thread of the event loop; the calls run in the threads of the lane.
    """

    def __init__(self, name: str, threads: int, waiting: int) -> None:
        self._name = name
        self._threads = threads
        self._most = threads + waiting
        self._begun = 0
        self._open = 0
        self._calls: SimpleQueue[_Call] = SimpleQueue()
        self._ended: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self._waking = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, call: Callable[[], Any]) -> asyncio.Future[Any]:
        """Return what a call will return or raise. Raises LaneFull."""
        if self._open >= self._most:
            raise LaneFull(self._name)
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        answer = self._loop.create_future()
        self._open += 1
        self._calls.put(_Call(call, answer))
        if self._open > self._begun < self._threads:
            self._begun += 1
            threading.Thread(target=self._work, name=f"{self._name}-{self._begun}", daemon=True).start()
        return answer

    def _work(self) -> None:
        assert self._loop is not None
        while True:
            call, answer = self._calls.get()
            value, error = None, None
            try:
                value = call()
            except BaseException as raised:
                error = raised
            self._ended.append((answer, value, error))
            del call, answer, value, error  # a thread that waits keeps nothing of the request before
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
