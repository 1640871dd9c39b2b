"""`ludex db status` and `ludex db restore`: what there is, and a backup put back."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.objects.storing import delete_object
from ludex.catalogue.starting import starting_lines
from ludex.catalogue.storage import sqlite_files, tables
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from tests.applications import application


def _positions(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        (number,) = connection.execute("SELECT count(*) FROM swish_position").fetchone()
    return int(number)


def test_the_status_says_how_much_there_is(ludex: Any, catalogue: Path) -> None:
    shown = ludex("db", "status")
    assert shown.code == 0
    said = dict(line.strip().split("  ", 1) for line in shown.lines)
    assert said["state"].strip() == "ready" and said["starting catalogue"].strip() == "stored"
    found = json.loads(ludex("db", "status", "--json").out)
    with closing(sqlite3.connect(catalogue)) as connection:
        counted = {
            name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("node", "link", "claim")
        }
    assert (found["objects"], found["links"], found["claims"]) == tuple(counted.values())
    assert sum(found["kinds"].values()) == found["objects"] and found["kinds"]["planarity-pack"] == 4
    assert found["problem"] is None and found["size"] == catalogue.stat().st_size


def test_a_starting_catalogue_that_was_imported_is_stored(
    ludex: Any, catalogue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "all.ndjson"
    file.write_bytes(starting_lines())
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{tmp_path}/imported.sqlite")
    assert ludex("db", "upgrade").code == 0
    assert "not stored" in ludex("db", "status").out
    assert ludex("import", str(file), "--trust").code == 0
    assert json.loads(ludex("db", "status", "--json").out)["filled"]


def test_the_status_says_how_old_the_oldest_verification_is(ludex: Any, catalogue: Path) -> None:
    found = json.loads(ludex("status", "--json").out)
    assert (found["unverified"], found["oldest_verification"]) == (found["objects"], None)
    assert "objects were never verified" in ludex("status").out
    stopped = ludex("db", "verify", "--hours", "0")
    assert stopped.code == 1 and f"{found['objects']:,} objects are left, about" in stopped.out
    assert ludex("db", "verify", "easy").code == 0
    now = json.loads(ludex("status", "--json").out)
    assert now["unverified"] == found["objects"] - 1 and now["oldest_verification"] is not None
    assert "0 days ago" in ludex("status").out
    with application(Settings(database_url=f"sqlite:///{catalogue}")) as app:
        assert app.test_client().get("/health").get_json()["oldest_verification_days"] == 0
    with closing(sqlite3.connect(catalogue)) as connection, connection:
        connection.execute("UPDATE verified SET at = '2020-01-01T00:00:00+00:00'")
    with application(Settings(database_url=f"sqlite:///{catalogue}")) as app:
        assert app.test_client().get("/health").get_json()["oldest_verification_days"] > 2000


def test_the_status_of_an_older_catalogue_counts_nothing(ludex: Any, catalogue: Path) -> None:
    with closing(sqlite3.connect(catalogue)) as connection, connection:
        connection.execute("DELETE FROM alembic_version")
    shown = ludex("status")
    assert shown.code == 1
    assert "objects" not in shown.out
    assert json.loads(ludex("status", "--json").out)["objects"] is None


def test_the_status_of_none_says_so_and_makes_none(ludex: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "none" / "catalogue.sqlite"
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    shown = ludex("db", "status")
    assert shown.code == 1 and "`ludex db upgrade` creates one" in shown.out
    assert not file.parent.exists()


def test_a_backup_put_back_is_what_there_was(ludex: Any, catalogue: Path, tmp_path: Path) -> None:
    copy, before = tmp_path / "copy.sqlite", _positions(catalogue)
    assert ludex("db", "backup", str(copy)).code == 0
    assert ludex("swish", "add", "*o", "*o").code == 0
    assert _positions(catalogue) == before + 1
    refused = ludex("db", "restore", str(copy))
    assert refused.code == 2 and "--replace" in refused.err
    assert _positions(catalogue) == before + 1
    assert ludex("db", "restore", str(copy), "--replace").out == f"restored from {copy}\n"
    assert _positions(catalogue) == before
    assert ludex("swish", "add", "*o", "*o").code == 0  # it is as good as new


def test_a_backup_restored_where_nothing_is_makes_a_catalogue(
    ludex: Any, catalogue: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, before = tmp_path / "copy.sqlite", ludex("db", "status", "--json").out
    assert ludex("db", "backup", str(copy)).code == 0
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{tmp_path}/elsewhere/catalogue.sqlite")
    assert ludex("db", "restore", str(copy)).code == 0
    assert json.loads(ludex("db", "status", "--json").out)["kinds"] == json.loads(before)["kinds"]


def test_what_is_no_backup_is_refused_and_changes_nothing(ludex: Any, catalogue: Path, tmp_path: Path) -> None:
    before = _positions(catalogue)
    (tmp_path / "other").touch()
    refused = ludex("db", "restore", str(tmp_path / "other"), "--replace")
    assert refused.code == 2 and "is not a backup of a catalogue" in refused.err
    assert _positions(catalogue) == before


def test_an_upgrade_releases_the_pages_of_deleted_objects(ludex: Any, catalogue: Path) -> None:
    with closing(Catalogue(f"sqlite:///{catalogue}", GAMES)) as store:
        for kind in ("planarity-pack", "planarity-level"):
            with store.writing() as writer:
                named = select(tables.node.c.id).where(tables.node.c.kind == writer.registry.numbers.kinds[kind])
                for node in writer.connection.scalars(named).all():
                    delete_object(writer, node)
    before = catalogue.stat().st_size
    assert 0 < _free_pages(catalogue) < 1_000
    upgraded = ludex("db", "upgrade")
    assert upgraded.code == 0 and upgraded.lines[0].endswith(" bytes of free pages released")
    assert _free_pages(catalogue) == 0
    assert catalogue.stat().st_size == before - int(upgraded.lines[0].split()[0].replace(",", ""))
    assert json.loads(ludex("db", "upgrade", "--json").out)["released_bytes"] == 0
    with closing(sqlite3.connect(catalogue)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_nothing_is_released_while_another_program_writes(catalogue: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_files, "BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(catalogue, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE filler (x)")
        connection.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
            " INSERT INTO filler SELECT randomblob(4000) FROM n"
        )
        connection.execute("DROP TABLE filler")
        connection.execute("BEGIN IMMEDIATE")
        assert sqlite_files.release_free_pages(catalogue) == 0
        connection.execute("ROLLBACK")
    assert sqlite_files.release_free_pages(catalogue) > 0


def _free_pages(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        (pages,) = connection.execute("PRAGMA freelist_count").fetchone()
    return int(pages)
