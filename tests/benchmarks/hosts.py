"""Seconds of one divided job on one host and on two: services with a job worker each, on one PostgreSQL database.

The hosts run on this machine, so they need a core each. In the last column, one of the two hosts is killed when both
have finished a part. The stored levels must be the same each time.
"""

import statistics
import tempfile
import time
from pathlib import Path

from sqlalchemy import select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import stream
from ludex.games.kinds import GAMES
from ludex.games.planarity.kinds import LEVEL
from ludex.jobs.database import workflow_status
from ludex.jobs.job import ENDED, State
from ludex.jobs.operations import start_job
from ludex.jobs.store import JobStore, is_part, store_of
from tests.benchmarks.scale import database_of
from tests.services import Service

SERVE = "import sys; sys.argv = ['ludex', 'serve', '--no-browser']; from ludex.cli.main import main; main()"
LEVELS = {"vertices": 11, "edges": 20, "swaps": 4, "delta": 0.01, "seed": 58, "count": 2000}
"""The arguments of the job."""

HOSTS = ((1, False), (2, False), (2, True))


def main(repeats: int) -> None:
    """Print the median seconds of each row, and their ratios to one host."""
    seconds: dict[tuple[int, bool], list[float]] = {hosts: [] for hosts in HOSTS}
    levels: set[frozenset[str]] = set()
    with tempfile.TemporaryDirectory(prefix="ludex-hosts-") as made:
        folder = Path(made)
        with database_of(folder, "postgresql") as url_of:
            for number in range(repeats):
                for hosts in HOSTS:
                    name = f"run{number}_{hosts[0]}{'_killed' if hosts[1] else ''}"
                    taken, labels = _run(url_of(name), folder / name, *hosts)
                    seconds[hosts].append(taken)
                    levels.add(labels)
    alone = statistics.median(seconds[HOSTS[0]])
    print(f"{LEVELS['count']:,} levels generated, {repeats} runs; the same levels each time: {len(levels) == 1}")
    for count, killed in HOSTS:
        taken = statistics.median(seconds[count, killed])
        name = f"{count} host{'s' * (count > 1)}{', one killed' * killed}"
        print(f"{name:24} {taken:8.2f} s {alone / taken:8.2f}x")


def _run(address: str, folder: Path, hosts: int, killed: bool) -> tuple[float, frozenset[str]]:
    """Return the seconds of the job, and the labels of its levels."""
    catalogue = Catalogue(address, GAMES)
    catalogue.upgrade()
    services = [
        Service(
            address,
            SERVE,
            XDG_DATA_HOME=str(folder / str(host)),
            LUDEX_DATABASE_CONNECTIONS="16",
            LUDEX_WORKERS="1",
            LUDEX_JOB_WORKERS="1",
        )
        for host in range(hosts)
    ]
    store = store_of(address)
    try:
        # The first job lets the workers load what they need.
        _wait(store, start_job(store, "planarity-generate", LEVELS | {"seed": 1, "count": 40}).id)
        began = time.perf_counter()
        job = start_job(store, "planarity-generate", LEVELS).id
        if killed:
            while len(_workers_of_parts(store, job)) < hosts:
                time.sleep(0.05)
            services[0].kill()
        _wait(store, job)
        taken = time.perf_counter() - began
        with catalogue.reading() as reader:
            return taken, frozenset(level.label for level in stream(reader, LEVEL, {}, whole=False))
    finally:
        for service in services:
            service.kill()
        store.close()
        catalogue.close()


def _wait(store: JobStore, job: str) -> None:
    while (state := store.get_summary(job).state) not in ENDED:
        time.sleep(0.05)
    if state is not State.SUCCEEDED:
        raise RuntimeError(f"the job is {state.value}")


def _workers_of_parts(store: JobStore, job: str) -> set[str]:
    done = select(workflow_status.c.executor_id).where(
        is_part(workflow_status.c.workflow_uuid, job), workflow_status.c.status == "SUCCESS"
    )
    with store.database.reading() as connection:
        return set(connection.scalars(done))
