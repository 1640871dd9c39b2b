"""Computing slots: few searches run, few wait, further ones are refused, so that reads always find a thread."""

import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ludex.api.measures import SEARCH_SECONDS, SEARCHES, SEARCHES_RUNNING
from ludex.api.problems import ProblemError
from ludex.engine.budget import Budget, BudgetExhausted

_GLANCE = 0.05
_RETRY_SECONDS = 5


class Slots:
    """A bounded number of searches of one process.

    `running` searches run at once, `waiting` more wait for at most `patience` seconds; beyond that a search ends in a
    503 problem with Retry-After. :meth:`stop` ends all of them, when the service ends.
    """

    def __init__(self, running: int, waiting: int, patience: float = 30.0) -> None:
        self._free = threading.Semaphore(running)
        self._places = threading.Semaphore(waiting)
        self._patience = patience
        self._stopping = threading.Event()

    def stop(self) -> None:
        """End every search that runs or waits, and refuse new ones."""
        self._stopping.set()

    @contextmanager
    def search(self, kind: str, seconds: float, gone: Callable[[], bool] = lambda: False) -> Iterator[Budget]:
        """Hold a slot for one search and yield its budget, which also ends once `gone` says that nobody waits for it.

        Raises ProblemError (503) where no slot comes free. `kind` names the search in the metrics.
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
            self._free.release()
            SEARCHES_RUNNING.dec()
            SEARCHES.labels(kind, end).inc()
            SEARCH_SECONDS.labels(kind).observe(time.monotonic() - started)

    def _enter(self, kind: str, gone: Callable[[], bool]) -> None:
        if self._stopping.is_set():
            raise _busy("The service is stopping.")
        if self._free.acquire(blocking=False):
            return
        if not self._places.acquire(blocking=False):
            SEARCHES.labels(kind, "busy").inc()
            raise _busy("Every computing slot is taken and enough searches wait already.")
        try:
            deadline = time.monotonic() + self._patience
            while not self._free.acquire(timeout=_GLANCE):
                if time.monotonic() > deadline or self._stopping.is_set() or gone():
                    SEARCHES.labels(kind, "busy").inc()
                    raise _busy("No computing slot came free in time.")
        finally:
            self._places.release()
        if self._stopping.is_set():
            self._free.release()
            raise _busy("The service is stopping.")


def _busy(detail: str) -> ProblemError:
    return ProblemError(
        503, detail, kind="busy", title="No computing slot is free", headers={"Retry-After": str(_RETRY_SECONDS)}
    )


def client_gone(environ: dict[str, Any]) -> Callable[[], bool]:
    """Return a function that tells whether the client of a request has closed its connection.

    It looks at the server's socket at most every 50 ms. Under a server that shows no socket it always answers False.
    """
    connection = environ.get("gunicorn.socket")
    if not isinstance(connection, socket.socket):
        return lambda: False
    next_look = 0.0
    gone = False

    def look() -> bool:
        nonlocal next_look, gone
        now = time.monotonic()
        if not gone and now >= next_look:
            next_look = now + _GLANCE
            gone = _is_closed(connection)
        return gone

    return look


def _is_closed(connection: socket.socket) -> bool:
    try:
        poll = select.poll()
        poll.register(connection, select.POLLIN | select.POLLHUP | select.POLLERR)
        if not poll.poll(0):
            return False
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except (OSError, ValueError):
        return True
