"""The column files of a host: written once, mapped by every process, and never believed about other facts."""

import shutil

import numpy as np
import pytest
from sqlalchemy import event

from ludex.catalogue.columns import cache, files
from ludex.catalogue.columns.cache import load
from ludex.catalogue.columns.host import folder_of, size_of_files
from ludex.catalogue.columns.segments import seal
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import rewrite, store_many
from ludex.catalogue.storage.changes import snapshot_version
from tests.catalogue.columns.test_lists import compare, delete_necklace
from tests.catalogue.columns.test_processes import filled, other
from tests.catalogue.necklaces import NECKLACE, Necklace
from tests.catalogue.test_concurrency import numbered

SIZE = 8


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(cache, "MIN_OBJECTS", 0)
    monkeypatch.setattr(files, "SEGMENT", SIZE)


def loaded(catalogue):
    """Load the facts of necklaces as a process does that has none, with the statements that this took."""
    statements = []

    def collect(_connection, _cursor, statement, *_rest):
        statements.append(statement)

    event.listen(catalogue.database.engine, "before_cursor_execute", collect)
    with catalogue.reading() as reader:
        folder = folder_of(reader.connection.engine.url)
        facts = load(reader, NECKLACE, snapshot_version(reader, NECKLACE), folder)
        event.remove(catalogue.database.engine, "before_cursor_execute", collect)
        compare(reader, {"min_length": 1})
    return facts, statements


def file_of(catalogue):
    [file] = folder_of(catalogue.database.engine.url).glob("toy-necklace-*.facts")
    return file


def test_one_process_writes_the_file_and_another_maps_it_without_reading_a_segment(toys):
    filled(toys, range(20))
    seal(toys.database, toys.numbering, NECKLACE, SIZE)
    first, statements = loaded(toys)
    assert any("segment.body \n" in statement for statement in statements)
    written = file_of(toys).stat()
    assert size_of_files(toys.database.engine.url) >= written.st_blocks * 512 > 0
    late = other(toys)
    second, statements = loaded(late)
    assert not any("segment.body \n" in statement for statement in statements)
    assert file_of(toys).stat().st_ino == written.st_ino
    assert (first.rows, second.rows) == (20, 20)
    # The sealed values are those of the file, and the room behind them is private.
    region = second.ids.region
    assert (region.rows, region.room) == (16, 24)
    assert region.array()[:16].tolist() == second.nodes()[:16].tolist()
    assert region.array()[16:].tolist() == [0] * SIZE
    late.close()


def test_a_changed_object_makes_no_copy_of_its_column_and_older_facts_stay(toys):
    stored = filled(toys, range(20))
    seal(toys.database, toys.numbering, NECKLACE, SIZE)
    before, _ = loaded(toys)
    known = before.codes("known").numbers.copy()
    for number, place in enumerate((3, 5, 17)):
        with toys.writing() as writer:
            rewrite(writer, NECKLACE, stored[place].id, Necklace(numbered(place).word, None, True))
        after, _ = loaded(toys)
        column = after.columns["known"]
        assert column.region is not None
        assert column.changed.tolist() == [3, 5][: number + 1]  # 17 is not sealed
        assert np.flatnonzero(after.codes("known").numbers).tolist() == [3, 5, 17][: number + 1]
    assert after.columns["length"].changed is None
    assert np.array_equal(before.codes("known").numbers, known)
    with toys.writing() as writer:
        delete_necklace(writer, stored[4].id)
    assert loaded(toys)[0].gone.tolist() == [4]


def test_a_file_is_written_again_when_too_much_is_missing_from_it(toys):
    filled(toys, range(16))
    seal(toys.database, toys.numbering, NECKLACE, SIZE)
    loaded(toys)
    first = file_of(toys).stat().st_ino
    filled(toys, range(16, 24))
    seal(toys.database, toys.numbering, NECKLACE, SIZE)
    assert loaded(toys)[0].ids.region.rows == 16
    assert file_of(toys).stat().st_ino == first
    filled(toys, range(24, 32))
    seal(toys.database, toys.numbering, NECKLACE, SIZE)
    assert loaded(toys)[0].ids.region.rows == 32
    assert file_of(toys).stat().st_ino != first


def test_a_file_of_other_facts_is_not_used(toys):
    stored = filled(toys, range(16))
    seal(toys.database, toys.numbering, NECKLACE, SIZE)
    loaded(toys)
    with toys.database.writing() as connection:
        # As if another catalogue with as many objects had taken the place of this one.
        connection.exec_driver_sql(f"UPDATE toy_necklace SET note = 'x' WHERE node = {stored[2].id}")
        connection.exec_driver_sql("DELETE FROM segment")
    seal(toys.database, toys.numbering, NECKLACE, SIZE)
    late = other(toys)
    facts, _ = loaded(late)
    late.close()
    codes = facts.codes("note")
    assert [codes.texts[number] for number in codes.numbers[:4]] == ["", "", "x", ""]


@pytest.mark.parametrize("damaged", [b"", b"not a file of facts at all, but a text"])
def test_a_damaged_file_is_written_again(toys, damaged):
    filled(toys, range(16))
    seal(toys.database, toys.numbering, NECKLACE, SIZE)
    loaded(toys)
    file = file_of(toys)
    file.unlink()  # a process may have mapped it
    file.write_bytes(damaged)
    facts, _ = loaded(toys)
    assert facts.ids.region is not None


def test_where_no_file_can_be_written_each_process_reads_the_segments(toys):
    filled(toys, range(20))
    seal(toys.database, toys.numbering, NECKLACE, SIZE)
    folder = folder_of(toys.database.engine.url)
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("in the way")
    facts, _ = loaded(toys)
    assert (facts.rows, facts.ids.region) == (20, None)
    folder.unlink()


def test_texts_in_a_file_are_found_like_those_in_a_list(toys):
    with toys.writing() as writer:
        some = [Necklace(numbered(number).word, note=note) for number, note in enumerate("ca\u00e9b")]
        store_many(writer, [prepare(NECKLACE, one) for one in some])
    filled(toys, range(4, SIZE))
    seal(toys.database, toys.numbering, NECKLACE, SIZE)
    texts = loaded(toys)[0].columns["note"].texts
    assert isinstance(texts, files.MappedTexts)
    assert list(texts) == texts[:] == ["", "a", "b", "c", "\u00e9"]
    assert (texts[-1], texts[1:3]) == ("\u00e9", ["a", "b"])
    with pytest.raises(IndexError):
        texts[5]
