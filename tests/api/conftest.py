"""A service on an empty catalogue of its own, asked without a network."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.app import create_app
from ludex.logs import configure_logs
from ludex.settings import Settings, read_settings

configure_logs("text", "error")


@pytest.fixture(scope="module")
def settings(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    file = tmp_path_factory.mktemp("service") / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    return read_settings({"LUDEX_DATABASE_URL": f"sqlite:///{file}", "LUDEX_COMPUTING_SLOTS": "2"})


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    made = create_app(settings)
    yield made
    made.extensions["ludex"].catalogue.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
