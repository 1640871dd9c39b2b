"""The catalogue's tables as SQL, for those who read the database without Ludex."""

from collections.abc import Sequence

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from ludex.catalogue.kinds.registry import Game, Registry
from ludex.catalogue.storage import tables

_HEADER = """\
-- The tables of a Ludex catalogue, in the dialect of SQLite. Made by the code: ludex/catalogue/storage/tables.py says
-- what the columns of the first ones mean; those of the facts follow from the kinds. PostgreSQL has the same tables.
"""


def catalogue_sql(games: Sequence[Game]) -> str:
    """Return the statements that make the tables and indexes, the same text every time."""
    dialect = sqlite.dialect()
    registry = Registry(games)
    numbers = [("kind", one.number, one.name) for one in registry.kinds]
    numbers += [("relation", one.number, one.name) for one in registry.relations]
    numbers += [("statement", one.number, one.name) for one in registry.statements]
    statements = []
    for table in (*tables.metadata.sorted_tables, *registry.facts.values()):
        statements.append(CreateTable(table).compile(dialect=dialect))
        indexes = sorted(table.indexes, key=lambda index: str(index.name))
        statements += [CreateIndex(index).compile(dialect=dialect) for index in indexes]
    lines = "\n".join(f"{str(statement).strip()};\n" for statement in statements).replace("\t", "    ")
    listed = "".join(f"-- {what} {number}: {name}\n" for what, number, name in numbers)
    return f"{_HEADER}{listed}\n" + "\n".join(line.rstrip() for line in lines.split("\n"))
