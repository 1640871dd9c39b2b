"""The tables of a catalogue: creation and upgrades with Alembic, revisions, and the definition as SQL.

The platform has a folder of revisions. The tables of a game follow from its kinds: a catalogue that lacks them gets
them, and the version table of Alembic records a revision whose id is a digest of the tables. A game that has changed
its tables since its release has a folder of revisions too. They form a branch with the name of the game as its label,
and the first revision of this branch depends on the first revision of the platform. If a game is not installed, its
tables do not change, and its revisions remain in the version table.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from os import pathsep
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Table, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import OperationalError, ProgrammingError
from sqlalchemy.schema import CreateIndex, CreateTable

from ludex.catalogue.kinds.registry import GameKinds, Registry, registry_of
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.storage.views import platform_views
from ludex.games import Game, games, part
from ludex.version import __version__

HEADS = "heads"
"""The newest revision of every branch."""

BASE = "base"
"""The revision of the empty database."""

PLATFORM = "ludex"
"""The label of the branch of the platform."""


def upgrade(
    database: Database,
    revision: str = HEADS,
    then: Callable[[Connection], None] | None = None,
    *,
    partitions: int = 0,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> None:
    """Migrate the tables to a revision, and then call `then` in the same transaction.

    If `partitions` is given, the large tables of a new PostgreSQL catalogue are partitioned. `progress` is called with
    the number of rows that a migration has converted, and the total.

    Several processes may call this function at the same time. One process upgrades the tables, and all other processes
    wait. Raises DatabaseError if this version has no migration from the current tables, or if tables that exist would
    have to be partitioned.
    """
    with database.migrating() as connection:
        config = _config(version_folders(), connection)
        config.attributes["progress"] = progress
        if partitions:
            _create_partitioned(connection, partitions)
            command.stamp(config, f"{PLATFORM}@head")
        with _known_to_alembic(connection):
            command.upgrade(config, revision)
        if revision == HEADS:
            stored = _revisions(connection)
            for first, kinds in _first_revisions().items():
                if first not in stored:
                    with _operations(connection):
                        tables.create_kinds(_declared(kinds))
                    _insert(connection, [first])
                    _delete(connection, [_first_of_platform()])  # which the new row implies
        if then is not None:
            then(connection)


def _create_partitioned(connection: Connection, partitions: int) -> None:
    """Create the tables of the platform in partitions. Raises DatabaseError unless this is an empty PostgreSQL."""
    if connection.dialect.name == "sqlite" or connection.dialect.has_table(connection, "node"):
        raise DatabaseError(
            "only a new catalogue on PostgreSQL can be partitioned; create an empty database, upgrade it with "
            "--partitions, and copy this catalogue into it with `ludex copy --to`"
        )
    tables.create_partitioned(connection, tables.metadata.sorted_tables, partitions)
    for view in platform_views(connection.dialect).values():
        connection.exec_driver_sql(view)


def downgrade(database: Database, revision: str) -> None:
    """Downgrade the tables to a revision. The revision 'base' is the empty database.

    Raises DatabaseError if the catalogue has tables of a game that is not installed.
    """
    with database.migrating() as connection:
        if others := _other_games(_revisions(connection)):
            raise DatabaseError(
                f"the catalogue has tables of {', '.join(others)}, which is not installed or not selected; install the "
                "game, or add it to LUDEX_GAMES"
            )
        stored = _revisions(connection) if revision == BASE else ()
        dropped = {first: kinds for first, kinds in _first_revisions().items() if first in stored}
        with _known_to_alembic(connection):
            with _operations(connection):
                for kinds in dropped.values():
                    tables.drop_kinds(_declared(kinds))
            command.downgrade(_config(version_folders(), connection), revision)
        _delete(connection, tuple(dropped))


def revisions(database: Database) -> tuple[str, ...]:
    """Return the newest revision of each branch that is recorded in the database.

    The result is empty for a database without tables.
    """
    with suppress(OperationalError, ProgrammingError), database.reading() as connection:
        return _revisions(connection)
    return ()


def require_current(database: Database) -> None:
    """Raise DatabaseError, with the remedy, unless the catalogue exists and has the tables of this version.

    >>> require_current(Database("sqlite:////nowhere/catalogue.sqlite", make=False))
    Traceback (most recent call last):
    ludex.catalogue.storage.database_errors.DatabaseError: there is no catalogue at /nowhere/catalogue.sqlite; `ludex db
    upgrade` creates one
    """
    problem = outdated(database)
    if problem is not None:
        raise DatabaseError(problem)


def outdated(database: Database) -> str | None:
    """Return the reason why a catalogue cannot be used in its current state, with a remedy.

    Return None if the catalogue can be used.

    Raises DatabaseError if this version has no migration from the current tables, and an SQLAlchemy error if the
    database does not respond.
    """
    if database.file is not None and not database.file.exists():
        return f"there is no catalogue at {database.file}; `ludex db upgrade` creates one"
    with database.engine.connect():
        pass  # raises the reason if the database does not respond
    stored = revisions(database)
    missing = _missing(stored)
    if not missing:
        return None
    state = f"lacks the revision {', '.join(sorted(missing))}" if stored else "has no tables"
    return f"the catalogue {state}; run `ludex db upgrade`"


def is_earlier(database: Database) -> bool:
    """Return whether a catalogue has the tables of an earlier version.

    Raises DatabaseError if this version has no migration from the current tables.
    """
    stored = revisions(database)
    return bool(stored and _missing(stored))


def _missing(stored: Iterable[str]) -> set[str]:
    stored = tuple(stored)
    require_known(stored)
    return {*scripts().get_heads(), *_first_revisions()} - _implied(stored)


def require_known(stored: Iterable[str]) -> None:
    """Raise DatabaseError for unknown revisions of the platform or of an installed game."""
    first = _first_revisions()
    known, labels = {*_known(), *first}, {*_labels(), *map(_game_of, first)}
    for revision in stored:
        if revision not in known and (revision[0].isdigit() or _game_of(revision) in labels):
            raise DatabaseError(
                f"the catalogue has the tables of revision {revision}, which Ludex {__version__} does not know; a "
                "newer version, or a development version, upgraded it; install that version, or restore the backup "
                "that its `ludex db upgrade` made: `ludex db restore BACKUP --replace`"
            )


def migrations_folder() -> Path:
    """Return the folder of the migrations of the platform.

    It is in the package of a wheel, or at the root of a checkout.
    """
    here = Path(__file__).resolve().parent
    for folder in (here.parent / "migrations", here.parents[3] / "migrations"):
        if (folder / "env.py").is_file():
            return folder
    raise DatabaseError("the migrations are missing from this installation; install Ludex again")


def version_folders() -> tuple[Path, ...]:
    """Return the revision folders: first the folder of the platform, then those of the games.

    Raises DatabaseError.
    """
    folders = [migrations_folder() / "versions"]
    for game in games():
        if game.migrations:
            spec = find_spec(game.migrations)
            if spec is None or not spec.submodule_search_locations:
                raise DatabaseError(f"the game {game.name} has no package {game.migrations} of migrations")
            folders.append(Path(next(iter(spec.submodule_search_locations))))
    return tuple(folders)


def _config(folders: Sequence[Path], connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", _escaped(str(migrations_folder())))
    config.set_main_option("path_separator", "os")
    config.set_main_option("version_locations", _escaped(pathsep.join(map(str, folders))))
    config.attributes["connection"] = connection
    return config


def _escaped(path: str) -> str:
    return path.replace("%", "%%")


@lru_cache(maxsize=4)
def _directory(folders: tuple[Path, ...]) -> ScriptDirectory:
    return ScriptDirectory.from_config(_config(folders))


def scripts() -> ScriptDirectory:
    """Return the revisions of the platform and the games. Raises DatabaseError."""
    return _directory(version_folders())


def _first_of_platform() -> str:
    revision: str = scripts().get_revision(PLATFORM).revision
    return revision


def first_revision(game: str, kinds: GameKinds) -> str:
    """Return the revision of the tables and views that are derived from the kinds of a game.

    It is a digest of them and of the fields of documents, so that a catalogue with other ones is refused.
    """
    registry, dialect = registry_of((kinds,)), sqlite.dialect()
    fields = [(kind.name, sorted(kind.model.model_fields)) for kind in kinds.kinds]
    tables_of_kinds = tables_sql(registry.facts[kind.name] for kind in kinds.kinds)
    views = registry.views(dialect)
    content = repr((tables_of_kinds, fields, [views[kind.view_name] for kind in kinds.kinds]))
    return f"{game}_0001_{blake2b(content.encode(), digest_size=4).hexdigest()}"


@lru_cache
def _first_revision(game: Game) -> str:
    return first_revision(game.name, part(game, "kinds"))


def _first_revisions() -> dict[str, GameKinds]:
    """Return the kinds of the games without a branch of revisions, by the revision of their tables."""
    labels = _labels()
    return {_first_revision(game): part(game, "kinds") for game in games() if game.kinds and game.name not in labels}


def _operations(connection: Connection) -> AbstractContextManager[Operations]:
    """Return a context in which the functions of migrations run."""
    return Operations.context(MigrationContext.configure(connection, opts={"target_metadata": tables.metadata}))


def _declared(kinds: GameKinds) -> dict[str, tuple[str, str]]:
    """Return the views and the facts of the kinds of a game, by table."""
    registry = registry_of((kinds,))
    return {kind.table_name: (kind.view_name, registry.fact_columns(kind)) for kind in kinds.kinds}


def _known() -> set[str]:
    return {script.revision for script in scripts().walk_revisions()}


def _labels() -> set[str]:
    """Return the labels of all branches."""
    directory = scripts()
    return {label for base in directory.get_bases() for label in directory.get_revision(base).branch_labels}


def _implied(stored: Sequence[str]) -> set[str]:
    """Return all revisions that the stored revisions imply.

    These are the stored revisions, their ancestors, and all dependencies. The revisions of games depend on the first
    revision of the platform.
    """
    directory, known = scripts(), _known()
    found = {revision for revision in stored if revision not in known}
    remaining = [revision for revision in stored if revision in known]
    if found:
        remaining.append(_first_of_platform())
    while remaining:
        script = directory.get_revision(remaining.pop())
        if script.revision not in found:
            found.add(script.revision)
            remaining += [*_several(script.down_revision), *_several(script.dependencies)]
    return found


def _several(value: Any) -> Sequence[str]:  # noqa: ANN401 - Alembic has None, a text, or several
    return (value,) if isinstance(value, str) else tuple(value or ())


def _revisions(connection: Connection) -> tuple[str, ...]:
    return tuple(sorted(connection.scalars(text("SELECT version_num FROM alembic_version"))))


def _game_of(revision: str) -> str:
    """Return the name of the game to which a revision belongs. The id of the revision begins with this name.

    >>> _game_of("planarity_0001_1f0c3a5d")
    'planarity'
    """
    return revision.partition("_")[0]


def _other_games(stored: Iterable[str]) -> list[str]:
    """Return the names of the games that have tables in a catalogue but whose revisions are unknown here.

    Raises DatabaseError.
    """
    stored = tuple(stored)
    require_known(stored)
    known = {*_known(), *_first_revisions()}
    return sorted({_game_of(revision) for revision in stored if revision not in known})


@contextmanager
def _known_to_alembic(connection: Connection) -> Iterator[None]:
    """Hide the revisions that Alembic does not know until the block ends.

    These are the revisions of games that are not installed, and those of tables that are derived from kinds.
    """
    stored: tuple[str, ...] = ()
    if connection.dialect.has_table(connection, "alembic_version"):
        stored = _revisions(connection)
        require_known(stored)
    known = _known()
    others = [revision for revision in stored if revision not in known]
    # The stored revisions of games imply the first revision of the platform.
    implied = [_first_of_platform()] if others and len(others) == len(stored) else []
    _delete(connection, others)
    _insert(connection, implied)
    yield
    _delete(connection, implied)
    _insert(connection, others)


def _delete(connection: Connection, stored: Sequence[str]) -> None:
    for revision in stored:
        connection.execute(text("DELETE FROM alembic_version WHERE version_num = :revision"), {"revision": revision})


def _insert(connection: Connection, stored: Sequence[str]) -> None:
    for revision in stored:
        connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision})


_HEADER = """\
-- The tables and views of a Ludex catalogue, in the dialect of SQLite, generated from the code. The module
-- ludex/catalogue/storage/tables.py describes the columns of the tables that all kinds share. The columns of the fact
-- tables follow from the kinds. PostgreSQL has the same tables and views. Each catalogue assigns its own numbers to
-- kinds, relations and statements, in name_number. Programs read the views, which are at the end; reference/sql.md in
-- the documentation describes them.
"""


def catalogue_sql(games: Sequence[GameKinds]) -> str:
    """Return the statements that create the tables, indexes and views.

    The same declarations always result in the same text.
    """
    registry, dialect = Registry(games), sqlite.dialect()
    created = tables_sql((*tables.metadata.sorted_tables, *registry.facts.values()))
    views = (platform_views(dialect) | registry.views(dialect)).values()
    return f"{_HEADER}\n{created}\n" + "\n".join(f"{view};\n" for view in views)


def tables_sql(created: Iterable[Table]) -> str:
    """Return the statements that create tables and their indexes."""
    dialect = sqlite.dialect()
    statements = []
    for table in created:
        statements.append(CreateTable(table).compile(dialect=dialect))
        indexes = sorted(table.indexes, key=lambda index: str(index.name))
        statements += [CreateIndex(index).compile(dialect=dialect) for index in indexes]
    lines = "\n".join(f"{str(statement).strip()};\n" for statement in statements).replace("\t", "    ")
    return "\n".join(line.rstrip() for line in lines.split("\n"))
