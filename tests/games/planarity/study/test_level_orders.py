"""Levels to order: spread over grades, distinct, and a shortfall that names the grades that lack levels."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import networkx
import pytest

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.study.level_orders import Distinct, LevelOrder, levels_to_order

ORDER = LevelOrder((6, 7), (6, 10), (1, 3), (3, 8), True, Distinct.GRAPHS, 200, 3, 7, Method.REJECTION)


def graph(level):
    return networkx.Graph(level.drawing.edges)


def test_levels_are_spread_evenly_and_no_two_have_the_same_graph():
    found = levels_to_order(ORDER, 12)
    assert found.shortfall is None
    assert Counter(level.difficulty.grade for level in found.items) == dict.fromkeys(range(3, 9), 2)
    for level in found.items:
        assert 6 <= level.drawing.vertices <= 7 and 6 <= len(level.drawing.edges) <= 10
        assert 1 <= level.solution.min_swaps <= 3 and level.solution.proved
    graphs = [graph(level) for level in found.items]
    assert not any(networkx.is_isomorphic(a, b) for at, a in enumerate(graphs) for b in graphs[:at])


def test_an_order_gives_the_same_levels_again_and_others_if_they_are_excluded():
    first = levels_to_order(ORDER, 6).items
    assert [level.drawing for level in levels_to_order(ORDER, 6).items] == [level.drawing for level in first]
    others = levels_to_order(ORDER, 6, excluded=[ORDER.key(level.drawing) for level in first]).items
    assert not any(networkx.is_isomorphic(graph(a), graph(b)) for a in first for b in others)


def test_a_shortfall_names_the_grades_that_lack_levels():
    """A drawing of five vertices and six edges needs at most three swaps, so that it is never so hard."""
    order = replace(ORDER, vertices=(5, 5), edges=(6, 6), swaps=(1, 1), grade=(2, 40), distinct=Distinct.CLASSES)
    found = levels_to_order(replace(order, grade=(39, 40)), 4)
    assert found.items == ()
    assert found.shortfall == "0 of 4 levels: many attempts gave no new level; missing: 2 of grade 39, 2 of grade 40"
    ended = levels_to_order(order, 4, Budget(seconds=0.0))
    assert "the time ran out" in ended.shortfall


def of(grade, swaps):
    difficulty = None if grade is None else SimpleNamespace(grade=grade)
    return SimpleNamespace(difficulty=difficulty, solution=SimpleNamespace(min_swaps=swaps))


@pytest.mark.parametrize(
    ("change", "bands", "band", "name"),
    [
        ({}, range(3, 9), 8, "grade 8"),
        ({"even": False}, range(1), 0, "grades 3 to 8"),
        ({"grade": None}, range(1, 4), 2, "swaps 2"),
        ({"grade": None, "even": False}, range(1), 0, ""),
    ],
)
def test_bands_are_grades_or_minima_or_a_single_one(change, bands, band, name):
    order = replace(ORDER, **change)
    assert order.bands == bands
    assert order.band_of(of(8, 2)) == band
    assert order.name_of(band) == name
    assert order.band_of(of(None, 2)) is None
    assert (order.band_of(of(9, 2)), order.band_of(of(2, 2))) == ((None, None) if order.grade else (band, band))


def test_sizes_are_those_of_plane_graphs_that_reach_every_vertex():
    order = replace(ORDER, vertices=(5, 6), edges=(0, 99), swaps=(1, 1))
    sizes = [(one.vertices, one.edges, one.swaps) for one in order.sizes()]
    # Three edges that reach six vertices need no swap.
    assert sizes == [(n, m, 1) for n in (5, 6) for m in range(n - 2, 3 * n - 5)]
    assert {(one.delta, one.flips, one.seed, one.method) for one in order.sizes()} == {(200, 3, 7, Method.REJECTION)}
    most = replace(order, vertices=(3, 52), edges=(0, 99))
    assert max(one.vertices for one in most.sizes()) == 52
    with pytest.raises(Fault, match="more than 5,000 combinations"):
        replace(most, vertices=(3, 53)).sizes()


def test_without_grades_levels_are_spread_over_minima():
    found = levels_to_order(replace(ORDER, grade=None, distinct=Distinct.ORDER_TYPES), 6)
    assert Counter(level.solution.min_swaps for level in found.items) == {1: 2, 2: 2, 3: 2}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"edges": (90, 100)}, "no level has these sizes"),
        ({"vertices": (5, 5), "edges": (4, 4), "swaps": (4, 9)}, "must be at most 3"),
        ({"vertices": (3, 128), "edges": (0, 300)}, "more than 5,000 combinations"),
    ],
)
def test_orders_that_no_level_can_meet_are_refused(change, message):
    with pytest.raises(Fault, match=message):
        replace(ORDER, **change).sizes()
