"""Writers of one process: how long they wait for each other and for other programs, and what errors of drivers mean."""

import sqlite3
import threading
from collections.abc import Callable

import pytest
from sqlalchemy.exc import OperationalError

from ludex.catalogue.storage.availability import (
    WriteQueueLimits,
    WriterQueue,
    is_busy,
    require_connection,
    require_writable,
)
from ludex.catalogue.storage.database_errors import NoConnectionLeft, StorageFull, StorageReadOnly, WriterBusy


def test_after_one_has_waited_in_vain_the_next_one_hardly_waits() -> None:
    queue = WriterQueue(WriteQueueLimits(5.0, 24))
    with queue.turn() as seconds:
        assert seconds == 5.0
        queue.refuse_for_now()
    for expected in (0.1, 5.0):
        with queue.turn() as seconds:
            assert seconds == expected


def test_a_command_waits_as_long_each_time() -> None:
    queue = WriterQueue(WriteQueueLimits(30.0))
    with queue.turn():
        queue.refuse_for_now()
    with queue.turn() as seconds:
        assert seconds == 30.0


def test_the_writers_beyond_the_queue_are_refused_and_those_in_it_when_the_first_has_waited_in_vain() -> None:
    queue = WriterQueue(WriteQueueLimits(60.0, 1))
    refused: list[str] = []

    def write() -> None:
        try:
            with queue.turn():
                pass
        except WriterBusy as error:
            refused.append(str(error))

    writers = [threading.Thread(target=write) for _ in range(2)]
    with queue.turn():
        for writer in writers:
            writer.start()
        while not refused:  # one of them takes the only place
            threading.Event().wait(0.01)
        assert "too many writers" in refused[0]
        queue.refuse_for_now()
    for writer in writers:
        writer.join()
    assert len(refused) == 2 and "too many writers" not in refused[1]


def test_a_turn_that_takes_too_long_is_not_waited_for() -> None:
    queue = WriterQueue(WriteQueueLimits(0.0, 1))
    with queue.turn(), pytest.raises(WriterBusy, match="did not finish in time"), queue.turn():
        pass
    with queue.turn() as seconds:
        assert seconds == 0.0


def failure(message: str = "", **codes: object) -> OperationalError:
    """Return what SQLAlchemy makes of the error of a driver."""
    original = Exception(message)
    vars(original).update(codes)
    return OperationalError("", None, original)


@pytest.mark.parametrize(
    ("require", "found", "error"),
    [
        (require_connection, failure(sqlstate="53300"), NoConnectionLeft),
        (require_connection, failure("FATAL: sorry, too many clients already"), NoConnectionLeft),
        (require_connection, failure("FATAL: password authentication failed", sqlstate="28P01"), None),
        (require_writable, failure(sqlite_errorcode=sqlite3.SQLITE_FULL), StorageFull),
        (require_writable, failure(sqlite_errorcode=sqlite3.SQLITE_IOERR_SHMSIZE), StorageFull),
        (require_writable, failure(sqlstate="53100"), StorageFull),
        (require_writable, failure(sqlite_errorcode=sqlite3.SQLITE_READONLY_DBMOVED), StorageReadOnly),
        (require_writable, failure(sqlstate="25006"), StorageReadOnly),
        (require_writable, failure(sqlite_errorcode=sqlite3.SQLITE_IOERR, sqlstate="55P03"), None),
        (require_writable, failure(), None),
    ],
)
def test_an_error_of_a_driver_is_told_by_its_code(
    require: Callable[[OperationalError], None], found: OperationalError, error: type[Exception] | None
) -> None:
    if error is None:
        require(found)
    else:
        with pytest.raises(error):
            require(found)


@pytest.mark.parametrize(
    ("codes", "busy"),
    [
        ({"sqlite_errorcode": sqlite3.SQLITE_BUSY_SNAPSHOT}, True),
        ({"sqlstate": "55P03"}, True),
        ({"sqlite_errorcode": sqlite3.SQLITE_FULL}, False),
        ({}, False),
    ],
)
def test_a_lock_that_another_program_holds_is_told_from_other_errors(codes: dict[str, object], busy: bool) -> None:
    assert is_busy(failure(**codes)) is busy
