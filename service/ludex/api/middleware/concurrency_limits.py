"""Concurrency limits: a few searches run, a few more wait, and further ones are refused."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ludex.api.middleware.metrics import SEARCHES, SEARCHES_RUNNING, note_search
from ludex.api.middleware.problems import ProblemError, busy
from ludex.engine.budget import Budget, BudgetExhausted

GONE = "ludex.gone"
"""The key, in the WSGI environ, of a function that tells whether the client has disconnected."""

LONG_BODY = 32 * 1024
"""Size in bytes from which bodies are parsed one at a time."""
READERS_WAITING = 24

_POLL_SECONDS = 0.05
_PAUSE_SECONDS = 0.001


class Slots:
    """The computing slots of one process.

    Up to `running` searches run at the same time, and up to `waiting` more wait for at most `timeout` seconds. Further
    ones are refused with 503 and Retry-After. :meth:`stop` ends all searches when the service stops.
    """

    def __init__(self, running: int, waiting: int, timeout: float = 30.0) -> None:
        self._turns = FifoSemaphore(running)
        self._places = threading.Semaphore(waiting)
        self._timeout = timeout
        self._reads = threading.Lock()
        self._readers = threading.Semaphore(1 + READERS_WAITING)
        self._stopping = threading.Event()

    def stop(self) -> None:
        """End every search that runs or waits, and refuse new ones."""
        self._stopping.set()

    def stopping(self) -> bool:
        """Tell whether :meth:`stop` was called."""
        return self._stopping.is_set()

    @contextmanager
    def reading(self, size: int) -> Iterator[None]:
        """Hold the lock for parsing long bodies, because a parser blocks every other thread of the process.

        Raises ProblemError (503) if the lock is not available in time, or too many requests already wait for it.
        """
        if size < LONG_BODY:
            yield
            return
        if not self._readers.acquire(blocking=False):
            raise busy("Enough long bodies wait to be read already.")
        try:
            if not self._reads.acquire(timeout=self._timeout):
                raise busy("A long body could not be read in time.")
            try:
                yield
            finally:
                self._reads.release()
                # Let threads with shorter work run first.
                time.sleep(_PAUSE_SECONDS)
        finally:
            self._readers.release()

    @contextmanager
    def search(self, kind: str, seconds: float, gone: Callable[[], bool] = lambda: False) -> Iterator[Budget]:
        """Hold a slot for one search and yield the budget of the search, which also ends when `gone` returns True.

        Raises ProblemError (503) if no slot becomes free. `kind` is the name of the search in the metrics.
        """
        self._enter(kind, gone)
        started = time.monotonic()
        end = "failed"
        SEARCHES_RUNNING.inc()
        budget = Budget(seconds=seconds, stop=lambda: self._stopping.is_set() or gone())
        try:
            yield budget
            end = budget.exhausted() or "answered"
        except BudgetExhausted as exhausted:
            end = exhausted.reason
            raise
        except (ProblemError, ValueError):
            end = "refused"
            raise
        finally:
            self._turns.release()
            SEARCHES_RUNNING.dec()
            note_search(kind, end, time.monotonic() - started)

    def _enter(self, kind: str, gone: Callable[[], bool]) -> None:
        if self._stopping.is_set():
            raise busy("The service is stopping.")
        if self._turns.acquire():
            return
        if not self._places.acquire(blocking=False):
            SEARCHES.labels(kind, "busy").inc()
            raise busy("Every computing slot is taken and enough searches wait already.")
        try:
            deadline = time.monotonic() + self._timeout
            turn = self._turns.enqueue()
            while not turn.wait(_POLL_SECONDS):
                if time.monotonic() > deadline or self._stopping.is_set() or gone():
                    self._turns.cancel(turn)
                    SEARCHES.labels(kind, "busy").inc()
                    raise busy("No computing slot came free in time.")
        finally:
            self._places.release()
        if self._stopping.is_set():
            self._turns.release()
            raise busy("The service is stopping.")


class FifoSemaphore:
    """A semaphore that serves waiting threads in the order of their arrival."""

    def __init__(self, value: int) -> None:
        self._lock = threading.Lock()
        self._free = value
        self._queue: deque[threading.Event] = deque()

    def acquire(self) -> bool:
        """Try to acquire the semaphore without waiting, and tell whether this succeeded."""
        with self._lock:
            if self._free == 0:
                return False
            self._free -= 1
            return True

    def enqueue(self) -> threading.Event:
        """Join the queue, and return an event that is set once the caller has acquired the semaphore."""
        turn = threading.Event()
        with self._lock:
            if self._free > 0:
                self._free -= 1
                turn.set()
            else:
                self._queue.append(turn)
        return turn

    def cancel(self, turn: threading.Event) -> None:
        """Leave the queue, or release the semaphore if the caller has acquired it in the meantime."""
        with self._lock:
            if not turn.is_set():
                self._queue.remove(turn)
                return
        self.release()

    def release(self) -> None:
        """Release the semaphore, or pass it to the first caller in the queue."""
        with self._lock:
            if self._queue:
                self._queue.popleft().set()
            else:
                self._free += 1


def client_gone(environ: dict[str, Any]) -> Callable[[], bool]:
    """Return a function that tells whether the client of a request has disconnected.

    If the server is not our ASGI server, the function always returns False.
    """
    found: Callable[[], bool] = environ.get(GONE, lambda: False)
    return found
