"""How SQLite answers: no list, facet or question about the graph goes through a table that grows with the catalogue."""

import re
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from ludex.catalogue.columns import cache
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.lists.listing import count, facets, page, random_one, selectable_of
from ludex.catalogue.objects.storing import store_many
from ludex.catalogue.storage import tables
from ludex.engine.random_numbers import RandomNumbers
from tests.catalogue.necklaces import NECKLACE, Necklace
from tests.catalogue.test_concurrency import numbered


@pytest.fixture
def filled(sqlite_toys, monkeypatch):
    """Necklaces, whose facts the process holds."""
    monkeypatch.setattr(cache, "MIN_OBJECTS", 0)
    with sqlite_toys.writing() as writer:
        stored = store_many(writer, [prepare(NECKLACE, numbered(number)) for number in range(30)])
    with sqlite_toys.reading() as reader:
        facets(reader, NECKLACE, {})
    return sqlite_toys, [one.id for one in stored]


@contextmanager
def planned(catalogue):
    """Collect how SQLite carries out what it is asked meanwhile: by statement, the steps of its plan."""
    plans = {}

    def explain(_connection, cursor, statement, parameters, *_rest):
        if statement.startswith(("SELECT", "WITH")):
            rows = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans[statement] = [row[3] for row in rows]

    event.listen(catalogue.database.engine, "before_cursor_execute", explain)
    yield plans
    event.remove(catalogue.database.engine, "before_cursor_execute", explain)


def scans(catalogue, plans):
    """The steps that go through a table that grows, but for those that end when a page is full."""
    growing = [one.name for one in (tables.node, tables.document, tables.link, tables.claim, tables.change)]
    growing += [one.name for one in catalogue.registry.facts.values()]
    pattern = re.compile(rf"SCAN ({'|'.join(growing)})\b")
    for statement, steps in plans.items():
        pages = "LIMIT" in statement and not any("TEMP B-TREE" in step for step in steps)
        if not pages:
            yield from ((statement, step) for step in steps if pattern.match(step))


@pytest.mark.parametrize(
    "filters",
    [
        {},
        {"min_length": 3, "different": 4},
        {"note": "a", "starting": True},
        {"box": "p"},
        {"multiset": "multiset-1-aaaaaaaaaaaaaaaa"},
    ],
)
def test_lists_go_through_no_table(filled, filters):
    catalogue, _ = filled
    with planned(catalogue) as plans, catalogue.reading() as reader:
        for sort in selectable_of(reader.registry, NECKLACE).sorts:
            page(reader, NECKLACE, filters, sort, limit=5)
            page(reader, NECKLACE, {**filters, "max_length": 4}, sort, descending=True, limit=5)
        count(reader, NECKLACE, filters)
        facets(reader, NECKLACE, filters)
        random_one(reader, NECKLACE, filters, RandomNumbers(0))
    assert plans
    assert list(scans(catalogue, plans)) == []


def test_a_change_is_read_by_the_index_of_changes(filled):
    catalogue, ids = filled
    from ludex.catalogue.objects.storing import rewrite

    with catalogue.writing() as writer:
        rewrite(writer, NECKLACE, ids[3], Necklace(numbered(3).word, 5))
        store_many(writer, [prepare(NECKLACE, numbered(100))])
    with planned(catalogue) as plans, catalogue.reading() as reader:
        assert count(reader, NECKLACE, {"weight": 5}).count == 1
    assert len(plans) > 2
    assert list(scans(catalogue, plans)) == []
