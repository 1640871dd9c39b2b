import pytest

from ludex.catalogue import tables
from ludex.catalogue.catalogue import Catalogue
from tests.catalogue.necklaces import TOYS


def made(catalogue):
    """A catalogue with its tables, whatever its games are, without migrations."""
    with catalogue.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        tables.metadata.create_all(connection)
        catalogue.registry.metadata.create_all(connection)
    catalogue.database.engine.dispose()  # a migration turns foreign keys off
    return catalogue


@pytest.fixture
def sqlite_toys(tmp_path):
    """A catalogue of necklaces in SQLite."""
    catalogue = made(Catalogue(f"sqlite:///{tmp_path}/toys.sqlite", (TOYS,)))
    yield catalogue
    catalogue.close()


@pytest.fixture
def toys(bare_address):
    """A catalogue of necklaces, on each kind of database."""
    catalogue = made(Catalogue(bare_address, (TOYS,)))
    yield catalogue
    catalogue.close()
