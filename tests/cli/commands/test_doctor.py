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


def test_a_clock_that_is_behind_is_a_fault(findings: Any, catalogue: Path) -> None:
    _create_key(catalogue, datetime.now(UTC) + timedelta(hours=1), None)
    assert findings()["clock"]["state"] == "fault"


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
