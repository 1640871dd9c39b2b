""""""

import time

import pytest

from ludex.engine.budget import Budget, Progress
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.making.generation import (
    MAX_COUNT,
    GenerationError,
    GenerationParameters,
    Scramble,
    generate,
    plane_drawing,
    scramble_drawing,
)
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.points import hull
from tests.oracles.drawing_equivalence import swap_equivalent
from tests.oracles.point_distances import is_delta_general
from tests.oracles.triangulations import is_plane
from tests.oracles.untangling import fewest_swaps

SMALL = [
    GenerationParameters(6, 5, 3, seed=1),
    GenerationParameters(6, 8, 2, delta=300, seed=2),
    GenerationParameters(6, 9, 0, seed=3),
    GenerationParameters(7, 9, 4, flips=0, seed=4),
    GenerationParameters(7, 12, 2, flips=9, seed=5, method=Method.REPAIR),
    GenerationParameters(7, 5, 1, delta=0, seed=6),
]


@pytest.mark.parametrize("parameters", SMALL, ids=str)
def test_levels_are_what_was_asked_for_by_plain_search_too(parameters):
    batch = generate(parameters, 3)
    assert batch.shortfall is None
    assert len(batch.items) == 3
    for level in batch.items:
        drawing = level.drawing
        assert (drawing.vertices, len(drawing.edges)) == (parameters.vertices, parameters.edges)
        assert is_delta_general(drawing.points, parameters.delta)
        assert {vertex for edge in drawing.edges for vertex in edge} == set(range(parameters.vertices))
        found = fewest_swaps(drawing.points, drawing.edges)
        assert found == (parameters.swaps, level.solution.arrangements, level.solution.sequences)
        assert is_plane(drawing.after(level.solution.swaps).points, drawing.edges)


def test_levels_of_a_batch_are_different_puzzles():
    levels = [level.drawing for level in generate(GenerationParameters(5, 6, 1, seed=8), 8).items]
    assert len(levels) == 8
    for index, drawing in enumerate(levels):
        for other in levels[:index]:
            assert not swap_equivalent(drawing.points, drawing.edges, other.points, other.edges)


def test_a_batch_is_the_beginning_of_a_larger_one():
    parameters = GenerationParameters(9, 13, 3, seed=9)
    few, many = generate(parameters, 2), generate(parameters, 6)
    assert few.items == many.items[:2]
    assert generate(parameters, 6) == many


@pytest.mark.parametrize(
    ("parameters", "points", "edges"),
    [
        (
            GenerationParameters(9, 13, 3, delta=300, seed=2026),
            "3040,8378 3173,1915 4540,6519 5950,8882 8460,4463 7268,417 4258,9150 9867,6648 7480,4429",
            "0-8,1-3,1-6,1-8,2-5,2-7,2-8,3-5,3-6,3-8,4-5,4-7,5-7",
        ),
        (
            GenerationParameters(7, 6, 2, seed=2026, flips=5, method=Method.REPAIR),
            "4540,6519 8460,4463 3040,8378 5950,8882 7480,4429 7268,417 3721,5867",
            "0-1,1-2,2-4,2-5,2-6,3-4",
        ),
    ],
)
def test_a_seed_gives_the_same_level_in_every_installation(parameters, points, edges):
    # Another level here means another generator: raise GENERATOR_VERSION.
    drawing = generate(parameters, 1).items[0].drawing
    assert " ".join(f"{x},{y}" for x, y in drawing.points) == points
    assert ",".join(f"{u}-{v}" for u, v in drawing.edges) == edges


def test_plane_drawings_are_plane_and_have_room_for_many_edges():
    # 18 edges on 9 points need a hull of at most 6; 19 of at most 5.
    for edges in (8, 13, 19):
        for seed in range(3):
            drawing = plane_drawing(GenerationParameters(9, edges, 2, delta=100), RandomNumbers(seed))
            assert len(drawing.edges) == edges
            assert is_plane(drawing.points, drawing.edges)
            assert len(hull(drawing.points)) <= 3 * 9 - 3 - edges


def test_a_scramble_undoes_no_swap_at_once_and_wastes_none():
    # Edge 1-2 joins adjacent twins: to swap it changes nothing.
    drawing = plane_drawing(GenerationParameters(8, 9, 2), RandomNumbers(4))
    walk = Scramble(drawing, RandomNumbers(5))
    before = None
    here = walk.drawing()
    for _ in range(50):
        walk.swap(1)
        after = walk.drawing()
        assert sum(p != q for p, q in zip(here.points, after.points, strict=True)) == 2
        assert after != before
        before, here = here, after


def test_a_scramble_of_twins_stays_where_it_is():
    matching = plane_drawing(GenerationParameters(6, 3, 0, delta=0), RandomNumbers(1))
    assert not Scramble(matching, RandomNumbers(1)).can_change
    assert scramble_drawing(matching, 5, 1) == matching


@pytest.mark.parametrize(
    ("asked", "field", "message"),
    [
        ({"vertices": 2}, "vertices", "must be 3 to 128, not 2"),
        ({"vertices": 10_000}, "vertices", "must be 3 to 128, not 10000"),
        ({"edges": 3}, "edges", "3 edges cannot reach 7 vertices; at least 4 are needed"),
        ({"edges": 16}, "edges", "16 edges on 7 points always cross; a plane drawing has at most 15"),
        ({"swaps": -1}, "swaps", "must be 0 to 60, not -1"),
        ({"swaps": 9}, "swaps", "must be at most 8, not 9: no drawing with 7 vertices and 12 edges needs more swaps"),
        ({"delta": 10_001}, "delta", "must be 0 to 10000, not 10001"),
        ({"delta": 9_000}, "delta", "the unit square has no 7 points in 0.9-general position"),
        ({"flips": 10_001}, "flips", "must be 0 to 10000, not 10001"),
        ({"seed": 2**63}, "seed", "must be 0 to 9223372036854775807, not 9223372036854775808"),
        ({"method": "magic"}, "method", "unknown method 'magic'; use one of rejection, repair"),
    ],
)
def test_what_no_level_can_be_is_refused_before_any_work(asked, field, message):
    with pytest.raises(GenerationError) as raised:
        GenerationParameters(**{"vertices": 7, "edges": 12, "swaps": 2, **asked})
    assert raised.value.field == field
    assert raised.value.message.startswith(message)


@pytest.mark.parametrize("count", [0, MAX_COUNT + 1])
def test_counts_out_of_range_are_refused(count):
    with pytest.raises(GenerationError, match="count"):
        generate(GenerationParameters(7, 12, 2), count)


def test_points_that_are_not_found_are_a_shortfall():
    batch = generate(GenerationParameters(18, 20, 2, delta=400), 3)
    assert batch.items == ()
    assert batch.shortfall == (
        "0 of 3 levels: no set of 18 points with delta 0.04 in 2,000,000 attempts; try a smaller delta or method repair"
    )


def test_too_few_classes_are_a_shortfall():
    # A complete graph without an edge on four points, one crossing: one class.
    batch = generate(GenerationParameters(4, 5, 1, seed=1), 5)
    assert len(batch.items) == 1
    assert batch.shortfall.startswith("1 of 5 levels: the last 300 plane drawings gave no new level: ")
    assert "gave classes already found" in batch.shortfall


def test_a_minimum_that_scrambles_do_not_reach_is_a_shortfall():
    # With processor time, the result does not depend on the load of the machine.
    batch = generate(GenerationParameters(8, 10, 14, delta=0), 1, Budget(seconds=0.5, clock=time.process_time))
    assert batch.items == ()
    assert batch.shortfall.startswith("0 of 1 levels: the time ran out; the last ")
    assert "did not get beyond a minimum of " in batch.shortfall


def test_a_hull_that_leaves_no_room_is_a_shortfall():
    # 3n - 6 edges need a triangle around all points, which random points in a square hardly ever have.
    batch = generate(GenerationParameters(16, 42, 2, delta=0), 1, Budget(seconds=20))
    assert batch.shortfall == (
        "0 of 1 levels: none of 5,000 point sets with delta 0 is suitable; "
        "42 edges need at most 3 of 16 points on the hull, since a plane drawing has at most 3n - 3 - hull edges"
    )


@pytest.mark.parametrize(
    ("budget", "reason"),
    [(Budget(seconds=0.0), "the time ran out"), (Budget(stop=lambda: True), "cancelled")],
)
def test_a_budget_ends_a_batch_and_the_shortfall_says_so(budget, reason):
    batch = generate(GenerationParameters(11, 20, 4), 3, budget)
    assert batch.items == ()
    assert batch.shortfall == f"0 of 3 levels: {reason}"


def test_a_batch_that_is_cancelled_keeps_its_levels():
    reports: list[Progress] = []
    budget = Budget(stop=lambda: bool(reports) and reports[-1].done == 2, progress=reports.append)
    batch = generate(GenerationParameters(8, 12, 2), 9, budget)
    assert len(batch.items) == 2
    assert batch.shortfall == "2 of 9 levels: cancelled"
