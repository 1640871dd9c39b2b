"""Storing levels, reading them, their neighbours, and the next one to play."""

import pytest

from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds import GRAPH
from ludex.games.planarity.making.generation import GenerationError, GenerationParameters
from ludex.games.planarity.operations.levels import (
    Nearness,
    UpdatedLevel,
    find_level,
    generate_levels,
    identify_level,
    near_levels,
    one_swap_levels,
    solve_again,
    store_level,
)
from ludex.games.planarity.study import difficulty
from tests.games.planarity.sample_drawings import mapped
from tests.games.planarity.sample_levels import every_level
from tests.oracles.drawing_equivalence import keeps_the_game
from tests.oracles.untangling import fewest_swaps

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
            for limit in range(max(1, len(wanted) - 1), len(wanted) + 1):
                found = near_levels(filled, level.label, nearness, limit=limit)
                assert found.items == tuple(found.items[:limit]) and len(found.items) == limit
                assert found.after == (None if limit == len(wanted) else (wanted[limit - 1].id,))


EIGHT = GenerationParameters(vertices=8, edges=12, swaps=2, seed=5)


def test_generated_levels_are_the_same_stored_or_not(catalogue):
    unstored = generate_levels(None, EIGHT, 3)
    assert [(one.id, one.created, one.document.min_swaps) for one in unstored.items] == [(0, False, 2)] * 3
    stored = generate_levels(catalogue, EIGHT, 3)
    assert [one.document for one in stored.items] == [one.document for one in unstored.items]
    assert [one.created for one in stored.items] == [True] * 3
    again = generate_levels(catalogue, EIGHT, 4)
    assert [(one.created, one.matching is None) for one in again.items] == [(False, False)] * 3 + [(True, True)]
    for one in every_level(catalogue):
        assert one.document.provenance["seed"] == 5
        assert one.level.settled
        minimum, ends, sequences = fewest_swaps(one.drawing.points, one.drawing.edges)
        counts = one.document.optimal_solutions
        assert (minimum, ends, sequences) == (2, counts.arrangements, counts.sequences)


def test_levels_that_were_found_are_measured_in_time_of_their_own(catalogue):
    class Ending:
        """Ends the search once a level is there."""

        found = False

        def progress(self, progress):
            self.found = progress.done >= 1

    for measuring, measured in ((None, False), (10.0, True)):
        ending = Ending()
        budget = Budget(stop=lambda ending=ending: ending.found, progress=ending.progress)
        made = generate_levels(None, EIGHT, 5, budget, measuring=measuring)
        assert "cancelled" in made.shortfall
        assert [(one.document.difficulty.grade is not None) for one in made.items] == [measured]


def test_a_count_out_of_range_is_refused():
    with pytest.raises(GenerationError):
        generate_levels(None, EIGHT, 0)


def test_a_level_is_solved_again_unless_its_solution_is_complete(catalogue, monkeypatch):
    label = store_level(catalogue, CYCLE, Budget(seconds=0.0), provenance={"source": "elsewhere"}).label
    assert solve_again(catalogue, label) == UpdatedLevel(label, True, 3)
    [level] = every_level(catalogue)
    assert (level.document.proved, level.document.source) == (True, "elsewhere")
    monkeypatch.setattr(difficulty, "solve_and_grade", None)  # it is complete, so it is not solved again
    assert solve_again(catalogue, label) == UpdatedLevel(label, True, 3)


def test_stored_levels_one_swap_away_are_found_with_the_edges_to_swap(catalogue):
    own = store_level(catalogue, CYCLE).label
    keys = {}
    for edge in CYCLE.edges:
        keys.setdefault(identify_level(CYCLE.swapped(edge)).label, []).append(edge)
    keys.pop(own, None)
    assert one_swap_levels(catalogue, own) == ()
    stored = [store_level(catalogue, CYCLE.swapped(edges[0])).label for edges in list(keys.values())[:2]]
    found = one_swap_levels(catalogue, own)
    assert [(one.level.label, list(one.swaps)) for one in found] == [(label, keys[label]) for label in stored]
    with pytest.raises(BudgetExhausted):
        one_swap_levels(catalogue, own, Budget(stop=lambda: True))
