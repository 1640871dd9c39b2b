"""What is stored of a level, once for each class of swap-equivalent drawings, and what a better solution changes."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.lists.listing import count, page
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.storing import store, store_many
from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds import GRAPH, LEVEL, ORDER_TYPE, X_TYPE
from ludex.games.planarity.kinds.level import CENSUS_TAG, LEVEL_TAG, identify_class
from ludex.games.planarity.level import Level
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.solution import Solution
from ludex.games.planarity.study.difficulty import solve_and_grade
from tests.games.planarity.sample_drawings import mapped, shuffled
from tests.games.planarity.sample_levels import every_level, level_of, mixed_drawings, prepared, store_drawings
from tests.oracles.drawing_equivalence import keeps_the_game
from tests.oracles.point_distances import is_delta_general
from tests.oracles.small_drawings import crossed_pairs
from tests.oracles.untangling import fewest_swaps

KITE = Drawing(((0, 0), (8, 0), (3, 9), (4, 3)), ((0, 1), (0, 3), (1, 2)))
LONG_CYCLE = Drawing(((0, 0), (1, 1), (2, 4), (5, 25), (4, 16), (3, 9)), tuple((i, (i + 1) % 6) for i in range(6)))
MIXED = mixed_drawings()


def store_one(catalogue, level, **options):
    with catalogue.writing() as writer:
        return store(writer, prepare(LEVEL, level), **options)


def test_what_is_stored_of_a_level_is_what_slow_searches_find(filled):
    levels = every_level(filled)
    assert len(levels) >= 20
    for one in levels:
        drawing, document, swaps = one.drawing, one.document, one.level.solution.swaps
        minimum, ends, sequences = fewest_swaps(drawing.points, drawing.edges)
        assert (document.min_swaps, document.proved, document.reachable) == (minimum, True, minimum is not None)
        assert document.crossings == len(crossed_pairs(drawing.points, drawing.edges))
        assert (document.vertices, document.edges) == (len(drawing.points), len(drawing.edges))
        counts, measures = document.optimal_solutions, document.difficulty
        if minimum is None:
            assert swaps == ()
            assert (counts.arrangements, counts.sequences, measures.difficulty()) == (None,) * 3
        else:
            assert (counts.arrangements, counts.sequences) == (ends, sequences)
            assert (measures.final_drawings, measures.sequences) == (ends, sequences)
            assert len(swaps) == minimum
            assert not crossed_pairs(drawing.after(swaps).points, drawing.edges)
    assert {one.document.min_swaps for one in levels} >= {None, 0, 1, 2}


def test_delta_is_the_largest_of_the_drawing_within_its_bounding_square(filled):
    for one in every_level(filled):
        points, delta = one.drawing.points, one.document.grid_delta
        if len(points) == 1:
            assert delta == 10_000
            continue
        side = max(max(axis) - min(axis) for axis in zip(*points, strict=True))
        scaled = [(10_000 * x, 10_000 * y) for x, y in points]
        assert is_delta_general(scaled, delta * side)
        assert not is_delta_general(scaled, (delta + 1) * side)


def test_the_graph_and_the_order_type_of_a_level_are_linked_with_the_matching(filled):
    for one in every_level(filled):
        with filled.reading() as reader:
            [graph] = neighbours(reader, one.id, "has-graph")
            [order_type] = neighbours(reader, one.id, "has-order-type")
            [found] = page(reader, GRAPH, {"level": one.label}).items
        assert (graph.label, order_type.label) == (one.document.graph, one.document.order_type)
        listed = {frozenset(edge) for edge in found.document().edge_list}
        assert {frozenset((graph.detail[u], graph.detail[v])) for u, v in one.drawing.edges} == listed
        assert sorted(order_type.detail) == list(range(one.document.vertices))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 24), seed=st.integers(0, 10**6))
def test_a_drawing_of_the_same_puzzle_is_stored_once_with_a_matching(catalogue, number, seed):
    drawing = MIXED[number]
    rng = Random(seed)
    matrix = rng.choice([(3, 0, 0, 3), (-1, 0, 0, 1), (0, -2, 2, 0), (5, 1, 2, 5)])
    other = mapped(shuffled(rng, drawing), matrix, (7, -9))
    [first] = store_drawings(catalogue, drawing)
    [again] = store_drawings(catalogue, other)
    assert (again.created, again.document) == (False, first.document)
    stored = first.document.drawing.drawing()
    if drawing.vertices <= 5:
        assert keeps_the_game(other.points, other.edges, stored.points, stored.edges, again.matching)
    assert sorted(again.matching) == list(range(drawing.vertices))


def test_swap_equivalent_drawings_of_two_order_types_are_one_level(catalogue):
    # The pair that separates Definition 2 from Theorem 3.
    stored = store_drawings(catalogue, KITE, Drawing(KITE.points, ((0, 2), (0, 3), (1, 3))))
    assert [one.created for one in stored] == [True, False]


def unproved(drawing, swaps, bound=1):
    minimum = None if swaps is None else len(swaps)
    solution = Solution(1, minimum, False, swaps or (), None, None, bound, "the search ended")
    return Level(drawing, solution, None, {"source": "submitted"})


def test_a_proof_that_comes_later_is_kept_and_never_lost(catalogue):
    long_way = ((0, 1), (0, 1), *solve(LONG_CYCLE).swaps)
    mirrored = mapped(shuffled(Random(3), LONG_CYCLE), (-1, 0, 0, 1))
    known = []
    for level in (
        unproved(LONG_CYCLE, None),
        unproved(LONG_CYCLE, long_way, 2),
        unproved(mirrored, None, 1),
        level_of(mirrored),
        unproved(LONG_CYCLE, long_way),
    ):
        answered = store_one(catalogue, level).document
        [stored] = every_level(catalogue)
        assert stored.document == answered
        known.append(stored)
    shown = [(one.document.min_swaps, one.document.proved, one.document.lower_bound) for one in known]
    assert shown == [(None, False, 1), (5, False, 2), (5, False, 2), (3, True, 3), (3, True, 3)]
    assert [one.document.reachable for one in known] == [None, True, True, True, True]
    assert [one.grade is None for one in known] == [True, True, True, False, False]
    # The swaps that came with the mirrored drawing are those of the stored one.
    assert known[-1].drawing == LONG_CYCLE
    assert not crossed_pairs(LONG_CYCLE.after(known[-1].level.solution.swaps).points, LONG_CYCLE.edges)
    with catalogue.reading() as reader:
        # The facts have come along with the document.
        assert count(reader, LEVEL, {"proved": True, "min_swaps": 3, "grade": known[-1].grade}).count == 1


def test_a_difficulty_that_comes_later_is_kept(catalogue):
    level = level_of(LONG_CYCLE)
    store_one(catalogue, Level(level.drawing, level.solution, None, level.provenance))
    assert every_level(catalogue)[0].level.difficulty is None
    store_one(catalogue, level)
    assert every_level(catalogue)[0].level == level


def test_a_level_of_the_starting_catalogue_stays_one(catalogue):
    for built_in in (False, True, False):
        store_one(catalogue, level_of(KITE), built_in=built_in)
    assert len(every_level(catalogue, starting=True)) == 1


def test_where_a_level_comes_from_is_kept(catalogue):
    store_one(catalogue, level_of(KITE, seed=2**62, note=None))
    [stored] = every_level(catalogue, source="submitted")
    assert stored.document.provenance == {"source": "submitted", "seed": 2**62, "note": None}


@pytest.mark.parametrize("many", [3, 25])
def test_the_number_of_statements_does_not_grow_with_the_levels(catalogue, count_statements, many):
    levels = [prepared(drawing) for drawing in MIXED[:many]]
    database = catalogue.database
    with count_statements(database) as listing, catalogue.reading() as reader:
        for kind in (LEVEL, GRAPH, ORDER_TYPE, X_TYPE):
            page(reader, kind, {}, limit=1000)
    assert len(listing) <= 8
    with count_statements(database) as storing, catalogue.writing() as writer:
        store_many(writer, levels)
    # A claim is looked for and then inserted.
    assert len(storing) <= 12 + 2 * many


def test_a_search_that_ended_early_is_stored_as_such(catalogue):
    solution, measures = solve_and_grade(LONG_CYCLE, Budget(seconds=0.0))
    store_one(catalogue, Level(LONG_CYCLE, solution, measures, {"source": "submitted"}))
    [stored] = every_level(catalogue)
    assert (stored.document.proved, stored.level.difficulty) == (False, None)


def test_a_provenance_names_its_source():
    with pytest.raises(ValueError, match="source"):
        Level(KITE, solve(KITE), None, {"seed": 3})


def test_a_level_and_the_census_class_of_its_drawing_lead_to_each_other():
    level, census_class = (identify_class(tag, KITE) for tag in (LEVEL_TAG, CENSUS_TAG))
    assert [link.key for link in level.derived_links] == [census_class.key]
    assert [link.key for link in census_class.derived_links] == [level.key]
