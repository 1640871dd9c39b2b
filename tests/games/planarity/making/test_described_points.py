"""Point sets as answers describe them."""

import pytest

from ludex.games.planarity.making.described_points import examine_points, sample_described_points
from ludex.games.planarity.making.point_sets import Method, PointSetUnavailable


def test_points_are_sampled_and_examined():
    found = sample_described_points(9, 200, 3, Method.REPAIR)
    points = found.points
    examined = examine_points(points, 200)
    assert examined.general_position
    assert (len(examined.hull), len(examined.interior)) == (found.hull, found.interior)
    assert examined.grid_delta == found.grid_delta >= 200
    assert (examined.delta_general, examine_points(points, found.grid_delta + 1).delta_general) == (True, False)
    assert sample_described_points(9, 200, 3, Method.REPAIR) == found
    with pytest.raises(PointSetUnavailable):
        sample_described_points(40, 300, 1, attempts=100)
    line = examine_points(((0, 0), (1, 1), (2, 2)), 1)
    assert (line.general_position, line.fault.pointer, line.hull, line.delta_general) == (
        False,
        "/points/2",
        None,
        False,
    )
    assert examine_points(((5, 5),), 9).delta_general
