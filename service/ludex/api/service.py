"""The running service that all routes use: its catalogue, computing slots, jobs and rate limits.

A limited number of searches run in computing slots, and a limited number of searches wait for a slot. All other
searches are refused.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app, request

from ludex.api.middleware.metrics import SEARCHES, SEARCHES_RUNNING, note_search
from ludex.api.middleware.problems import OfferedJob, ProblemError, busy, too_large
from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import TooLarge
from ludex.jobs.store import JobStore
from ludex.requests.bounds import TIME_LIMIT

if TYPE_CHECKING:
    from ludex.catalogue.rate_limits import Rates


GONE = "ludex.gone"
"""The WSGI environ key of a function that returns whether the client has disconnected."""

LONG_BODY = 32 * 1024
"""Bodies of at least this many bytes are parsed one at a time."""
READERS_WAITING = 24

_POLL_SECONDS = 0.05
_PAUSE_SECONDS = 0.001
_SHARE_SECONDS = 0.8


class Slots:
    """The computing slots of one process.

    Up to `running` searches run at the same time, and up to `waiting` searches wait for a slot, each for at most
    `timeout` seconds. All other searches are refused with 503 and Retry-After. :meth:`stop` ends all searches when the
    service stops.

    The searches of the `long` kinds often take their whole time limit. Together they hold at most half of the slots,
    and further ones are refused within a second, so that all other searches find a slot. If there is only one slot,
    one of them runs beside it.
    """

    def __init__(self, running: int, waiting: int, timeout: float = 30.0, long: Collection[str] = ()) -> None:
        self._turns = FifoSemaphore(running)
        self._turns_of_long = self._turns if running > 1 else FifoSemaphore(1)
        self._long = dict.fromkeys(long, threading.Semaphore(max(1, running // 2)))
        self._places = threading.Semaphore(waiting)
        self._timeout = timeout
        self._reads = threading.Lock()
        self._readers = threading.Semaphore(1 + READERS_WAITING)
        self._stopping = threading.Event()

    def stop(self) -> None:
        """End all running and waiting searches, and refuse new ones."""
        self._stopping.set()

    def stopping(self) -> bool:
        """Return whether :meth:`stop` was called."""
        return self._stopping.is_set()

    @contextmanager
    def reading(self, size: int) -> Iterator[None]:
        """Hold the lock for parsing long bodies.

        Only one body is parsed at a time, because parsing blocks all other threads.

        Raises ProblemError (503) if the lock does not become free in time, or if too many requests are already waiting
        for it.
        """
        if size < LONG_BODY:
            yield
            return
        if not self._readers.acquire(blocking=False):
            raise busy("Too many long bodies are waiting to be read.")
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
        """Hold a slot for one search, and yield the budget of the search.

        The budget is also exhausted when `gone` returns True.

        Raises ProblemError (503) if no slot becomes free. `kind` is the name of the search in the metrics.
        """
        share, turns = self._long.get(kind), self._turns if kind not in self._long else self._turns_of_long
        with ExitStack() as held:
            if share is not None:
                if not share.acquire(timeout=_SHARE_SECONDS):
                    SEARCHES.labels(kind, "busy").inc()
                    raise busy("Too many queries are running.")
                held.callback(share.release)
            self._enter(turns, kind, gone)
            held.callback(turns.release)
            yield from self._searched(kind, seconds, gone)

    def _searched(self, kind: str, seconds: float, gone: Callable[[], bool]) -> Iterator[Budget]:
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
            SEARCHES_RUNNING.dec()
            note_search(kind, end, time.monotonic() - started)

    def _enter(self, turns: "FifoSemaphore", kind: str, gone: Callable[[], bool]) -> None:
        if self._stopping.is_set():
            raise busy("The service is stopping.")
        if turns.acquire():
            return
        if not self._places.acquire(blocking=False):
            SEARCHES.labels(kind, "busy").inc()
            raise busy("Every computing slot is in use, and too many searches are waiting.")
        try:
            deadline = time.monotonic() + self._timeout
            turn = turns.enqueue()
            while not turn.wait(_POLL_SECONDS):
                if time.monotonic() > deadline or self._stopping.is_set() or gone():
                    turns.cancel(turn)
                    SEARCHES.labels(kind, "busy").inc()
                    raise busy("No computing slot became free in time.")
        finally:
            self._places.release()
        if self._stopping.is_set():
            turns.release()
            raise busy("The service is stopping.")


class FifoSemaphore:
    """A semaphore that serves waiting threads in the order of their arrival."""

    def __init__(self, value: int) -> None:
        self._lock = threading.Lock()
        self._free = value
        self._queue: deque[threading.Event] = deque()

    def acquire(self) -> bool:
        """Try to acquire the semaphore without waiting, and return whether this succeeded."""
        with self._lock:
            if self._free == 0:
                return False
            self._free -= 1
            return True

    def enqueue(self) -> threading.Event:
        """Join the queue. Return an event that is set once the caller has acquired the semaphore."""
        turn = threading.Event()
        with self._lock:
            if self._free > 0:
                self._free -= 1
                turn.set()
            else:
                self._queue.append(turn)
        return turn

    def cancel(self, turn: threading.Event) -> None:
        """Leave the queue.

        If the caller has acquired the semaphore in the meantime, release it.
        """
        with self._lock:
            if not turn.is_set():
                self._queue.remove(turn)
                return
        self.release()

    def release(self) -> None:
        """Release the semaphore, or pass it to the caller at the head of the queue."""
        with self._lock:
            if self._queue:
                self._queue.popleft().set()
            else:
                self._free += 1


def client_gone(environ: dict[str, Any]) -> Callable[[], bool]:
    """Return a function that checks whether the client of a request has disconnected.

    If the server is not Ludex's own ASGI server, the function always returns False.
    """
    found: Callable[[], bool] = environ.get(GONE, lambda: False)
    return found


_EXTENSION = "ludex"


@dataclass(frozen=True, slots=True)
class Service:
    """The parts of a running service.

    `computes` returns whether a GET request of the API computes, by its path with its query. `rates` is None if there
    are no rate limits. `public_url` is the address of the site in citations. `daily_ahead` is the number of
    future days of a calendar that everyone sees. `dataset` is the folder of the data set
    that clients can download.
    """

    catalogue: Catalogue
    slots: Slots
    jobs: JobStore
    computes: Callable[[str], bool]
    rates: "Rates | None" = None
    public_url: str | None = None
    daily_ahead: int = 0
    dataset: Path | None = None

    def install(self, extensions: dict[str, object]) -> None:
        """Register this service with an application."""
        extensions[_EXTENSION] = self


def service(app: Flask = current_app) -> Service:
    """Return the service of an application, or the one that handles the current request."""
    found: Service = app.extensions[_EXTENSION]
    return found


@contextmanager
def search(
    kind: str,
    seconds: float,
    command: str,
    job: Callable[[], OfferedJob | None] = lambda: None,
    *,
    adjustable: bool = True,
    spent: float = 0.0,
) -> Iterator[Budget]:
    """Hold a computing slot and yield the budget for one search of the current request.

    When the budget is exhausted, BudgetExhausted is converted to a problem. The problem names the `job` and the command
    that have no time limit, if there are any. `adjustable` states whether the request has a field `time_limit`. `spent`
    is the part of the time limit that earlier searches of the request took. Raises ProblemError (422, 503).
    """
    try:
        with service().slots.search(kind, max(seconds - spent, 0.0), client_gone(request.environ)) as budget:
            yield budget
    except BudgetExhausted as exhausted:
        if exhausted.reason == "cancelled":
            raise busy("The service is stopping.") from None
        offered = job()
        remedies = [f"`{command}` computes without a limit"] * bool(command)
        if offered is not None:
            remedies.append(f"`POST /jobs` with the operation {offered.operation} computes without a time limit")
        if exhausted.reason == "memory":
            raise too_large(_out_of_memory(remedies), offered) from None
        raise too_large(_out_of_time(seconds, remedies, adjustable=adjustable), offered) from None


@contextmanager
def waiting(seconds: float | None) -> Iterator[Budget]:
    """Yield the budget of waiting for something without a computing slot. Raises ProblemError (503)."""
    gone, stopping = client_gone(request.environ), service().slots.stopping
    try:
        yield Budget(seconds, stop=lambda: stopping() or gone())
    except BudgetExhausted:
        raise busy("The service is stopping.") from None


def _out_of_time(seconds: float, remedies: Sequence[str], *, adjustable: bool) -> TooLarge:
    more = [f"allow more time with `time_limit` (at most {TIME_LIMIT:g})"] * (adjustable and seconds < TIME_LIMIT)
    what = f"the computation takes longer than {seconds:g} s"
    return TooLarge(what, _either([*more, *remedies]), ("time_limit",) if adjustable else ())


def _out_of_memory(remedies: Sequence[str]) -> TooLarge:
    return TooLarge("the computation needs more memory than one search may use", _either(remedies))


def _either(remedies: Sequence[str]) -> str:
    return ", or ".join(["give a smaller input", *remedies])
