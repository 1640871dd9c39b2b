"""A service on an empty catalogue of its own, asked without a network."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.settings import Settings
from tests.applications import application
from tests.conftest import Lend


@pytest.fixture(scope="module")
def settings(lend: Lend) -> Iterator[Settings]:
    with lend() as address:
        yield Settings(database_url=address, computing_slots=2)


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    with application(settings) as made:
        yield made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
