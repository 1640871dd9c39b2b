"""Real workers on real jobs: killed with -9, told to end, left alone. Their leases are shorter here than they are."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from pathlib import Path

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.exact_results.declaration import Collection, find_result
from ludex.catalogue.exact_results.reading import read_collections
from ludex.catalogue.lists.listing import count
from ludex.catalogue.objects.store_result import job_objects
from ludex.catalogue.verification import verify
from ludex.jobs.job import ENDED, State
from ludex.jobs.operations import start_job
from ludex.jobs.store import JobStore
from ludex.jobs.worker import Workers
from ludex.settings import Settings
from tests.faults.working import WORK, lines_of_positions, until

LINES = 500
Begin = Callable[[], subprocess.Popen[bytes]]


@pytest.fixture
def begin(catalogue: Catalogue) -> Iterator[Begin]:
    begun: list[subprocess.Popen[bytes]] = []
    address = catalogue.database.url.render_as_string(hide_password=False)

    def started() -> subprocess.Popen[bytes]:
        begun.append(subprocess.Popen([sys.executable, "-c", WORK], env=os.environ | {"LUDEX_DATABASE_URL": address}))
        return begun[-1]

    yield started
    for one in begun:
        one.kill()
        one.wait()


@pytest.mark.slow
def test_a_collection_whose_worker_is_killed_is_completed_by_the_next(
    catalogue: Catalogue, store: JobStore, begin: Begin
) -> None:
    job = start_job(store, "planarity-collection", {"collection": "x-types-8"})
    first = begin()
    half = until(store, job, lambda one: one.progress.done >= 3)
    [process] = [int(found[1]) for one in store.workers() if (found := re.search(r"-(\d+)-[0-9a-f]+$", one.id))]
    first.kill()
    os.kill(process, signal.SIGKILL)
    assert half.state is State.RUNNING
    collection = find_result(catalogue.registry, Collection, "planarity-x-types-8")
    with catalogue.reading() as reader:
        [state] = read_collections(reader, [collection])
    assert 0 < state.stored < state.size
    assert state.claim is None
    begin()
    whole = until(store, job, lambda one: one.state in ENDED)
    assert whole.state is State.SUCCEEDED
    assert whole.attempt == 1
    with catalogue.reading() as reader:
        [state] = read_collections(reader, [collection])
    assert state.complete
    assert state.stored == state.size == 3091
    assert state.claim is not None


@pytest.mark.slow
def test_a_job_whose_worker_is_killed_is_taken_over_by_itself_and_stores_every_object_once(
    catalogue: Catalogue, store: JobStore, begin: Begin
) -> None:
    job = start_job(store, "import", {"kind": "swish-position", "lines": lines_of_positions(LINES)})
    first = begin()
    half = until(store, job, lambda one: one.progress.done >= 40)
    [process] = [int(found[1]) for one in store.workers() if (found := re.search(r"-(\d+)-[0-9a-f]+$", one.id))]
    # Neither the worker nor who would replace it says anything: as if the machine had lost its power.
    first.kill()
    os.kill(process, signal.SIGKILL)
    assert half.state is State.RUNNING
    killed = time.monotonic()
    second = begin()
    taken = until(store, job, lambda one: one.worker != half.worker)
    assert time.monotonic() - killed < 30
    assert half.progress.done <= taken.progress.done + 20
    whole = until(store, job, lambda one: one.state in ENDED)
    assert whole.state is State.SUCCEEDED and whole.progress.done == LINES
    assert whole.attempt == 1 and any("took over" in one.line for one in whole.log)
    with catalogue.reading() as reader:
        assert count(reader, catalogue.registry.kind["swish-position"], {}).count == LINES
        assert count(reader, catalogue.registry.kind["swish-position"], {"job": job.id}).count == LINES
        listed = [item.label for item in job_objects(reader, job.id, limit=2 * LINES).items]
    assert len(set(listed)) == len(listed) == LINES
    assert verify(catalogue).sound
    assert [one.alive for one in store.workers()] == [True]
    # A long search is cancelled within a second or two, and a short job has not waited for it.
    long = start_job(store, "swish-solve", {"deck": "swish-36", "find": "count"})
    until(store, long, lambda one: one.state is State.RUNNING)
    short = start_job(store, "swish-solve", {"cards": ["*o./...", "o../.*.", "..*/.o."], "find": "largest"})
    assert '"size":2' in (until(store, short, lambda one: one.state is State.SUCCEEDED).result or "")
    assert store.cancel(long.id).state is State.CANCELLED
    # One that is told to end does so at once, and what it worked on waits for the next.
    left = store.retry(long.id)
    until(store, left, lambda one: one.state is State.RUNNING)
    second.terminate()
    assert second.wait(10) == 0
    assert store.workers() == []
    assert store.cancel(left.id).state is State.CANCELLED


def test_a_process_that_ended_early_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.jobs.worker._work", lambda *_: None)
    workers = Workers(Settings(), [], 1)
    workers.begin()
    deadline = time.monotonic() + 60
    while sentinels := workers.sentinels():
        wait(sentinels, timeout=1)
        assert time.monotonic() < deadline
    workers.end()


def test_no_process_starts_before_the_file_exists(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ludex.jobs.worker._work", lambda *_: time.sleep(60))
    file = tmp_path / "jobs"
    workers = Workers(Settings(), [], 1, file=file)
    workers.begin()
    assert workers.sentinels() == []
    file.touch()
    workers.begin()
    assert len(workers.sentinels()) == 1
    workers.end()
