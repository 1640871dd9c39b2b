"""Storing levels, reading them, their neighbours, and the next one to play."""

import pytest

from ludex.catalogue.lists.listing import ListingError, page
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds import GRAPH, LEVEL
from ludex.games.planarity.operations.levels import Nearness, find_level, near_levels, store_level
from ludex.games.planarity.operations.packs import UnknownPack, next_level, next_of_pack
from ludex.games.planarity.study import difficulty
from tests.games.planarity.sample_drawings import mapped
from tests.games.planarity.sample_levels import every_level
from tests.oracles.drawing_equivalence import keeps_the_game

CROSSED_PATH = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
CYCLE = Drawing(((0, 0), (1, 1), (2, 4), (5, 25), (4, 16), (3, 9)), tuple((i, (i + 1) % 6) for i in range(6)))


def test_a_drawing_is_stored_once_and_then_known_with_the_matching(catalogue):
    first = store_level(catalogue, CROSSED_PATH)
    assert (first.created, first.document.min_swaps, first.document.source) == (True, 1, "submitted")
    turned = mapped(CROSSED_PATH, (0, -1, 1, 0))
    again = store_level(catalogue, turned, provenance={"source": "elsewhere"})
    assert (again.created, again.document) == (False, first.document)
    assert keeps_the_game(turned.points, turned.edges, CROSSED_PATH.points, CROSSED_PATH.edges, again.matching)


def test_what_is_settled_is_not_solved_again_and_what_is_not_is(catalogue, monkeypatch):
    asked = []
    solve = difficulty.solve_and_grade

    def counted(drawing, budget):
        asked.append(drawing)
        return solve(drawing, budget)

    monkeypatch.setattr(difficulty, "solve_and_grade", counted)
    first = store_level(catalogue, CYCLE, Budget(seconds=0.0))
    assert not first.document.proved
    second = store_level(catalogue, CYCLE)
    assert (second.created, second.document.proved, second.document.min_swaps) == (False, True, 3)
    assert len(asked) == 2
    third = store_level(catalogue, CYCLE)
    assert third.document == second.document
    assert len(asked) == 2


def test_a_cancelled_search_stores_nothing(catalogue):
    with pytest.raises(BudgetExhausted):
        store_level(catalogue, CYCLE, Budget(stop=lambda: True))
    assert every_level(catalogue) == []


def test_a_stored_level_is_found_with_its_solution(filled):
    for one in every_level(filled)[:5]:
        assert find_level(filled, one.label) == one.level
    with filled.reading() as reader:
        [graph] = page(reader, GRAPH, {}, limit=1).items
    for name in (graph.label, "unknown"):
        with pytest.raises(UnknownObject):
            find_level(filled, name)


def test_near_levels_share_what_they_are_asked_for(filled):
    levels = every_level(filled)
    with filled.reading() as reader:
        connected = {one.id: find(reader, one.document.graph).document().connected for one in levels}
    for level in levels:
        one = level.document
        others = [other for other in levels if other.id != level.id]
        same_graph = [other for other in others if other.document.graph == one.graph]
        same_space = [other for other in same_graph if not connected[level.id] or other.document.x_type == one.x_type]
        expected = {
            Nearness.GRAPH: same_graph,
            Nearness.ORDER_TYPE: [other for other in others if other.document.order_type == one.order_type],
            Nearness.STATE_SPACE: same_space,
        }
        for nearness, wanted in expected.items():
            found = near_levels(filled, level.label, nearness)
            assert [near.id for near in found.items] == [near.id for near in wanted]
            assert (found.after, found.count.count, found.count.exact) == (None, len(wanted), True)


def test_near_levels_come_in_pages(filled):
    crowded = max(every_level(filled), key=lambda one: near_levels(filled, one.label, Nearness.ORDER_TYPE).count.count)
    whole = [one.id for one in near_levels(filled, crowded.label, Nearness.ORDER_TYPE).items]
    assert len(whole) >= 3
    for limit in (1, 2, len(whole)):
        met, after = [], None
        while True:
            found = near_levels(filled, crowded.label, Nearness.ORDER_TYPE, after, limit)
            met += [one.id for one in found.items]
            after = found.after
            if after is None:
                break
        assert met == whole


def test_the_next_level_goes_through_all_graded_ones_by_grade(filled):
    levels = every_level(filled)
    expected = sorted((one for one in levels if one.grade is not None), key=lambda one: (one.grade, one.id))
    met, found = [], next_level(filled)
    while found is not None:
        met.append(found.label)
        found = next_level(filled, found.label)
    assert met == [one.label for one in expected]
    ungraded = next(one for one in levels if one.grade is None)
    assert next_level(filled, ungraded.label).label == expected[0].label
    with filled.reading() as reader:
        trees = {one.label for one in page(reader, LEVEL, {"tree": True, "min_grade": 0}, limit=1000).items}
    first = next(one.label for one in expected if one.label in trees)
    assert next_level(filled, filters={"tree": True}).label == first


def test_what_is_unknown_is_named(filled):
    with pytest.raises(UnknownObject, match="level"):
        next_level(filled, "unknown")
    with pytest.raises(UnknownPack, match="pack"):
        next_of_pack(filled, "unknown")
    with pytest.raises(ListingError):
        next_level(filled, filters={"colour": 1})
