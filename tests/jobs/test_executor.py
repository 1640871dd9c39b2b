"""What becomes of a job: states, failures, how it is cancelled, tried again, taken over."""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import count as listed
from ludex.catalogue.ownership import counted_as
from ludex.catalogue.rate_limits import Rates
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.jobs import database
from ludex.jobs.executor import MAX_STEP_ATTEMPTS
from ludex.jobs.job import State
from ludex.jobs.operation import Cursor, JobContext, JobOperation, Step
from ludex.jobs.store import JobConflict, JobStore, UnknownJob
from ludex.jobs.worker import WorkerRegistry
from ludex.requests.fields import RequestModel
from tests.jobs.executing import ended, executing, until


class Counting(RequestModel):
    to: int = 3
    stop_at: int | None = None


gate = threading.Event()


def count(asked: Counting, cursor: Cursor, context: JobContext) -> Step:
    """Count; before a number stop until the gate is open."""
    at = cursor.get("at", 0) + 1
    while at == asked.stop_at and not gate.wait(0.01):
        context.budget.check()
    context.say(f"at {at}")
    return Step({"at": at} if at < asked.to else None, {"at": at}, at, asked.to)


def wait(_asked: Counting, _cursor: Cursor, context: JobContext) -> Step:
    """Wait until it is cancelled, as a long search would."""
    while True:
        context.budget.check()
        context.budget.report(1, 2, "waiting")
        time.sleep(0.01)


def refuse(_asked: Counting, cursor: Cursor, _context: JobContext) -> Step:
    """Fail at the second step, until the gate is open."""
    if cursor and not gate.is_set():
        raise Fault("is not a card", ("cards", 3))
    return Step(None if cursor else {"at": 1}, {"at": 1}, 1, 2)


def break_down(_asked: Counting, _cursor: Cursor, _context: JobContext) -> Step:
    """Fail for an internal reason."""
    raise RuntimeError("a secret of the machine")


def use_memory(_asked: Counting, _cursor: Cursor, context: JobContext) -> Step:
    """Use more memory than a search may."""
    context.budget.hold(1 << 60)
    context.budget.check()
    raise AssertionError


def say_much(_asked: Counting, _cursor: Cursor, _context: JobContext) -> Step:
    """Have a result that is too long."""
    return Step(None, "x" * 17_000_000, 1)


away = [2]


def be_away(_asked: Counting, _cursor: Cursor, _context: JobContext) -> Step:
    """Find the database gone, twice."""
    if away[0]:
        away[0] -= 1
        raise OperationalError("SELECT", {}, Exception("gone"))
    return Step(None, "there", 1, 1)


OPERATIONS = {
    one.__name__: JobOperation(one.__name__, Counting, one, "numbers")
    for one in (count, wait, refuse, break_down, use_memory, say_much, be_away)
}
Execute = Callable[..., AbstractContextManager[None]]


@pytest.fixture
def execute(catalogue: Catalogue, store: JobStore, tmp_path: Path) -> Execute:
    gate.clear()
    return partial(executing, catalogue, store, tmp_path, OPERATIONS)


def test_a_job_waits_runs_and_succeeds_and_its_steps_are_seen(store: JobStore, execute: Execute) -> None:
    job = store.start("count", {"to": 4, "stop_at": 3}, "numbers", "a-request")
    assert (job.state, job.result, job.request_id) == (State.QUEUED, None, "a-request")
    with execute(worker="w1"):
        half = until(store, job.id, lambda found: found.progress.done == 2)
        assert (half.state, half.worker, half.result) == (State.RUNNING, "w1", '{"at":2}')
        assert half.progress.total == 4 and half.progress.unit == "numbers" and half.started and not half.ended
        assert half.progress.rate and half.progress.seconds_left is not None
        gate.set()
        whole = ended(store, job.id)
    assert (whole.state, whole.result) == (State.SUCCEEDED, '{"at":4}')
    assert [one.line for one in whole.log] == ["at 1", "at 2", "at 3", "at 4"]
    assert store.counts() == {"queued": 0, "running": 0, "succeeded": 1, "failed": 0, "cancelled": 0}


def test_another_worker_goes_on_at_the_interrupted_step_and_the_first_one_changes_nothing_more(
    store: JobStore, execute: Execute
) -> None:
    job = store.start("count", {"to": 4, "stop_at": 3}, "numbers")
    with execute(worker="w1"):
        until(store, job.id, lambda found: found.progress.done == 2)
    with execute(worker="w2"):
        # The first worker is in no table, and its thread only sleeps.
        WorkerRegistry(store.database, "w2").recover()
        taken = until(store, job.id, lambda found: found.worker == "w2" and found.state is State.RUNNING)
        assert taken.result == '{"at":2}'
        gate.set()
        whole = ended(store, job.id)
    assert (whole.state, whole.worker, whole.attempt, whole.result) == (State.SUCCEEDED, "w2", 1, '{"at":4}')
    lines = [one.line for one in whole.log]
    assert "w2 took over from w1, which was lost" in lines
    assert lines.count("at 1") == lines.count("at 2") == lines.count("at 4") == 1


def test_a_job_that_fails_says_why_with_the_place_and_goes_on_where_it_failed(
    store: JobStore, execute: Execute
) -> None:
    job = store.start("refuse", {}, "numbers")
    with execute():
        failed = ended(store, job.id)
        assert failed.state is State.FAILED and failed.result == '{"at":1}' and failed.error
        assert failed.error["status"] == 422
        assert failed.error["errors"] == [{"pointer": "/arguments/cards/3", "detail": "is not a card"}]
        gate.set()
        again = store.retry(job.id)
        assert (again.attempt, again.error, again.result) == (2, None, '{"at":1}')
        assert ended(store, job.id).state is State.SUCCEEDED


def test_what_breaks_down_is_not_told_to_clients(store: JobStore, execute: Execute) -> None:
    job = store.start("break_down", {}, "numbers")
    with execute():
        error = ended(store, job.id).error
    assert error is not None and error["status"] == 500
    assert "secret" not in str(error)


@pytest.mark.parametrize(
    ("operation", "reason"), [("use_memory", "memory"), ("say_much", "start several jobs for parts of it")]
)
def test_a_step_that_needs_too_much_memory_or_has_too_long_a_result_fails(
    store: JobStore, execute: Execute, operation: str, reason: str
) -> None:
    job = store.start(operation, {}, "numbers")
    with execute():
        error = ended(store, job.id).error
    assert error is not None and error["status"] == 422 and reason in error["detail"]


def test_while_the_catalogue_is_away_a_job_waits_for_it(
    store: JobStore, execute: Execute, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludex.jobs.executor._PAUSES", (0.01,))
    away[0] = 2
    job = store.start("be_away", {}, "numbers")
    with execute():
        assert ended(store, job.id).state is State.SUCCEEDED
    assert [one.line for one in store.find(job.id).log] == ["the catalogue is unavailable; waiting for it"]


def test_a_long_step_is_cancelled_and_tells_how_far_it_is_until_then(store: JobStore, execute: Execute) -> None:
    # The worker executes two jobs at once: the third one begins when one of them has stopped.
    job, second = (store.start("wait", {}, "numbers") for _ in range(2))
    with execute():
        until(store, job.id, lambda found: found.progress.note == "1 of 2 waiting")
        until(store, second.id, lambda found: found.state is State.RUNNING)
        third = store.start("count", {}, "numbers")
        time.sleep(0.3)
        assert store.find(third.id).state is State.QUEUED
        assert store.cancel(job.id).state is State.CANCELLED
        assert ended(store, third.id).state is State.SUCCEEDED
        store.cancel(second.id)
    assert store.find(job.id).state is State.CANCELLED


def test_a_job_that_was_cancelled_goes_on_where_it_was_when_it_is_tried_again(
    store: JobStore, execute: Execute
) -> None:
    job = store.start("count", {"to": 3, "stop_at": 3}, "numbers")
    with execute():
        until(store, job.id, lambda found: found.progress.done == 2)
        assert store.cancel(job.id).state is State.CANCELLED
        gate.set()
        assert store.retry(job.id).attempt == 2
        whole = ended(store, job.id)
    assert (whole.state, whole.result) == (State.SUCCEEDED, '{"at":3}')
    assert [one.line for one in whole.log].count("at 1") == 1


def test_a_step_that_takes_one_worker_after_the_other_with_it_ends_its_job(store: JobStore, execute: Execute) -> None:
    def step_attempts(value: int | None = None) -> int:
        with store.database.connected() as connection:
            if value is not None:
                connection.execute(update(database.job).values(step_attempts=value))
            return int(connection.scalar(select(database.job.c.step_attempts)) or 0)

    job = store.start("count", {"to": 3, "stop_at": 2}, "numbers")
    # As nine workers leave it that began the step and died.
    step_attempts(MAX_STEP_ATTEMPTS - 1)
    with execute():
        until(store, job.id, lambda found: found.progress.done == 1)
        assert step_attempts() == 0
        store.cancel(job.id)
    store.retry(job.id)
    step_attempts(MAX_STEP_ATTEMPTS)
    with execute():
        failed = ended(store, job.id)
        assert failed.state is State.FAILED and failed.error
        assert "10 workers ended unexpectedly" in failed.error["detail"]
        # A user who knows better may have it tried again, where it ended.
        gate.set()
        store.retry(job.id)
        assert ended(store, job.id).state is State.SUCCEEDED


def test_a_worker_that_is_told_to_end_leaves_its_jobs_at_once_and_they_do_not_count_against_the_step(
    store: JobStore, execute: Execute
) -> None:
    job = store.start("count", {"to": 3, "stop_at": 2}, "numbers")
    with execute(worker="w1"):
        registry = WorkerRegistry(store.database, "w1")
        registry.join()
        until(store, job.id, lambda found: found.progress.done == 1)
        registry.recover()
        assert not [one for one in store.find(job.id).log if "taken over" in one.line]
        registry.leave()
        assert store.workers() == [] and not registry.beat()
    with store.database.connected() as connection:
        assert connection.scalar(select(database.job.c.step_attempts)) == 0
    gate.set()
    with execute(worker="w2"):
        WorkerRegistry(store.database, "w2").recover()
        assert ended(store, job.id).state is State.SUCCEEDED


def test_what_a_job_stores_counts_for_the_owner_and_beyond_their_quota_nothing_is_stored(
    catalogue: Catalogue, store: JobStore, tmp_path: Path
) -> None:
    rates = Rates(catalogue.database, None, "4/day")
    lines = "*o\n*.o\n*o/..\n" + "*../o..\n" * 20 + ".*./o..\n"
    asked = {"kind": "swish-position", "lines": lines}
    job = store.start("import", asked, "lines", owner="ada", divided=True)
    with executing(catalogue, store, tmp_path, rates=rates):
        # The first step stores four objects, for which the quota has just room; the second one has no room.
        failed = ended(store, job.id)
        assert failed.error is not None
        assert (failed.state, failed.error["status"], failed.progress.done) == (State.FAILED, 429, 20)
        assert "ada has reached their quota of stored objects" in failed.error["detail"]
        assert rates.may_store(counted_as("ada")) is not None
        stored = number_of_positions(catalogue)
        assert stored == 4
        # Another owner is not counted with them.
        other = store.start("import", asked, "lines", owner="ben", divided=True)
        assert ended(store, other.id).state is State.SUCCEEDED and number_of_positions(catalogue) == stored + 1
    # When the window has ended, the job goes on at its step.
    with executing(catalogue, store, tmp_path, rates=Rates(catalogue.database, None, "4/hour")):
        store.retry(job.id)
        assert ended(store, job.id).state is State.SUCCEEDED


def number_of_positions(catalogue: Catalogue) -> int:
    with catalogue.reading() as reader:
        return listed(reader, catalogue.registry.kind["swish-position"], {}).count


def test_jobs_that_wait_are_cancelled_at_once_and_so_are_those_whose_worker_is_dead(
    store: JobStore, execute: Execute
) -> None:
    waiting = store.start("count", {}, "numbers")
    assert store.cancel(waiting.id).state is State.CANCELLED
    left = store.start("count", {"stop_at": 2}, "numbers")
    with execute(worker="dead"):
        until(store, left.id, lambda found: found.progress.done == 1)
    assert store.cancel(left.id).state is State.CANCELLED
    with execute(worker="w1"):
        WorkerRegistry(store.database, "w1").recover()
        time.sleep(0.3)
    assert store.find(left.id).state is State.CANCELLED
    assert store.find(waiting.id).log == []


def test_only_what_has_failed_or_was_cancelled_is_tried_again(store: JobStore, execute: Execute) -> None:
    job = store.start("count", {"to": 1}, "numbers")
    with pytest.raises(JobConflict, match="is queued"):
        store.retry(job.id)
    with execute():
        ended(store, job.id)
    with pytest.raises(JobConflict, match="is succeeded"):
        store.retry(job.id)
    assert store.cancel(job.id).state is State.SUCCEEDED


def test_jobs_are_listed_the_newest_first_a_page_at_a_time(store: JobStore) -> None:
    for unknown in (store.find, store.get_summary, store.cancel, store.retry):
        with pytest.raises(UnknownJob):
            unknown("job-nobody-knows")
    assert store.page().items == () and store.workers() == []
    names = [store.start("count", {}, "numbers").id for _ in range(5)]
    store.start("wait", {}, "numbers")
    first = store.page(State.QUEUED, "count", None, 3)
    rest = store.page(State.QUEUED, "count", first.after, 3)
    assert [one.id for one in (*first.items, *rest.items)] == names[::-1]
    assert (first.count, rest.after) == (5, None)
    assert store.page(State.FAILED).count == 0
    for unknown in (store.find, store.get_summary, store.cancel, store.retry):
        with pytest.raises(UnknownJob):
            unknown("job-nobody-knows")


def test_jobs_that_ended_are_deleted_with_their_logs(store: JobStore, execute: Execute) -> None:
    done = store.start("count", {"to": 1}, "numbers")
    with execute():
        ended(store, done.id)
    waits = store.start("count", {}, "numbers")
    assert store.purge_finished(3600) == 0
    assert store.purge_finished(-2) == 1
    assert [one.id for one in store.page().items] == [waits.id]
    with pytest.raises(UnknownJob):
        store.find(done.id)
    with store.database.reading() as connection:
        assert connection.execute(select(database.log)).all() == []


def test_a_search_does_not_go_on_when_the_job_was_cancelled_before_it(catalogue: Catalogue) -> None:
    with pytest.raises(Exception, match="cancelled"), JobContext(catalogue, Budget(stop=lambda: True)).search():
        pass
