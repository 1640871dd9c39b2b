"""Computing slots: few searches run, few wait, further ones are refused, so that reads always find a thread."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ludex.api.measures import SEARCHES, SEARCHES_RUNNING, note_search
from ludex.api.problems import ProblemError, busy
from ludex.engine.budget import Budget, BudgetExhausted

GONE = "ludex.gone"
"""What the environment of a request has a function under that tells whether its client has gone."""

AT_ONCE = "ludex.at_once"
"""What the environment of a request holds whose thread must not wait: it is one that is done at once."""

LONG_BODY = 32 * 1024
"""Bytes from which on a body is read alone."""
READERS_WAITING = 24

_GLANCE = 0.05
_PAUSE = 0.001


class Slots:
    """A bounded number of searches of one process.

    `running` searches run at once, `waiting` more wait for at most `patience` seconds; beyond that a search ends in a
    503 problem with Retry-After. :meth:`stop` ends all of them, when the service ends.
    """

    def __init__(self, running: int, waiting: int, patience: float = 30.0) -> None:
        self._turns = _Turns(running)
        self._places = threading.Semaphore(waiting)
        self._patience = patience
        self._reads = threading.Lock()
        self._readers = threading.Semaphore(1 + READERS_WAITING)
        self._stopping = threading.Event()

    def stop(self) -> None:
        """End every search that runs or waits, and refuse new ones."""
        self._stopping.set()

    @contextmanager
    def reading(self, size: int) -> Iterator[None]:
        """Hold the one place where long bodies are read: a parser keeps every other thread of the process waiting.

        Raises ProblemError (503) if it does not come free, or enough wait for it.
        """
        if size < LONG_BODY:
            yield
            return
        if not self._readers.acquire(blocking=False):
            raise busy("Enough long bodies wait to be read already.")
        try:
            if not self._reads.acquire(timeout=self._patience):
                raise busy("A long body could not be read in time.")
            try:
                yield
            finally:
                self._reads.release()
                # Whoever waits to answer something short comes first.
                time.sleep(_PAUSE)
        finally:
            self._readers.release()

    @contextmanager
    def search(
        self, kind: str, seconds: float, gone: Callable[[], bool] = lambda: False, *, at_once: bool = False
    ) -> Iterator[Budget]:
        """Hold a slot for one search and yield its budget, which also ends once `gone` says that nobody waits for it.

        Raises ProblemError (503) if no slot comes free. `kind` names the search in the metrics. What is done `at_once`
        takes none, and never waits.
        """
        if not at_once:
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
            if not at_once:
                self._turns.leave()
            SEARCHES_RUNNING.dec()
            note_search(kind, end, time.monotonic() - started)

    def _enter(self, kind: str, gone: Callable[[], bool]) -> None:
        if self._stopping.is_set():
            raise busy("The service is stopping.")
        if self._turns.enter():
            return
        if not self._places.acquire(blocking=False):
            SEARCHES.labels(kind, "busy").inc()
            raise busy("Every computing slot is taken and enough searches wait already.")
        try:
            deadline = time.monotonic() + self._patience
            place = self._turns.line_up()
            while not place.wait(_GLANCE):
                if time.monotonic() > deadline or self._stopping.is_set() or gone():
                    self._turns.give_up(place)
                    SEARCHES.labels(kind, "busy").inc()
                    raise busy("No computing slot came free in time.")
        finally:
            self._places.release()
        if self._stopping.is_set():
            self._turns.leave()
            raise busy("The service is stopping.")


class _Turns:
    """Places for some at once; those who wait come in the order in which they came, so that none waits much longer."""

    def __init__(self, places: int) -> None:
        self._lock = threading.Lock()
        self._free = places
        self._line: deque[threading.Event] = deque()

    def enter(self) -> bool:
        """Take a place if one is free, and tell whether it was."""
        with self._lock:
            if self._free == 0:
                return False
            self._free -= 1
            return True

    def line_up(self) -> threading.Event:
        """Return what is set once a place is ours."""
        place = threading.Event()
        with self._lock:
            if self._free > 0:
                self._free -= 1
                place.set()
            else:
                self._line.append(place)
        return place

    def give_up(self, place: threading.Event) -> None:
        """Leave the line, or the place that has come in the meantime."""
        with self._lock:
            if not place.is_set():
                self._line.remove(place)
                return
        self.leave()

    def leave(self) -> None:
        """Give the place to the first in the line."""
        with self._lock:
            if self._line:
                self._line.popleft().set()
            else:
                self._free += 1


def client_gone(environ: dict[str, Any]) -> Callable[[], bool]:
    """Return a function that tells whether the client of a request has closed its connection.

    Under a server that does not tell it always answers False.
    """
    found: Callable[[], bool] = environ.get(GONE, _stays)
    return found


def _stays() -> bool:
    return False
