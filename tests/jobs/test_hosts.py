"""One job on two services with data folders of their own and one database, of which one is killed."""

from pathlib import Path

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import stream
from ludex.catalogue.verification import verify
from ludex.games.kinds import GAMES
from ludex.games.planarity.kinds import LEVEL
from ludex.jobs.job import ENDED, State
from ludex.jobs.operations import start_job
from ludex.jobs.store import JobStore
from tests.conftest import Lend
from tests.faults.working import until, workers_of_parts
from tests.jobs.stepping import steps_of
from tests.services import Service

SERVE = """
import sys
from ludex.jobs import store
store.LEASE_SECONDS = 2.5
from ludex.jobs import executor, worker
executor._POLLING_SECONDS = 0.1
worker._BEAT_SECONDS, worker._LOOK_SECONDS = 0.5, 0.2
from ludex.cli.main import main
sys.argv = ["ludex", "serve", "--no-browser"]
main()
"""
LEVELS = {"vertices": 9, "edges": 14, "swaps": 3, "delta": 0.02, "seed": 58, "count": 800}


def labels_of(catalogue: Catalogue) -> set[str]:
    with catalogue.reading() as reader:
        return {level.label for level in stream(reader, LEVEL, {}, whole=False)}


@pytest.mark.slow
def test_two_hosts_compute_one_job_and_its_levels_are_the_same_if_one_is_killed(
    catalogue: Catalogue, store: JobStore, lend: Lend, tmp_path: Path
) -> None:
    address = catalogue.database.url.render_as_string(hide_password=False)
    hosts = []
    try:
        for name in ("first", "second"):
            own = {"XDG_DATA_HOME": str(tmp_path / name), "LUDEX_DATABASE_CONNECTIONS": "16", "LUDEX_JOB_WORKERS": "1"}
            hosts.append(Service(address, SERVE, **own))
        job = start_job(store, "planarity-generate", LEVELS)
        until(store, job, lambda _: len(workers_of_parts(store, job.id)) == 2)
        hosts[0].kill()
        assert store.get_summary(job.id).state is State.RUNNING
        whole = until(store, job, lambda one: one.state in ENDED)
    finally:
        for host in hosts:
            host.kill()
    assert whole.state is State.SUCCEEDED
    assert verify(catalogue).sound
    with lend() as other:
        alone = Catalogue(other, GAMES)
        steps_of(alone, "planarity-generate", LEVELS)
        assert labels_of(catalogue) == labels_of(alone) and len(labels_of(alone)) == LEVELS["count"]
        alone.close()
