"""A watcher interrupts another's solver when the budget ends, and only then."""

import threading
import time

from ludex.engine.budget import Budget
from ludex.engine.interruption import interrupted_by


def test_a_solver_is_interrupted_when_the_time_ends() -> None:
    solver = threading.Event()
    with interrupted_by(Budget(seconds=0.1), solver.set) as interrupted:
        assert solver.wait(5)
    assert interrupted.is_set()


def test_a_solver_is_interrupted_when_the_caller_cancels() -> None:
    cancelled, solver = threading.Event(), threading.Event()
    with interrupted_by(Budget(stop=cancelled.is_set), solver.set) as interrupted:
        assert not solver.wait(0.2)
        cancelled.set()
        assert solver.wait(5)
    assert interrupted.is_set()


def test_it_is_interrupted_again_until_it_ends() -> None:
    """A solver that had not begun at the first interruption may have missed it."""
    times: list[float] = []
    with interrupted_by(Budget(seconds=0), lambda: times.append(time.monotonic())):
        deadline = time.monotonic() + 5
        while len(times) < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert len(times) >= 3
    count = len(times)
    time.sleep(0.15)
    assert len(times) == count
