"""An environment in which the distribution of the fourth game is installed, for the tests that import this fixture."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile

import pytest

FOLDER = Path(__file__).parent
BIN = Path(sys.executable).parent
GAMES = ("swish", "sets", "planarity", "solitaire")


@dataclass(frozen=True)
class Installation:
    """An environment in which the distribution of the fourth game is installed, and a catalogue of all games."""

    environment: dict[str, str]
    folder: Path

    def run(self, *words: str, catalogue: str = "catalogue", given: str | None = None) -> str:
        """Return the output of a program of the environment; it must succeed."""
        program = [str(BIN / words[0]), *words[1:]]
        settings = {"LUDEX_DATABASE_URL": self.url(catalogue)}
        done = subprocess.run(
            program,
            cwd=self.folder,
            env=os.environ | self.environment | settings,
            input=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout

    def url(self, catalogue: str) -> str:
        """Return the address of a catalogue."""
        return f"sqlite:///{self.folder}/{catalogue}.sqlite"


def install(folder: Path, source: Path, games: Sequence[str]) -> Installation:
    """Install the distribution in a folder from a wheel, where only those who use the result find it."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(build, cwd=source, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return Installation({"PYTHONPATH": str(folder / "installed"), "LUDEX_GAMES": ",".join(games)}, folder)


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Installation:
    """Install the distribution of the fourth game, from a wheel, where only these tests find it."""
    folder = tmp_path_factory.mktemp("every-game")
    installed = install(folder, FOLDER, GAMES)
    for name in ("catalogue", "copy"):
        copyfile(sqlite_template, folder / f"{name}.sqlite")
        installed.run("ludex", "db", "upgrade", catalogue=name)
    return installed
