"""A catalogue that is filled once for a file of tests, and a copy of it for each test that spoils one."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.games.kinds import GAMES


def filled_once(template: Path, folder: Path, fill: Callable[[Catalogue], Any]) -> Path:
    """Fill a copy of an empty catalogue and return its file: that takes as long as verifying it."""
    file = folder / "catalogue.sqlite"
    shutil.copyfile(template, file)
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    fill(catalogue)
    catalogue.close()
    return file


def copied(filled: Path, folder: Path) -> Iterator[Catalogue]:
    """Yield a copy of a filled catalogue."""
    file = folder / "filled.sqlite"
    shutil.copyfile(filled, file)
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    yield catalogue
    catalogue.close()
