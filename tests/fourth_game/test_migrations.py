"""The migration of the game makes the tables that its kinds declare."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import MetaData, create_engine, inspect, text

from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.storage import tables
from peg_solitaire.kinds import GAME
from peg_solitaire.migrations import first_tables

REGISTRY = Registry((GAME,))
FACTS = {table.name: table for table in REGISTRY.facts.values()}


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection", "ignore:autogenerate skipping")
def test_the_migration_makes_the_tables_and_views_of_the_kinds_and_drops_them(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/catalogue.sqlite")
    declared = MetaData(naming_convention=tables.NAMES)
    for table in (*tables.metadata.sorted_tables, *FACTS.values()):
        table.to_metadata(declared)
    with engine.begin() as connection:
        tables.metadata.create_all(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        with Operations.context(context):
            first_tables.upgrade()
        assert compare_metadata(context, declared) == []
        created = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'view'")).all()
        assert dict(created) == REGISTRY.views(connection.dialect)
        with Operations.context(context):
            first_tables.downgrade()
        assert set(inspect(connection).get_table_names()) == set(tables.metadata.tables)
        assert inspect(connection).get_view_names() == []
    engine.dispose()


def test_the_migration_is_a_branch_of_its_own() -> None:
    assert first_tables.down_revision is None
    assert first_tables.branch_labels == ("solitaire",)
    assert first_tables.revision.startswith("solitaire_")
