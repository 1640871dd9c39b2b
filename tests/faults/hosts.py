"""The rows of `scripts/faults` about several servers and hosts: promotion of a replica, and hosts behind a pooler."""

import os
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ludex.jobs.database import JobDatabase
from ludex.jobs.job import ENDED, Job
from ludex.jobs.operations import start_job
from ludex.jobs.store import store_of
from tests.faults.postgresql import postgresql
from tests.faults.replication import PGBOUNCER, either_of, pooler, standby_of
from tests.faults.serving import Served, Writers, missing, serving, upgraded, verified
from tests.faults.working import lines_of_positions, until, working

_FEW = {"LUDEX_DATABASE_CONNECTIONS": "8", "LUDEX_THREADS": "16"}
_LINES = 400


class LeftOut(Exception):
    """A row cannot be tried here; the message says why."""


def promoted(folder: Path, kills: int) -> str:
    """Lose the primary server while clients write, and promote its replica."""
    del kills
    with postgresql(folder) as primary, standby_of(primary, folder) as standby:
        upgraded(primary.address)
        # A commit returns once the replica has applied it. The replica itself has no replica to wait for.
        primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.run("ALTER SYSTEM SET synchronous_commit = remote_apply")
        primary.run("SELECT pg_reload_conf()")
        either = either_of(primary, standby)
        with serving(either, LUDEX_READ_DATABASE_URL=standby.address, **_FEW) as service:
            writers = Writers(service, 8, 1)
            time.sleep(5)
            before = len(writers.acknowledged)
            assert before, dict(writers.told)
            primary.stop("immediate")
            status, _ = service.ask("/api/v1/swish/positions?limit=1")
            assert status == 200, "reads did not outlive the primary"
            time.sleep(1)
            began, done = time.monotonic(), len(writers.acknowledged)
            standby.promote()
            while len(writers.acknowledged) == done:
                assert time.monotonic() - began < 30, "writing does not work again"
                time.sleep(0.05)
            again = time.monotonic() - began
            time.sleep(2)
            writers.end()
        assert set(writers.told) <= {200, 201, 503}, dict(writers.told)
        lost = missing(standby.address, writers.acknowledged)
        assert not lost, f"{len(lost)} acknowledged writes lost"
        said = verified(standby.address)
        after = len(writers.acknowledged) - before
    return (
        f"{before:,} writes acknowledged before (synchronous_commit = remote_apply), none lost, {after:,} after; "
        f"{writers.told[503]:,} got 503, reads went on, writing works again {again:.1f} s after the promotion; {said}"
    )


def several_hosts(folder: Path, kills: int) -> str:
    """Run two service hosts and three worker hosts over one PostgreSQL through PgBouncer, and kill hosts."""
    if PGBOUNCER is None:
        raise LeftOut("PgBouncer is not installed")
    numbers, times = random.Random(1), max(1, min(kills, 100) // 25)
    with ExitStack() as running:
        primary = running.enter_context(postgresql(folder))
        upgraded(primary.address)
        with_tables = JobDatabase(primary.address)
        with_tables.create()
        with_tables.close()
        standby = running.enter_context(standby_of(primary, folder))
        address = running.enter_context(pooler(primary, folder, 12))
        reads = {"LUDEX_READ_DATABASE_URL": standby.address}
        services = [
            running.enter_context(serving(address, **_host(folder, f"service-{number}"), **reads, **_FEW))
            for number in (1, 2)
        ]
        workers = [ExitStack() for _ in range(3)]
        for number, worker in enumerate(workers):
            running.enter_context(worker)
            worker.enter_context(working(address, **_host(folder, f"worker-{number}"), **_FEW))
        store = store_of(address)
        jobs: list[Job] = [
            start_job(store, "import", {"kind": "swish-position", "lines": lines_of_positions(_LINES, number * _LINES)})
            for number in range(3)
        ]
        with _checked(services) as writers:
            for kill in range(times):
                time.sleep(3)
                number = numbers.randrange(len(workers))
                workers[number].close()
                folder_of_host = _host(folder, f"worker-{number}-{kill}")
                workers[number].enter_context(working(address, **folder_of_host, **_FEW))
            whole = [until(store, job, lambda found: found.state in ENDED, 300.0) for job in jobs]
        for found in whole:
            assert str(found.state) == "succeeded" and found.progress.done == _LINES, found
        store.close()
        told = sum((clients.told for clients in writers), start=type(writers[0].told)())
        assert set(told) <= {200, 201, 503}, dict(told)
        labels = [label for clients in writers for label in clients.acknowledged]
        assert not missing(primary.address, labels), "acknowledged writes are lost"
        counts = {service.ask("/api/v1/swish/positions?limit=1")[1]["count"] for service in services}
        assert counts == {len(set(labels)) + 3 * _LINES}, (counts, len(set(labels)))
        said = verified(primary.address)
    return (
        f"2 services, 3 workers, {times} of them killed: {len(labels):,} writes acknowledged, none lost, "
        f"the newest read at the other service at once, {told[503]:,} got 503, 3 jobs succeeded, "
        f"each result once; {said}"
    )


@contextmanager
def _checked(services: list[Served]) -> Iterator[list[Writers]]:
    """Write at both services, and check that each acknowledged write can be read at the other one."""
    writers = [Writers(service, 2, seed) for seed, service in enumerate(services, 1)]
    yield writers
    for clients, other in zip(writers, reversed(services), strict=True):
        for _ in range(20):
            label = clients.acknowledged[-1]
            status, _answer = other.ask(f"/api/v1/objects/{label}")
            assert status in (200, 503), f"{label} is not at the other service: {status}"
    for clients in writers:
        clients.end()


def _host(folder: Path, name: str) -> dict[str, str]:
    """Make the folders of a host, and return the variables that name them."""
    home = folder / name
    (home / "tmp").mkdir(parents=True)
    found = {"HOME": str(home), "TMPDIR": str(home / "tmp"), "XDG_DATA_HOME": str(home), "XDG_CACHE_HOME": str(home)}
    return {**found, "NUMBA_CACHE_DIR": os.environ["NUMBA_CACHE_DIR"]} if "NUMBA_CACHE_DIR" in os.environ else found
