"""Processes that hold facts while others write: what one has committed, every other sees at its next look."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.columns import cache, segments
from ludex.catalogue.columns.segments import seal
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.lists.listing import count, facets, page, stream
from ludex.catalogue.objects.storing import rewrite, store_many
from ludex.catalogue.storage import changes, tables
from tests.catalogue.columns.test_lists import compare, delete_necklace, facets_of_tables
from tests.catalogue.necklaces import MULTISET, NECKLACE, TOYS, Necklace
from tests.catalogue.test_concurrency import numbered

ROOT = Path(__file__).parents[3]
SCRIPT = """
import sys
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.columns import segments
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.lists.listing import stream
from ludex.catalogue.objects.storing import rewrite, store_many
from tests.catalogue.columns.test_lists import delete_necklace
from tests.catalogue.necklaces import NECKLACE, TOYS, Necklace
from tests.catalogue.test_concurrency import numbered

catalogue = Catalogue(sys.argv[1], (TOYS,))
number = int(sys.argv[2])
while True:
    with catalogue.writing() as writer:
        store_many(writer, [prepare(NECKLACE, numbered(number * 10 + place)) for place in range(10)])
        there = list(stream(writer, NECKLACE, {}))
        changed = there[number % len(there)]
        rewrite(writer, NECKLACE, changed.id, Necklace(changed.document().word, number, note=str(number)))
        delete_necklace(writer, there[-1 - number % 3].id)
    segments.seal(catalogue.database, catalogue.numbering, NECKLACE, 7, 5)
    number += 1
    print(number, flush=True)
"""


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(cache, "MIN_OBJECTS", 0)


def other(catalogue):
    return Catalogue(catalogue.database.url.render_as_string(hide_password=False), (TOYS,))


def filled(catalogue, numbers):
    with catalogue.writing() as writer:
        return store_many(writer, [prepare(NECKLACE, numbered(number)) for number in numbers])


def weights(catalogue):
    with catalogue.reading() as reader:
        return {one.value: one.count for one in facets(reader, NECKLACE, {}, ["weight"])["weight"]}


def test_what_one_commits_another_sees_at_its_next_look(toys):
    reading = other(toys)
    stored = filled(toys, range(20))
    assert weights(reading) == {None: 20}
    seal(toys.database, toys.numbering, NECKLACE, 8)
    with toys.writing() as writer:
        rewrite(writer, NECKLACE, stored[3].id, Necklace(numbered(3).word, 10**40))
        delete_necklace(writer, stored[19].id)
    assert weights(reading) == {None: 18, 10**40: 1}
    seal(toys.database, toys.numbering, NECKLACE, 8, 1)
    with toys.reading() as reader:
        assert reader.connection.scalars(select(tables.change.c.node)).all() == [0]
    assert weights(reading) == weights(toys) == {None: 18, 10**40: 1}
    filled(toys, range(20, 30))
    assert weights(reading) == {None: 28, 10**40: 1}
    reading.close()


def test_a_reader_sees_its_own_snapshot_whatever_others_hold_since(toys):
    stored = filled(toys, range(10))
    with toys.reading() as before:
        assert count(before, NECKLACE, {"min_length": 1}).count == 10
        filled(toys, range(10, 15))
        with toys.reading() as after:
            assert count(after, NECKLACE, {"min_length": 1}).count == 15
        compare(before, {"min_length": 1})
        with toys.writing() as writer:
            rewrite(writer, NECKLACE, stored[0].id, Necklace(numbered(0).word, 7))
        with toys.reading() as after:
            assert count(after, NECKLACE, {"weight": 7}).count == 1
            compare(after, {"min_weight": 7})
        assert count(before, NECKLACE, {"weight": 7}).count == 0
        compare(before, {})


def test_the_id_of_a_deleted_sealed_necklace_is_not_given_again(toys):
    stored = filled(toys, range(6))
    seal(toys.database, toys.numbering, NECKLACE, 6)
    assert weights(toys) == {None: 6}
    with toys.writing() as writer:
        delete_necklace(writer, stored[5].id)
        delete_necklace(writer, stored[4].id)
    assert filled(toys, [6])[0].id > stored[5].id
    with toys.reading() as reader:
        compare(reader, {})
        last = page(reader, NECKLACE, {"min_length": 1}, descending=True, limit=1).items
        assert last[0].label == prepare(NECKLACE, numbered(6)).label
    late = other(toys)
    with late.reading() as reader:
        compare(reader, {"min_length": 1})
    late.close()


def test_a_writer_seals_what_is_due_after_its_commit(toys, monkeypatch):
    for module in (changes, segments):
        monkeypatch.setattr(module, "SEGMENT", 6)
        monkeypatch.setattr(module, "FOLD_FROM", 4)
    monkeypatch.setattr(segments.seal, "__defaults__", (6, 4))
    stored = filled(toys, range(20))
    with toys.reading() as reader:
        of_necklaces = tables.segment.c.kind == reader.registry.numbers.kinds[NECKLACE.name]
        assert reader.connection.scalars(select(tables.segment.c.rows).where(of_necklaces)).all() == [6, 6, 6]
    for number in range(8):
        with toys.writing() as writer:
            rewrite(writer, NECKLACE, stored[number].id, Necklace(numbered(number).word, number))
    with toys.reading() as reader:
        of_necklaces = tables.change.c.kind == reader.registry.numbers.kinds[NECKLACE.name]
        assert len(reader.connection.scalars(select(tables.change.c.node).where(of_necklaces)).all()) < 8
        compare(reader, {"max_weight": 5})


def test_segments_of_another_version_are_read_from_the_tables_and_sealed_again(toys):
    filled(toys, range(10))
    seal(toys.database, toys.numbering, NECKLACE, 4)
    with toys.writing() as writer:
        writer.connection.execute(tables.segment.update().values(form="old", body=b"?"))
    late = other(toys)
    with late.reading() as reader:
        compare(reader, {"min_length": 1})
    late.close()
    assert seal(toys.database, toys.numbering, NECKLACE, 4) == 2
    with toys.reading() as reader:
        assert "old" not in reader.connection.scalars(select(tables.segment.c.form)).all()


@pytest.mark.slow
def test_a_killed_writer_leaves_segments_and_changes_that_tell_the_truth(toys):
    """It is killed in the midst of storing, changing, deleting and sealing, time and again."""
    filled(toys, range(5))
    url = toys.database.url.render_as_string(hide_password=False)
    number = 1
    for wait in (0.0, 0.031):
        command = [sys.executable, "-c", SCRIPT, url, str(number)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env=os.environ, text=True)
        assert process.stdout is not None
        for line in (process.stdout.readline() for _ in range(4)):
            number = int(line)
            with toys.reading() as reader:
                assert facets(reader, NECKLACE, {}) == facets_of_tables(reader, {})
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)
        number += 1
    late = other(toys)
    for one in (toys, late):
        with one.reading() as reader:
            compare(reader, {"min_length": 1})
            assert len(list(stream(reader, MULTISET, {}))) > 0
    late.close()
