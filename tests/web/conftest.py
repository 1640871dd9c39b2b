"""A service on a starting catalogue, shared by the tests of a module."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.settings import Settings
from tests.applications import application


@pytest.fixture(scope="module")
def visitor(starting_address: str) -> Iterator[FlaskClient]:
    """Give a client of a service on a starting catalogue: what one test stores the next finds."""
    with application(Settings(database_url=starting_address)) as app:
        yield app.test_client()


@pytest.fixture
def client(sqlite_catalogue: Catalogue) -> Iterator[FlaskClient]:
    """Give a client of a service on an empty catalogue."""
    with application(Settings(database_url=f"sqlite:///{sqlite_catalogue.database.file}")) as app:
        yield app.test_client()


@pytest.fixture(scope="module")
def reader(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """Give a client of a service on an empty catalogue that the tests of a module share, which store nothing."""
    file = tmp_path_factory.mktemp("empty") / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    with application(Settings(database_url=f"sqlite:///{file}")) as app:
        yield app.test_client()
