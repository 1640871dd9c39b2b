import pytest

from ludex.catalogue import tables
from ludex.catalogue.catalogue import Catalogue
from tests.catalogue.necklaces import TOYS


def made(catalogue):
    """The tables of a catalogue, whatever its games are, without migrations."""
    with catalogue.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        tables.metadata.create_all(connection)
        catalogue.registry.metadata.create_all(connection)
    catalogue.database.engine.dispose()  # a migration turns foreign keys off
    return catalogue


@pytest.fixture
def toys(tmp_path):
    """A catalogue of necklaces."""
    catalogue = made(Catalogue(f"sqlite:///{tmp_path}/toys.sqlite", (TOYS,)))
    yield catalogue
    catalogue.close()
