"""`ludex doctor` finds what is wrong with an installation, and names the remedy."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.ownership import Scope, create
from ludex.cli.commands import doctor
from ludex.games.kinds import GAMES
from ludex.jobs.job import State
from ludex.settings import data_folder


@pytest.fixture
def findings(ludex: Any, catalogue: Path) -> Any:
    """Give a function that returns the findings by subject, and checks the exit code."""

    def find() -> dict[str, dict[str, Any]]:
        ran = ludex("doctor", "--json")
        items = json.loads(ran.out)["items"]
        assert ran.code == any(item["state"] == "fault" for item in items)
        return {item["subject"]: item for item in items}

    return find


def _create_key(catalogue: Path, created: datetime, expires: str | None) -> None:
    opened = Catalogue(f"sqlite:///{catalogue}", GAMES)
    with opened.writing() as writer:
        create(writer, "ada", [Scope.STORE], created.isoformat(timespec="seconds"), expires)
    opened.close()


def test_an_installation_that_works_has_no_fault(findings: Any, ludex: Any) -> None:
    found = findings()
    assert [subject for subject, item in found.items() if item["state"] == "fault"] == []
    assert {"versions", "database", "disk", "clock", "workers", "kernels", "proxies", "keys"} <= set(found)
    assert found["content"]["state"] == "ok" and found["keys"]["state"] == "ok"
    assert all(item["remedy"] for item in found.values() if item["state"] != "ok")
    ran = ludex("doctor")
    assert ran.code == 0 and f"verification: {found['verification']['remedy']}" in ran.lines


def test_a_missing_catalogue_is_a_fault(ludex: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{tmp_path / 'none.sqlite'}")
    ran = ludex("doctor")
    assert ran.code == 1 and [line.split()[1] for line in ran.lines if line.startswith("database ")] == ["FAULT"]
    assert not (tmp_path / "none.sqlite").exists()


@pytest.mark.parametrize(
    ("variables", "state", "said"),
    [
        ({}, "ok", "only this machine"),
        ({"TRUSTED_PROXIES": "0.0.0.0/0"}, "fault", "trusts every address"),
        ({"TRUSTED_PROXIES": "10.0.0.1"}, "ok", "10.0.0.1/32"),
        ({"PUBLIC_URL": "https://ludex.example"}, "warning", "is not trusted"),
        ({"PUBLIC_URL": "https://ludex.example", "TRUSTED_PROXIES": "10.0.0.1"}, "ok", "10.0.0.1/32"),
        ({"HOST": "0.0.0.0"}, "warning", "unencrypted"),
        ({"HOST": "0.0.0.0", "TRUSTED_PROXIES": "10.0.0.1"}, "ok", "10.0.0.1/32"),
    ],
)
def test_proxies_are_examined(
    findings: Any, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], state: str, said: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(f"LUDEX_{name}", value)
    found = findings()["proxies"]
    assert found["state"] == state and said in found["text"]


def test_keys_that_never_expire_are_named(findings: Any, catalogue: Path) -> None:
    now = datetime.now(UTC) - timedelta(minutes=1)
    _create_key(catalogue, now, (now + timedelta(days=9)).isoformat())
    assert findings()["keys"]["state"] == "ok"
    _create_key(catalogue, now, None)
    found = findings()["keys"]
    assert found["state"] == "warning" and found["text"].startswith("1 of 2 never expire") and "ada" in found["text"]
    for _ in range(4):
        _create_key(catalogue, now, None)
    assert findings()["keys"]["text"].count(" of ada") == 5 and "..." not in findings()["keys"]["text"]
    _create_key(catalogue, now, None)
    found = findings()["keys"]
    assert found["text"].count(" of ada") == 5 and found["text"].endswith(", ...")


def test_a_clock_that_is_behind_is_a_fault(findings: Any, catalogue: Path) -> None:
    _create_key(catalogue, datetime.now(UTC) + timedelta(hours=1), None)
    found = findings()["clock"]
    assert found["state"] == "fault" and 3500 < int(found["text"].split()[-2].replace(",", "")) <= 3600


STATUS = SimpleNamespace(
    problem=None, database="x", revision="1", objects=7, filled=True, unverified=0, oldest_verification=None
)


@pytest.mark.parametrize(
    ("examination", "changes", "state", "said"),
    [
        ("_verification", {}, "ok", "there is nothing to verify"),
        ("_verification", {"unverified": 3}, "warning", "3 objects were never verified"),
        ("_verification", {"oldest_verification": timedelta(days=89)}, "ok", "the oldest is 89 days old; 0 objects"),
        ("_verification", {"oldest_verification": timedelta(days=91)}, "warning", "the oldest is 91 days old"),
        ("_verification", {"oldest_verification": timedelta(days=-1)}, "ok", "the oldest is 0 days old"),
        ("_verification", {"oldest_verification": timedelta(0), "unverified": 1}, "warning", "1 objects were never"),
        ("_content", {}, "ok", "7 objects, with the starting catalogue"),
        ("_content", {"filled": False}, "warning", "7 objects"),
        ("_database", {}, "ok", "x, revision 1"),
        ("_database", {"problem": "it is old"}, "fault", "x: it is old"),
    ],
)
def test_the_status_of_a_catalogue_is_judged(examination: str, changes: dict[str, Any], state: str, said: str) -> None:
    if "oldest_verification" in changes:
        moment = datetime.now(UTC) - changes["oldest_verification"] - timedelta(minutes=1)
        changes = changes | {"oldest_verification": moment.isoformat()}
    found = getattr(doctor, examination)(SimpleNamespace(**(vars(STATUS) | changes)))
    assert found.state == state and said in found.text and bool(found.remedy) == (state != "ok")


@pytest.mark.parametrize(("alive", "queued", "state"), [(0, 0, "ok"), (0, 1, "fault"), (1, 1, "ok")])
def test_jobs_that_wait_need_a_worker(alive: int, queued: int, state: str) -> None:
    workers = [SimpleNamespace(alive=True)] * alive + [SimpleNamespace(alive=False)]
    store: Any = SimpleNamespace(workers=lambda: workers, counts=lambda: {State.QUEUED: queued} if queued else {})
    found = doctor._workers(store)
    assert (found.state, found.text) == (state, f"{alive} live worker processes, {queued} jobs in the queue")


@pytest.mark.parametrize(
    ("python", "sqlite", "state"),
    [
        *(((3, 11, 0), (3, 42, 0), "ok"), ((3, 14, 2), (3, 50, 1), "ok")),
        *(
            ((3, 10, 9), (3, 42, 0), "warning"),
            ((3, 15, 0), (3, 42, 0), "warning"),
            ((3, 13, 0), (3, 41, 9), "warning"),
        ),
    ],
)
def test_versions_are_those_with_which_ludex_is_tested(
    monkeypatch: pytest.MonkeyPatch, python: tuple[int, ...], sqlite: tuple[int, ...], state: str
) -> None:
    monkeypatch.setattr(doctor, "sys", SimpleNamespace(version_info=python))
    monkeypatch.setattr(doctor.sqlite3, "sqlite_version_info", sqlite)
    found = doctor._versions()
    assert found.state == state and f"Python {'.'.join(map(str, python))}, " in found.text


def test_missing_extras_are_named_with_the_command_that_installs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda module: None if module in ("z3", "mcp") else module)
    assert doctor._extras().remedy == "if you need them: pip install 'ludex[mcp,smt]'"
    monkeypatch.setattr(doctor, "find_spec", lambda module: module)
    assert doctor._extras() == doctor.Finding("extras", "ok", "all are installed: cypher, figures, mcp, parquet, smt")


def test_kernels_are_compiled_where_they_are_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    assert doctor._kernels().remedy == "run `ludex compile`"
    monkeypatch.setattr(doctor.os, "access", lambda *_: False)
    assert "NUMBA_CACHE_DIR" in str(doctor._kernels().remedy)
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "a.nbi").touch()
    assert doctor._kernels().state == "ok"


def test_a_key_that_others_can_read_is_a_fault(findings: Any) -> None:
    data_folder().mkdir(parents=True, exist_ok=True)
    key = data_folder() / doctor.KEY_FILE
    key.touch(mode=0o600)
    key.chmod(0o600)
    assert findings()["files"]["state"] == "ok"
    key.chmod(0o640)
    assert findings()["files"]["state"] == "fault"
    key.unlink()


def test_a_full_disk_is_found(findings: Any, catalogue: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = catalogue.stat().st_size
    for free, state in ((size - 1, "fault"), (size, "warning"), ((1 << 30) - 1, "warning"), (1 << 30, "ok")):
        monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        assert findings()["disk"]["state"] == state, free
