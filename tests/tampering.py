"""Statements of SQL that spoil a catalogue by hand: they see the texts that the tables hold packed."""

import re

from sqlalchemy import select

from ludex.catalogue.storage import tables
from ludex.catalogue.storage.packing import Packed, pack

_NAMED = re.compile(r"\b(kind|relation|statement) = '([a-z.-]+)'")


def spoil(connection, statement):
    """Run a statement on the tables as if their texts were not packed, and return how many rows it changed.

    In the statement a name stands for the number of a kind, relation or statement: `relation = 'holds'`.
    """
    statement = _NAMED.sub(r"\1 = (SELECT number FROM name_number WHERE category = '\1' AND name = '\2')", statement)
    packed = [
        (table, column)
        for table in (tables.document, tables.claim)
        if table.name in statement
        for column in table.columns
        if isinstance(column.type, Packed)
    ]
    postgresql = connection.dialect.name == "postgresql"
    for table, column in packed:
        [key] = table.primary_key.columns
        texts = connection.execute(select(column, key).where(column.is_not(None))).all()
        if postgresql:
            connection.exec_driver_sql(_retyped(table, column, "text", f"encode({column.name}, 'hex')"))
        _write(connection, table, column, [(text, node) for text, node in texts])
    changed = connection.exec_driver_sql(statement).rowcount
    for table, column in packed:
        [key] = table.primary_key.columns
        query = f"SELECT {column.name}, {key.name} FROM {table} WHERE {column.name} IS NOT NULL"
        texts = connection.exec_driver_sql(query).all()
        if postgresql:
            connection.exec_driver_sql(_retyped(table, column, "bytea", f"convert_to({column.name}, 'UTF8')"))
        _write(connection, table, column, [(pack(text), node) for text, node in texts])
    return changed


def _retyped(table, column, to, made):
    return f"ALTER TABLE {table} ALTER {column.name} TYPE {to} USING {made}"


def _write(connection, table, column, values):
    [key] = table.primary_key.columns
    place = "%s" if connection.dialect.name == "postgresql" else "?"
    for value in values:
        connection.exec_driver_sql(f"UPDATE {table} SET {column.name} = {place} WHERE {key.name} = {place}", value)
