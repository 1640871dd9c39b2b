"""The recorded point sets are those of all order types, in small coordinates, and the search finds them again."""

import gzip
from importlib.resources import files
from itertools import chain

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.identity.order_type import canonical_order_type, canonical_x_type
from ludex.games.planarity.making.point_sets import (
    DATA,
    GRID,
    Method,
    PointSetUnavailable,
    collected_order_types,
    largest_delta,
    largest_grid_delta,
    sample,
    sample_points,
    x_type_sets,
)
from ludex.games.planarity.points import PointsError, require_general_position
from scripts import order_types
from scripts.order_types import collection_text, find_small_order_types
from tests.oracles import order_types as oracle
from tests.oracles import point_distances

far = st.integers(-(2**30), 2**30)
large_sets = st.lists(st.tuples(far, far), min_size=2, max_size=7, unique=True)
small_sets = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=6, unique=True)


@settings(deadline=None)
@given(small_sets | large_sets)
def test_the_largest_delta_holds_and_the_next_one_does_not(points):
    delta = largest_delta(points)
    if len(points) > 1 and point_distances.is_delta_general(points, 0):
        assert point_distances.is_delta_general(points, delta)
        assert not point_distances.is_delta_general(points, delta + 1)


def test_large_coordinates_are_exact():
    # 2^30 is the height of the triangle; floats of 53 bits cannot tell its square from the next one.
    points = [(-(2**30), -(2**30)), (2**30, -(2**30)), (0, 0)]
    assert largest_delta(points) == 2**30
    assert point_distances.is_delta_general(points, 2**30)
    assert not point_distances.is_delta_general(points, 2**30 + 1)


def test_the_delta_of_the_unit_square_does_not_depend_on_the_scale():
    points = sample_points(9, 200, Method.REJECTION, 3)
    scaled = [(7 * x - 5, 7 * y + 2) for x, y in points]
    assert largest_grid_delta(points) == largest_grid_delta(scaled) >= largest_delta(points) >= 200


@pytest.mark.parametrize("method", Method)
@pytest.mark.parametrize(("n", "delta"), [(1, 200), (2, 3000), (3, 1000), (5, 0), (8, 300), (11, 200)])
def test_sampled_points_are_delta_general_on_the_grid(method, n, delta):
    for seed in range(5):
        points = sample_points(n, delta, method, seed)
        assert len(points) == n
        assert all(0 <= coordinate < GRID for point in points for coordinate in point)
        assert point_distances.is_delta_general(points, delta)


GOLDEN = [
    (Method.REJECTION, ((8578, 5686), (4716, 9265), (3847, 8344), (7916, 296), (7264, 4624), (6214, 894))),
    (Method.REPAIR, ((8158, 5644), (4951, 7393), (4477, 9481), (9714, 1850), (1532, 5117), (2806, 347))),
]


@pytest.mark.parametrize(("method", "points"), GOLDEN)
def test_a_seed_gives_the_same_points_on_every_machine(method, points):
    assert sample_points(6, 700, method, 2026) == points


def test_seeds_differ_and_a_generator_goes_on():
    generator = numpy.random.default_rng(1)
    samples = [sample_points(6, 200, Method.REJECTION, source) for source in (1, 2, generator, generator)]
    assert len(set(samples)) == 4
    assert sample_points(6, 200, Method.REJECTION, numpy.random.default_rng(1)) == samples[2]


def test_repair_reaches_sets_that_rejection_practically_never_finds():
    assert point_distances.is_delta_general(sample_points(18, 200, Method.REPAIR, 1), 200)
    with pytest.raises(PointSetUnavailable):
        sample_points(18, 200, Method.REJECTION, 1, attempts=100_000)


@pytest.mark.parametrize(
    ("method", "way_out"),
    [("rejection", "a smaller delta or method repair"), ("repair", "a smaller delta or fewer points")],
)
def test_bounded_effort_ends_with_a_clear_failure(method, way_out):
    with pytest.raises(PointSetUnavailable) as raised:
        sample_points(18, 400, Method(method), 1, attempts=20_000)
    assert raised.value.message == f"no set of 18 points with delta 0.04 in 20,000 attempts; try {way_out}"
    assert raised.value.attempts == 20_000


def test_a_low_threshold_begins_anew_more_often():
    often = [sample(11, 300, Method.REJECTION, seed, restart=50) for seed in range(20)]
    seldom = [sample(11, 300, Method.REJECTION, seed, restart=1000) for seed in range(20)]
    assert sum(found.restarts for found in often) > sum(found.restarts for found in seldom)
    assert all(found.attempts // 50 == found.restarts or found.attempts % 50 == 0 for found in often)


@pytest.mark.parametrize("method", Method)
def test_a_budget_ends_the_search(method):
    with pytest.raises(BudgetExhausted):
        sample_points(40, 400, method, 1, attempts=10**9, budget=Budget(seconds=0.05))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"n": 0}, "vertices"),
        ({"n": 129}, "vertices"),
        ({"delta": -1}, "delta"),
        ({"delta": 10_001}, "delta"),
        ({"attempts": 0}, "attempts"),
        ({"restart": -1}, "restart"),
    ],
)
def test_numbers_out_of_range_are_named(arguments, named):
    with pytest.raises(PointsError) as raised:
        sample_points(**{"n": 5, "delta": 0, "method": Method.REJECTION, "source": 1, **arguments})
    assert raised.value.place == (named,)


SIZES = range(3, 9)


# O. Aichholzer, F. Aurenhammer, H. Krasser (2002).
@pytest.mark.parametrize(("n", "count"), [(3, 1), (4, 2), (5, 3), (6, 16), (7, 135), (8, 3315)])
def test_the_collection_has_as_many_order_types_as_the_literature(n: int, count: int) -> None:
    forms = [canonical_order_type(points).form for points in collected_order_types(n)]
    assert len(set(forms)) == len(forms) == count
    assert forms == sorted(forms)


@pytest.mark.parametrize("n", SIZES)
def test_point_sets_are_small_and_numbered_canonically(n: int) -> None:
    for points in collected_order_types(n):
        require_general_position(points)
        assert 0 <= min(chain.from_iterable(points)) <= max(chain.from_iterable(points)) < 2**7
        assert canonical_order_type(points).order == tuple(range(n))


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, pytest.param(8, marks=pytest.mark.slow)])
def test_the_collection_has_the_types_that_signotopes_give(n: int) -> None:
    recorded = {oracle.least_form(n, oracle.turns_of(points)) for points in collected_order_types(n)}
    assert recorded == oracle.order_types(n)


def test_crossing_types_are_those_of_a_comparison_under_all_numberings() -> None:
    for n, count in ((4, 2), (5, 3), (6, 15)):
        crossings = [oracle.crossings(n, oracle.turns_of(points)) for points in collected_order_types(n)]
        assert len({repr(oracle.x_type_form(n, crossing)) for crossing in crossings}) == count
        assert len(x_type_sets(n)) == count


# The findings on crossing types.
@pytest.mark.parametrize(("n", "count"), [(7, 122), (8, 3091)])
def test_large_collections_have_the_known_numbers_of_crossing_types(n: int, count: int) -> None:
    assert len({canonical_x_type(points).form for points in x_type_sets(n)}) == len(x_type_sets(n)) == count


@pytest.mark.parametrize("n", [3, 4, 5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_the_search_finds_the_recorded_point_sets_again(n: int) -> None:
    assert find_small_order_types(n) == list(collected_order_types(n))


def test_the_text_of_the_file_has_a_line_for_each_size(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = gzip.decompress(files("ludex.games.planarity.making").joinpath(DATA).read_bytes())
    monkeypatch.setattr(order_types, "find_small_order_types", lambda n, _seed, _budget: known[n])
    known = {n: collected_order_types(n) for n in SIZES}
    assert collection_text().encode() == recorded


@pytest.mark.parametrize("n", [2, 9])
def test_other_sizes_are_refused(n: int) -> None:
    for function in (collected_order_types, find_small_order_types, x_type_sets):
        with pytest.raises(PointsError, match="3 to 8 points"):
            function(n)


def test_the_search_ends_with_its_budget() -> None:
    with pytest.raises(BudgetExhausted):
        find_small_order_types(8, budget=Budget(seconds=0.2))
