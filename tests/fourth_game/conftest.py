"""A catalogue of peg solitaire alone, and a service on it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.storage import tables
from ludex.settings import Settings
from peg_solitaire.kinds import GAME
from peg_solitaire.pages import PAGES
from peg_solitaire.requests import REQUESTS as SOLITAIRE
from tests.applications import application


def create_catalogue(url: str, games: tuple[GameKinds, ...] = (GAME,)) -> Catalogue:
    """Return an empty catalogue of some games, with its tables."""
    catalogue = Catalogue(url, games)
    with catalogue.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        tables.metadata.create_all(connection)
        catalogue.registry.metadata.create_all(connection)
        catalogue.assign_numbers(connection)
    catalogue.database.close()  # a migration turns foreign keys off
    return catalogue


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    url = f"sqlite:///{tmp_path_factory.mktemp('solitaire')}/catalogue.sqlite"
    create_catalogue(url).close()
    return Settings(database_url=url, computing_slots=2)


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    with application(settings, games=(GAME,), requests=(SOLITAIRE,), pages=(PAGES,)) as service:
        yield service


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
