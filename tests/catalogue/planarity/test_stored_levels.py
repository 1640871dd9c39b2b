from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ludex.catalogue.planarity.graphs import GRAPHS
from ludex.catalogue.planarity.levels import LEVELS, next_level
from ludex.catalogue.planarity.order_types import ORDER_TYPES, X_TYPES
from ludex.catalogue.planarity.preparing import prepare_level
from ludex.catalogue.planarity.storing_levels import store_level, store_levels

from ludex.catalogue.tables import LevelRow
from ludex.engine.budget import Budget
from ludex.planarity.drawing import Drawing
from ludex.planarity.identity.keys import level_label
from ludex.planarity.solving.minimum_swaps import Solution, solve
from ludex.planarity.study.difficulty import graded
from tests.oracles.drawing_equivalence import keeps_the_game
from tests.oracles.point_distances import is_delta_general
from tests.oracles.small_drawings import crossed_pairs
from tests.oracles.untangling import fewest_swaps
from tests.planarity.sample_drawings import mapped, shuffled

KITE = Drawing(((0, 0), (8, 0), (3, 9), (4, 3)), ((0, 1), (0, 3), (1, 2)))
CROSSED_PATH = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
LONG_CYCLE = Drawing(((0, 0), (1, 1), (2, 4), (5, 25), (4, 16), (3, 9)), tuple((i, (i + 1) % 6) for i in range(6)))


def test_what_is_stored_of_a_level_is_what_slow_searches_find(filled, every_level):
    levels = every_level(filled)
    assert len(levels) >= 20
    for level in levels:
        minimum, ends, sequences = fewest_swaps(level.points, level.edge_list)
        assert (level.min_swaps, level.proved) == (minimum, True)
        assert level.crossings == len(crossed_pairs(level.points, level.edge_list))
        assert level.label == level_label(level.drawing)
        assert (level.vertices, level.edges) == (len(level.points), len(level.edge_list))
        if minimum is None:
            assert (level.swaps, level.arrangements, level.sequences, level.difficulty) == (None,) * 4
        else:
            assert (level.arrangements, level.sequences) == (ends, sequences)
            assert (level.difficulty.final_drawings, level.difficulty.sequences) == (ends, sequences)
            assert len(level.swaps) == minimum
            assert not crossed_pairs(level.drawing.after(level.swaps).points, level.edge_list)
    assert {level.min_swaps for level in levels} >= {None, 0, 1, 2}


def test_delta_is_the_largest_of_the_drawing_within_its_bounding_square(filled, every_level):
    for level in every_level(filled):
        if level.vertices == 1:
            assert level.delta == 10_000
            continue
        side = max(max(axis) - min(axis) for axis in zip(*level.points, strict=True))
        scaled = [(10_000 * x, 10_000 * y) for x, y in level.points]
        assert is_delta_general(scaled, level.delta * side)
        assert not is_delta_general(scaled, (level.delta + 1) * side)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 24), seed=st.integers(0, 10**6))
def test_a_drawing_of_the_same_puzzle_is_stored_once_with_a_matching(
    sqlite_database, store_drawings, mixed_drawings, number, seed
):
    drawing = mixed_drawings[number]
    rng = Random(seed)
    other = mapped(
        shuffled(rng, drawing), rng.choice([(3, 0, 0, 3), (-1, 0, 0, 1), (0, -2, 2, 0), (5, 1, 2, 5)]), (7, -9)
    )
    [first] = store_drawings(sqlite_database, drawing)
    [again] = store_drawings(sqlite_database, other)
    assert (again.created, again.level) == (False, first.level)
    if drawing.vertices <= 5:
        assert keeps_the_game(other.points, other.edges, first.level.points, first.level.edge_list, again.matching)
    assert first.matching is None or not first.created


def test_of_equal_drawings_in_one_batch_one_is_created(database, prepared, every_level):
    batch = [prepared(KITE), prepared(CROSSED_PATH), prepared(mapped(KITE, (-1, 0, 0, 1)))]
    with database.writing() as session:
        stored = store_levels(session, batch)
    assert [one.created for one in stored] == [True, True, False]
    assert [one.matching is None for one in stored] == [True, True, False]
    assert stored[0].level == stored[2].level
    assert [level.label for level in every_level(database)] == [level_label(KITE), level_label(CROSSED_PATH)]


def test_swap_equivalent_drawings_of_two_order_types_are_one_level(database, store_drawings):
    # The pair that separates Definition 2 from Theorem 3.
    other = Drawing(KITE.points, ((0, 2), (0, 3), (1, 3)))
    stored = store_drawings(database, KITE, other)
    assert [one.created for one in stored] == [True, False]


def unproved(drawing, swaps, bound=1):
    minimum = None if swaps is None else len(swaps)
    return prepare_level(
        drawing,
        Solution(1, minimum, False, swaps or (), None, None, bound, "the search ended"),
        None,
        {"source": "submitted"},
    )


def test_a_proof_that_comes_later_is_kept_and_never_lost(database, prepared):
    long_way = ((0, 1), (0, 1), *solve(LONG_CYCLE).swaps)
    mirrored = mapped(shuffled(Random(3), LONG_CYCLE), (-1, 0, 0, 1))
    known = []
    for level in (
        unproved(LONG_CYCLE, None),
        unproved(LONG_CYCLE, long_way, 2),
        unproved(mirrored, None, 1),
        prepared(mirrored),
        unproved(LONG_CYCLE, long_way),
    ):
        with database.writing() as session:
            known.append(store_level(session, level).level)
    assert [(level.min_swaps, level.proved, level.lower_bound) for level in known] == [
        (None, False, 1), (5, False, 2), (5, False, 2), (3, True, 3), (3, True, 3),
    ]  # fmt: skip
    assert [level.grade is None for level in known] == [True, True, True, False, False]
    # The swaps that came with the mirrored drawing are those of the stored one.
    assert known[-1].points == LONG_CYCLE.points
    assert not crossed_pairs(known[-1].drawing.after(known[-1].swaps).points, LONG_CYCLE.edges)


def test_a_level_of_the_starting_catalogue_stays_one(database, prepared):
    for starting in (False, True, False):
        with database.writing() as session:
            level = store_level(session, prepared(KITE), starting=starting).level
    assert level.starting


def test_where_a_level_comes_from_is_kept(database, prepared):
    with database.writing() as session:
        level = store_level(session, prepared(KITE, seed=2**62, note=None)).level
    assert level.provenance == {"source": "submitted", "seed": 2**62, "note": None}
    assert level.source == "submitted"


@pytest.mark.parametrize("many", [3, 25])
def test_the_number_of_statements_does_not_grow_with_the_levels(
    sqlite_database, prepared, mixed_drawings, count_statements, many
):
    levels = [prepared(drawing) for drawing in mixed_drawings[:many]]
    with count_statements(sqlite_database) as storing, sqlite_database.writing() as session:
        store_levels(session, levels)
    with count_statements(sqlite_database) as listing, sqlite_database.reading() as session:
        LEVELS.page(session, {}, limit=1000)
    with count_statements(sqlite_database) as others, sqlite_database.reading() as session:
        for collection in (GRAPHS, ORDER_TYPES, X_TYPES):
            collection.page(session, {}, limit=1000)
    assert len(storing) <= 10
    assert len(listing) == 3
    assert len(others) <= 7


def test_a_number_of_any_size_is_stored_sorted_and_compared(database, prepared):
    counts = [9, 10, 2**63, 10**40, 10**40 + 1]
    levels = []
    for index, count in enumerate(counts):
        drawing = Drawing(
            ((0, 0), (2, 2), (2, 0), (0, 2), *[(100 + i, i * i * 7 + 50) for i in range(index)]), KITE.edges
        )
        solution, measures = graded(drawing)
        assert measures is not None
        levels.append(
            prepare_level(drawing, Solution(1, 1, True, solution.swaps, 1, count, 1, ""), None, {"source": "submitted"})
        )
    with database.writing() as session:
        store_levels(session, levels[::-1])
    with database.reading() as session:
        page = LEVELS.page(session, {}, "sequences", limit=3)
        rest = LEVELS.page(session, {}, "sequences", after=page.after, limit=3)
        assert [level.sequences for level in page.items + rest.items] == counts
        assert LEVELS.count(session, {"min_sequences": 10**40}).count == 2
        assert LEVELS.count(session, {"max_sequences": 2**63}).count == 3
        assert LEVELS.count(session, {"sequences": 10**40 + 1}).count == 1
        assert LEVELS.count(session, {"min_sequences": -(10**50)}).count == 5
        assert LEVELS.facets(session, {}, ["sequences"])["sequences"][0].value in counts


def test_a_search_that_ended_early_is_stored_as_such(database):
    solution, measures = graded(LONG_CYCLE, Budget(seconds=0.0))
    level = prepare_level(LONG_CYCLE, solution, measures, {"source": "submitted"})
    with database.writing() as session:
        stored = store_level(session, level).level
        row = session.get_one(LevelRow, stored.id)
        assert row.grade is None
    assert (stored.proved, stored.difficulty) == (False, None)


def test_the_next_level_goes_through_all_graded_ones_by_grade(filled, every_level):
    graded_levels = [level for level in every_level(filled) if level.grade is not None]
    expected = sorted(graded_levels, key=lambda level: (level.grade, level.id))
    with filled.reading() as session:
        met, level = [], next_level(session)
        while level is not None:
            met.append(level)
            level = next_level(session, level)
        assert met == expected
        ungraded = next(level for level in every_level(filled) if level.grade is None)
        assert next_level(session, ungraded) == expected[0]
        trees = next_level(session, None, {"tree": True})
    assert trees in expected
