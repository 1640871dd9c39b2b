"""Work spread over processes: batches go out ahead of the answers, which come back in order."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 2
"""So many batches for each process wait to be taken: no process is idle, and few batches are held."""


class Spread(Protocol):
    """Apply a function to items, some ahead of the answer that is asked for; the answers come in the items' order."""

    def __call__(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """Yield the answers. An exception of the function is raised where its answer would come."""


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def spread(processes: int) -> Iterator[Spread]:
    """Open so many worker processes; none: everything is done by this one. They end with the process that began them.

    The function and the items of what is spread are pickled; the function must be one that a module names.

    >>> with spread(0) as apply:
    ...     list(apply(abs, [-2, 3]))
    [2, 3]
    """
    if processes < 1:
        yield _applied
        return
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(processes, get_context("spawn"), _begin) as pool:

        def apply(function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
            waiting: deque[Future[R]] = deque()
            for item in items:
                waiting.append(pool.submit(function, item))
                if len(waiting) > _AHEAD * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

        try:
            yield apply
        finally:
            pool.shutdown(cancel_futures=True)


def _applied(function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    yield from map(function, items)


def _begin() -> None:
    """Prepare a worker: Ctrl-C is for the process that began it, and it ends when that one is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
