"""Distribution of work across processes.

Batches of items are submitted before their results are needed. Results are returned in the order of the items.
"""

import gc
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

from ludex.engine.budget import Budget

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 2
"""The number of queued batches per process. With this number, no process is idle, but few batches are in memory."""

_POLL_SECONDS = 0.05

_GC_THRESHOLDS = (100_000, 50, 50)
"""The garbage collector thresholds while batches are processed.

A batch contains thousands of small objects that exist as long as the batch. With the default thresholds, the garbage
collector would search these objects for cycles, which would take a fifth of the total time and most of the time for
unpickling.
"""


class ParallelMap(Protocol):
    """A function that applies another function to items, possibly in several processes.

    Some items are submitted before their results are needed. Results are yielded in the order of the items.
    """

    def __call__(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Yield the result for each item. If `function` raises an exception, it is raised instead of the result."""


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def spread(processes: int, budget: Budget | None = None) -> Iterator[ParallelMap]:
    """Start worker processes. If `processes` is 0, this process does all the work.

    Workers end with their parent process. The function and the items are pickled, so the function must be importable by
    name. When the budget is exhausted, waiting for a result raises BudgetExhausted. When the context exits, no further
    item is started, and functions that consult :func:`worker_budget` end.

    >>> with spread(0) as apply:
    ...     list(apply(abs, [-2, 3]))
    [2, 3]
    """
    if processes < 1:
        yield serial_map
        return
    from concurrent.futures import Future, ProcessPoolExecutor, wait
    from multiprocessing import get_context

    context, budget = get_context("spawn"), budget or Budget()
    over, before = context.Event(), gc.get_threshold()
    gc.set_threshold(*_GC_THRESHOLDS)
    with ProcessPoolExecutor(processes, context, _start_worker, (over,)) as pool:

        def answer(future: Future[R]) -> R:
            while not wait([future], _POLL_SECONDS).done:
                budget.check()
            return future.result()

        def apply(function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
            waiting: deque[Future[R]] = deque()
            for item in items:
                waiting.append(pool.submit(function, item))
                if len(waiting) > _AHEAD * processes:
                    yield answer(waiting.popleft())
            while waiting:
                yield answer(waiting.popleft())

        try:
            yield apply
        finally:
            gc.set_threshold(*before)
            over.set()
            pool.shutdown(cancel_futures=True)


def serial_map(function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """Apply a function to items in this process."""
    yield from map(function, items)


def worker_budget(seconds: float | None) -> Budget:
    """Return a budget of `seconds` for a search in a worker process.

    The budget is cancelled when the pool shuts down.
    """
    return Budget(seconds, stop=_is_stopped)


def _is_stopped() -> bool:
    return _stop_event is not None and _stop_event.is_set()


_stop_event: "Event | None" = None


def _start_worker(over: "Event") -> None:
    """Initialize a worker process.

    The worker ignores Ctrl-C, which the parent process handles, and ends when the parent process ends for any reason.
    """
    global _stop_event  # noqa: PLW0603 - a worker has one
    _stop_event = over
    gc.set_threshold(*_GC_THRESHOLDS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait until the parent process has ended, then end this process. Call this in a daemon thread of a worker."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
