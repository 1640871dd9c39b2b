"""Which workers are dead: those whose heartbeats stop, whatever any wall clock shows."""

import pytest

from ludex.jobs.store import LEASE_SECONDS, JobStore
from ludex.jobs.worker import PeerLiveness, WorkerRegistry


def test_a_worker_is_dead_when_its_heartbeat_has_not_changed_for_a_lease() -> None:
    peers = PeerLiveness()
    assert peers.dead({"a": 1, "b": 1}, 0.0) == []
    assert peers.dead({"a": 2, "b": 1}, LEASE_SECONDS) == []
    assert peers.dead({"a": 3, "b": 1}, LEASE_SECONDS + 1) == ["b"]
    # One that is seen for the first time has a whole lease.
    assert peers.dead({"a": 3, "c": 9}, LEASE_SECONDS + 2) == []
    assert peers.dead({"a": 3, "c": 9}, 2 * LEASE_SECONDS + 3) == ["a", "c"]


@pytest.mark.parametrize("step", [-3600.0, 3600.0])
def test_a_wall_clock_that_is_set_neither_kills_workers_nor_lets_dead_ones_live(
    store: JobStore, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    clocks = {"time": 1_000_000.0, "monotonic": 0.0}
    monkeypatch.setattr("ludex.jobs.worker.time.time", lambda: clocks["time"])
    monkeypatch.setattr("ludex.jobs.worker.time.monotonic", lambda: clocks["monotonic"])
    monkeypatch.setattr("ludex.jobs.worker.DBOS.list_workflows", lambda **_: [])
    alive, dead = WorkerRegistry(store.database, "alive"), WorkerRegistry(store.database, "dead")
    alive.join()
    dead.join()
    alive.recover()
    clocks |= {"time": clocks["time"] + step, "monotonic": 2.0}
    assert alive.beat()
    alive.recover()
    assert {one.id for one in store.workers()} == {"alive", "dead"}
    clocks |= {"monotonic": LEASE_SECONDS + 1}
    assert alive.beat()
    alive.recover()
    assert [one.id for one in store.workers()] == ["alive"]
    # One that was only asleep learns that others took it for dead.
    assert not dead.beat()
