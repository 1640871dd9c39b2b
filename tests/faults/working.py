"""Workers that can be killed, and a job for them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from sqlalchemy import select

from ludex.jobs.database import workflow_status
from ludex.jobs.job import Job, JobDetails
from ludex.jobs.store import JobStore, is_part
from tests.faults.serving import address_of
from tests.services import Forking, kill_group

WORK = """
from ludex.jobs import store
store.LEASE_SECONDS = 2.5
from ludex.jobs import executor, worker
executor._POLLING_SECONDS = 0.1
worker._BEAT_SECONDS, worker._LOOK_SECONDS, worker._NICENESS = 0.5, 0.2, 0
from ludex.games.kinds import GAMES
from ludex.settings import read_settings
worker.run_workers(read_settings(), GAMES, 1)
"""
"""With shorter leases than they are."""


@contextmanager
def working(catalogue: Path | str, **settings: str) -> Iterator[None]:
    """Work on jobs for as long as the context lasts; then be killed, as by a loss of power."""
    named = {"LUDEX_DATABASE_URL": address_of(catalogue), "LUDEX_LOG_LEVEL": "warning"}
    process = subprocess.Popen(
        [sys.executable, "-c", WORK],
        env=os.environ | named | settings,
        start_new_session=True,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Crew:
    """Some workers, of which one after the other is killed and replaced."""

    def __init__(self, forking: Forking, catalogue: Path | str, number: int) -> None:
        self._forking, self._address = forking, address_of(catalogue)
        self._workers = [self._begin() for _ in range(number)]

    def replace(self, place: int) -> None:
        """Kill a worker, as by a loss of power, and begin another one."""
        kill_group(self._workers[place])
        self._workers[place] = self._begin()

    def end(self) -> None:
        """Kill all of them."""
        for one in self._workers:
            kill_group(one)

    def _begin(self) -> int:
        return self._forking.fork(self._address, WORK, LUDEX_LOG_LEVEL="error")


def lines_of_positions(number: int, first: int = 0) -> str:
    """Return lines of two cards, from the `first` on: each its own position, no two have their points as far apart."""
    width = 200
    lines = (
        f"*{'.' * a}o{'.' * (width - a)}/{'.' * (width + 2)},{'.' * (width + 2)}/*{'.' * b}o{'.' * (width - b)}\n"
        for a in range(width)
        for b in range(a)
    )
    return "".join(islice(lines, first, first + number))


def until(store: JobStore, job: Job, holds: Callable[[JobDetails], bool], seconds: float = 120.0) -> JobDetails:
    """Wait until something holds of a job and return it."""
    deadline = time.monotonic() + seconds
    while not holds(found := store.find(job.id)):
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
    return found


def workers_of_parts(store: JobStore, job: str) -> set[str]:
    """Return the workers that have finished parts of a job."""
    done = select(workflow_status.c.executor_id).where(
        is_part(workflow_status.c.workflow_uuid, job), workflow_status.c.status == "SUCCESS"
    )
    with store.database.reading() as connection:
        return set(connection.scalars(done))
