"""The `ludex` command as a new user calls it: in this process for speed, as a process of its own where that matters."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ludex.catalogue.database import Database
from ludex.catalogue.starting import fill
from ludex.cli.main import main


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Command = Callable[..., Ran]


@pytest.fixture(scope="session")
def filled_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("filled") / "catalogue.sqlite"
    database = Database(f"sqlite:///{file}")
    database.upgrade()
    fill(database)
    database.close()
    return file


@pytest.fixture
def catalogue(filled_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a catalogue with the starting content, named by the settings."""
    file = tmp_path / "catalogue.sqlite"
    shutil.copyfile(filled_template, file)
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    return file


@pytest.fixture
def ludex(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Give a function that runs a command in this process: `ludex("swish", "any", "*o", "o*")`."""

    def run(*arguments: str, stdin: str = "") -> Ran:
        import io

        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        captured = capsys.readouterr()
        return Ran(int(left.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture
def start_ludex() -> Callable[..., Any]:
    """Give a function that starts a command as a process of its own."""

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
