import multiprocessing
from hashlib import blake2b
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.storage import database as database_module
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.database import Database, migrations_folder
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.storage.ddl import catalogue_sql
from ludex.games.kinds import GAMES
from tests.catalogue.conftest import made

ROOT = Path(__file__).parents[2]
REGISTRY = Registry(GAMES)
EVERY = {*tables.metadata.tables, *REGISTRY.metadata.tables}


def table_names(database: Database) -> set[str]:
    return set(inspect(database.engine).get_table_names()) - {"alembic_version"}


def test_the_migrations_go_up_and_down_and_up_again(bare_database):
    assert bare_database.revision() is None
    bare_database.upgrade()
    assert table_names(bare_database) == EVERY
    assert bare_database.revision() is not None
    bare_database.downgrade("base")
    assert table_names(bare_database) == set()
    bare_database.upgrade()
    assert table_names(bare_database) == EVERY


# Indexes of expressions are compared below, as text.
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection", "ignore:autogenerate skipping")
def test_the_migrations_make_what_the_declarations_say(catalogue):
    declared = MetaData(naming_convention=tables.NAMES)
    for table in (*tables.metadata.sorted_tables, *REGISTRY.facts.values()):
        table.to_metadata(declared)
    with catalogue.database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        differences = [one for one in compare_metadata(context, declared) if "alembic_version" not in str(one)]
    assert differences == []


def schema_of(catalogue):
    """The statements that made the tables and indexes, but for quotes, blanks and the order of constraints."""
    statement = text("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%' AND sql IS NOT NULL")
    with catalogue.reading() as reader:
        rows = reader.connection.execute(statement).all()
    return {row.name: sorted(row.sql.replace('"', "").replace(",", " ").replace("(", " ( ").split()) for row in rows}


def test_the_migrations_make_the_constraints_and_indexes_that_the_declarations_say(sqlite_catalogue, tmp_path):
    # compare_metadata looks neither at what a deletion does nor at indexes of expressions.
    declared = made(Catalogue(f"sqlite:///{tmp_path}/declared.sqlite", GAMES))
    assert schema_of(sqlite_catalogue) == schema_of(declared)
    declared.close()


def test_the_first_revision_is_that_of_its_tables():
    # Until 1.0 this keeps a catalogue of another form from being taken for one of this version: see migrations/README.
    tables_alone = [line for line in catalogue_sql(GAMES).splitlines() if not line.startswith("--")]
    fields = [(kind.name, sorted(kind.model.model_fields)) for kind in REGISTRY.kinds]
    digest = blake2b(repr((tables_alone, fields)).encode(), digest_size=4).hexdigest()
    scripts = ScriptDirectory(str(migrations_folder()))
    assert scripts.get_bases() == [f"0001_{digest}"]


def test_postgresql_orders_texts_by_code_points_whatever_its_own_order(postgresql_address, postgresql_template):
    database = Database(make_url(postgresql_address).set(database=postgresql_template).render_as_string(False))
    names = {("node", "label"), ("alias", "slug")}
    names |= {(kind.table_name, fact.name) for kind in REGISTRY.kinds for fact in kind.facts if fact.plain is str}
    statement = text("SELECT table_name, column_name FROM information_schema.columns WHERE collation_name = 'C'")
    with database.reading() as connection:
        ordered = {tuple(row) for row in connection.execute(statement)}
    database.close()
    assert names <= ordered


def test_an_upgrade_of_an_upgraded_catalogue_changes_nothing(catalogue):
    before = catalogue.database.revision()
    catalogue.database.upgrade()
    assert catalogue.database.revision() == before


def test_the_shipped_sql_is_that_of_the_code():
    assert (ROOT / "schema" / "catalogue.sql").read_text() == catalogue_sql(GAMES)


def test_the_shipped_sql_makes_every_table_in_sqlite():
    import sqlite3

    connection = sqlite3.connect(":memory:")
    connection.executescript(catalogue_sql(GAMES))
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    assert names == EVERY


def _upgrade(url: str) -> None:
    database = Database(url)
    database.upgrade()
    database.close()


def test_processes_that_start_at_once_upgrade_a_catalogue_once(bare_database):
    url = bare_database.url.render_as_string(hide_password=False)
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_upgrade, args=(url,)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * 2
    assert table_names(bare_database) == EVERY


def test_a_failed_migration_leaves_the_catalogue_as_it_was(bare_database, monkeypatch, tmp_path):
    bare_database.upgrade()
    folder = tmp_path / "migrations"
    (folder / "versions").mkdir(parents=True)
    for file in ["env.py", *[f"versions/{path.name}" for path in (migrations_folder() / "versions").glob("*.py")]]:
        (folder / file).write_text((migrations_folder() / file).read_text())
    (folder / "versions" / "bad.py").write_text(
        f"from alembic import op\nrevision = 'bad'\ndown_revision = '{bare_database.revision()}'\n"
        "def upgrade():\n    op.execute('CREATE TABLE half (id INTEGER)')\n"
        "    op.execute('CREATE TABLE half (id INTEGER)')\n"
    )
    monkeypatch.setattr(database_module, "migrations_folder", lambda: folder)
    before = bare_database.revision()
    with pytest.raises(Exception, match="half"):
        bare_database.upgrade()
    assert bare_database.revision() == before
    assert "half" not in table_names(bare_database)


def test_a_missing_migrations_folder_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(database_module, "__file__", str(tmp_path / "a" / "b" / "c" / "d" / "database.py"))
    with pytest.raises(DatabaseError, match="migrations are missing"):
        migrations_folder()


ORPHAN = "INSERT INTO alias (kind, slug, node, starting) VALUES (2, 'orphan', 99, 0)"


def test_a_migration_that_breaks_a_reference_is_undone(sqlite_catalogue, monkeypatch):
    database = sqlite_catalogue.database

    def orphan(config, _revision):
        config.attributes["connection"].execute(text(ORPHAN))

    with pytest.raises(DatabaseError, match="alias"):
        database._migrate(orphan, "head")
    with database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM alias")) == 0
    # Afterwards foreign keys are on again.
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), database.writing() as connection:
        connection.execute(text(ORPHAN))
