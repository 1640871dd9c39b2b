"""A divided job: its parts run on all workers, and its result is the same whichever worker ran them."""

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.faults import Fault
from ludex.jobs.job import State
from ludex.jobs.operation import Cursor, Division, JobContext, JobOperation, Step, numbered_parts
from ludex.jobs.store import JobStore, statuses_of_parts
from ludex.requests.fields import RequestModel
from tests.jobs.executing import ended, executing, until

gate = threading.Event()
ran: list[int] = []


class Squares(RequestModel):
    to: int = 6
    fails_at: int | None = None
    stops_at: int | None = None


def square(request: Squares, cursor: Cursor, context: JobContext) -> Step:
    """Add up the squares of some numbers, one in each step."""
    number = cursor["first"]
    if number == request.fails_at and not gate.is_set():
        raise Fault("is not a number", ("to",))
    while number == request.stops_at and not gate.wait(0.01):
        context.budget.check()
    ran.append(number)
    total = cursor.get("sum", 0) + number**2
    after = {"first": number + 1, "stop": cursor["stop"], "sum": total}
    return Step(after if number + 1 < cursor["stop"] else None, total, number + 1 - cursor["stop"] + 2)


def add_up(_request: Squares, results: Sequence[int], _context: JobContext) -> list[int]:
    return [sum(results), *results]


def in_rounds(request: Squares, results: Sequence[int], _context: JobContext) -> list[Cursor]:
    """Return one part at a time, until the sum is large enough."""
    at = len(results)
    return [{"first": at, "stop": at + 1}] if sum(results) < request.to else []


def size(request: Squares) -> int:
    return request.to


OPERATIONS = {
    "squares": JobOperation(
        "squares",
        Squares,
        square,
        division=Division(numbered_parts(lambda asked: asked.to, 2), add_up, lambda asked, _context: asked.to),
    ),
    "rounds": JobOperation("rounds", Squares, square, division=Division(in_rounds, add_up)),
}
Execute = Callable[..., AbstractContextManager[None]]


@pytest.fixture
def execute(catalogue: Catalogue, store: JobStore, tmp_path: Path) -> Execute:
    gate.clear()
    ran.clear()
    return partial(executing, catalogue, store, tmp_path, OPERATIONS)


def start(store: JobStore, name: str = "squares", **arguments: Any) -> str:
    return store.start(name, arguments, "numbers", divided=True).id


def parts(store: JobStore, name: str) -> dict[str, str]:
    with store.database.reading() as connection:
        return statuses_of_parts(connection, name)


def test_the_results_of_parts_are_joined_in_their_order(store: JobStore, execute: Execute) -> None:
    name = start(store, to=8)
    with execute():
        job = ended(store, name)
    assert (job.state, job.result) == (State.SUCCEEDED, "[140,1,13,41,85]")
    assert sorted(ran) == [*range(8)]
    assert (job.progress.done, job.progress.total) == (8, 8)
    assert len(parts(store, name)) == 4


def test_a_plan_may_add_parts_after_the_results_of_others(store: JobStore, execute: Execute) -> None:
    name = start(store, "rounds", to=14)
    with execute():
        assert ended(store, name).result == "[14,0,1,4,9]"


def test_a_job_without_parts_has_the_result_of_none(store: JobStore, execute: Execute) -> None:
    name = start(store, to=0)
    with execute():
        assert ended(store, name).result == "[0]"


def test_a_part_that_fails_fails_the_job_with_its_problem_and_a_retry_keeps_the_other_parts(
    store: JobStore, execute: Execute
) -> None:
    name = start(store, fails_at=4)
    with execute():
        job = ended(store, name)
        assert job.state is State.FAILED and job.error is not None
        assert (job.error["status"], job.error["errors"][0]["pointer"]) == (422, "/arguments/to")
        until(
            store, name, lambda _: len([status for status in parts(store, name).values() if status == "SUCCESS"]) == 2
        )
        gate.set()
        ran.clear()
        store.retry(name)
        assert ended(store, name).result == "[55,1,13,41]"
    assert ran == [4, 5]


def test_a_cancelled_job_cancels_its_parts_and_can_be_retried(store: JobStore, execute: Execute) -> None:
    name = start(store, stops_at=2)
    with execute():
        until(store, name, lambda job: job.progress.done == 2)
        assert store.cancel(name).state is State.CANCELLED
        assert set(parts(store, name).values()) == {"SUCCESS", "CANCELLED"}
        gate.set()
        store.retry(name)
        assert ended(store, name).result == "[55,1,13,41]"


def test_parts_of_a_later_job_do_not_wait_for_all_parts_of_a_long_one(store: JobStore, execute: Execute) -> None:
    long, short = start(store, to=40, stops_at=0), start(store, to=2)
    with execute():
        until(store, long, lambda _: bool(parts(store, short)))
        gate.set()
        ended(store, short)
        assert store.find(long).state is State.RUNNING
        assert ended(store, long).state is State.SUCCEEDED


def test_a_deleted_job_takes_its_parts_with_it(store: JobStore, execute: Execute) -> None:
    name = start(store)
    with execute():
        ended(store, name)
    assert store.purge_finished(0) == 1
    assert parts(store, name) == {}
