import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import MetaData, inspect, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.storage import migrations, tables
from ludex.catalogue.storage.database import Database
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.storage.migrations import (
    catalogue_sql,
    downgrade,
    migrations_folder,
    revisions,
    upgrade,
    version_folders,
)
from ludex.catalogue.storage.views import platform_views
from ludex.engine.fact import Fact
from ludex.games.kinds import GAMES
from tests.catalogue.conftest import made
from tests.postgresql import passing_database

ROOT = Path(__file__).parents[3]
REGISTRY = Registry(GAMES)
EVERY = {*tables.metadata.tables, *REGISTRY.metadata.tables}
DIALECT = sqlite.dialect()
VIEWS = {*platform_views(DIALECT), *REGISTRY.views(DIALECT)}


def table_names(database: Database) -> set[str]:
    return set(inspect(database.engine).get_table_names()) - {"alembic_version"}


def view_names(database: Database) -> set[str]:
    return set(inspect(database.engine).get_view_names())


def test_the_migrations_go_up_and_down_and_up_again(bare_database):
    assert revisions(bare_database) == ()
    upgrade(bare_database)
    assert table_names(bare_database) == EVERY
    assert view_names(bare_database) == VIEWS
    assert [revision.partition("_")[0] for revision in revisions(bare_database)] == [
        "0002",
        "planarity",
        "sets",
        "swish",
    ]
    downgrade(bare_database, "base")
    assert table_names(bare_database) == view_names(bare_database) == set()
    upgrade(bare_database)
    assert table_names(bare_database) == EVERY
    assert view_names(bare_database) == VIEWS


def test_the_hashes_of_nodes_are_moved_into_their_table_and_back(lend_starting):
    hashes = text("SELECT hash, node FROM node_hash ORDER BY hash")
    reported = []
    with lend_starting() as address:
        catalogue = Catalogue(address, GAMES)
        with catalogue.reading() as reader:
            before = reader.connection.execute(hashes).all()
            keys = dict(reader.connection.execute(text("SELECT id, key FROM node")).all())
        assert {node: bytes(found) for found, node in before} == {node: key[1:11] for node, key in keys.items()}
        downgrade(catalogue.database, "0001_a7383d68")
        assert migrations.is_earlier(catalogue.database)
        catalogue.upgrade(progress=lambda *done: reported.append(done))
        with catalogue.reading() as reader:
            assert reader.connection.execute(hashes).all() == before
        catalogue.close()
    newest = max(keys)
    assert reported == [(min(last, newest), newest) for last in range(1000, newest + 1000, 1000)]


def test_the_large_tables_of_a_new_catalogue_on_postgresql_can_be_partitioned(postgresql_address):
    with passing_database(postgresql_address) as address:
        database = Database(address)
        upgrade(database, partitions=2)
        with database.reading() as connection:
            assert tables.partitions_of(connection) == 2
        large = {*tables.PARTITIONED_BY, *(kind.table_name for kind in REGISTRY.kinds)}
        assert table_names(database) == EVERY | {f"{name}_{place}" for name in large for place in (0, 1)}
        assert view_names(database) == VIEWS
        assert migrations.outdated(database) is None
        with pytest.raises(DatabaseError, match="only a new catalogue on PostgreSQL"):
            upgrade(database, partitions=2)
        downgrade(database, "base")
        assert table_names(database) == view_names(database) == set()
        database.close()


def test_no_catalogue_in_sqlite_is_partitioned(tmp_path):
    database = Database(f"sqlite:///{tmp_path}/catalogue.sqlite")
    with pytest.raises(DatabaseError, match="only a new catalogue on PostgreSQL"):
        upgrade(database, partitions=2)
    assert revisions(database) == ()


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
    """The statements that made the tables, indexes and views, but for quotes, blanks and the order of constraints."""
    statement = text("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%' AND sql IS NOT NULL")
    with catalogue.reading() as reader:
        rows = reader.connection.execute(statement).all()
    return {row.name: sorted(row.sql.replace('"', "").replace(",", " ").replace("(", " ( ").split()) for row in rows}


def test_the_migrations_make_the_constraints_indexes_and_views_that_the_declarations_say(sqlite_catalogue, tmp_path):
    # compare_metadata looks neither at what a deletion does nor at indexes of expressions.
    declared = made(Catalogue(f"sqlite:///{tmp_path}/declared.sqlite", GAMES))
    assert schema_of(sqlite_catalogue) == schema_of(declared)
    declared.close()


def test_the_migrations_make_the_same_views_on_postgresql(postgresql_address, postgresql_template):
    database = Database(make_url(postgresql_address).set(database=postgresql_template).render_as_string(False))
    definitions = text("SELECT viewname, definition FROM pg_views WHERE schemaname = :schema ORDER BY viewname")
    with database.migrating() as connection:
        migrated = connection.execute(definitions, {"schema": "public"}).all()
        # PostgreSQL shows a definition in its own form, so the declared views are created to be compared.
        connection.exec_driver_sql("CREATE SCHEMA declared; SET LOCAL search_path TO declared, public")
        for view in (platform_views(connection.dialect) | REGISTRY.views(connection.dialect)).values():
            connection.exec_driver_sql(view)
        declared = connection.execute(definitions, {"schema": "declared"}).all()
        connection.exec_driver_sql("DROP SCHEMA declared CASCADE")
    database.close()
    assert len(migrated) == len(VIEWS)
    assert migrated == declared


class _Field(Document):
    kind: Literal["chess-position"] = "chess-position"
    pieces: Annotated[int, Fact()]


class _Fields(_Field):
    colour: str


def test_tables_of_a_game_with_another_fact_view_or_field_have_another_revision():
    def revision(**changes):
        kinds = (replace(GAMES[0].kinds[0], **changes),)
        return migrations.first_revision("chess", replace(GAMES[0], kinds=kinds, relations=()))

    found = [revision(), revision(model=_Field), revision(model=_Fields), revision(address="swish/chess")]
    assert len(set(found)) == 4 and all(name.startswith("chess_0001_") for name in found)
    assert revision() == found[0]


def test_a_catalogue_with_other_tables_of_a_game_is_refused(bare_database):
    upgrade(bare_database)
    with bare_database.writing() as connection:
        connection.execute(
            text("UPDATE alembic_version SET version_num = 'sets_0001_other' WHERE version_num LIKE 'sets%'")
        )
    with pytest.raises(DatabaseError, match="sets_0001_other, which Ludex"):
        upgrade(bare_database)
    with pytest.raises(DatabaseError, match="sets_0001_other, which Ludex"):
        migrations.outdated(bare_database)


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
    before = revisions(catalogue.database)
    catalogue.upgrade()
    assert revisions(catalogue.database) == before


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
    catalogue = Catalogue(url, GAMES)
    catalogue.upgrade()
    catalogue.close()


@pytest.mark.slow
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


def test_an_upgrade_waits_for_the_upgrade_of_another_and_finds_nothing_to_do(bare_database):
    url = bare_database.url.render_as_string(hide_password=False)
    with ThreadPoolExecutor(1) as pool:
        others = []

        def begin_another(_connection):
            others.append(pool.submit(_upgrade, url))
            with pytest.raises(TimeoutError):
                others[0].result(0.3)

        upgrade(bare_database, then=begin_another)
        others[0].result(60)
    assert table_names(bare_database) == EVERY
    assert migrations.outdated(bare_database) is None


def test_a_failed_migration_leaves_the_catalogue_as_it_was(bare_database, monkeypatch, tmp_path):
    upgrade(bare_database)
    before, [base] = revisions(bare_database), migrations.scripts().get_bases()
    (tmp_path / "bad.py").write_text(
        f"from alembic import op\nrevision = 'bad'\ndown_revision = '{base}'\n"
        "def upgrade():\n    op.execute('CREATE TABLE half (id INTEGER)')\n"
        "    op.execute('CREATE TABLE half (id INTEGER)')\n"
    )
    folders = (*version_folders(), tmp_path)
    monkeypatch.setattr(migrations, "version_folders", lambda: folders)
    with pytest.raises(Exception, match="half"):
        upgrade(bare_database)
    assert revisions(bare_database) == before
    assert "half" not in table_names(bare_database)


def test_a_missing_migrations_folder_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(migrations, "__file__", str(tmp_path / "a" / "b" / "c" / "d" / "migrations.py"))
    with pytest.raises(DatabaseError, match="migrations are missing"):
        migrations_folder()


ORPHAN = "INSERT INTO alias (kind, slug, node, built_in, checksum) VALUES (2, 'orphan', 99, 0, 0)"


def test_a_migration_that_breaks_a_reference_is_undone(sqlite_catalogue, monkeypatch):
    database = sqlite_catalogue.database
    with pytest.raises(DatabaseError, match="alias"):
        upgrade(database, then=lambda connection: connection.execute(text(ORPHAN)))
    with database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM alias")) == 0
    # Afterwards foreign keys are on again.
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), database.writing() as connection:
        connection.execute(text(ORPHAN))
