"""The catalogue's tables as SQL, for those who read the database without Ludex."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from ludex.catalogue.kinds.registry import GameKinds, Registry
from ludex.catalogue.storage import tables

_HEADER = """\
-- The tables of a Ludex catalogue, in the dialect of SQLite. Made by the code: ludex/catalogue/storage/tables.py says
-- what the columns of the first ones mean; those of the facts follow from the kinds. PostgreSQL has the same tables.
-- Each catalogue numbers kinds, relations and statements itself, in name_number.
"""


def catalogue_sql(games: Sequence[GameKinds]) -> str:
    """Return the statements that create the tables and indexes, the same text every time."""
    registry = Registry(games)
    return f"{_HEADER}\n{tables_sql((*tables.metadata.sorted_tables, *registry.facts.values()))}"


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
