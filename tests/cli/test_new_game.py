"""`ludex new-game` writes a game that is installed, passes its own tests, and is then a game like any other."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.fourth_game.installing import Installation, install


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Write the game `tiles`, and install it where only these tests find it."""
    folder = tmp_path_factory.mktemp("new-game")
    Installation({}, folder).run("ludex", "new-game", "tiles")
    result = install(folder, folder / "ludex-tiles", ("tiles",))
    result.run("ludex", "db", "upgrade")
    return result


def test_its_commands_appear_at_once(installed: Installation) -> None:
    games = json.loads(installed.run("ludex", "games", "--json"))["items"]
    assert {"name": "tiles", "title": "Tiles", "served": True}.items() <= games[-1].items()
    assert re.search(r"^  add +Store a position", installed.run("ludex", "tiles", "--help"), flags=re.MULTILINE)
    line = installed.run("ludex", "tiles", "add", "*./..")
    label = line.partition(":")[0]
    assert re.fullmatch(r"tiles-position-2x2-1-[a-z2-7]{16}: 3\n", line)
    assert label in installed.run("ludex", "list", "tiles/positions", "--presses", "3")
    assert installed.run("ludex", "draw", label).startswith("<svg")
    installed.run("ludex", "db", "verify")


def test_its_claims_can_be_checked(installed: Installation) -> None:
    for rows in ("*./..", "***/***/***", "*.../..../..../...."):
        installed.run("ludex", "tiles", "add", rows)
    installed.run("ludex", "export", "-o", "tiles.ndjson")
    table = installed.run("ludex-check-claims", "tiles.ndjson")
    assert re.search(r"^tiles\.fewest-presses( +0)( +2)( +0){4}$", table, flags=re.MULTILINE)


def test_its_own_tests_pass(installed: Installation) -> None:
    tests = installed.folder / "ludex-tiles" / "tests"
    assert re.search("[0-9]+ passed", installed.run("pytest", "-p", "no:schemathesis", "-c", "/dev/null", str(tests)))


def test_nothing_of_the_example_is_left(installed: Installation) -> None:
    for file in (installed.folder / "ludex-tiles").rglob("*.*"):
        assert "lightsout" not in file.name
        if file.is_file() and file.suffix != ".pyc":
            assert not re.search("lights ?out", file.read_text(encoding="utf-8"), flags=re.IGNORECASE), file


@pytest.mark.parametrize(
    ("name", "message"),
    [("serve", "is taken"), ("swish", "is taken"), ("Chess", "lower-case"), ("class", "lower-case"), ("../x", "lower")],
)
def test_other_names_are_refused(ludex: Any, tmp_path: Path, name: str, message: str) -> None:
    ran = ludex("new-game", name, "--folder", str(tmp_path / "new"))
    assert ran.code == 2 and message in ran.err
    assert not (tmp_path / "new").exists()


def test_an_existing_folder_is_not_changed(ludex: Any, tmp_path: Path) -> None:
    ran = ludex("new-game", "chess", "--folder", str(tmp_path))
    assert ran.code == 2 and "exists" in ran.err
    assert list(tmp_path.iterdir()) == []
