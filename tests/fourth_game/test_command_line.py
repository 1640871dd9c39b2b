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


def test_its_kinds_are_listed_shown_and_drawn(ludex: Command, label: str) -> None:
    assert [line.split()[:2] for line in ludex("list")[1].splitlines()[1:]] == [
        ["solitaire/boards", "1"],
        ["solitaire/positions", "2"],
    ]
    listed = ludex("solitaire", "list", "positions", "--min_pegs", "3", "--json")[1].splitlines()
    assert [json.loads(line)["rows"] for line in listed] == ["***/***/..."]
    assert ludex("list", "positions", "--cells", "9", "--format", "rows")[1] == "**./.../...\n***/***/...\n"
    shown = json.loads(ludex("show", label, "--json")[1])
    assert shown["rows"] == "**./.../..." and shown["solution"]
    assert json.loads(ludex("show", shown["board"], "--json")[1])["position_count"] == 2
    assert "<title>2 pegs" in ludex("draw", label)[1]
    assert "<title>24 pegs" in ludex("solitaire", "draw", "full-5")[1]


def test_its_claims_are_listed(ludex: Command, label: str) -> None:
    every = [json.loads(line) for line in ludex("claims", "--json")[1].splitlines()]
    assert [(claim["statement"], claim["value"]) for claim in every] == [
        ("solitaire.fewest-pegs", value) for value in (1, 3)
    ]
    assert [json.loads(line) for line in ludex("claims", label, "--proved", "--json")[1].splitlines()] == every[:1]
    assert ludex("claims", "--unproved", "--json") == (0, "", "")
    table = ludex("claims", "--limit", "1", "--statement", "solitaire.fewest-pegs")[1].splitlines()
    assert table[0].split() == ["subject", "statement", "parameters", "value", "lower", "upper", "evidence", "checked"]
    assert table[1].split()[:2] == [label, "solitaire.fewest-pegs"]
    assert len(table) == 2
    assert ludex("claims", "--statement", "solitaire.nothing")[0] == ludex("claims", "nothing")[0] == 2


def test_names_are_given_and_deleted(ludex: Command) -> None:
    assert ludex("solitaire", "add", "**./.../...", "--slug", "mine")[0] == 0
    assert json.loads(ludex("show", "mine", "--json")[1])["slugs"] == ["mine"]
    assert ludex("solitaire", "remove", "mine") == (0, "deleted mine\n", "")
    assert ludex("show", "mine")[0] == 2
    assert "is a built-in position and cannot be deleted" in ludex("solitaire", "remove", "full-3")[2]


def test_its_positions_are_exported_imported_and_verified(
    ludex: Command, label: str, sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "export.ndjson"
    assert ludex("export", "-o", str(file))[0] == 0
    monkeypatch.setenv("LUDEX_DATABASE_URL", new_catalogue(sqlite_template, tmp_path / "other.sqlite"))
    assert ludex("import", str(file))[1] == "5 new, 0 known, 0 refused\n"
    assert ludex("export")[1] == file.read_text()
    code, out, _ = ludex("db", "verify")
    assert (code, out) == (0, "3 objects checked: no errors\n")
    assert ludex("show", label)[0] == 0


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


def test_facets_and_a_random_object_under_filters(ludex: Command, label: str) -> None:
    facets = json.loads(ludex("facets", "solitaire/positions", "--json")[1])["facets"]
    assert sorted((one["value"], one["count"]) for one in facets["pegs"]) == [(2, 1), (6, 1)]
    assert "pegs" in ludex("solitaire", "facets", "positions", "--pegs", "2")[1]
    for seed in range(3):
        drawn = json.loads(ludex("random", "solitaire/positions", "--pegs", "2", "--seed", str(seed), "--json")[1])
        assert drawn["label"] == label
    code, _, said = ludex("random", "solitaire/positions", "--pegs", "9")
    assert code == 2 and "no positions match these filters" in said
