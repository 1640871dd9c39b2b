"""A service on a starting catalogue, shared by the tests of a module."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from ludex.app import create_app
from ludex.settings import Settings


@pytest.fixture(scope="module")
def visitor(starting_address: str) -> Iterator[FlaskClient]:
    """Give a client of a service on a starting catalogue: what one test stores the next finds."""
    app = create_app(Settings(database_url=starting_address))
    yield app.test_client()
    app.extensions["ludex"].catalogue.close()
