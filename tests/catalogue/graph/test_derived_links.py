"""Objects that know each other by their keys are linked both ways, in whatever order they come."""

from itertools import permutations

import pytest
from sqlalchemy import select

from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.links import links_of
from ludex.catalogue.objects.reading import find
from ludex.catalogue.objects.storing import delete_object, store, store_many
from ludex.catalogue.storage import tables
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.verification import verify
from tests.catalogue.importing import import_export
from tests.catalogue.necklaces import NECKLACE, Necklace

CHIRAL = ("aabc", "aacb")


def mirrors(catalogue):
    with catalogue.reading() as reader:
        ids = [find(reader, prepare(NECKLACE, Necklace(word)).label).id for word in CHIRAL]
        return [one for node in ids for one in links_of(reader, [node])[node] if one.relation == "mirror-of"]


@pytest.mark.parametrize("order", [*permutations([*CHIRAL, "ab"])])
def test_whoever_comes_second_is_linked_with_the_first(toys, order):
    for word in order:
        with toys.writing() as writer:
            store(writer, prepare(NECKLACE, Necklace(word)))
    labels = [prepare(NECKLACE, Necklace(word)).label for word in CHIRAL]
    assert [one.target for one in mirrors(toys)] == labels[::-1]
    assert verify(toys).sound


def test_links_of_kin_do_not_depend_on_how_they_are_stored(toys):
    with toys.writing() as writer:
        store_many(writer, [prepare(NECKLACE, Necklace(word)) for word in CHIRAL])
    found = mirrors(toys)
    # The detail is the matching of the beads: each is of the same letter's class in the canonical order.
    assert [sorted(one.detail) for one in found] == [[0, 1, 2, 3]] * 2
    first, second = (one.detail for one in found)
    assert [second[bead] for bead in first] == [0, 1, 2, 3]


def test_an_export_makes_them_anew(toys, sqlite_toys):
    with toys.writing() as writer:
        store_many(writer, [prepare(NECKLACE, Necklace(word)) for word in CHIRAL])
    lines = list(export_lines(toys))
    assert not any("mirror-of" in line for line in lines)
    assert import_export(sqlite_toys, lines).refused == 0
    assert mirrors(sqlite_toys) == mirrors(toys)


def test_a_missing_link_with_kin_is_found_by_a_verification(sqlite_toys):
    with sqlite_toys.writing() as writer:
        store_many(writer, [prepare(NECKLACE, Necklace(word)) for word in CHIRAL])
        number = writer.registry.numbers.relations["mirror-of"]
        [first, _] = writer.connection.scalars(select(tables.link.c.source).where(tables.link.c.relation == number))
        writer.connection.execute(
            tables.link.delete().where(tables.link.c.source == first, tables.link.c.relation == number)
        )
    finding, kept = verify(sqlite_toys).findings
    assert "mirror-of" in finding.problem
    assert "missing" in finding.problem
    assert kept.problem == "relation mirror-of: the stored count is 2, but there are 1"


def test_who_is_deleted_takes_the_links_of_kin_along(toys):
    with toys.writing() as writer:
        first, _ = store_many(writer, [prepare(NECKLACE, Necklace(word)) for word in CHIRAL])
        delete_object(writer, first.id)
    with toys.reading() as reader:
        number = reader.registry.numbers.relations["mirror-of"]
        assert reader.connection.execute(select(tables.link).where(tables.link.c.relation == number)).all() == []
