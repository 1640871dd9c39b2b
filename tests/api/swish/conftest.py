"""A service on a catalogue of SWISH alone: the games know nothing of each other."""

from collections.abc import Iterator

import pytest
from flask import Flask

from ludex.api import swish
from ludex.app import create_app
from ludex.catalogue import tables
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.swish import SWISH
from ludex.settings import Settings, read_settings


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    url = f"sqlite:///{tmp_path_factory.mktemp('service')}/catalogue.sqlite"
    catalogue = Catalogue(url, (SWISH,))
    with catalogue.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        tables.metadata.create_all(connection)
        catalogue.registry.metadata.create_all(connection)
    catalogue.close()
    return read_settings({"LUDEX_DATABASE_URL": url, "LUDEX_COMPUTING_SLOTS": "2"})


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[Flask]:
    made = create_app(settings, (SWISH,), (swish,))
    yield made
    made.extensions["ludex"].catalogue.close()
