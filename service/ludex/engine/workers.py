"""Work spread over processes: batches go out ahead of the answers, which come back in order."""

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
"""So many batches for each process wait to be taken: no process is idle, and few batches are held."""


_SECONDS_BETWEEN_LOOKS = 0.05

_SELDOM = (100_000, 50, 50)
"""When the garbage collector looks at what there is: a batch is thousands of small objects that live as long as it.

To look through them again and again for cycles takes a fifth of the time, and most of that of unpickling them.
"""


class Spread(Protocol):
    """Apply a function to items, some ahead of the answer that is asked for; the answers come in the items' order."""

    def __call__(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Yield the answers. An exception of the function is raised where its answer would come."""


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def spread(processes: int, budget: Budget | None = None) -> Iterator[Spread]:
    """Open so many worker processes; none: everything is done by this one. They end with the process that began them.

    The function and the items of what is spread are pickled; the function must be one that a module names. Whoever
    waits for an answer when the budget ends gets BudgetExhausted. At the end of the context nothing more is begun, and
    what has asked for :func:`allowed` ends.

    >>> with spread(0) as apply:
    ...     list(apply(abs, [-2, 3]))
    [2, 3]
    """
    if processes < 1:
        yield applied
        return
    from concurrent.futures import Future, ProcessPoolExecutor, wait
    from multiprocessing import get_context

    context, budget = get_context("spawn"), budget or Budget()
    over, before = context.Event(), gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    with ProcessPoolExecutor(processes, context, _begin, (over,)) as pool:

        def answer(future: Future[R]) -> R:
            while not wait([future], _SECONDS_BETWEEN_LOOKS).done:
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


def applied(function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """Apply a function to items, in this process."""
    yield from map(function, items)


def allowed(seconds: float | None) -> Budget:
    """Return the budget of a search in a worker process: so many seconds, and no more once nobody waits for it."""
    return Budget(seconds, stop=_is_over)


def _is_over() -> bool:
    return _over is not None and _over.is_set()


_over: "Event | None" = None


def _begin(over: "Event") -> None:
    """Prepare a worker: Ctrl-C is for the process that began it, and it ends when that one is gone, however it went."""
    global _over  # noqa: PLW0603 - a worker has one
    _over = over
    gc.set_threshold(*_SELDOM)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait for the end of the parent process, and then end this one; for a daemon thread of a worker."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
