"""Lists of Swap Planarity: every filter, facet, count and sort agrees with looking at every object."""

import pytest

from ludex.catalogue.lists.filters import ListingError
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import find
from ludex.games.planarity.kinds import GRAPH, LEVEL, ORDER_TYPE, X_TYPE
from tests.games.planarity.sample_levels import every_level


def documents(reader, filters, sort="created", **options):
    return [one.document() for one in page(reader, LEVEL, filters, sort, limit=1000, whole=True, **options).items]


def test_a_level_is_found_by_what_it_belongs_to(filled):
    levels = [one.document for one in every_level(filled)]
    with filled.reading() as reader:
        for name in ("graph", "order_type", "x_type"):
            for label in {getattr(level, name) for level in levels}:
                assert documents(reader, {name: label}) == [one for one in levels if getattr(one, name) == label]
            with pytest.raises(ListingError, match="is called 'unknown'"):
                documents(reader, {name: "unknown"})
        for kind, name in ((GRAPH, "graph"), (ORDER_TYPE, "order_type")):
            for one in page(reader, kind, {}, limit=1000).items:
                having = [level for level in levels if getattr(level, name) == one.label]
                assert f'"level_count":{len(having)},' in find(reader, one.label).around
                assert [found.id for found in page(reader, kind, {"level": having[0].label}).items] == [one.id]
        for one in page(reader, ORDER_TYPE, {}, limit=1000).items:
            having = [level for level in levels if level.order_type == one.label]
            assert {level.x_type for level in having} == {one.document().x_type}
            assert {level.hull for level in having} == {one.document().hull}
        for one in page(reader, X_TYPE, {}, limit=1000).items:
            of = page(reader, ORDER_TYPE, {"x_type": one.label}, limit=1000).items
            assert f'"order_type_count":{len(of)},' in find(reader, one.label).around


def test_the_levels_of_a_graph_or_order_type_need_an_index_and_no_sorting(sqlite_catalogue, count_statements):
    asked = [
        ({"graph": "planarity-graph-4-3-aaaaaaaaaaaaaaaa"}, "created"),
        ({"order_type": "planarity-order-type-4-3-aaaaaaaaaaaaaaaa"}, "created"),
    ]
    with sqlite_catalogue.reading() as reader:
        statements = []
        for filters, sort in asked:
            with count_statements(sqlite_catalogue.database) as seen:
                page(reader, LEVEL, filters, sort, descending=sort != "created", after=None)
            statements.append(seen[-1])  # before it: how many levels there are
        for (filters, sort), statement in zip(asked, statements, strict=True):
            plan = [
                row[-1]
                for row in reader.connection.exec_driver_sql(
                    "EXPLAIN QUERY PLAN " + statement, (1,) * statement.count("?")
                )
            ]
            assert "USING" in next(line for line in plan if "planarity_level" in line), (filters, sort, plan)
            assert not any("ORDER BY" in line for line in plan), (filters, sort, plan)
