"""A catalogue and its jobs through PgBouncer in transaction mode, which keeps nothing between transactions."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import count
from ludex.catalogue.storage.database import normalised_url
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.games.kinds import GAMES
from ludex.jobs.database import JobDatabase, share_connections
from ludex.jobs.job import ENDED, State
from ludex.jobs.operations import start_job
from ludex.jobs.store import store_of
from ludex.settings import Settings
from tests.applications import application
from tests.faults.postgresql import Server, postgresql
from tests.faults.replication import PGBOUNCER, pooler
from tests.faults.working import lines_of_positions, until, working

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PGBOUNCER is None, reason="PgBouncer is not installed")]

FEW = 3
"""The connections of the pooler, less than clients, so that each client gets the connections of others."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with TemporaryDirectory(prefix="ludex-pooled-") as folder, postgresql(Path(folder)) as server:
        with closing(Catalogue(server.address, GAMES)) as catalogue:
            catalogue.upgrade()
        yield server


@pytest.fixture(scope="module")
def address(server: Server) -> Iterator[str]:
    with TemporaryDirectory(prefix="ludex-pooler-") as folder:
        Path(folder).chmod(0o755)
        with pooler(server, Path(folder), FEW) as address:
            yield address


@pytest.fixture
def client(address: str) -> Iterator[FlaskClient]:
    with application(Settings(database_url=address, database_connections=20, rate_limit="none")) as app:
        yield app.test_client()


def test_the_tables_of_jobs_are_not_made_through_the_pooler(server: Server, address: str) -> None:
    with closing(JobDatabase(address)) as pooled, pytest.raises(DatabaseError, match="of the PostgreSQL server itself"):
        pooled.create()
    with closing(JobDatabase(server.address)) as direct:
        direct.create()
    with closing(JobDatabase(address)) as pooled:
        pooled.create()
        assert pooled.exists()


def test_clients_write_and_read_over_a_few_connections(client: FlaskClient, address: str) -> None:
    told: list[int] = []

    def ask(first: int) -> None:
        for number in range(first, first + 12):
            cards = [f"*o{'.' * number}", f"o*{'.' * number}"]
            stored = client.application.test_client().post("/api/v1/swish/positions", json={"cards": cards})
            told.append(stored.status_code)
            # The same statement more often than the driver needs to prepare it.
            told.append(client.application.test_client().get(stored.headers["Location"]).status_code)

    threads = [threading.Thread(target=ask, args=(20 * number + 1,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told.count(201) == told.count(200) == 72
    assert client.get("/api/v1/swish/positions?limit=1").get_json()["count"] == 72
    assert client.get("/health").status_code == 200
    assert client.get("/api/v1/jobs").status_code == 200


def test_a_worker_executes_jobs_through_the_pooler(address: str, client: FlaskClient) -> None:
    before = client.get("/api/v1/swish/positions?limit=1").get_json()["count"]
    with closing(store_of(address)) as store, working(address):
        job = start_job(store, "import", {"kind": "swish-position", "lines": lines_of_positions(100)})
        assert until(store, job, lambda found: found.state in ENDED).state is State.SUCCEEDED
    assert client.get("/api/v1/swish/positions?limit=1").get_json()["count"] == before + 100


def test_no_connection_of_the_pooler_keeps_settings_or_locks(server: Server, address: str) -> None:
    plain = normalised_url(address).difference_update_query(["pooling"]).set(drivername="postgresql")
    for _ in range(2 * FEW):
        with psycopg.connect(plain.render_as_string(hide_password=False), prepare_threshold=None) as connection:
            assert connection.execute("SHOW search_path").fetchone() == ('"$user", public',)
            assert connection.execute("SELECT count(*) FROM pg_prepared_statements").fetchone() == (0,)
    with psycopg.connect(server.administration, autocommit=True) as connection:
        held = "SELECT objid, state, query FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory'"
        deadline = time.monotonic() + 20.0
        # A worker that was killed in a transaction holds its lock until the server notices.
        while rows := connection.execute(held).fetchall():
            assert time.monotonic() < deadline, rows
            time.sleep(0.1)
        listening = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'").fetchone()
    assert listening == (0,)


def test_a_reader_has_one_snapshot_through_the_pooler(address: str) -> None:
    with closing(Catalogue(address, GAMES)) as catalogue, catalogue.reading() as reader:
        assert reader.connection.scalar(text("SHOW transaction_isolation")) == "repeatable read"
        assert reader.connection.scalar(text("SHOW transaction_read_only")) == "on"
        assert count(reader, reader.registry.kind["swish-position"], {}).exact


def test_a_pooler_has_limits_of_its_own(address: str) -> None:
    with closing(Catalogue(address, GAMES)) as catalogue:
        settings = Settings(database_url=address)
        assert share_connections(settings, catalogue.database, serving=64) == (settings, settings)


def test_only_transaction_pooling_is_known() -> None:
    with pytest.raises(DatabaseError, match="write pooling=transaction"):
        normalised_url("postgresql://localhost/ludex?pooling=session")
