"""A budget ends a search at its limit of time or memory or when the caller cancels it, and reports its progress."""

import math
import threading

import pytest

from ludex.engine.budget import MEMORY_LIMIT, POLL_SECONDS, Budget, BudgetExhausted, Cost, Progress, interrupted_by


class Clock:
    """A clock that shows what the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_budget_without_limits_never_ends() -> None:
    budget = Budget.require(None)
    budget.check()
    assert (budget.exhausted(), budget.remaining()) == (None, math.inf)
    assert Budget.require(budget) is budget
    with pytest.raises(TypeError, match=r"budget: .*Budget\(seconds=10\)"):
        Budget.require(10)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", ["1", math.nan])
def test_a_time_limit_is_a_number(seconds: float) -> None:
    with pytest.raises(TypeError, match="not a number of seconds"):
        Budget(seconds)


def test_time_is_counted_from_the_creation_of_the_budget() -> None:
    clock = Clock()
    budget = Budget(seconds=5.0, clock=clock)
    clock.now = 104.0
    assert (budget.elapsed(), budget.remaining(), budget.exhausted()) == (4.0, 1.0, None)
    # A quiet copy has the same start; a share starts now.
    quiet, share = budget.quiet(), budget.share(2)
    clock.now = 105.0
    assert (budget.remaining(), budget.exhausted(), quiet.exhausted()) == (0.0, "time", "time")
    assert (share.seconds, share.elapsed()) == (0.5, 1.0)
    clock.now = 109.0
    assert (budget.elapsed(), budget.remaining(), budget.exhausted()) == (9.0, 0.0, "time")


def test_a_cost_counts_the_nodes_of_shares_from_an_earlier_cost() -> None:
    clock = Clock()
    budget = Budget(clock=clock)
    budget.count(5)
    clock.now = 101.0
    before = budget.cost()
    budget.share().count(2)
    budget.quiet().count(4)
    clock.now = 103.5
    assert (before, budget.cost(), budget.cost().since(before)) == (Cost(5, 1.0), Cost(11, 3.5), Cost(6, 2.5))


def test_memory_ends_a_search_while_it_holds_too_much() -> None:
    budget = Budget(memory_bytes=1000)
    budget.hold(1000)
    assert budget.exhausted() is None
    budget.hold(1001)
    assert budget.exhausted() == "memory"
    budget.hold(10)
    assert budget.exhausted() is None
    assert Budget().memory_bytes == MEMORY_LIMIT == 2**28


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
    whole = Budget(100.0, 1000, lambda: bool(seen), seen.append, Clock())
    share = whole.share(4)
    assert (share.seconds, share.memory_bytes, share.exhausted()) == (25.0, 1000, None)
    assert Budget(memory_bytes=2 * MEMORY_LIMIT).share().memory_bytes == MEMORY_LIMIT
    whole.quiet().report(1)
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


@pytest.mark.parametrize("reason", ["time", "cancelled"])
def test_a_solver_is_interrupted_until_it_ends(reason: str) -> None:
    """A solver that had not begun at the first interruption may have missed it."""
    over, again = threading.Event(), threading.Event()
    calls: list[None] = []

    def interrupt() -> None:
        assert over.is_set()
        calls.append(None)
        if len(calls) == 3:
            again.set()

    clock = Clock()
    budget = Budget(seconds=1, clock=clock) if reason == "time" else Budget(stop=over.is_set)
    with interrupted_by(budget, interrupt) as interrupted:
        assert not interrupted.wait(3 * POLL_SECONDS)
        over.set()
        clock.now += 1
        assert again.wait(60)
        assert interrupted.is_set()
    assert not [thread for thread in threading.enumerate() if "watch" in thread.name]
