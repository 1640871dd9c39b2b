"""A disk that is full, or takes no writes: said as such, nothing lost, and it works again by itself."""

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import psycopg
import pytest
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.database_errors import DatabaseError, StorageFull, StorageReadOnly
from ludex.requests.problem_types import problem_type
from ludex.settings import Settings
from tests.applications import application
from tests.disks import CannotMount, small_disk
from tests.postgresql import passing_database

POSITIONS = "/api/v1/swish/positions"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Give a disk of four megabytes."""
    with ExitStack() as mounted:
        try:
            folder = mounted.enter_context(small_disk(tmp_path, "4m"))
        except CannotMount as reason:
            pytest.skip(str(reason))
        yield folder


@pytest.fixture
def client(disk: Path, settings: Settings, sqlite_template: Path) -> Iterator[FlaskClient]:
    file = disk / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    with application(settings.model_copy(update={"database_url": f"sqlite:///{file}"})) as app:
        yield app.test_client()


def _cards(number: int) -> dict[str, list[str]]:
    return {"cards": ["." * at + "*o" + "." * (60 - at) for at in range(number)]}


def test_a_full_disk_loses_nothing_and_works_again_once_there_is_room(client: FlaskClient, disk: Path) -> None:
    assert client.post(POSITIONS, json=_cards(1)).status_code == 201
    filling = disk / "filling"
    with suppress(OSError):
        filling.write_bytes(b"x" * 2**22)
    refused = [client.post(POSITIONS, json=_cards(number)) for number in range(2, 40)]
    assert (refused[-1].status_code, refused[-1].get_json()["type"]) == (507, problem_type("storage-full").uri)
    stored = 1 + sum(answer.status_code == 201 for answer in refused)
    assert client.get(POSITIONS).get_json()["count"] == stored
    filling.unlink()
    assert client.post(POSITIONS, json=_cards(50)).status_code == 201
    assert client.get(POSITIONS).get_json()["count"] == stored + 1
    with closing(sqlite3.connect(disk / "catalogue.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_full_disk_is_507_for_cypher_and_jobs_and_one_line_for_backups(
    client: FlaskClient, disk: Path, tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = {"operation": "verify", "arguments": {}}
    started = client.post("/api/v1/jobs", json=job)
    assert started.status_code == 202
    with suppress(OSError):
        (disk / "filling").write_bytes(b"x" * 2**22)
    requests = [("/api/v1/cypher", {"query": "RETURN 1"}), *[("/api/v1/jobs", job)] * 300]
    for address, body in requests:
        refused = client.post(address, json=body)
        if refused.status_code != 202:
            assert (refused.status_code, refused.get_json()["type"]) == (507, problem_type("storage-full").uri)
            assert "free some space" in refused.get_json()["detail"]
    assert refused.status_code == 507
    with pytest.raises(StorageFull, match="free some space"):
        Database(f"sqlite:///{sqlite_template}").backup(disk / "backup.sqlite")
    assert not list(disk.glob("backup*"))
    with pytest.raises(DatabaseError, match="cannot be written"):
        Database(f"sqlite:///{sqlite_template}").backup(tmp_path / "nothing" / "backup.sqlite")


def test_a_file_that_was_truncated_is_noticed_at_the_next_request(
    tmp_path: Path, settings: Settings, sqlite_template: Path
) -> None:
    for kept in (0, 4096, 40_960):
        file = tmp_path / f"catalogue-{kept}.sqlite"
        shutil.copyfile(sqlite_template, file)
        with application(settings.model_copy(update={"database_url": f"sqlite:///{file}"})) as app:
            client = app.test_client()
            assert client.get(POSITIONS).status_code == client.get("/health").status_code == 200
            os.truncate(file, kept)
            time.sleep(0.25)
            assert (client.get(POSITIONS).status_code, client.get("/health").status_code) == (503, 503), kept


def test_a_disk_that_takes_no_writes_is_read(disk: Path, settings: Settings, sqlite_template: Path) -> None:
    file = disk / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    with application(settings.model_copy(update={"database_url": f"sqlite:///{file}"})) as app:
        client = app.test_client()
        assert client.get(POSITIONS).get_json()["count"] == 0
        assert client.get("/health").get_json()["stores"] is False
        refused = client.post(POSITIONS, json=_cards(2))
        assert refused.status_code == 503 and "read-only" in refused.get_json()["detail"]
        assert "Retry-After" in refused.headers


def test_a_replaced_file_is_left_alone_and_the_answer_says_what_to_do(
    tmp_path: Path, settings: Settings, sqlite_template: Path
) -> None:
    file, other = tmp_path / "catalogue.sqlite", tmp_path / "other.sqlite"
    for copy in (file, other):
        shutil.copyfile(sqlite_template, copy)
    with application(settings.model_copy(update={"database_url": f"sqlite:///{file}"})) as app:
        client = app.test_client()
        assert client.post(POSITIONS, json=_cards(1)).status_code == 201
        content = other.read_bytes()
        other.rename(file)
        refused = client.post(POSITIONS, json=_cards(2))
        assert (refused.status_code, refused.mimetype) == (503, "application/problem+json")
        assert "Put the previous file back" in refused.get_json()["detail"]
        assert str(tmp_path) not in refused.text
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("raised", "said"),
    [(psycopg.errors.DiskFull, StorageFull), (psycopg.errors.ReadOnlySqlTransaction, StorageReadOnly)],
)
def test_what_postgresql_says_of_its_disk_is_understood(
    raised: type[psycopg.Error], said: type[Exception], sqlite_catalogue: Catalogue
) -> None:
    with pytest.raises(said), sqlite_catalogue.writing():
        raise OperationalError("INSERT", None, raised("as the server says"))


@pytest.mark.parametrize("mode", ["EXCLUSIVE", "ACCESS EXCLUSIVE"])
def test_a_locked_table_of_postgresql_is_503_after_five_seconds_and_health_answers_at_once(
    mode: str, postgresql_address: str, postgresql_template: str
) -> None:
    reads = mode == "EXCLUSIVE"
    with (
        passing_database(postgresql_address, postgresql_template) as address,
        application(Settings(database_url=address)) as app,
        psycopg.connect(address) as other,
    ):
        client = app.test_client()
        assert client.get("/health").status_code == 200
        assert client.post(POSITIONS, json=_cards(1)).status_code == 201
        other.execute(f"LOCK TABLE node IN {mode} MODE")
        begin = time.monotonic()
        assert client.get("/health").status_code == (200 if reads else 503)
        # 100 ms, and a share for a machine that does other things too.
        assert time.monotonic() - begin < 0.5
        begin = time.monotonic()
        refused = client.post(POSITIONS, json=_cards(2))
        assert refused.status_code == 503 and "Retry-After" in refused.headers
        assert 4 < time.monotonic() - begin < 8
        other.rollback()
        assert client.get("/health").status_code == 200
        assert client.post(POSITIONS, json=_cards(3)).status_code == 201
