"""A catalogue with the starting content, opened as a script opens it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludex


@pytest.fixture(scope="module")
def started(starting_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ludex.Catalogue]:
    """Give a catalogue with the starting content; the tests of a module share it."""
    file = tmp_path_factory.mktemp("started") / "catalogue.sqlite"
    shutil.copyfile(starting_template, file)
    with ludex.Catalogue(file) as catalogue:
        yield catalogue


@pytest.fixture
def empty(sqlite_template: Path, tmp_path: Path) -> Iterator[ludex.Catalogue]:
    """Give a catalogue of nothing."""
    file = tmp_path / "empty.sqlite"
    shutil.copyfile(sqlite_template, file)
    with ludex.Catalogue(file) as catalogue:
        yield catalogue
