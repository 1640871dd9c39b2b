"""Many writers at once, and a writer that is killed. The writers are processes of their own, forked from one script."""

import signal
import subprocess
import sys
import threading

import pytest
from ludex.catalogue.swish.positions import POSITIONS, store_position, store_positions
from ludex.catalogue.verify import verify

from ludex.swish.deck import built_in_deck
from ludex.swish.identity.keys import position_label
from ludex.swish.making.deals import deal
from ludex.swish.position import Position

THREADS = 200
PROCESSES = 64
SCRIPT = """
import os, sys
from ludex.catalogue.database import Database
from ludex.catalogue.swish.positions import store_position
from ludex.swish.deck import built_in_deck
from ludex.swish.making.deals import deal
from ludex.swish.position import Position
from ludex.swish.identity.keys import position_label

cards = built_in_deck("swish-60").position.cards

def dealt(seed):
    return Position(tuple(cards[index] for index in deal(built_in_deck("swish-60").position, 4, seed)))

def write(url, seeds):
    database = Database(url)
    for seed in seeds:
        with database.writing() as session:
            store_position(session, dealt(seed))
        os.write(1, (position_label(dealt(seed)) + "\\n").encode())
    database.close()

url, task = sys.argv[1:]
if task == "forever":
    write(url, range(10**9))
else:
    # As a running service does, each child has its code loaded: one write elsewhere before the fork.
    scratch = Database(url + "-scratch")
    scratch.upgrade()
    with scratch.writing() as session:
        store_position(session, dealt(0))
    scratch.close()
    children = []
    for number in range(int(task)):
        child = os.fork()
        if child == 0:
            try:
                write(url, [0, 1000 + number])
            except BaseException as error:
                os.write(2, repr(error).encode())
                os._exit(1)
            os._exit(0)
        children.append(child)
    sys.exit(sum(os.waitpid(child, 0)[1] != 0 for child in children))
"""


def dealt(seed):
    deck = built_in_deck("swish-60").position
    return Position(tuple(deck.cards[index] for index in deal(deck, 4, seed)))


def script(database, task, **options):
    url = database.url.render_as_string(hide_password=False)
    return subprocess.Popen([sys.executable, "-c", SCRIPT, url, task], stdout=subprocess.PIPE, **options)


def labels(database):
    with database.reading() as session:
        return [position.label for position in POSITIONS.stream(session, {})]


def test_two_hundred_threads_store_the_same_and_different_positions_once_each(database):
    created, errors = [], []
    start = threading.Barrier(THREADS)

    def write(number):
        try:
            start.wait(60)
            with database.writing() as session:
                stored = store_positions(session, [(dealt(0), None), (dealt(1000 + number), None)])
            created.extend(one.row.label for one in stored if one.created)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    expected = {position_label(dealt(seed)) for seed in (0, *range(1000, 1000 + THREADS))}
    assert errors == []
    assert sorted(created) == sorted(expected)
    assert sorted(labels(database)) == sorted(expected)


def test_many_processes_store_the_same_and_different_positions_once_each(sqlite_database):
    process = script(sqlite_database, str(PROCESSES), stderr=subprocess.PIPE)
    out, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, b"")
    expected = {position_label(dealt(seed)) for seed in (0, *range(1000, 1000 + PROCESSES))}
    assert sorted(labels(sqlite_database)) == sorted(expected)
    assert len(out.split()) == 2 * PROCESSES


@pytest.mark.parametrize("acknowledged", [3, 40])
def test_a_killed_writer_loses_nothing_that_it_acknowledged(sqlite_database, acknowledged):
    process = script(sqlite_database, "forever")
    seen = [process.stdout.readline().decode().strip() for _ in range(acknowledged)]
    process.send_signal(signal.SIGKILL)
    rest = process.communicate(timeout=30)[0].decode().split("\n")[:-1]
    assert process.returncode == -signal.SIGKILL
    stored = labels(sqlite_database)
    assert stored[: len(seen + rest)] == seen + rest
    # At most the position whose transaction was just committed came after the last acknowledgement.
    assert len(stored) - len(seen + rest) <= 1
    with sqlite_database.writing() as session:
        assert store_position(session, dealt(10**6)).created
    report = verify(sqlite_database)
    assert report.sound, report.findings
