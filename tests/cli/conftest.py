"""Fixtures that run the `ludex` command: in this process, which is fast, or as a separate process."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
import typer

from ludex.cli import main as command_line
from ludex.games import Game, games
from tests.conftest import MadeOnce

GAMES = games()
_build = command_line.build


@dataclass(frozen=True, slots=True)
class Ran:
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Command = Callable[..., Ran]


@cache
def _built(*named: str) -> Callable[..., object]:
    """Return the command with the commands of some games. It is cached: building it takes longer than running most."""
    return typer.main.get_command(_build(GAMES, ["ludex", *named]))


def _built_once(games: Sequence[Game], words: Sequence[str]) -> Callable[..., object]:
    assert games == GAMES
    late = (*(game.name for game in GAMES), *command_line.COMMANDS)
    return _built(*(name for name in late if name in words))


@pytest.fixture
def catalogue(starting_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a catalogue with the starting content, named by the settings."""
    file = tmp_path / "catalogue.sqlite"
    shutil.copyfile(starting_template, file)
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def small_template(sqlite_template: Path, made_once: MadeOnce) -> Path:
    """Give a SQLite file with a few objects of each game to copy: all of it is verified in a second."""
    commands = (
        ("swish", "deck", "add", "mine", "*.o", "*.o", "o*.", "--title", "Three cards"),
        ("swish", "add", "*..o", "o*..", "*.o.", "--find", "largest"),
        ("swish", "no-swish", "--deck", "swish-2x3", "--store"),
        ("planarity", "add", "6:0-1,0-3,1-2,2-5,3-4,4-5"),
        ("planarity", "generate", "-n", "6", "-m", "8", "-s", "2", "--seed", "1", "--store"),
        ("planarity", "census", "4", "--store"),
    )

    def make(file: Path) -> None:
        shutil.copyfile(sqlite_template, file)
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
            patch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
            for command in commands:
                with pytest.raises(SystemExit) as left:
                    command_line.main(command)
                assert not left.value.code, command

    return made_once("small.sqlite", make)


@pytest.fixture
def small_catalogue(small_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a catalogue with a few objects of each game."""
    file = tmp_path / "small.sqlite"
    shutil.copyfile(small_template, file)
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    return file


@pytest.fixture
def ludex(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Give a function that runs a command in this process: `ludex("swish", "solve", "*o", "o*")`."""

    def run(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(command_line, "build", _built_once)
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as left:
            command_line.main(list(arguments))
        captured = capsys.readouterr()
        return Ran(int(left.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture
def start_ludex() -> Callable[..., Any]:
    """Give a function that starts a command as a separate process."""

    def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "ludex.cli", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
        )

    return start
