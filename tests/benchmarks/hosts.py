"""Seconds of one divided job on one host and on two: services with a job worker each, on one PostgreSQL database.

The hosts run on this machine, so they need a core each. In the last column, one of the two hosts is killed when both
have finished a part. The stored levels must be the same each time.
"""

import statistics
import tempfile
import time
from pathlib import Path

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import stream
from ludex.games.kinds import GAMES
from ludex.games.planarity.kinds import LEVEL
from ludex.jobs.job import ENDED, Job, State
from ludex.jobs.operations import start_job
from ludex.jobs.store import JobStore, store_of
from tests.benchmarks.scale import database_of
from tests.faults.working import until, workers_of_parts
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
        _finish(store, start_job(store, "planarity-generate", LEVELS | {"seed": 1, "count": 40}))
        began = time.perf_counter()
        job = start_job(store, "planarity-generate", LEVELS)
        if killed:
            until(store, job, lambda _: len(workers_of_parts(store, job.id)) == hosts)
            services[0].kill()
        _finish(store, job)
        taken = time.perf_counter() - began
        with catalogue.reading() as reader:
            return taken, frozenset(level.label for level in stream(reader, LEVEL, {}, whole=False))
    finally:
        for service in services:
            service.kill()
        store.close()
        catalogue.close()


def _finish(store: JobStore, job: Job) -> None:
    state = until(store, job, lambda details: details.state in ENDED, seconds=3600).state
    if state is not State.SUCCEEDED:
        raise RuntimeError(f"the job is {state.value}")
