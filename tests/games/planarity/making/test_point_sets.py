import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.making.point_sets import (
    GRID,
    Method,
    PointSetUnavailable,
    largest_delta,
    largest_grid_delta,
    sample,
    sample_points,
)
from ludex.games.planarity.points import PointsError
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
