"""A catalogue of peg solitaire alone, and a service on it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import Game
from ludex.catalogue.storage import tables
from ludex.settings import Settings
from tests.applications import application
from tests.fourth_game import requests
from tests.fourth_game.kinds import GAME


def made(url: str, games: tuple[Game, ...] = (GAME,)) -> Catalogue:
    """Return an empty catalogue of the game, with its tables: a game of the tests has no migration."""
    catalogue = Catalogue(url, games)
    with catalogue.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        tables.metadata.create_all(connection)
        catalogue.registry.metadata.create_all(connection)
    catalogue.database.close()  # a migration turns foreign keys off
    return catalogue


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    url = f"sqlite:///{tmp_path_factory.mktemp('solitaire')}/catalogue.sqlite"
    made(url).close()
    return Settings(database_url=url, computing_slots=2)


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    with application(settings, games=(GAME,), requests=(requests,), pages=()) as service:
        yield service


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
