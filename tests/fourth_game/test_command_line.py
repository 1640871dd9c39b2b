"""A game of another distribution has its commands, and all that every kind has on the command line."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.cli.main import run
from peg_solitaire.game import GAME
from tests.fourth_game.conftest import create_catalogue

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ludex(capsys: pytest.CaptureFixture[str]) -> Command:
    """Give a function that runs a command and returns exit code, output and errors."""

    def ran(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(words, (GAME,))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return ran


@pytest.fixture(autouse=True)
def catalogue(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a catalogue of the newest revision with the tables of the game, named by the settings."""
    monkeypatch.setenv("LUDEX_DATABASE_URL", new_catalogue(sqlite_template, tmp_path / "catalogue.sqlite"))


def new_catalogue(template: Path, file: Path) -> str:
    shutil.copyfile(template, file)
    create_catalogue(f"sqlite:///{file}").close()
    return f"sqlite:///{file}"


@pytest.fixture
def label(ludex: Command) -> str:
    stored = [ludex("solitaire", "add", rows, "--solved") for rows in ("**./.../...", "***/***/...")]
    assert [code for code, _, _ in stored] == [0, 0]
    return stored[0][1].partition(":")[0]


def test_its_own_commands(ludex: Command, label: str) -> None:
    assert ludex("solitaire", "solve", "**./.../...")[1] == "1 peg\nrow 1, column 1 to row 1, column 3\n"
    assert ludex("solitaire", "solve", label)[1].startswith("1 peg\n")
    assert ludex("solitaire", "add", ".../.../.**")[1].startswith(f"{label}: already stored, matching ")
    assert json.loads(ludex("solitaire", "add", ".../.../.**", "--json")[1])["duplicate_of"]["relation"] == "same-pegs"


def test_its_wrong_input_is_one_line(ludex: Command) -> None:
    for words in (
        ["solitaire", "solve", "*/"],
        ["solitaire", "add", "**./.../...", "--slug", "full-3"],
        ["solitaire", "add", "**./.../...", "--slug", "No slug"],
        ["solitaire", "show", "solitaire-position-3x3-2-aaaaaaaaaaaaaaaa"],
        ["list", "positions", "--colour", "red"],
    ):
        code, out, err = ludex(*words)
        assert (code, out) == (2, ""), words
        assert err.startswith("ludex: ") and err.count("\n") == 1
