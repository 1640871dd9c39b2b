"""Reads from a streaming replica, which must see every acknowledged write, and what happens without the replica."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import text

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.lists.listing import count
from ludex.catalogue.objects.storing import store
from ludex.catalogue.storage import replica as replica_module
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.storage.replica import ReplicaStatus
from ludex.catalogue.storage.snapshot import WriteContext
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from tests.applications import application
from tests.catalogue.conftest import made
from tests.catalogue.necklaces import NECKLACE, TOYS, Necklace
from tests.faults.postgresql import Server, postgresql
from tests.faults.replication import Standby, either_of, standby_of
from tests.postgresql import new_database

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    # Not in pytest's folder: of that each run takes the server's user the rights again.
    with TemporaryDirectory(prefix="ludex-replica-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="module")
def primary(folder: Path) -> Iterator[Server]:
    try:
        context = postgresql(folder)
        server = context.__enter__()
    except Exception as error:
        pytest.skip(f"PostgreSQL does not start here: {error}")
    made(Catalogue(server.address, (TOYS,))).close()
    yield server
    context.__exit__(None, None, None)


@pytest.fixture(scope="module")
def standby(primary: Server, folder: Path) -> Iterator[Standby]:
    with standby_of(primary, folder) as standby:
        yield standby


@pytest.fixture
def toys(primary: Server, standby: Standby, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogue]:
    monkeypatch.setattr(replica_module, "AVOID_SECONDS", 0.0)
    # The machine of the tests may be busy.
    monkeypatch.setattr(replica_module, "WAIT_SECONDS", 10.0)
    with closing(Catalogue(primary.address, (TOYS,), connections=8, replica=standby.address)) as catalogue:
        yield catalogue


def reads(catalogue: Catalogue) -> tuple[str, int]:
    """Return the server that a reader reads, and the number of objects there."""
    with catalogue.reading() as reader:
        recovers = reader.connection.scalar(text("SELECT pg_is_in_recovery()"))
        return "replica" if recovers else "primary", count(reader, reader.registry.kind["toy-necklace"], {}).count


def put(catalogue: Catalogue) -> int:
    """Store a necklace and return the number of necklaces."""
    with catalogue.writing() as writer:
        number = count(writer, NECKLACE, {}).count
        store(writer, prepare(NECKLACE, Necklace("a" * number + "b")))
        return count(writer, NECKLACE, {}).count


def test_readers_of_the_replica_see_every_write_of_other_processes(primary: Server, toys: Catalogue) -> None:
    with closing(Catalogue(primary.address, (TOYS,), connections=8)) as other:
        for _ in range(30):
            number = put(other)
            assert reads(toys) == ("replica", number)


def test_a_replica_that_is_behind_is_not_read(
    toys: Catalogue, standby: Standby, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert toys.replica is not None
    number = put(toys)
    assert reads(toys) == ("replica", number)
    monkeypatch.setattr(replica_module, "WAIT_SECONDS", 0.02)
    standby.run("SELECT pg_wal_replay_pause()")
    try:
        number = put(toys)
        assert reads(toys) == ("primary", number)
        status = toys.replica.status()
        assert status.state == "behind"
        assert status.bytes_behind is not None and status.bytes_behind > 0
    finally:
        standby.run("SELECT pg_wal_replay_resume()")
    monkeypatch.setattr(replica_module, "WAIT_SECONDS", 10.0)
    while reads(toys)[0] == "primary":
        pass
    assert reads(toys) == ("replica", number)
    assert toys.replica.status() == ReplicaStatus("current", 0)


def test_a_replica_that_is_gone_is_not_read(toys: Catalogue, standby: Standby) -> None:
    assert toys.replica is not None
    number = put(toys)
    assert reads(toys) == ("replica", number)
    standby.stop()
    try:
        assert reads(toys) == ("primary", number)
        assert toys.replica.status() == ReplicaStatus("unreachable", None)
    finally:
        standby.start()
    assert reads(toys) == ("replica", number)


def test_a_writer_reads_from_the_primary(toys: Catalogue) -> None:
    number = put(toys)
    acting = toys.acting_for(WriteContext(None, True, None, lambda _found, _note: None))
    assert reads(acting) == ("primary", number)
    assert reads(toys) == ("replica", number)


def test_reads_outlive_the_primary(primary: Server, toys: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica_module, "_PRIMARY_SECONDS", 0.0)
    number = put(toys)
    assert reads(toys) == ("replica", number)
    primary.stop("fast")
    try:
        assert reads(toys) == ("replica", number)
        assert toys.replica is not None
        assert toys.replica.status() == ReplicaStatus("unverified", None)
        with pytest.raises(replica_module.TRANSIENT):
            put(toys)
    finally:
        primary.start()
    number = put(toys)
    assert reads(toys) == ("replica", number)


def test_only_postgresql_has_replicas(primary: Server, tmp_path: Path) -> None:
    file = f"sqlite:///{tmp_path}/catalogue.sqlite"
    with pytest.raises(DatabaseError, match="only a catalogue on PostgreSQL"):
        Catalogue(file, (TOYS,), replica=primary.address)
    with pytest.raises(DatabaseError, match="a replica is a PostgreSQL server"):
        Catalogue(primary.address, (TOYS,), replica=file)


def test_a_service_reads_what_it_stored_and_goes_on_after_a_promotion(primary: Server, standby: Standby) -> None:
    """The last test: the replica becomes the primary."""
    new_database(primary.administration, "service OWNER player")
    addresses = [
        address.replace("/catalogue", "/service") for address in (either_of(primary, standby), standby.address)
    ]
    with closing(Catalogue(addresses[0], GAMES)) as catalogue:
        catalogue.upgrade()
    settings = Settings(
        database_url=addresses[0], read_database_url=addresses[1], database_connections=8, rate_limit="none"
    )
    with application(settings) as app:
        client = app.test_client()
        for number in range(2, 8):
            stored = client.post("/api/v1/swish/positions", json={"cards": [f"*o{'.' * number}", f"o*{'.' * number}"]})
            assert stored.status_code == 201
            assert client.get(stored.headers["Location"]).status_code == 200
            assert client.get("/api/v1/swish/positions?limit=1").get_json()["count"] == number - 1
        health = client.get("/health").get_json()
        assert health["replica"] in ("current", "behind")
        primary.stop("immediate")
        assert client.get("/health").status_code == 200
        assert client.get("/api/v1/swish/positions?limit=1").get_json()["count"] == 6
        refused = client.post("/api/v1/swish/positions", json={"cards": ["*o........", "o*........"]})
        assert refused.status_code == 503
        assert refused.headers["Retry-After"] == "5"
        standby.promote()
        stored = client.post("/api/v1/swish/positions", json={"cards": ["*o........", "o*........"]})
        assert stored.status_code == 201
        assert client.get(stored.headers["Location"]).status_code == 200
        assert client.get("/health").get_json()["replica"] == "unreachable"
