"""An integer fact may be as large as 2^62 on both databases, and on its way from one catalogue to another."""

import pytest
from sqlalchemy import BigInteger

from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import facets, page
from ludex.catalogue.objects.storing import store_many
from ludex.catalogue.transfer.copying import copy
from ludex.catalogue.transfer.export import export_lines
from ludex.games.kinds import GAMES
from tests.catalogue.importing import import_export
from tests.catalogue.necklaces import BOX

INTEGERS = [
    Registry(GAMES).facts[kind.name].c[fact.name]
    for kind in Registry(GAMES).kinds
    for fact in kind.facts
    if fact.plain is int and not fact.mark.natural
]


@pytest.mark.parametrize("column", INTEGERS, ids=str)
def test_the_column_of_an_integer_fact_has_64_bits(column):
    assert isinstance(column.type, BigInteger)


def rooms(catalogue):
    """The rooms of the boxes, as lists, filters and facets report them."""
    with catalogue.reading() as reader:
        listed = [item.document().room for item in page(reader, BOX, {}, limit=9).items]
        found = len(page(reader, BOX, {"room": 2**62}, limit=9).items)
        return listed, found, {entry.value for entry in facets(reader, BOX, {}, ["room"])["room"]}


@pytest.fixture
def filled(toys):
    with toys.writing() as writer:
        store_many(writer, [prepare(BOX, "endless"), prepare(BOX, "narrow")])
    return toys


def test_a_large_fact_is_listed_filtered_and_counted(filled):
    assert rooms(filled) == ([2**62, 6], 1, {2**62, 6})


def test_a_copy_keeps_a_large_fact(filled, other):
    copy(filled, other)
    assert rooms(other) == rooms(filled)


def test_an_export_keeps_a_large_fact(filled, other):
    import_export(other, list(export_lines(filled)))
    assert rooms(other) == rooms(filled)
