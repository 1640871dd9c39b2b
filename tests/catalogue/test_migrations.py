import multiprocessing
import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from ludex.catalogue.schema import catalogue_sql
from ludex.catalogue.verify import verify
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError
from tests.catalogue.filling import fill_with_planarity, fill_with_sets, fill_with_swish

from ludex.catalogue import database as database_module
from ludex.catalogue.database import Database, DatabaseError, migrations_folder
from ludex.catalogue.tables import Base

ROOT = Path(__file__).parents[2]


def tables(database: Database) -> set[str]:
    return set(inspect(database.engine).get_table_names()) - {"alembic_version"}


def test_the_migrations_go_up_and_down_and_up_again(bare_database):
    assert bare_database.revision() is None
    bare_database.upgrade()
    assert tables(bare_database) == set(Base.metadata.tables)
    assert bare_database.revision() is not None
    bare_database.downgrade("base")
    assert tables(bare_database) == set()
    bare_database.upgrade()
    assert tables(bare_database) == set(Base.metadata.tables)


def test_swap_planarity_comes_and_goes_and_leaves_swish_as_it_was(bare_database):
    bare_database.upgrade("0001")
    with bare_database.writing() as session:
        session.execute(text("INSERT INTO starting_catalogue (version) VALUES ('of swish')"))
    bare_database.upgrade("0002")
    added = {"graph", "x_type", "order_type", "level", "pack", "pack_level", "census_class"}
    assert added <= tables(bare_database)
    bare_database.downgrade("0001")
    assert added & tables(bare_database) == set()
    with bare_database.reading() as session:
        assert session.scalar(text("SELECT version FROM starting_catalogue")) == "of swish"


def rows(database: Database, columns: dict[str, list[str]] | None = None) -> dict[str, list[str]]:
    """Return all rows of each table, or some columns of them."""
    found = {}
    with database.reading() as session:
        for table, names in (columns or columns_of(database)).items():
            selected = ", ".join(f'"{name}"' for name in names)
            found[table] = sorted(str(row) for row in session.execute(text(f"SELECT {selected} FROM {table}")))
    return found


def columns_of(database: Database) -> dict[str, list[str]]:
    inspected = inspect(database.engine)
    return {table: [column["name"] for column in inspected.get_columns(table)] for table in sorted(tables(database))}


def test_set_comes_and_goes_and_leaves_every_row_as_it_was(bare_database, dealt):
    bare_database.upgrade()
    fill_with_swish(bare_database, dealt)
    fill_with_planarity(bare_database)
    at_head = rows(bare_database)
    fill_with_sets(bare_database)
    bare_database.downgrade("0002")
    columns = columns_of(bare_database)
    assert not {"found_set", "cap", "set_game"} & set(columns)
    before = rows(bare_database)
    assert {table for table in columns if not before[table]} == {"starting_catalogue"}
    assert {table: len(listed) for table, listed in before.items()}.items() <= {
        table: len(listed) for table, listed in at_head.items()
    }.items()
    bare_database.upgrade("0003")
    assert rows(bare_database, columns) == before
    assert rows(bare_database) == at_head
    bare_database.downgrade("0002")
    assert (columns_of(bare_database), rows(bare_database)) == (columns, before)
    bare_database.upgrade("0003")
    assert verify(bare_database).sound


@pytest.mark.parametrize("table", ["card", "deck", "position"])
def test_a_row_has_the_columns_of_its_game(database, table):
    names = {
        "card": "code",
        "deck": "title, description, cards, starting",
        "position": "cards",
    }
    values = {"card": "'00'", "deck": "'', '', 1, false", "position": "1"}
    for game in ("swish", "set"):
        with pytest.raises(IntegrityError, match=f"ck_{table}_{game}"), database.writing() as session:
            insert = f'INSERT INTO {table} (id, "key", label, game, {names[table]})'
            session.execute(text(f"{insert} VALUES (1, :key, 'label', '{game}', {values[table]})"), {"key": b"k" * 33})


def test_the_migrations_make_what_the_models_say(database):
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


def test_the_migrations_make_the_constraints_that_the_models_say(sqlite_database, tmp_path):
    # compare_metadata looks neither at CHECK constraints nor at what a deletion does.
    by_models = Database(f"sqlite:///{tmp_path}/models.sqlite")
    with by_models.engine.execution_options(ludex_mode="write").begin() as connection:
        Base.metadata.create_all(connection)
    statement = text("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%' AND sql IS NOT NULL")

    def made(database):
        # The lines of each statement: their order may differ, and a table made anew has its name in quotes.
        with database.reading() as session:
            return {
                row.name: sorted(re.split(r",?\s*\n\s*", re.sub(r'(TABLE|REFERENCES) "(\w+)"', r"\1 \2", row.sql)))
                for row in session.execute(statement)
            }

    assert made(sqlite_database) == made(by_models)
    by_models.close()


def test_an_upgrade_of_an_upgraded_catalogue_changes_nothing(database):
    before = database.revision()
    database.upgrade()
    assert database.revision() == before


def test_the_shipped_sql_is_that_of_the_code():
    assert (ROOT / "schema" / "catalogue.sql").read_text() == catalogue_sql()


def test_the_shipped_sql_makes_every_table_in_sqlite():
    import sqlite3

    connection = sqlite3.connect(":memory:")
    connection.executescript(catalogue_sql())
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    assert names == set(Base.metadata.tables)


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
    assert tables(bare_database) == set(Base.metadata.tables)


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
    assert "half" not in tables(bare_database)


def test_a_missing_migrations_folder_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(database_module, "__file__", str(tmp_path / "a" / "b" / "c" / "database.py"))
    with pytest.raises(DatabaseError, match="migrations are missing"):
        migrations_folder()


def test_a_migration_that_breaks_a_reference_is_undone(sqlite_database, monkeypatch):
    def orphan(config, revision):
        del revision
        config.attributes["connection"].execute(
            text("INSERT INTO deck_slug (game, slug, deck_id, starting) VALUES ('swish', 'orphan', 99, 0)")
        )

    with pytest.raises(DatabaseError, match="deck_slug"):
        sqlite_database._migrate(orphan, "head")
    with sqlite_database.reading() as session:
        assert session.scalar(text("SELECT count(*) FROM deck_slug")) == 0
    # Afterwards foreign keys are on again.
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), sqlite_database.writing() as session:
        session.execute(text("INSERT INTO deck_slug (game, slug, deck_id, starting) VALUES ('swish', 'orphan', 99, 0)"))
