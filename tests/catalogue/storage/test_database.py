import shutil
import threading
from contextlib import ExitStack
from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.kinds.label import hash_of
from ludex.catalogue.lists.listing import count
from ludex.catalogue.objects.storing import store, store_many
from ludex.catalogue.storage import database as database_module
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.database import Database, normalised_url
from ludex.catalogue.storage.database_errors import DatabaseError, DatabaseGone, ReadersBusy
from ludex.catalogue.storage.migrations import upgrade
from tests.catalogue.necklaces import LETTER, TOYS
from tests.postgresql import address_of, administration


def store_letters(writer, letters="abc"):
    store_many(writer, [prepare(LETTER, letter) for letter in letters])


def stored_letters(catalogue):
    with catalogue.reading() as reader:
        return count(reader, LETTER, {}).count


def test_a_write_is_kept(toys):
    with toys.writing() as writer:
        store_letters(writer)
    assert stored_letters(toys) == 3


def test_an_exception_leaves_nothing_written(toys):
    with pytest.raises(ZeroDivisionError), toys.writing() as writer:
        store_letters(writer)
        raise ZeroDivisionError
    assert stored_letters(toys) == 0


def test_a_write_while_reading_is_refused(toys):
    with pytest.raises(DBAPIError), toys.reading() as reader:
        store_letters(reader)
    # The same connection writes again afterwards.
    with toys.writing() as writer:
        store_letters(writer)
    assert stored_letters(toys) == 3


def test_a_reader_sees_one_snapshot_and_does_not_wait_for_the_writer(toys):
    with toys.reading() as reader:
        assert count(reader, LETTER, {}).count == 0
        with toys.writing() as writer:
            store_letters(writer)
            with toys.reading() as other:
                assert count(other, LETTER, {}).count == 0
        assert count(reader, LETTER, {}).count == 0
    assert stored_letters(toys) == 3


def test_the_second_writer_waits_for_the_first(toys):
    entered, order = threading.Event(), []

    def second():
        entered.wait(10)
        with toys.writing() as writer:
            order.append("second")
            store_letters(writer)

    thread = threading.Thread(target=second)
    thread.start()
    with toys.writing() as writer:
        store_letters(writer)
        entered.set()
        thread.join(0.3)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]
    assert stored_letters(toys) == 3


def test_sqlite_is_set_up_to_lose_nothing(sqlite_toys):
    with sqlite_toys.reading() as reader:
        settings = {
            name: reader.connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        }
    assert settings == {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2, "busy_timeout": 30_000}


def test_a_label_that_two_keys_share_is_an_error_and_not_a_duplicate(toys):
    one = prepare(LETTER, "a")
    other = replace(one, key=one.key[:-1] + bytes([one.key[-1] ^ 1]))
    with toys.writing() as writer:
        store(writer, one)
    with pytest.raises(RuntimeError, match=f"{one.label} is already the label of another"), toys.writing() as writer:
        store(writer, other)
    with pytest.raises(DBAPIError), toys.writing() as writer:
        writer.connection.execute(tables.node_hash.insert(), {"hash": hash_of(other.key), "node": 99})


@pytest.mark.parametrize("address", ["", "sqlite://", "sqlite:///:memory:", "mysql://host/ludex", "no address"])
def test_an_address_that_cannot_be_used_is_named(address):
    with pytest.raises(DatabaseError):
        Database(address)


def test_addresses_name_the_driver():
    assert normalised_url("postgresql://host/ludex").drivername == "postgresql+psycopg"
    assert normalised_url("sqlite:////folder/file").database == "/folder/file"


def test_the_folder_of_a_sqlite_file_is_made(tmp_path):
    database = Database(f"sqlite:///{tmp_path}/new/folder/catalogue.sqlite")
    upgrade(database)
    database.close()
    assert (tmp_path / "new" / "folder" / "catalogue.sqlite").is_file()


def test_a_backup_holds_everything_and_leaves_out_what_is_not_committed(sqlite_toys, tmp_path):
    with sqlite_toys.writing() as writer:
        store_letters(writer, "ab")
    steps: list[tuple[int, int]] = []
    with sqlite_toys.writing() as writer:
        store_letters(writer, "abc")
        sqlite_toys.database.backup(tmp_path / "backup.sqlite", lambda done, total: steps.append((done, total)))
    copy = Catalogue(f"sqlite:///{tmp_path}/backup.sqlite", (TOYS,))
    assert stored_letters(copy) == 2
    copy.close()
    assert steps[-1][0] == steps[-1][1] > 0


def test_a_backup_overwrites_nothing(sqlite_toys, tmp_path):
    target = tmp_path / "precious"
    target.write_text("mine")
    with pytest.raises(FileExistsError):
        sqlite_toys.database.backup(target)
    assert target.read_text() == "mine"


def test_a_database_that_cannot_hold_every_text_is_refused(postgresql_address):
    with administration(postgresql_address) as run:
        run("CREATE DATABASE narrow ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    database = Database(address_of(postgresql_address, "narrow"))
    with pytest.raises(DatabaseError, match=r"narrow is encoded in LATIN1.*ENCODING 'UTF8'"):
        upgrade(database)
    database.close()


def test_a_reader_that_finds_every_connection_in_use_is_told_so(postgresql_address, monkeypatch):
    monkeypatch.setattr(database_module, "_CONNECTION_SECONDS", 0.05)
    database = Database(address_of(postgresql_address, "template1"))
    with ExitStack() as opened:
        for _ in range(48):
            opened.enter_context(database.engine.connect())
        with pytest.raises(ReadersBusy), database.reading():
            pass
    with database.reading() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
    database.close()


@pytest.mark.parametrize("busy", [False, True])
def test_a_file_that_replaces_the_catalogue_is_neither_written_nor_mixed_with_its_log(
    sqlite_toys, sqlite_template, tmp_path, busy
):
    file = sqlite_toys.database.file
    with sqlite_toys.writing() as writer:
        store_letters(writer)
    assert file.with_name(f"{file.name}-wal").stat().st_size
    other = tmp_path / "other.sqlite"
    shutil.copyfile(sqlite_template, other)
    content = other.read_bytes()

    with ExitStack() as opened:
        if busy:  # so that the next reader takes a new connection
            opened.enter_context(sqlite_toys.reading())
        before = file.rename(tmp_path / "before.sqlite")
        other.rename(file)
        for _ in range(2):
            with pytest.raises(DatabaseGone, match=r"-wal and .* away"), sqlite_toys.reading():
                pass
            with pytest.raises(DatabaseGone), sqlite_toys.writing() as writer:
                store_letters(writer, "def")
            with pytest.raises(DatabaseGone), sqlite_toys.database.migrating():
                pass
            with pytest.raises(DatabaseGone):
                sqlite_toys.database.backup(tmp_path / "backup.sqlite")
        assert file.read_bytes() == content
    file.rename(other)
    before.rename(file)
    assert stored_letters(sqlite_toys) == 3
    sqlite_toys.close()
    assert other.read_bytes() == content


def test_a_file_that_is_replaced_during_a_write_gets_nothing_of_it(sqlite_toys, sqlite_template):
    file = sqlite_toys.database.file
    other = file.with_name("other.sqlite")
    shutil.copyfile(sqlite_template, other)
    content = other.read_bytes()
    with pytest.raises(DatabaseGone), sqlite_toys.writing() as writer:
        store_letters(writer)
        other.replace(file)
    sqlite_toys.close()
    assert file.read_bytes() == content


def test_a_connection_in_use_is_closed_when_it_is_returned_after_the_database_was_closed(postgresql_address):
    database = Database(postgresql_address)
    with database.reading() as connection:
        driver = connection.connection.driver_connection
        database.close()
        assert not driver.closed
    assert driver.closed
