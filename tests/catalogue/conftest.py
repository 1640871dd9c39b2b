import shutil

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.views import platform_views
from tests.catalogue.necklaces import TOYS
from tests.postgresql import EmptyDatabases, new_database


def made(catalogue, partitions=0):
    """A catalogue with its tables and views, whatever its games are, without migrations."""
    with catalogue.database.engine.execution_options(ludex_mode="migrate").begin() as connection:
        if partitions:
            every = (*tables.metadata.sorted_tables, *catalogue.registry.facts.values())
            tables.create_partitioned(connection, every, partitions)
        else:
            tables.metadata.create_all(connection)
            catalogue.registry.metadata.create_all(connection)
        views = platform_views(connection.dialect) | catalogue.registry.views(connection.dialect)
        for view in views.values():
            connection.exec_driver_sql(view)
        catalogue.assign_numbers(connection)
    catalogue.database.close()  # a migration turns foreign keys off
    return catalogue


@pytest.fixture(scope="session")
def toy_template(tmp_path_factory):
    """A file with an empty catalogue of necklaces, to copy."""
    file = tmp_path_factory.mktemp("toys") / "toys.sqlite"
    made(Catalogue(f"sqlite:///{file}", (TOYS,))).close()
    return file


@pytest.fixture(scope="session")
def empty_toy_databases(postgresql_address, pytestconfig):
    """PostgreSQL databases with the tables of a catalogue of necklaces."""
    address = new_database(postgresql_address, "toys_template")
    made(Catalogue(address, (TOYS,)), pytestconfig.getoption("--partitions")).close()
    return EmptyDatabases(postgresql_address, "toys_template")


def _copy(template, file):
    shutil.copyfile(template, file)
    catalogue = Catalogue(f"sqlite:///{file}", (TOYS,))
    yield catalogue
    catalogue.close()


@pytest.fixture
def sqlite_toys(toy_template, tmp_path):
    """A catalogue of necklaces in SQLite."""
    yield from _copy(toy_template, tmp_path / "toys.sqlite")


@pytest.fixture
def other(toy_template, tmp_path):
    """Another catalogue of necklaces, in SQLite."""
    yield from _copy(toy_template, tmp_path / "other.sqlite")


@pytest.fixture
def toys(backend, request):
    """A catalogue of necklaces."""
    if backend == "sqlite":
        yield request.getfixturevalue("sqlite_toys")
    else:
        with request.getfixturevalue("empty_toy_databases").one() as address:
            catalogue = Catalogue(address, (TOYS,))
            yield catalogue
            catalogue.close()
