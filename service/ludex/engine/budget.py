"""The limits of a long search (time, memory, cancellation), and the interruption of external solvers at a limit."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import wraps
from math import isnan
from typing import ParamSpec

from ludex.engine.arguments import require_type

MEMORY_LIMIT = 256 * 1024 * 1024


class BudgetExhausted(Exception):
    """A search ended before its result was proved. `reason` is 'time', 'memory' or 'cancelled'."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the search ended early: {reason}")
        self.reason = reason


class Unchecked(str):
    """An entry in the list of errors that a check yields. It states what could not be checked in time."""

    __slots__ = ()


P = ParamSpec("P")


def unchecked_without_time(
    message: str,
) -> Callable[[Callable[P, Iterator[str]]], Callable[P, Iterator[str]]]:
    """Let a check yield an :class:`Unchecked` with a message if its budget is exhausted, unless it was cancelled."""

    def decorate(check: Callable[P, Iterator[str]]) -> Callable[P, Iterator[str]]:
        @wraps(check)
        def checked(*args: P.args, **kwargs: P.kwargs) -> Iterator[str]:
            try:
                yield from check(*args, **kwargs)
            except BudgetExhausted as exhausted:
                if exhausted.reason == "cancelled":
                    raise
                yield Unchecked(message)

        return checked

    return decorate


@dataclass(frozen=True, slots=True)
class Progress:
    """A report on the progress of a search: the number of units `done`, the `total` number of units, and a short note.

    `total` is None if the total number is unknown.
    """

    done: float
    total: float | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a search: the elapsed time, and the number of visited states, branches or placements.

    A search that does not count these has no such number.
    """

    nodes: int
    seconds: float

    def since(self, before: "Cost") -> "Cost":
        """Return the cost incurred since an earlier measurement, `before`."""
        return Cost(self.nodes - before.nodes, self.seconds - before.seconds)


@dataclass(slots=True)
class _Counter:
    nodes: int = 0


def _never() -> bool:
    return False


def _silent(progress: Progress) -> None:
    del progress


@dataclass(slots=True)
class Budget:
    """The limits of a search, counted from the creation of the budget.

    A search consults its budget at least every 50 ms through :meth:`exhausted` or :meth:`check`. It reports the memory
    of its growing tables through :meth:`hold`, and the number of visited states through :meth:`count`.

    Parameters
    ----------
    seconds : float or None
        The time limit in seconds; None for no limit.
    memory_bytes : int
        The maximum size of the search's tables, in bytes.
    stop : callable
        Returns True as soon as the caller has cancelled the search.
    progress : callable
        Called with each :class:`Progress` that the search reports.
    clock : callable
        Returns a time in seconds, never negative. With :func:`time.process_time`, the limit applies to processor time.

    Examples
    --------
    >>> Budget(seconds=0.0).exhausted()
    'time'
    >>> Budget().exhausted() is None
    True
    """

    seconds: float | None = None
    memory_bytes: int = MEMORY_LIMIT
    stop: Callable[[], bool] = _never
    progress: Callable[[Progress], None] = _silent
    clock: Callable[[], float] = time.monotonic
    _start: float = field(default=-1.0, repr=False)
    _held: int = field(default=0, repr=False)
    _counter: _Counter = field(default_factory=_Counter, repr=False)

    def __post_init__(self) -> None:
        """Start the clock, unless this budget is a copy of another budget whose clock has been started.

        Raises TypeError if `seconds` is not a number.
        """
        if self.seconds is not None and (not isinstance(self.seconds, int | float) or isnan(self.seconds)):
            raise TypeError(f"time_limit: {self.seconds!r} is not a number of seconds")
        if self._start < 0.0:
            self._start = self.clock()

    @staticmethod
    def require(value: "Budget | None") -> "Budget":
        """Return a budget as it is, or a budget without a time limit for None. Raises TypeError for other values.

        >>> Budget.require(None).seconds is None
        True
        """
        if value is None:
            return Budget()
        require_type(value, Budget, "budget", "Budget(seconds=10) creates a Budget")
        return value

    def quiet(self) -> "Budget":
        """Return a budget with the same limits that reports no progress, for a search within another search.

        >>> Budget(seconds=0.0, progress=print).quiet().report(1, 2)
        """
        return replace(self, progress=_silent)

    def share(self, n: float = 1, seconds: float | None = None) -> "Budget":
        """Return a budget for a part of the search. It reports no progress, and has 1/n of the remaining time.

        `n` is at least 1. If `seconds` is not None, the returned budget has at most this number of seconds. Its memory
        is counted separately, with a limit that is at most the default limit. It has the same `stop` callback. The
        nodes that it counts also count towards this budget.

        >>> Budget(seconds=8.0).share(4).seconds <= 2.0, Budget().share(4).seconds, Budget().share(seconds=3).seconds
        (True, None, 3)
        """
        left = self.remaining() / n
        least = left if seconds is None else min(seconds, left)
        memory, seconds = min(self.memory_bytes, MEMORY_LIMIT), None if least == float("inf") else least
        return Budget(seconds, memory, self.stop, clock=self.clock, _counter=self._counter)

    def elapsed(self) -> float:
        """Return the seconds since the budget was created."""
        return self.clock() - self._start

    def remaining(self) -> float:
        """Return the remaining seconds, which are never negative, or infinity if there is no limit."""
        return float("inf") if self.seconds is None else max(0.0, self.seconds - self.elapsed())

    def count(self, nodes: int) -> None:
        """Add `nodes` to the number of states, branches or placements that the search has visited."""
        self._counter.nodes += nodes

    def cost(self) -> Cost:
        """Return the cost since the budget was created, including the nodes that its shares have counted.

        >>> budget = Budget()
        >>> budget.share().count(3)
        >>> budget.cost().nodes
        3
        """
        return Cost(self._counter.nodes, self.elapsed())

    def hold(self, memory_bytes: int) -> None:
        """Set the current size of the search's tables to `memory_bytes`."""
        self._held = memory_bytes

    def exhausted(self) -> str | None:
        """Return the reason why the search must end now ('cancelled', 'memory' or 'time').

        Return None if the search may continue.
        """
        if self.stop():
            return "cancelled"
        if self._held > self.memory_bytes:
            return "memory"
        if self.remaining() <= 0.0:
            return "time"
        return None

    def check(self) -> None:
        """Raise BudgetExhausted if the search must end now."""
        reason = self.exhausted()
        if reason is not None:
            raise BudgetExhausted(reason)

    def report(self, done: float, total: float | None = None, note: str = "") -> None:
        """Report progress: the number of units `done`, the `total` number (None if unknown), and a short `note`."""
        self.progress(Progress(done, total, note))


POLL_SECONDS = 0.05
"""Seconds between two checks of the budget."""


@contextmanager
def interrupted_by(budget: Budget, interrupt: Callable[[], None]) -> Iterator[threading.Event]:
    """Monitor the `budget` in a thread while the block runs, and call `interrupt` when the budget is exhausted.

    The context manager returns an event, which is set when `interrupt` has been called. The monitoring thread calls
    `interrupt` repeatedly, because at the first call the solver may not have started yet.

    >>> with interrupted_by(Budget(), lambda: print("never")) as interrupted:
    ...     pass
    >>> interrupted.is_set()
    False
    """
    finished, interrupted = threading.Event(), threading.Event()

    def watch() -> None:
        while not finished.wait(POLL_SECONDS):
            if budget.exhausted():
                interrupted.set()
                interrupt()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield interrupted
    finally:
        finished.set()
        watcher.join()
