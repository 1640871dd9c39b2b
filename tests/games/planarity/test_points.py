"""Points: orientation, general position and hulls, decided by integers."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.faults import Place
from ludex.games.planarity.points import (
    Points,
    PointsError,
    hull,
    interior,
    orientation,
    require_general_position,
    segments_cross,
)
from tests.games.planarity.sample_drawings import sample_points

small = st.lists(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=1, max_size=8)


@given(small)
def test_general_position_means_no_repeated_point_and_no_three_on_a_line(points: list[tuple[int, int]]) -> None:
    repeated = [index for index, point in enumerate(points) if point in points[:index]]
    lines = [
        (i, k) for i, j, k in combinations(range(len(points)), 3) if not orientation(points[i], points[j], points[k])
    ]
    # The second of equal points, or the third point of the first line, is at fault.
    at_fault = repeated[0] if repeated else min(lines)[1] if lines else None
    try:
        require_general_position(points)
    except PointsError as error:
        assert error.place == ("points", at_fault)
    else:
        assert at_fault is None


@settings(deadline=None)
@given(st.integers(3, 12), st.integers(0, 2**32))
def test_hull_and_interior_part_the_points_by_the_triangles_that_hold_them(n: int, seed: int) -> None:
    points = sample_points(Random(seed), n, 60)
    inside = {
        index
        for index, point in enumerate(points)
        if any(
            len({orientation(a, b, point) > 0, orientation(b, c, point) > 0, orientation(c, a, point) > 0}) == 1
            for a, b, c in combinations([other for other in points if other != point], 3)
        )
    }
    assert set(interior(points)) == inside
    around = hull(points)
    assert set(around) == set(range(n)) - inside
    assert min(points) == points[around[0]]
    turns = [
        orientation(points[a], points[b], points[c])
        for a, b, c in zip(around, around[1:] + around[:1], around[2:] + around[:2], strict=True)
    ]
    assert all(turn > 0 for turn in turns)


def test_two_points_and_one_are_their_own_hull() -> None:
    assert hull([(3, 4)]) == (0,)
    assert hull([(3, 4), (1, 9)]) == (1, 0)


def test_an_orientation_is_twice_an_area() -> None:
    p, q, r = (0, 0), (7, 2), (3, 9)
    assert Fraction(orientation(p, q, r), 2) == Fraction(7 * 9 - 2 * 3, 2)


def test_of_the_pairs_of_segments_on_four_points_one_crosses_if_the_points_are_convex() -> None:
    for seed in range(40):
        p, q, r, s = sample_points(Random(seed), 4, 9)
        crossing = [segments_cross(p, q, r, s), segments_cross(p, r, q, s), segments_cross(p, s, q, r)]
        assert sum(crossing) == (len(hull([p, q, r, s])) == 4)


@pytest.mark.parametrize(
    ("points", "fault", "place"),
    [
        ([], "0 points given; 1 to 128 are allowed", ("points",)),
        ([(x, x * x) for x in range(129)], "129 points given; 1 to 128 are allowed", ("points",)),
        ([(0, 0), (2**30 + 1, 0)], "a coordinate is outside -2^30 to 2^30: 1073741825", ("points", 1, 0)),
        ([(0, -(2**30) - 1)], "a coordinate is outside -2^30 to 2^30: -1073741825", ("points", 0, 1)),
        ([(3, 4), (0, 0), (3, 4)], "points 0 and 2 are the same: [3, 4]", ("points", 2)),
        ([(9, 8), (0, 1), (0, 5), (0, 3)], "points 1, 2 and 3 are on a line", ("points", 3)),
        ([(4, 4), (7, 1), (2, 2), (3, 3)], "points 0, 2 and 3 are on a line", ("points", 3)),
    ],
)
def test_what_is_not_in_general_position_is_refused_with_its_place(points: Points, fault: str, place: Place) -> None:
    with pytest.raises(PointsError) as refused:
        require_general_position(points)
    assert (refused.value.message, refused.value.place) == (fault, place)


def test_128_points_and_the_largest_coordinates_are_allowed() -> None:
    require_general_position([(x, x * x) for x in range(128)])
    require_general_position([(2**30, -(2**30)), (-(2**30), 2**30), (2**30, 2**30)])
