from random import Random

import pytest
from ludex.catalogue.planarity.graphs import GRAPHS, join_degrees
from ludex.catalogue.planarity.levels import LEVELS
from ludex.catalogue.planarity.lookup import Nearness, dedup, levels_by_key, matching_levels, neighbours, seek
from ludex.catalogue.planarity.order_types import ORDER_TYPES, X_TYPES, representative_matching, store_order_type
from ludex.catalogue.planarity.preparing import prepare_points
from sqlalchemy import select, text

from ludex.catalogue.listing import page
from ludex.catalogue.tables import LevelRow
from ludex.planarity.drawing import Drawing
from ludex.planarity.identity.equivalence import Relation
from ludex.planarity.identity.keys import level_label
from tests.oracles.drawing_equivalence import (
    keeps_crossings,
    keeps_edges,
    keeps_the_game,
    keeps_turns,
)
from tests.planarity.sample_drawings import mapped, sample_points, shuffled

UNKNOWN = -1


def values_of(session, level):
    """What a level is filtered by, from the listed objects themselves."""
    graph = GRAPHS.by_label(session, level.graph)
    measured = level.difficulty
    values = {
        name: getattr(level, name)
        for name in ("vertices", "edges", "crossings", "hull", "delta", "min_swaps", "proved", "arrangements",
                     "sequences", "source", "starting")
    }  # fmt: skip
    for name in ("orders", "independent_swaps", "crossings_must_rise", "steepest_descent", "grade"):
        values[name] = None if measured is None else getattr(measured, name)
    for name in ("min_degree", "max_degree", "components", "connected", "planar", "outerplanar", "tree", "forest",
                 "bipartite", "girth", "automorphisms"):  # fmt: skip
        values[name] = getattr(graph, name)
    return values | {"degrees": join_degrees(graph.degrees), "reachable": level.min_swaps is not None}


def test_every_filter_facet_and_count_agrees_with_looking_at_every_level(filled):
    with filled.reading() as session:
        levels = LEVELS.page(session, {}, limit=1000).items
        known = [(level, values_of(session, level)) for level in levels]
        assert set(known[0][1]) == set(LEVELS.equal)
        facets = LEVELS.facets(session, {})
        for name in LEVELS.equal:
            seen = {values[name] for _, values in known}
            assert {value.value for value in facets[name]} == seen
            for value in seen:
                expected = [level for level, values in known if values[name] == value]
                assert LEVELS.page(session, {name: value}, limit=1000).items == expected
                assert LEVELS.count(session, {name: value}).count == len(expected)
                assert next(v.count for v in facets[name] if v.value == value) == len(expected)
        for name in LEVELS.ranges:
            for bound in {values[name] for _, values in known} - {None}:
                least = [level for level, values in known if values[name] is not None and values[name] >= bound]
                most = [level for level, values in known if values[name] is not None and values[name] <= bound]
                assert LEVELS.page(session, {f"min_{name}": bound}, limit=1000).items == least
                assert LEVELS.page(session, {f"max_{name}": bound}, limit=1000).items == most
        chosen = LEVELS.random(session, {"tree": False, "min_vertices": 4}, Random(1))
        assert chosen.vertices >= 4


@pytest.mark.parametrize("sort", LEVELS.sort_names)
@pytest.mark.parametrize("descending", [False, True])
def test_the_pages_of_a_sorted_list_are_the_list(filled, sort, descending):
    with filled.reading() as session:
        levels = LEVELS.page(session, {}, limit=1000).items

        def key(level):
            value = () if sort == "created" else values_of(session, level)[sort]
            return (UNKNOWN if value is None else value, level.id)

        assert list(LEVELS.stream(session, {}, sort, descending=descending, chunk=4)) == sorted(
            levels, key=key, reverse=descending
        )


def test_a_level_is_found_by_what_it_belongs_to(filled):
    with filled.reading() as session:
        levels = LEVELS.page(session, {}, limit=1000).items
        for name, attribute in (("graph", "graph"), ("order_type", "order_type"), ("x_type", "x_type")):
            for label in {getattr(level, attribute) for level in levels}:
                expected = [level for level in levels if getattr(level, attribute) == label]
                assert LEVELS.page(session, {name: label}).items == expected
            assert LEVELS.page(session, {name: "unknown"}).items == []
        for graph in GRAPHS.page(session, {}, limit=1000).items:
            having = [level for level in levels if level.graph == graph.label]
            assert (graph.levels, graph.first_level) == (len(having), having[0].label)
            assert all(len(graph.edge_list) == level.edges for level in having)
            assert GRAPHS.page(session, {"level": having[0].label}).items == [graph]
        for order_type in ORDER_TYPES.page(session, {}, limit=1000).items:
            having = [level for level in levels if level.order_type == order_type.label]
            assert order_type.levels == len(having)
            assert {level.x_type for level in having} == {order_type.x_type}
            assert {level.hull for level in having} == {order_type.hull}
        for x_type in X_TYPES.page(session, {}, limit=1000).items:
            of = ORDER_TYPES.page(session, {"x_type": x_type.label}).items
            assert (x_type.order_types, x_type.hulls) == (len(of), tuple(sorted({one.hull for one in of})))


KEEPS = {
    Relation.SWAP: lambda a, b, m: keeps_the_game(a.points, a.edges, b.points, b.edges, m),
    Relation.ORDER_TYPE: lambda a, b, m: keeps_edges(a.edges, b.edges, m) and keeps_turns(a.points, b.points, m),
    Relation.GRAPH: lambda a, b, m: keeps_edges(a.edges, b.edges, m),
    Relation.POINT_SET: lambda a, b, m: keeps_turns(a.points, b.points, m),
    Relation.X_TYPE: lambda a, b, m: keeps_crossings(a.points, b.points, m),
}


@pytest.mark.parametrize("relation", Relation)
def test_a_drawing_is_looked_up_with_matchings(filled, mixed_drawings, relation):
    rng = Random(str(relation))
    for drawing in [drawing for drawing in mixed_drawings if drawing.vertices in (4, 5)][:6]:
        asked = mapped(shuffled(rng, drawing), (-2, 1, 1, 2))
        with filled.reading() as session:
            found = matching_levels(session, seek(asked, relation), limit=1000).items
            first = matching_levels(session, seek(asked, relation), limit=1)
            second = matching_levels(session, seek(asked, relation), after=first.after, limit=1000).items
        if relation is not Relation.ORDER_TYPE:
            assert level_label(drawing) in {level.label for level, _ in found}
        assert found == first.items + (second if first.after else [])
        for level, matching in found:
            assert sorted(matching) == list(range(drawing.vertices))
            assert KEEPS[relation](asked, level.drawing, matching)


def test_swap_equivalent_drawings_of_two_order_types_are_told_apart_where_asked(database, store_drawings):
    points = ((0, 0), (8, 0), (3, 9), (4, 3))
    one, other = Drawing(points, ((0, 1), (0, 3), (1, 2))), Drawing(points, ((0, 2), (0, 3), (1, 3)))
    store_drawings(database, one)
    with database.reading() as session:
        assert len(matching_levels(session, seek(other, Relation.SWAP)).items) == 1
        assert matching_levels(session, seek(other, Relation.ORDER_TYPE)).items == []
        assert len(levels_by_key(session, [seek(other).key, b"unknown"])) == 1
    classes = dedup(database, [one, other], Relation.ORDER_TYPE)
    assert [(c.members, c.levels) for c in classes] == [((0,), (level_label(one),)), ((1,), ())]
    assert [c.members for c in dedup(database, [one, other], Relation.SWAP)] == [(0, 1)]


@pytest.mark.parametrize("relation", Relation)
def test_a_batch_is_sorted_into_classes_with_their_stored_levels(filled, mixed_drawings, relation, count_statements):
    fresh = Drawing(sample_points(Random(4), 7), ((0, 1), (2, 3)))
    batch = [fresh, *mixed_drawings[4:10], shuffled(Random(2), mixed_drawings[4]), mapped(fresh, (0, 1, 1, 0))]
    with count_statements(filled) as statements:
        classes = dedup(filled, batch, relation, limit=2)
    assert len(statements) == 1
    assert sorted(member for one in classes for member in one.members) == list(range(len(batch)))
    assert classes[0].members == (0, 8)
    assert classes[0].levels == ()
    for one in classes:
        with filled.reading() as session:
            found = matching_levels(session, seek(batch[one.members[0]], relation), limit=2).items
        assert one.levels == tuple(level.label for level, _ in found)
        for member, matching in zip(one.members, one.matchings, strict=True):
            if batch[member].vertices <= 5:
                assert KEEPS[relation](batch[one.members[0]], batch[member], matching)


def test_neighbours_share_what_they_are_asked_for(filled):
    with filled.reading() as session:
        levels = LEVELS.page(session, {}, limit=1000).items
        for level in levels:
            others = [other for other in levels if other.id != level.id]
            same_graph = [other for other in others if other.graph == level.graph]
            same_space = [other for other in same_graph if not level.connected or other.x_type == level.x_type]
            expected = {
                Nearness.GRAPH: same_graph,
                Nearness.ORDER_TYPE: [other for other in others if other.order_type == level.order_type],
                Nearness.STATE_SPACE: same_space,
            }
            for nearness, wanted in expected.items():
                assert neighbours(session, level, nearness).items == wanted
        crowded = max(levels, key=lambda level: len(neighbours(session, level, Nearness.ORDER_TYPE).items))
        first = neighbours(session, crowded, Nearness.ORDER_TYPE, limit=1)
        rest = neighbours(session, crowded, Nearness.ORDER_TYPE, after=first.after)
        assert first.items + rest.items == neighbours(session, crowded, Nearness.ORDER_TYPE).items


def test_an_order_type_is_stored_once_with_the_first_point_set(database):
    points = sample_points(Random(9), 6)
    other = [(3 * y + 1, 3 * x - 7) for x, y in (points[i] for i in (4, 2, 0, 5, 1, 3))]
    with database.writing() as session:
        first, again = (store_order_type(session, prepare_points(given)) for given in (points, other))
    assert (first.created, again.created, again.row.id) == (True, False, first.row.id)
    matching = representative_matching(prepare_points(other), points)
    assert keeps_turns(other, points, matching)


def test_the_usual_lists_need_an_index_and_no_sorting(sqlite_database):
    plans = []
    with sqlite_database.reading() as session:
        execute = session.execute

        def explain(statement, *args, **kwargs):
            sql = str(statement.compile(session.get_bind(), compile_kwargs={"literal_binds": True}))
            plans.append([row.detail for row in execute(text("EXPLAIN QUERY PLAN " + sql.replace(":", "\\:")))])
            return execute(statement, *args, **kwargs)

        session.execute = explain
        for filters in (
            {"vertices": 11, "edges": 20, "min_swaps": 4},
            {"min_swaps": 4, "proved": True},
            {"graph": "graph-4-3-unknown"},
            {"order_type": "ordertype-4-3-unknown"},
            {"hull": 3},
            {"crossings": 3},
        ):
            page(session, LEVELS.select(filters), [LevelRow.id], (7,))
        for sort in (LevelRow.crossings, LevelRow.vertices, LevelRow.delta, LevelRow.hull):
            page(session, LEVELS.select({}), [sort, LevelRow.id], (3, 7), descending=True)
        page(session, select(LevelRow), [LevelRow.id], (7,))
    for plan in plans:
        assert any("level" in line and "SEARCH" in line for line in plan), plan
        assert not any("TEMP B-TREE" in line for line in plan), plan
