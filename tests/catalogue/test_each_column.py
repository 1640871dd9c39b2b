"""A changed cell of any column of the catalogue is found, or refused by the database."""

import shutil

import pytest
from sqlalchemy import Boolean, insert
from sqlalchemy.exc import IntegrityError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.columns.segments import seal
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.ownership import Scope, create
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.catalogue.storage.packing import Packed, pack
from ludex.catalogue.verification import verify
from tests.catalogue.necklaces import NECKLACE, TOYS
from tests.catalogue.transfer.imports.test_checked_lines import filled

__all__ = ["filled"]

TABLES = (*tables.metadata.sorted_tables, *Registry((TOYS,)).facts.values())
OWN = "what people say about an object, or do with it"
FREE = {
    "annotation": OWN,
    "api_key": "whom the administrator gave a key, for what, and when",
    "change": "what changed in the past, of which the tables have only the result",
    "daily_calendar": OWN,
    "daily_day": OWN,
    "job_object": "which objects a job stored",
    "ownership": "who stored an object",
    "rate": "how much an owner or address has stored or computed lately",
    "redirect": OWN,
    "starting_catalogue": "which earlier versions were stored",
    "tag": OWN,
    "trash": OWN,
    "trusted": "which objects were never verified",
    "verified": "when objects were verified",
}
"""Tables whose columns have any valid value, because nothing else in the catalogue has what only they record."""


def changed(column, cell):
    """Return another value for a cell, as the database holds it."""
    if isinstance(column.type, Packed):
        return pack("{}")
    if isinstance(column.type, Boolean):
        return 1 - (cell or 0)
    if isinstance(cell, bytes):
        return cell[:-1] + bytes([cell[-1] ^ 1])
    if isinstance(cell, str):
        return cell[:-1] + ("0" if cell[-1:] != "0" else "1")
    if str(column) == "segment.first":
        return cell + 1000  # a segment may begin at any id between the previous one and its own first object
    return 1 if cell is None else cell + 1


@pytest.fixture(scope="module")
def made():
    """A place for the file of the filled catalogue, which is made once."""
    return {}


@pytest.fixture
def copied(request, made, tmp_path_factory, tmp_path):
    """A copy of a catalogue with rows in the tables whose columns are not free, and its facts in segments."""
    if "file" not in made:
        catalogue = request.getfixturevalue("filled")
        if not catalogue.database.is_sqlite:
            pytest.skip("the test copies the file of the catalogue")
        seal(catalogue.database, catalogue.numbering, NECKLACE, size=2)
        catalogue.close()
        made["file"] = tmp_path_factory.mktemp("filled") / "filled.sqlite"
        shutil.copyfile(catalogue.database.file, made["file"])
    file = tmp_path / "changed.sqlite"
    shutil.copyfile(made["file"], file)
    catalogue = Catalogue(f"sqlite:///{file}", (TOYS,))
    yield catalogue
    catalogue.close()


def change_one_cell(catalogue, column):
    """Change the cell of a column in one row. Raises IntegrityError if the database refuses it."""
    table, name = column.table, column.name
    keys = list(table.primary_key.columns.keys())
    where = {"link": "WHERE detail IS NOT NULL", "name_number": "WHERE inverse IS NOT NULL"}.get(table.name, "")
    with catalogue.database.engine.execution_options(ludex_mode="write").begin() as connection:
        read = f"SELECT {name}, {', '.join(keys)} FROM {table} {where} LIMIT 1"
        [cell, *row] = connection.exec_driver_sql(read).one()
        of_row = " AND ".join(f"{key} = ?" for key in keys)
        write = f"UPDATE {table} SET {name} = ? WHERE {of_row}"
        assert connection.exec_driver_sql(write, (changed(column, cell), *row)).rowcount == 1


def is_found(catalogue):
    """Return whether a verification finds something wrong, or the catalogue cannot even be opened."""
    try:
        return not verify(catalogue).sound
    except DatabaseError:
        return True


def test_the_catalogue_is_sound_before_a_cell_is_changed(copied):
    assert verify(copied).sound


@pytest.mark.parametrize(
    "column",
    [column for table in TABLES if table.name not in FREE for column in table.columns],
    ids=str,
)
def test_a_changed_cell_of_each_column_is_found_or_refused(copied, column):
    try:
        change_one_cell(copied, column)
    except IntegrityError:
        return
    copied.close()
    changed_catalogue = Catalogue(str(copied.database.url), (TOYS,))
    assert is_found(changed_catalogue)
    changed_catalogue.close()


def test_only_tables_that_exist_are_free():
    assert FREE.keys() <= {table.name for table in TABLES}


def test_rows_of_free_tables_do_not_make_a_catalogue_unsound(copied):
    with copied.writing() as writer:
        create(writer, "ada", [Scope.STORE], "2030-01-01T00:00:00+00:00")
        node = writer.connection.scalar(tables.node.select())
        writer.connection.execute(insert(tables.ownership).values(node=node, owner="ada"))
        writer.connection.execute(insert(tables.trusted).values(node=node))
    assert verify(copied).sound
