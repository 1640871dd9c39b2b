"""How much a long search may use: time, memory, and the caller's patience."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

MEMORY_LIMIT = 256 * 1024 * 1024


class BudgetExhausted(Exception):
    """A search ended before its answer was proved. `reason` is 'time', 'memory' or 'cancelled'."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the search ended early: {reason}")
        self.reason = reason


class Unchecked(str):
    """A text, among those that say what is wrong, of something that its share of time did not suffice to check."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """What a search reports while it runs: `done` of `total` (None: unknown), and a short note."""

    done: float
    total: float | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a search cost: the states, branches or placements that it went through, as far as it counts them; time."""

    nodes: int
    seconds: float

    def since(self, before: "Cost") -> "Cost":
        """Return what has been spent since."""
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
    """The limits of one search, counted from the moment the budget is made.

    A search asks it at least every 50 ms, by :meth:`exhausted` or :meth:`check`. It announces memory that grows with
    the search through :meth:`hold`, and what it goes through by :meth:`count`.

    Parameters
    ----------
    seconds : float or None
        How long the search may take. None: no limit.
    memory_bytes : int
        How many bytes the search's tables may hold.
    stop : callable
        Returns True once the caller wants no more.
    progress : callable
        Called with each :class:`Progress` that the search reports.

    >>> Budget(seconds=0.0).exhausted()
    'time'
    >>> Budget().exhausted() is None
    True
    """

    seconds: float | None = None
    memory_bytes: int = MEMORY_LIMIT
    stop: Callable[[], bool] = _never
    progress: Callable[[Progress], None] = _silent
    _start: float = field(default_factory=time.monotonic, repr=False)
    _held: int = field(default=0, repr=False)
    _counter: _Counter = field(default_factory=_Counter, repr=False)

    def quiet(self) -> "Budget":
        """Return a budget with the same limits that reports nothing, for a search that is part of another.

        >>> Budget(seconds=0.0, progress=print).quiet().report(1, 2)
        """
        return replace(self, progress=_silent)

    def share(self, n: float = 1, seconds: float | None = None) -> "Budget":
        """Return a silent budget for one of `n` equal parts of what is left.

        `n` is at least 1. The part has at most `seconds` seconds; None sets no such bound. It counts its own memory, up
        to the usual limit at most. The caller that can stop it is the same, for whom it counts nodes.

        >>> Budget(seconds=8.0).share(4).seconds <= 2.0, Budget().share(4).seconds, Budget().share(seconds=3).seconds
        (True, None, 3)
        """
        left = self.remaining() / n
        least = left if seconds is None else min(seconds, left)
        memory, seconds = min(self.memory_bytes, MEMORY_LIMIT), None if least == float("inf") else least
        return Budget(seconds, memory, self.stop, _counter=self._counter)

    def elapsed(self) -> float:
        """Return the seconds since the budget was made."""
        return time.monotonic() - self._start

    def remaining(self) -> float:
        """Return the seconds that are left: never negative, infinity if there is no limit."""
        return float("inf") if self.seconds is None else max(0.0, self.seconds - self.elapsed())

    def count(self, nodes: int) -> None:
        """Say how many more states, branches or placements the search has gone through."""
        self._counter.nodes += nodes

    def cost(self) -> Cost:
        """Return what has been spent since the budget was made, and counted by its shares.

        >>> budget = Budget()
        >>> budget.share().count(3)
        >>> budget.cost().nodes
        3
        """
        return Cost(self._counter.nodes, self.elapsed())

    def hold(self, memory_bytes: int) -> None:
        """Say that the search's tables now hold `memory_bytes` bytes in all."""
        self._held = memory_bytes

    def exhausted(self) -> str | None:
        """Return why the search must end now ('cancelled', 'memory' or 'time'), or None if it may go on."""
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
        """Tell the caller how far the search has come: `done` of `total` (None: unknown), with a short `note`."""
        self.progress(Progress(done, total, note))
