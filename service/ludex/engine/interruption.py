"""Solvers of other makers, run under a budget: a watcher interrupts them when the budget ends."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludex.engine.budget import Budget

LOOK_EVERY = 0.05
"""Seconds between two looks at the budget."""


@contextmanager
def interrupted_by(budget: Budget, interrupt: Callable[[], None]) -> Iterator[threading.Event]:
    """Watch the `budget` in a thread while the block runs, and call `interrupt` at each look once the budget has ended.

    The event that the block gets tells whether `interrupt` has been called. The calls come from the other thread. They
    are repeated because a solver may not have begun at the first one.

    >>> with interrupted_by(Budget(), lambda: print("never")) as interrupted:
    ...     pass
    >>> interrupted.is_set()
    False
    """
    ended, interrupted = threading.Event(), threading.Event()

    def watch() -> None:
        while not ended.wait(LOOK_EVERY):
            if budget.exhausted():
                interrupted.set()
                interrupt()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield interrupted
    finally:
        ended.set()
        watcher.join()
