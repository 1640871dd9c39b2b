"""The catalogue's tables as SQL, for those who read the database without Ludex."""

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from ludex.catalogue.tables import Base

_HEADER = """\
-- The tables of a Ludex catalogue, in the dialect of SQLite. Made by the code; ludex/catalogue/tables/ says what
-- the columns mean. PostgreSQL has the same tables.
"""


def catalogue_sql() -> str:
    """Return the statements that make the tables and indexes, the same text every time."""
    dialect = sqlite.dialect()
    statements = []
    for table in Base.metadata.sorted_tables:
        statements.append(CreateTable(table).compile(dialect=dialect))
        statements += [
            CreateIndex(index).compile(dialect=dialect)
            for index in sorted(table.indexes, key=lambda index: str(index.name))
        ]
    lines = "\n".join(f"{str(statement).strip()};\n" for statement in statements).replace("\t", "    ")
    return _HEADER + "\n" + "\n".join(line.rstrip() for line in lines.split("\n"))
