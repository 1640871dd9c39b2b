import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import func, select

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import store_claim
from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.objects.annotations import Annotation, annotate
from ludex.catalogue.objects.storing import add_links, delete_object, name_object, store_many
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.database_errors import DatabaseError, WriterBusy
from ludex.catalogue.transfer import copying
from ludex.catalogue.transfer.copying import copied_tables, copy, restore
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget, BudgetExhausted
from tests.catalogue.necklaces import BOX, NECKLACE, Necklace


def fill(catalogue):
    with catalogue.writing() as writer:
        values = [Necklace("abc", weight=10**31, proved=True), Necklace("aab", weight=5), Necklace("abab")]
        gone = store_many(writer, [prepare(BOX, "gone")])[0]
        stored = store_many(writer, [prepare(NECKLACE, value) for value in values], built_in=True)
        [box] = store_many(writer, [prepare(BOX, "mine")])
        name_object(writer, BOX, box.id, ["my-box", "second"])
        add_links(
            writer, box.id, [NewLink("has-necklace", one.label, place, 4 + place) for place, one in enumerate(stored)]
        )
        store_claim(
            writer, stored[2].id, Claim("toy.weight", value=9, proved=False, upper=9, parameters={"how": "scales"})
        )
        delete_object(writer, gone.id)
        annotate(writer, box.id, Annotation("Mine", ("b", "a"), "note", {"a": 1}))
        writer.connection.execute(tables.trusted.insert().values(node=box.id))
        writer.connection.execute(tables.ownership.insert().values(node=box.id, owner="somebody"))
        for version in ("Z", "a", "B"):  # PostgreSQL may order them otherwise
            digest = version.encode().hex().rjust(32, "0")
            writer.connection.execute(tables.starting_catalogue.insert().values(version=digest))
            key = {"id": version, "digest": b"\0\1", "owner": "somebody", "scopes": "write", "created": "now"}
            writer.connection.execute(tables.api_key.insert().values(**key))


def held(catalogue):
    with catalogue.reading() as reader:
        return {
            table.name: sorted((tuple(row) for row in reader.connection.execute(table.select())), key=repr)
            for table in copied_tables(catalogue)
        }


@pytest.fixture(params=["from", "to"])
def two(request, toys, other):
    """A filled catalogue and an empty one: SQLite and each kind of database, in both directions."""
    source, target = (toys, other) if request.param == "from" else (other, toys)
    fill(source)
    return source, target


def test_a_copy_has_the_same_rows_and_goes_on_storing(two):
    source, target = two
    seen = []
    done = copy(source, target, Budget(progress=seen.append), batch=2)
    assert held(target) == held(source)
    size = sum(map(len, held(source).values()))
    steps = [(each.done, each.total) for each in seen]
    assert steps == sorted(steps) and {(size, 2 * size), (2 * size, 2 * size)} <= set(steps)
    assert done.written == sum(done.rows.values()) == sum(map(len, held(source).values()))
    assert list(export_lines(target)) == list(export_lines(source))
    with target.writing() as writer:
        store_many(writer, [prepare(NECKLACE, Necklace("xyz")), prepare(BOX, "another")])
    assert verify(target).sound


@pytest.mark.parametrize("ended_after", [1, 7, 40])
def test_a_copy_that_was_ended_goes_on(two, ended_after):
    source, target = two
    rows = []
    budget = Budget(progress=rows.append, stop=lambda: len(rows) >= ended_after)
    with pytest.raises(BudgetExhausted):
        copy(source, target, budget, batch=1)
    done = copy(source, target)
    assert done.written == sum(done.rows.values()) - ended_after
    assert held(target) == held(source)
    assert copy(source, target).written == 0
    assert verify(target).sound


def test_nothing_is_copied_over_another_catalogue(toys, other):
    fill(toys)
    with other.writing() as writer:
        store_many(writer, [prepare(NECKLACE, Necklace("zz"))])
    before = held(other)
    with pytest.raises(DatabaseError, match="not an unfinished copy"):
        copy(toys, other)
    assert held(other) == before


def test_a_change_between_two_runs_is_found_in_the_end(toys, other):
    fill(toys)
    copy(toys, other)
    with toys.writing() as writer:
        store_many(writer, [prepare(NECKLACE, Necklace("aab", weight=3, proved=True))])
    with pytest.raises(DatabaseError, match=r"differs in document, first at .*copy into an empty database"):
        copy(toys, other)
    with other.reading() as reader:
        assert reader.connection.scalar(select(func.count()).select_from(tables.node))


@pytest.fixture
def backed_up(sqlite_catalogue, tmp_path):
    """Give a catalogue in SQLite and a backup of it."""
    sqlite_catalogue.database.backup(tmp_path / "backup.sqlite")
    return sqlite_catalogue, tmp_path / "backup.sqlite"


def change(file, *statements):
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def test_a_backup_put_back_is_what_there_was(backed_up):
    catalogue, backup = backed_up
    before, seen = held(catalogue), []
    with catalogue.writing() as writer:
        writer.connection.execute(tables.starting_catalogue.insert().values(version="0" * 32))
    assert held(catalogue) != before
    restore(catalogue.database, backup, lambda *pages: seen.append(pages))
    assert held(catalogue) == before
    assert seen[-1] == (backup.stat().st_size // 4096,) * 2  # pages of SQLite


OTHER_INDEX = "UPDATE sqlite_master SET sql = 'CREATE INDEX i ON alembic_version(version_num || 1)' WHERE name = 'i'"


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        (["DROP TABLE alembic_version"], "is not a backup of a catalogue: no such table"),
        (["DELETE FROM alembic_version"], "is not a backup of a catalogue: it has no tables"),
        (
            ["UPDATE alembic_version SET version_num = '9999' WHERE version_num GLOB 'se*'"],
            "revision 9999, which Ludex",
        ),
        (["CREATE INDEX i ON alembic_version(version_num)", "PRAGMA writable_schema = ON", OTHER_INDEX], "is damaged"),
        (["UPDATE name_number SET number = 99 WHERE name = 'swish-card'"], "LUDEX_DATABASE_URL"),
        (["UPDATE name_number SET name = 'swish-box' WHERE name = 'swish-card'"], "LUDEX_DATABASE_URL"),
    ],
)
def test_another_file_is_no_backup_and_changes_nothing(backed_up, statements, reason):
    catalogue, backup = backed_up
    change(backup, *statements)
    before = held(catalogue)
    with pytest.raises(DatabaseError, match=reason):
        restore(catalogue.database, backup)
    assert held(catalogue) == before


@pytest.mark.parametrize("content", [b"no database", b"SQLite format 3\0" + b"x" * 5000])
def test_what_is_no_database_is_no_backup(backed_up, content):
    catalogue, backup = backed_up
    backup.write_bytes(content)
    with pytest.raises(DatabaseError, match="is not a backup of a catalogue"):
        restore(catalogue.database, backup)
    with pytest.raises(DatabaseError, match="is the catalogue itself"):
        restore(catalogue.database, catalogue.database.file)
    with pytest.raises(FileNotFoundError):
        restore(catalogue.database, backup.with_name("none"))


def test_a_backup_is_not_put_back_while_another_program_writes(backed_up, monkeypatch):
    catalogue, backup = backed_up
    monkeypatch.setattr(copying, "BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(catalogue.database.file)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(WriterBusy, match="nothing was changed"):
            restore(catalogue.database, backup)
    restore(catalogue.database, backup)
