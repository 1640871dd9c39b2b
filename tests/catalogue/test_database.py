import threading

import pytest
from ludex.catalogue.swish.cards import CARDS, store_cards
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from ludex.catalogue.database import Database, DatabaseError, normalised_url
from ludex.catalogue.storing import store_many
from ludex.catalogue.tables import CardRow
from ludex.swish.card import Card, Symmetry

RECTANGLE = Symmetry.RECTANGLE
CARDS_OF_1X3 = [Card.from_code(code) for code in ("*o.", "o*.", "*.o")]


def stored_cards(database):
    with database.reading() as session:
        return CARDS.count(session, {}).count


def test_a_write_is_kept(database):
    with database.writing() as session:
        store_cards(session, CARDS_OF_1X3, RECTANGLE)
    assert stored_cards(database) == 3


def test_an_exception_leaves_nothing_written(database):
    with pytest.raises(ZeroDivisionError), database.writing() as session:
        store_cards(session, CARDS_OF_1X3, RECTANGLE)
        raise ZeroDivisionError
    assert stored_cards(database) == 0


def test_a_write_while_reading_is_refused(database):
    with pytest.raises(DBAPIError), database.reading() as session:
        store_cards(session, CARDS_OF_1X3, RECTANGLE)
    # The same connection writes again afterwards.
    with database.writing() as session:
        store_cards(session, CARDS_OF_1X3, RECTANGLE)
    assert stored_cards(database) == 3


def test_a_reader_sees_one_snapshot_and_does_not_wait_for_the_writer(database):
    with database.reading() as reader:
        assert CARDS.count(reader, {}).count == 0
        with database.writing() as writer:
            store_cards(writer, CARDS_OF_1X3, RECTANGLE)
            with database.reading() as other:
                assert CARDS.count(other, {}).count == 0
        assert CARDS.count(reader, {}).count == 0
    assert stored_cards(database) == 3


def test_the_second_writer_waits_for_the_first(database):
    entered, order = threading.Event(), []

    def second():
        entered.wait(10)
        with database.writing() as session:
            order.append("second")
            store_cards(session, CARDS_OF_1X3, RECTANGLE)

    thread = threading.Thread(target=second)
    thread.start()
    with database.writing() as session:
        store_cards(session, CARDS_OF_1X3, RECTANGLE)
        entered.set()
        thread.join(0.3)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]
    assert stored_cards(database) == 3


def test_sqlite_is_set_up_to_lose_nothing(sqlite_database):
    with sqlite_database.reading() as session:
        settings = {
            name: session.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        }
    assert settings == {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2, "busy_timeout": 30_000}


def test_a_label_that_two_keys_share_is_an_error_and_not_a_duplicate(database):
    card = {"game": "swish", "symmetry": "rectangle", "height": 1, "width": 2, "code": "*o"}
    card |= {"points": 1, "circles": 1, "configurations": 2, "label": "card-1x2-same"}
    with database.writing() as session:
        store_many(session, CardRow, [{**card, "key": b"a" * 33}])
    with pytest.raises(DBAPIError), database.writing() as session:
        store_many(session, CardRow, [{**card, "key": b"b" * 33}])


@pytest.mark.parametrize("address", ["", "sqlite://", "sqlite:///:memory:", "mysql://host/ludex", "no address"])
def test_an_address_that_cannot_be_used_is_named(address):
    with pytest.raises(DatabaseError):
        Database(address)


def test_addresses_name_the_driver():
    assert normalised_url("postgresql://host/ludex").drivername == "postgresql+psycopg"
    assert normalised_url("sqlite:////folder/file").database == "/folder/file"


def test_the_folder_of_a_sqlite_file_is_made(tmp_path):
    database = Database(f"sqlite:///{tmp_path}/new/folder/catalogue.sqlite")
    database.upgrade()
    database.close()
    assert (tmp_path / "new" / "folder" / "catalogue.sqlite").is_file()


def test_a_backup_holds_everything_and_leaves_out_what_is_not_committed(sqlite_database, tmp_path):
    with sqlite_database.writing() as session:
        store_cards(session, CARDS_OF_1X3[:2], RECTANGLE)
    steps: list[tuple[int, int]] = []
    with sqlite_database.writing() as session:
        store_cards(session, CARDS_OF_1X3, RECTANGLE)
        sqlite_database.backup(tmp_path / "backup.sqlite", lambda done, total: steps.append((done, total)))
    copy = Database(f"sqlite:///{tmp_path}/backup.sqlite")
    assert stored_cards(copy) == 2
    copy.close()
    assert steps[-1][0] == steps[-1][1] > 0


def test_a_backup_overwrites_nothing(sqlite_database, tmp_path):
    target = tmp_path / "precious"
    target.write_text("mine")
    with pytest.raises(FileExistsError):
        sqlite_database.backup(target)
    assert target.read_text() == "mine"
