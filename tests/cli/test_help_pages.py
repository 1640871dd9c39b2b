"""The help of groups of commands is stored, and is shown without the commands."""

import json
import subprocess
import sys

import pytest

from ludex.cli.help_pages import stored_help, write_help
from ludex.games import games
from ludex.version import shipped


def test_the_stored_help_is_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    file = shipped("help.json")
    assert file is not None
    assert json.loads(file.read_text()) == write_help(games()), (
        "write it anew: python -m ludex.cli.help_pages > schema/help.json"
    )


def test_only_the_help_of_a_group_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    page = stored_help(["swish", "deck", "-h"])
    assert page is not None and page.startswith("Usage: ludex swish deck [OPTIONS] COMMAND [ARGS]...")
    assert stored_help(["swish", "deck", "--help"]) == page
    for words in ([], ["--help"], ["swish", "deck"], ["swish", "solve", "--help"], ["swish", "-h", "deck"]):
        assert stored_help(words) is None


def test_a_narrow_terminal_wraps_the_help_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "79")
    assert stored_help(["swish", "--help"]) is None


def test_the_help_of_a_group_imports_no_commands() -> None:
    program = (
        "import sys; sys.argv[1:] = ['planarity', '--help']; from ludex.cli.__main__ import main; main()\n"
        "print(sorted({'typer', 'pydantic', 'ludex.cli.main', 'ludex.games'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    usage, *_, imported = ran.stdout.splitlines()
    assert (usage, imported) == ("Usage: ludex planarity [OPTIONS] COMMAND [ARGS]...", "[]")
