"""Many writers at once, and a writer that is killed. The writers are processes of their own, forked from one script."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.lists.listing import stream
from ludex.catalogue.objects.storing import store, store_many
from ludex.catalogue.verification import verify
from tests.catalogue.necklaces import NECKLACE, Necklace

ROOT = Path(__file__).parents[2]
THREADS = 200
PROCESSES = 64
SCRIPT = """
import os, sys
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import store
from tests.catalogue.conftest import made
from tests.catalogue.necklaces import NECKLACE, TOYS
from tests.catalogue.test_concurrency import numbered

def write(url, numbers):
    catalogue = Catalogue(url, (TOYS,))
    for number in numbers:
        with catalogue.writing() as writer:
            stored = store(writer, prepare(NECKLACE, numbered(number)))
        os.write(1, (stored.label + "\\n").encode())
    catalogue.close()

url, task = sys.argv[1:]
if task == "forever":
    write(url, range(10**9))
else:
    # As a running service does, each child has its code loaded: one write elsewhere before the fork.
    made(Catalogue(url + "-scratch", (TOYS,))).close()
    write(url + "-scratch", [0])
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


def numbered(number):
    """A necklace for each number, of some of the letters of the others."""
    digits = f"{number:08}"
    return Necklace("z" + "".join(chr(ord("a") + int(digit)) for digit in digits))


def script(catalogue, task, **options):
    url = catalogue.database.url.render_as_string(hide_password=False)
    command = [sys.executable, "-c", SCRIPT, url, task]
    return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, **options)


def labels(catalogue):
    with catalogue.reading() as reader:
        return [one.label for one in stream(reader, NECKLACE, {})]


def label_of(number):
    return prepare(NECKLACE, numbered(number)).label


def test_two_hundred_threads_store_the_same_and_different_objects_once_each(toys):
    created, errors = [], []
    start = threading.Barrier(THREADS)

    def write(number):
        entries = [prepare(NECKLACE, numbered(0)), prepare(NECKLACE, numbered(1000 + number))]
        try:
            start.wait(60)
            with toys.writing() as writer:
                stored = store_many(writer, entries)
            created.extend(one.label for one in stored if one.created)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    expected = {label_of(number) for number in (0, *range(1000, 1000 + THREADS))}
    assert errors == []
    assert sorted(created) == sorted(expected)
    assert sorted(labels(toys)) == sorted(expected)


@pytest.mark.slow
def test_many_processes_store_the_same_and_different_objects_once_each(sqlite_toys):
    process = script(sqlite_toys, str(PROCESSES), stderr=subprocess.PIPE)
    out, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, b"")
    expected = {label_of(number) for number in (0, *range(1000, 1000 + PROCESSES))}
    assert sorted(labels(sqlite_toys)) == sorted(expected)
    # The write elsewhere reports too.
    assert len(out.split()) == 2 * PROCESSES + 1


@pytest.mark.parametrize("acknowledged", [3, 40])
def test_a_killed_writer_loses_nothing_that_it_acknowledged(sqlite_toys, acknowledged):
    # Unbuffered: `communicate` does not return the lines that a buffer has read ahead.
    process = script(sqlite_toys, "forever", bufsize=0)
    seen = [process.stdout.readline().decode().strip() for _ in range(acknowledged)]
    process.send_signal(signal.SIGKILL)
    rest = process.communicate(timeout=30)[0].decode().split("\n")[:-1]
    assert process.returncode == -signal.SIGKILL
    stored = labels(sqlite_toys)
    assert stored[: len(seen + rest)] == seen + rest
    # At most the object whose transaction was just committed came after the last acknowledgement.
    assert len(stored) - len(seen + rest) <= 1
    with sqlite_toys.writing() as writer:
        assert store(writer, prepare(NECKLACE, numbered(10**7))).created
    report = verify(sqlite_toys)
    assert report.sound, report.findings
