"""A disk that is full, or takes no writes: said as such, nothing lost, and it works again by itself."""

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from ludex.api.service import service
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.database_errors import DatabaseError, StorageFull, StorageReadOnly
from ludex.catalogue.storage.sqlite_files import CHECK_SECONDS, PROBE_SECONDS, IntegrityChecks, damage_of
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
    with serving(file, settings) as client:
        yield client


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


@pytest.fixture
def file(tmp_path: Path, sqlite_template: Path) -> Path:
    return Path(shutil.copyfile(sqlite_template, tmp_path / "catalogue.sqlite"))


@contextmanager
def serving(file: Path, settings: Settings) -> Iterator[FlaskClient]:
    with application(settings.model_copy(update={"database_url": f"sqlite:///{file}"})) as app:
        yield app.test_client()


def _statuses(client: FlaskClient) -> list[int]:
    stored = client.post(POSITIONS, json=_cards(3)).status_code
    return [client.get(POSITIONS).status_code, client.get("/health").status_code, stored]


def _overwrite(file: Path, first: int, pages: int) -> None:
    with file.open("r+b") as opened:
        opened.seek(first * 4096)
        opened.write(b"\xa5" * 4096 * pages)


@pytest.mark.parametrize("kept", [0, 4096, 40_960])
def test_a_file_that_was_truncated_is_noticed_at_the_next_request(file: Path, settings: Settings, kept: int) -> None:
    with serving(file, settings) as client:
        assert client.get(POSITIONS).status_code == client.get("/health").status_code == 200
        os.truncate(file, kept)
        assert _statuses(client) == [503, 503, 503]


def test_an_overwritten_header_is_noticed_at_the_next_request(file: Path, settings: Settings) -> None:
    with serving(file, settings) as client:
        assert client.get(POSITIONS).status_code == client.get("/health").status_code == 200
        _overwrite(file, 0, 60)
        assert _statuses(client) == [503, 503, 503]


@dataclass
class _Days:
    """A clock that stands still until it is set."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("largest_probed", "noticed_after"), [(2**30, PROBE_SECONDS), (0, CHECK_SECONDS)])
def test_overwritten_pages_are_noticed_within_a_minute_or_in_a_large_file_within_a_day(
    file: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, largest_probed: int, noticed_after: float
) -> None:
    monkeypatch.setattr("ludex.catalogue.storage.sqlite_files.PROBE_BYTES", largest_probed)
    clock = _Days()
    with serving(file, settings) as client:
        database = service(client.application).catalogue.database
        database.integrity = IntegrityChecks(file, clock, start=lambda work: work())
        whole = file.read_bytes()
        assert client.get("/health").status_code == 200
        _overwrite(file, len(whole) // 4096 - 60, 60)
        clock.now = noticed_after - 1
        assert (client.get("/health").status_code, client.get("/health").get_json()["stores"]) == (200, True)
        clock.now = noticed_after
        health = client.get("/health").get_json()
        assert (health["status"], health["catalogue"], health["stores"]) == ("unavailable", "unreachable", False)
        database._next_check = float("inf")  # the next reader does not wait for its own check of the header
        assert _statuses(client) == [503, 503, 503]
        assert "ludex db restore" in client.get(POSITIONS).get_json()["detail"]
        file.write_bytes(whole)
        clock.now += PROBE_SECONDS
        assert client.get("/health").status_code == 200
        assert _statuses(client) == [200, 200, 201]


def test_a_read_of_a_damaged_page_leads_to_a_complete_check(file: Path, settings: Settings) -> None:
    with serving(file, settings) as client:
        database = service(client.application).catalogue.database
        database.integrity = IntegrityChecks(file, _Days(), start=lambda work: work())
        assert client.get("/health").status_code == 200
        _overwrite(file, 3, file.stat().st_size // 4096 - 3)
        refused = client.get(POSITIONS)
        assert refused.status_code == 503 and "ludex db restore" in refused.get_json()["detail"]
        assert client.get("/health").status_code == 503


def test_checks_run_in_the_background_one_at_a_time_and_end_at_their_time_limit(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Callable[[], None]] = []
    clock = _Days()
    checks = IntegrityChecks(file, clock, started.append)
    for clock.now in (0, PROBE_SECONDS, CHECK_SECONDS):
        checks.start_due()
    assert len(started) == 1
    started[0]()
    checks.start_due()
    assert len(started) == 2
    monkeypatch.setattr("ludex.catalogue.storage.sqlite_files._INSTRUCTIONS", 10)
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        damage_of(file, -1)
    assert damage_of(file, 60) is None


def test_a_disk_that_takes_no_writes_is_read(disk: Path, settings: Settings, sqlite_template: Path) -> None:
    file = disk / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    with serving(file, settings) as client:
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
    with serving(file, settings) as client:
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
def test_a_locked_table_of_postgresql_is_503_after_five_seconds_and_health_answers(
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
        assert client.get("/health").status_code == (200 if reads else 503)
        begin = time.monotonic()
        refused = client.post(POSITIONS, json=_cards(2))
        assert refused.status_code == 503 and "Retry-After" in refused.headers
        assert time.monotonic() - begin > 4
        other.rollback()
        assert client.get("/health").status_code == 200
        assert client.post(POSITIONS, json=_cards(3)).status_code == 201
