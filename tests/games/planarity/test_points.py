"""Points: orientation, general position and hulls, decided by integers."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.planarity.points import PointsError, hull, interior, orientation, require_general_position
from tests.games.planarity.sample_drawings import sample_points

small = st.lists(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=1, max_size=8)


@given(small)
def test_general_position_means_no_repeated_point_and_no_three_on_a_line(points: list[tuple[int, int]]) -> None:
    general = len(set(points)) == len(points) and all(orientation(p, q, r) for p, q, r in combinations(points, 3))
    try:
        require_general_position(points)
    except PointsError as error:
        assert not general
        assert error.place[0] == "points"
    else:
        assert general


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


@pytest.mark.parametrize("count", [0, 129])
def test_between_one_and_sixty_four_points(count: int) -> None:
    with pytest.raises(PointsError, match="1 to 128 are allowed"):
        require_general_position([(x, x * x) for x in range(count)])
