"""A changed cell of any column of the catalogue is found, or refused by the database."""

import shutil

import pytest
from sqlalchemy import Boolean
from sqlalchemy.exc import IntegrityError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.packing import Packed, pack
from ludex.catalogue.verification import verify
from tests.catalogue.imports.test_checked_lines import filled
from tests.catalogue.necklaces import TOYS

__all__ = ["filled"]

TABLES = (tables.node, tables.document, tables.link, tables.claim, tables.alias, tables.counter)
FOLLOWS_FROM_NOTHING = {("alias", "slug"), ("claim", "engine"), ("claim", "seconds")}
"""Columns whose values may be others: nothing else in the catalogue says what they must be."""


def changed(column, cell):
    """Return another value for a cell, as the database holds it."""
    if isinstance(column.type, Packed):
        return pack("{}")
    if isinstance(column.type, Boolean):
        return 1 - cell
    if isinstance(cell, bytes):
        return cell[:-1] + bytes([cell[-1] ^ 1])
    if isinstance(cell, str):
        return cell[:-1] + ("0" if cell[-1:] != "0" else "1")
    return 1 if cell is None else cell + 1


@pytest.mark.parametrize(
    "column",
    [column for table in TABLES for column in table.columns if (table.name, column.name) not in FOLLOWS_FROM_NOTHING],
    ids=str,
)
def test_a_changed_cell_of_each_column_is_found_or_refused(filled, tmp_path, column):
    if not filled.database.is_sqlite:
        pytest.skip("the test copies the file of the catalogue")
    table, name = column.table.name, column.name
    [key, *_] = column.table.primary_key.columns.keys()
    filled.close()
    file = tmp_path / "changed.sqlite"
    shutil.copyfile(filled.database.file, file)
    catalogue = Catalogue(f"sqlite:///{file}", (TOYS,))
    try:
        with catalogue.database.writing() as connection:
            where = "WHERE detail IS NOT NULL" if table == "link" else ""
            row, cell = connection.exec_driver_sql(f"SELECT {key}, {name} FROM {table} {where} LIMIT 1").one()
            statement = f"UPDATE {table} SET {name} = ? WHERE {key} = ?"
            assert connection.exec_driver_sql(statement, (changed(column, cell), row)).rowcount >= 1
    except IntegrityError:
        return
    finally:
        catalogue.close()
    assert not verify(catalogue).sound
    catalogue.close()
