"""Lists of Swap Planarity: every filter, facet, count and sort agrees with looking at every object."""

import pytest

from ludex.catalogue.kinds.document import facts_of
from ludex.catalogue.lists.filters import bound_names
from ludex.catalogue.lists.listing import count, facets, page, random_one, selectable_of, stream
from ludex.catalogue.objects.reading import find
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.kinds import CENSUS_CLASS, GRAPH, LEVEL, ORDER_TYPE, X_TYPE
from ludex.games.planarity.operations.census import store_census
from tests.games.planarity.sample_levels import every_level
from tests.oracles.untangling import fewest_swaps

UNKNOWN = -1
# What a list of levels can be filtered by: none may be lost.
OF_LEVELS = {
    "vertices", "edges", "crossings", "hull", "grid_delta", "min_swaps", "proved", "reachable", "arrangements",
    "sequences", "orders", "crossings_must_rise", "steepest_descent", "independent_swaps", "grade", "source",
}  # fmt: skip
OF_GRAPHS = {
    "degrees", "min_degree", "max_degree", "components", "connected", "planar", "outerplanar", "tree", "forest",
    "bipartite", "girth", "automorphisms",
}  # fmt: skip


def values_of(reader, document):
    """What a level is filtered by, from the documents of the level and its graph."""
    graph = find(reader, document.graph, GRAPH).document()
    values = {fact.name: fact.of(graph) for fact in facts_of(type(graph))}
    return values | {fact.name: fact.of(document) for fact in facts_of(type(document))}


def documents(reader, filters, sort="created", **options):
    return [one.document() for one in page(reader, LEVEL, filters, sort, limit=1000, whole=True, **options).items]


def test_every_filter_facet_and_count_agrees_with_looking_at_every_level(filled):
    with filled.reading() as reader:
        asked = selectable_of(reader.registry, LEVEL)
        known = [(document, values_of(reader, document)) for document in documents(reader, {})]
        names = OF_LEVELS | OF_GRAPHS
        assert names <= set(asked.facts)
        counted = facets(reader, LEVEL, {})
        for name in names:
            seen = {values[name] for _, values in known}
            assert {one.value for one in counted[name]} == seen
            for value in seen:
                expected = [document for document, values in known if values[name] == value]
                assert documents(reader, {name: value}) == expected
                assert count(reader, LEVEL, {name: value}).count == len(expected)
                assert next(one.count for one in counted[name] if one.value == value) == len(expected)
        for name in names:
            for bound in {values[name] for _, values in known} - {None} if asked.facts[name].is_number else ():
                least = [document for document, values in known if values[name] is not None and values[name] >= bound]
                most = [document for document, values in known if values[name] is not None and values[name] <= bound]
                assert documents(reader, {name: f"{bound}.."}) == least
                assert documents(reader, {name: f"..{bound}"}) == most
                for bound_name, expected in zip(bound_names(name), (least, most), strict=False):
                    assert documents(reader, {bound_name: bound}) == expected
        for seed in range(5):
            chosen = random_one(reader, LEVEL, {"tree": False, "min_vertices": 4}, RandomNumbers(seed)).document()
            assert chosen.vertices >= 4


SORTS = sorted(OF_LEVELS - {"proved", "reachable", "crossings_must_rise", "steepest_descent"} | {"created"})


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("descending", [False, True])
def test_the_pages_of_a_sorted_list_are_the_list(catalogue, sort, descending):
    # What is not known comes first.
    filled = fill(catalogue)
    with filled.reading() as reader:

        def key(one):
            value = () if sort == "created" else values_of(reader, one.document())[sort]
            return (UNKNOWN if value is None else value, one.id)

        listed = sorted(page(reader, LEVEL, {}, limit=1000, whole=True).items, key=key, reverse=descending)
        assert list(stream(reader, LEVEL, {}, sort, descending=descending, chunk=4)) == listed


def fill(catalogue):
    from tests.games.planarity.sample_levels import mixed_drawings, store_drawings

    store_drawings(catalogue, *mixed_drawings())
    return catalogue


def test_a_level_is_found_by_what_it_belongs_to(filled):
    levels = [one.document for one in every_level(filled)]
    with filled.reading() as reader:
        for name in ("graph", "order_type", "x_type"):
            for label in {getattr(level, name) for level in levels}:
                assert documents(reader, {name: label}) == [one for one in levels if getattr(one, name) == label]
            assert documents(reader, {name: "unknown"}) == []
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


def test_the_census_is_a_list_of_its_own(catalogue):
    assert store_census(catalogue, 4) == 15
    assert store_census(catalogue, 4) == 0
    with catalogue.reading() as reader:
        assert count(reader, LEVEL, {}).count == 0
        stored = [one.document() for one in page(reader, CENSUS_CLASS, {}, limit=1000, whole=True).items]
        assert count(reader, CENSUS_CLASS, {"tree": True}).count == sum(one.edges == 3 for one in stored)
        for one in stored:
            minimum, ends, sequences = fewest_swaps(one.drawing.points, one.drawing.edges)
            expected = (minimum, ends, sequences) if minimum is not None else (None, None, None)
            solutions = one.optimal_solutions
            assert (one.min_swaps, solutions.arrangements, solutions.sequences) == expected
            assert count(reader, CENSUS_CLASS, {"graph": one.graph, "x_type": one.x_type}).count >= 1
        for sort in selectable_of(reader.registry, CENSUS_CLASS).sorts:
            assert len(list(stream(reader, CENSUS_CLASS, {}, sort, chunk=4))) == 15
        facet = facets(reader, CENSUS_CLASS, {}, ["min_swaps"])["min_swaps"]
        assert {value.value: value.count for value in facet} == {0: 10, 1: 4, None: 1}


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
