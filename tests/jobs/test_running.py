"""What a worker does with a job, without DBOS: states, failures, how it is cancelled, tried again, taken over."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError

from ludex.catalogue.api_keys import counted_as
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.listing import count as listed
from ludex.catalogue.rates import Rates
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.jobs import tables
from ludex.jobs.database import JobDatabase
from ludex.jobs.operation import Cursor, JobContext, Operation, Step
from ludex.jobs.operations import by_name
from ludex.jobs.running import MOST_BEGUN, Running
from ludex.jobs.store import Job, JobConflict, JobStore, State, UnknownJob
from ludex.jobs.worker import _Life
from ludex.requests.fields import RequestModel


class Counting(RequestModel):
    to: int = 3


def count(asked: Counting, cursor: Cursor, work: JobContext) -> Step:
    """Count."""
    at = cursor.get("at", 0) + 1
    work.say(f"at {at}")
    return Step({"at": at} if at < asked.to else None, {"at": at}, at, asked.to)


def wait(_asked: Counting, _cursor: Cursor, work: JobContext) -> Step:
    """Wait until it is cancelled, as a long search would."""
    while True:
        work.budget.check()
        work.budget.report(1, 2, "waiting")
        time.sleep(0.01)


def refuse(_asked: Counting, cursor: Cursor, _work: JobContext) -> Step:
    """Fail at the second step."""
    if cursor:
        raise Fault("is not a card", ("cards", 3))
    return Step({"at": 1}, {"at": 1}, 1, 2)


def break_down(_asked: Counting, _cursor: Cursor, _work: JobContext) -> Step:
    """Fail for a reason of ours."""
    raise RuntimeError("a secret of the machine")


def use_memory(_asked: Counting, _cursor: Cursor, work: JobContext) -> Step:
    """Ask for more memory than a search may have."""
    work.budget.hold(1 << 60)
    work.budget.check()
    raise AssertionError


away = [2]


def be_away(_asked: Counting, _cursor: Cursor, _work: JobContext) -> Step:
    """Find the database gone, twice."""
    if away[0]:
        away[0] -= 1
        raise OperationalError("SELECT", {}, Exception("gone"))
    return Step(None, "there", 1, 1)


OPERATIONS = {
    one.__name__: Operation(one.__name__, Counting, one, "numbers")
    for one in (count, wait, refuse, break_down, use_memory, be_away)
}
Make = Callable[[str], Running]


@pytest.fixture
def make(catalogue: Catalogue, store: JobStore, tmp_path: Path) -> Make:
    return lambda name: Running(name, catalogue, store.database, OPERATIONS, tmp_path)


def go_on(running: Running, job: Job, steps: int = 100) -> dict[str, object]:
    found = running.begin(job.id, job.attempt)
    for _ in range(steps):
        if found["ended"]:
            break
        found = running.advance(job.id, job.attempt, json.loads(json.dumps(found["cursor"])))
    return found


def test_a_job_waits_runs_and_succeeds_and_its_steps_are_seen(store: JobStore, make: Make) -> None:
    job = store.start("count", {"to": 4}, "numbers", "a-request")
    assert (job.state, job.result, job.request) == (State.QUEUED, None, "a-request")
    go_on(make("w1"), job, steps=2)
    half = store.find(job.id)
    assert (half.state, half.worker, half.result, half.progress.done) == (State.RUNNING, "w1", '{"at":2}', 2)
    assert half.progress.total == 4 and half.progress.unit == "numbers"
    assert go_on(make("w1"), job)["ended"]
    whole = store.find(job.id)
    assert (whole.state, whole.result) == (State.SUCCEEDED, '{"at":4}')
    assert [one.line for one in whole.log] == ["at 1", "at 2", "at 3", "at 4"]
    assert store.counts() == {"queued": 0, "running": 0, "succeeded": 1, "failed": 0, "cancelled": 0}


def test_another_worker_goes_on_at_the_last_step_and_says_so_and_the_first_one_changes_nothing_more(
    store: JobStore, make: Make
) -> None:
    job = store.start("count", {"to": 3}, "numbers")
    first, second = make("w1"), make("w2")
    found = go_on(first, job, steps=1)
    after = second.advance(job.id, 1, found["cursor"])  # type: ignore[arg-type]
    assert after == {"ended": False, "cursor": {"at": 2}}
    # The first one was only slow: what its step would say is not kept.
    first._store(job.id, 1, Step(None, {"at": 99}, 99, 99))
    assert store.find(job.id).result == '{"at":2}'
    assert "taken over from w1, which is gone, by w2" in [one.line for one in store.find(job.id).log]


def test_a_worker_that_slept_and_was_taken_for_dead_ends(store: JobStore, make: Make) -> None:
    job = store.start("count", {"to": 3}, "numbers")
    first, second = make("w1"), make("w2")
    found = go_on(first, job, steps=1)
    with store.database.connected() as connection:
        _appear(connection, store, "w2")
    second.advance(job.id, 1, found["cursor"])  # type: ignore[arg-type]
    left: list[str] = []
    first.leave = lambda: left.append("w1")
    first.advance(job.id, 1, {"at": 1})
    assert left == ["w1"]
    assert store.find(job.id).worker == "w2"


def test_a_job_that_fails_says_why_with_the_place_and_goes_on_where_it_failed(store: JobStore, make: Make) -> None:
    job = store.start("refuse", {}, "numbers")
    go_on(make("w1"), job)
    failed = store.find(job.id)
    assert failed.state is State.FAILED and failed.result == '{"at":1}'
    problem = json.loads(failed.error or "")
    assert (problem["status"], problem["errors"]) == (
        422,
        [{"pointer": "/arguments/cards/3", "detail": "is not a card"}],
    )
    again = store.retry(job.id)
    assert (again.state, again.attempt, again.error) == (State.QUEUED, 2, None)
    assert make("w1").begin(job.id, 2) == {"ended": False, "cursor": {"at": 1}}
    assert make("w1").begin(job.id, 1) == {"ended": True}


def test_what_breaks_down_is_not_told_to_clients(store: JobStore, make: Make) -> None:
    job = store.start("break_down", {}, "numbers")
    go_on(make("w1"), job)
    error = store.find(job.id).error or ""
    assert json.loads(error)["status"] == 500
    assert "secret" not in error


def test_a_search_that_needs_too_much_memory_fails(store: JobStore, make: Make) -> None:
    job = store.start("use_memory", {}, "numbers")
    go_on(make("w1"), job)
    assert "memory" in json.loads(store.find(job.id).error or "")["detail"]


def test_while_the_catalogue_is_away_a_job_waits_for_it(
    store: JobStore, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludex.jobs.running._PAUSES", (0.01,))
    away[0] = 2
    job = store.start("be_away", {}, "numbers")
    go_on(make("w1"), job)
    assert store.find(job.id).state is State.SUCCEEDED
    assert [one.line for one in store.find(job.id).log] == ["the catalogue does not answer; waiting for it"]


def test_a_long_step_is_cancelled_within_a_second_and_tells_how_far_it_is_until_then(
    store: JobStore, make: Make
) -> None:
    running = make("w1")
    job = store.start("wait", {}, "numbers")
    thread = threading.Thread(target=go_on, args=(running, job))
    thread.start()
    try:
        for note in _notes(store, running, job):
            if note:
                break
        assert note == "1 of 2 waiting"
        with store.database.connected() as connection:
            _appear(connection, store, "w1")
        assert store.cancel(job.id).cancelling
        asked = time.monotonic()
        running.watch()
        thread.join(5)
        assert time.monotonic() - asked < 4
    finally:
        for one in running.seen.values():
            one.cancelled.set()
        thread.join(5)
    assert store.find(job.id).state is State.CANCELLED


def test_a_step_that_takes_one_worker_after_the_other_with_it_ends_its_job(store: JobStore, make: Make) -> None:
    job = store.start("count", {"to": 3}, "numbers")
    found = go_on(make("w0"), job, steps=1)
    with store.database.connected() as connection:
        # As a worker leaves it that begins the step and dies: nine times.
        connection.execute(update(tables.job).values(begun=MOST_BEGUN - 1))
    assert go_on(make("w9"), job, steps=1) == {"ended": False, "cursor": {"at": 2}}
    with store.database.connected() as connection:
        assert connection.scalar(select(tables.job.c.begun)) == 0
        connection.execute(update(tables.job).values(begun=MOST_BEGUN))
    assert make("w10").advance(job.id, 1, {"at": 2}) == {"ended": True}
    failed = store.find(job.id)
    assert failed.state is State.FAILED and "Each of 10 workers" in (failed.error or "")
    # Who knows better may have it tried again, where it ended.
    again = store.retry(failed.id)
    assert go_on(make("w11"), again)["ended"]
    assert store.find(job.id).state is State.SUCCEEDED
    assert found == {"ended": False, "cursor": {"at": 1}}


def test_a_worker_that_is_told_to_end_does_not_count_against_the_step(store: JobStore, make: Make) -> None:
    job = store.start("count", {"to": 3}, "numbers")
    running = make("w1")
    running._taken(job.id, 1)
    life = object.__new__(_Life)
    life.name, life.database = "w1", store.database
    life._is_seen(gone=True)
    with store.database.connected() as connection:
        assert connection.scalar(select(tables.job.c.begun)) == 0


def test_what_a_job_stores_counts_for_the_owner_and_beyond_their_quota_nothing_is_stored(
    catalogue: Catalogue, store: JobStore, tmp_path: Path
) -> None:
    rates = Rates(catalogue.database, None, "3/day")
    running = Running("w1", catalogue, store.database, by_name(), tmp_path, rates)
    lines = "*o\n*.o\n*o/..\n" + "*../o..\n" * 20 + ".*./o..\n"
    asked = {"kind": "swish-position", "lines": lines}
    job = store.start("import", asked, "lines", owner="ada")
    # The first step stores four objects, of which the quota has room for some; the second one has no room.
    go_on(running, job)
    failed = store.find(job.id)
    problem = json.loads(failed.error or "")
    assert (failed.state, problem["status"], failed.progress.done) == (State.FAILED, 429, 20)
    assert "ada has stored enough" in problem["detail"]
    assert rates.may_store(counted_as("ada")) is not None
    stored = listing_count(catalogue)
    assert stored == 4
    # Who has no key, or another's, is not counted with them.
    other = store.start("import", asked, "lines", owner="ben")
    go_on(running, other)
    assert store.find(other.id).state is State.SUCCEEDED and listing_count(catalogue) == stored + 1
    # Where the window has ended, the job goes on at its step.
    running.rates = Rates(catalogue.database, None, "3/hour")
    again = store.retry(job.id)
    assert go_on(running, again)["ended"] and store.find(job.id).state is State.SUCCEEDED


def listing_count(catalogue: Catalogue) -> int:
    with catalogue.reading() as reader:
        return listed(reader, catalogue.registry.kind["swish-position"], {}).count


@pytest.mark.parametrize("step", [-3600.0, 3600.0])
def test_a_clock_that_is_set_neither_kills_workers_nor_lets_dead_ones_live(
    store: JobStore, make: Make, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    from ludex.jobs.durable import Others

    others, now = Others(), 1_000_000.0
    monkeypatch.setattr(JobDatabase, "now", lambda *_: now)
    with store.database.connected() as connection:
        _appear(connection, store, "dead")
        _appear(connection, store, "alive")
    job = store.start("count", {}, "numbers")
    go_on(make("dead"), job, steps=1)
    assert others.lost(_said(store), 0.0) == []
    now += step
    with store.database.connected() as connection:
        connection.execute(update(tables.worker).where(tables.worker.c.id == "alive").values(seen=now))
    assert others.lost(_said(store), 2.0) == []
    assert {one.id: one.alive for one in store.workers()} == {"dead": False, "alive": True}
    with store.database.connected() as connection:
        connection.execute(update(tables.worker).where(tables.worker.c.id == "alive").values(seen=now + 2))
    assert others.lost(_said(store), 13.0) == ["dead"]
    assert store.cancel(job.id).state is State.CANCELLED


def _said(store: JobStore) -> dict[str, float]:
    return {one.id: one.seen for one in store.workers()}


def _notes(store: JobStore, running: Running, job: Job) -> Iterator[str]:
    for _ in range(500):
        running.watch()
        yield store.glance(job.id).progress.note
        time.sleep(0.01)


def _appear(connection: object, store: JobStore, name: str) -> None:
    from sqlalchemy import insert

    from ludex.jobs.tables import worker

    now = store.database.now(connection)  # type: ignore[arg-type]
    row = {"id": name, "host": "here", "process": 1, "started": now, "seen": now, "gone": False}
    connection.execute(insert(worker).values(row))  # type: ignore[attr-defined]


def test_a_job_that_waits_or_whose_worker_is_dead_is_cancelled_at_once(store: JobStore, make: Make) -> None:
    waiting, left = store.start("count", {}, "numbers"), store.start("count", {}, "numbers")
    go_on(make("dead"), left, steps=1)
    assert store.cancel(waiting.id).state is State.CANCELLED
    assert store.cancel(left.id).state is State.CANCELLED
    assert make("w1").advance(left.id, 1, {"at": 1}) == {"ended": True}
    assert store.find(left.id).state is State.CANCELLED


def test_only_what_has_failed_or_was_cancelled_is_tried_again(store: JobStore, make: Make) -> None:
    job = store.start("count", {"to": 1}, "numbers")
    with pytest.raises(JobConflict, match="is queued"):
        store.retry(job.id)
    go_on(make("w1"), job)
    with pytest.raises(JobConflict, match="is succeeded"):
        store.retry(job.id)
    assert store.cancel(job.id).state is State.SUCCEEDED


def test_jobs_are_listed_the_newest_first_a_page_at_a_time(store: JobStore) -> None:
    for unknown in (store.find, store.glance, store.cancel, store.retry):
        with pytest.raises(UnknownJob):
            unknown("job-nobody-knows")
    assert store.page().items == () and store.workers() == []
    names = [store.start("count", {}, "numbers").id for _ in range(5)]
    store.start("wait", {}, "numbers")
    first = store.page(["queued"], "count", None, 3)
    rest = store.page(["queued"], "count", first.after, 3)
    assert [one.id for one in (*first.items, *rest.items)] == names[::-1]
    assert (first.count, rest.after) == (5, None)
    assert store.page(["failed"]).count == 0


def test_jobs_that_ended_are_forgotten_with_their_logs(store: JobStore, make: Make) -> None:
    done, waits = store.start("count", {"to": 1}, "numbers"), store.start("count", {}, "numbers")
    go_on(make("w1"), done)
    assert store.forget(3600) == 0
    assert store.forget(-1) == 1
    assert [one.id for one in store.page().items] == [waits.id]
    with pytest.raises(UnknownJob):
        store.find(done.id)


def test_a_step_does_not_run_on_when_the_job_was_cancelled_before_it(store: JobStore, make: Make) -> None:
    with (
        pytest.raises(Exception, match="cancelled"),
        JobContext(make("w1").catalogue, Budget(stop=lambda: True)).search(),
    ):
        pass
