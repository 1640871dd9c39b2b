"""A budget ends a search by its time, its memory or its caller, and passes on how far it has come."""

import math
import threading
import time

import pytest

from ludex.engine.budget import MEMORY_LIMIT, Budget, BudgetExhausted, Progress, interrupted_by


def test_a_budget_without_limits_never_ends() -> None:
    budget = Budget()
    assert budget.exhausted() is None
    assert math.isinf(budget.remaining())
    budget.check()


def test_time_is_counted_from_the_making_of_the_budget() -> None:
    budget = Budget(seconds=0.05)
    assert 0 < budget.remaining() <= 0.05
    time.sleep(0.06)
    assert budget.elapsed() >= 0.06
    assert budget.remaining() == 0.0
    assert budget.exhausted() == "time"


def test_time_that_has_not_come_yet_does_not_end_a_search() -> None:
    budget = Budget(seconds=3600)
    assert budget.exhausted() is None
    assert 3590 < budget.remaining() <= 3600


def test_memory_ends_a_search_while_it_holds_too_much() -> None:
    budget = Budget(memory_bytes=1000)
    budget.hold(1000)
    assert budget.exhausted() is None
    budget.hold(1001)
    assert budget.exhausted() == "memory"
    budget.hold(10)
    assert budget.exhausted() is None
    assert Budget().memory_bytes == MEMORY_LIMIT


def test_the_caller_ends_a_search() -> None:
    wishes = [False, True]
    budget = Budget(stop=lambda: wishes.pop(0))
    assert budget.exhausted() is None
    assert budget.exhausted() == "cancelled"


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        (Budget(seconds=0.0), "time"),
        (Budget(seconds=-1.0), "time"),
        (Budget(memory_bytes=-1), "memory"),
        (Budget(stop=lambda: True), "cancelled"),
        (Budget(seconds=0.0, memory_bytes=-1, stop=lambda: True), "cancelled"),
    ],
)
def test_a_search_that_must_end_gets_the_reason(budget: Budget, reason: str) -> None:
    with pytest.raises(BudgetExhausted, match=reason) as ended:
        budget.check()
    assert ended.value.reason == reason


def test_progress_reaches_the_caller() -> None:
    seen: list[Progress] = []
    budget = Budget(progress=seen.append)
    budget.report(1)
    budget.report(2, 10, "cuts")
    assert seen == [Progress(1, None, ""), Progress(2, 10, "cuts")]
    Budget().report(1)


def test_a_share_is_a_part_of_what_is_left_and_has_the_same_caller() -> None:
    seen: list[Progress] = []
    whole = Budget(seconds=100.0, memory_bytes=1000, stop=lambda: bool(seen), progress=seen.append)
    share = whole.share(4)
    assert share.seconds is not None
    assert 24 < share.seconds <= 25
    assert (share.memory_bytes, share.exhausted()) == (1000, None)
    share.report(1)
    assert seen == []
    whole.report(1)
    assert share.exhausted() == "cancelled"


@pytest.mark.parametrize(
    ("budget", "n", "seconds", "expected"),
    [
        (Budget(), 4, None, None),
        (Budget(), 4, 3.0, 3.0),
        (Budget(seconds=3600), 2, 3.0, 3.0),
        (Budget(seconds=0.0), 1, 3.0, 0.0),
        (Budget(seconds=0.0), 1, None, 0.0),
    ],
)
def test_a_share_is_bounded_by_seconds_of_its_own(
    budget: Budget, n: int, seconds: float | None, expected: float | None
) -> None:
    assert budget.share(n, seconds).seconds == expected


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
