"""A PostgreSQL server that goes away, comes back, or has no connection left, while requests and jobs need it."""

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import count
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.postgresql import allowed
from ludex.games.kinds import GAMES
from ludex.jobs.database import share_connections, with_processes_that_fit
from ludex.jobs.job import ENDED, State
from ludex.jobs.operations import start_job
from ludex.jobs.store import store_of
from ludex.requests.problem_types import problem_type
from ludex.settings import Settings, SettingsError
from tests.applications import application
from tests.faults.postgresql import Server, postgresql
from tests.faults.working import lines_of_positions, until, working

LINES = 160

READS = ("/api/v1", "/api/v1/swish/positions?limit=1", "/api/v1/jobs", "/api/v1/objects/swish-36", "/swish/positions")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    # Not in pytest's folder: of that each run takes the server's user the rights again.
    with TemporaryDirectory(prefix="ludex-server-") as folder, postgresql(Path(folder)) as server:
        catalogue = Catalogue(server.address, GAMES)
        catalogue.upgrade()
        catalogue.close()
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[FlaskClient]:
    with application(Settings(database_url=server.address, database_connections=8, rate_limit="100000/minute")) as app:
        yield app.test_client()


def asked(client: FlaskClient, number: int) -> dict[str, tuple[int, str | None]]:
    """Return the status and Retry-After of every sort of request."""
    answers = {path: client.get(path) for path in READS}
    answers["store"] = client.post(
        "/api/v1/swish/positions", json={"cards": [f"*o{'.' * number}", f"o*{'.' * number}"]}
    )
    answers["start"] = client.post("/api/v1/jobs", json={"operation": "verify", "arguments": {"where": "kind:cap"}})
    return {name: (answer.status_code, answer.headers.get("Retry-After")) for name, answer in answers.items()}


def away(answers: dict[str, tuple[int, str | None]]) -> bool:
    """Return whether every request that needs the database got 503, and none failed."""
    told = {name: answer for name, answer in answers.items() if answer[0] != 200}
    return {"store", "start", "/api/v1/swish/positions?limit=1"} <= set(told) and set(told.values()) == {(503, "5")}


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_is_gone_is_waited_for(server: Server, client: FlaskClient, mode: str) -> None:
    first = 1 if mode == "fast" else 11
    before = asked(client, first)
    assert before["store"][0] == 201 and before["start"][0] == 202 and before["/swish/positions"][0] == 200
    server.stop(mode)
    gone = asked(client, first + 1)
    assert away(gone), gone
    assert client.get("/health").status_code == 503 and client.get("/metrics").status_code == 200
    server.start()
    assert client.get("/health").status_code == 200
    after = asked(client, first + 2)
    assert after == before
    # One that was restarted between two requests is not noticed at all.
    server.stop(mode)
    server.start()
    assert asked(client, first + 3) == after


def test_a_server_without_a_connection_left_is_asked_again_later(server: Server, client: FlaskClient) -> None:
    with server.crowded():
        told = asked(client, 21)
        assert away(told), told
        answer = client.get("/api/v1/swish/positions")
        assert (
            answer.get_json()["type"] == problem_type("busy").uri
            and "no connection left" in answer.get_json()["detail"]
        )
    assert asked(client, 22)["store"][0] == 201


def test_the_default_numbers_of_processes_leave_connections_to_others(
    server: Server, request: pytest.FixtureRequest
) -> None:
    database = Database(server.address)
    request.addfinalizer(database.close)

    def fitting(**given: int) -> tuple[int, int]:
        settings = Settings(database_url=server.address, **given)
        defaults = {name: 5 for name in ("workers", "job_workers") if name not in given}
        settings = settings.model_copy(update=defaults)
        settings.model_fields_set.difference_update(defaults)
        found = with_processes_that_fit(settings, database)
        return found.workers, found.job_workers

    # 37 connections are those of four processes with 8 each.
    assert fitting() == (2, 1)
    assert fitting(job_workers=5, workers=3) == (3, 5)
    assert fitting(database_connections=8, workers=1) == (1, 1)
    assert fitting(database_connections=18) == (1, 1)


def test_processes_share_what_the_server_and_the_role_allow(server: Server, request: pytest.FixtureRequest) -> None:
    database = Database(server.address)
    request.addfinalizer(database.close)

    def each(serving: int, working: int, own: int | None = None) -> tuple[int | None, int | None]:
        found = share_connections(
            Settings(database_url=server.address, database_connections=own), database, serving=serving, working=working
        )
        return found[0].database_connections, found[1].database_connections

    with database.reading() as connection:
        assert allowed(connection) == 40 - 3
    assert each(1, 1) == (27, 9)
    assert each(2, 1) == (13, 9)
    assert each(3, 1) == (9, 9)
    assert each(2, 2) == (10, 8)
    assert each(1, 1, 18) == (18, 18)
    with pytest.raises(SettingsError, match=r"allows 37 .* 5 processes with at least 8 .* 40: start fewer"):
        each(4, 1)
    with pytest.raises(SettingsError, match="set LUDEX_DATABASE_CONNECTIONS to 18, or start fewer"):
        each(1, 1, 19)
    server.run("ALTER ROLE player CONNECTION LIMIT 20")
    assert each(1, 0) == (15, 8)
    server.run("ALTER DATABASE catalogue CONNECTION LIMIT 7")
    with pytest.raises(SettingsError, match="raise max_connections of the server, or the CONNECTION LIMIT"):
        each(1, 0)
    server.run("ALTER DATABASE catalogue CONNECTION LIMIT -1")
    server.run("ALTER ROLE player CONNECTION LIMIT -1")


@pytest.mark.slow
def test_a_worker_waits_for_the_server_and_goes_on(server: Server) -> None:
    catalogue, store = Catalogue(server.address, GAMES), store_of(server.address)
    with catalogue.reading() as reader:
        before = count(reader, catalogue.registry.kind["swish-position"], {}).count
    job = start_job(store, "import", {"kind": "swish-position", "lines": lines_of_positions(LINES)})
    with working(server.address, LUDEX_DATABASE_CONNECTIONS="8"):
        until(store, job, lambda one: one.progress.done >= 20)
        [process] = [one.process for one in store.workers() if one.alive]
        server.stop("immediate")
        time.sleep(1.0)
        server.start()
        done = store.find(job.id).progress.done
        until(store, job, lambda one: one.progress.done > done or one.state is State.SUCCEEDED, 20.0)
        with server.crowded():
            time.sleep(0.5)
        whole = until(store, job, lambda one: one.state in ENDED, 30.0)
        assert whole.state is State.SUCCEEDED and whole.progress.done == LINES and whole.attempt == 1
        assert [one.process for one in store.workers() if one.alive] == [process], "it was not the same worker"
    with catalogue.reading() as reader:
        assert count(reader, catalogue.registry.kind["swish-position"], {}).count == before + LINES
    catalogue.close()
    store.close()
