"""The exhibits of Swap Planarity among its results show true numbers."""

import pytest

from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.identity.order_type import canonical_x_type
from ludex.games.planarity.making.point_sets import representatives
from ludex.games.planarity.pages import results
from ludex.games.planarity.study.census import census_totals


def test_the_shown_level_needs_as_many_swaps_as_are_shown() -> None:
    level, swaps = results.EXHIBITED_LEVEL, results.EXHIBITED_SWAPS
    assert is_plane(level.after(swaps))
    # Breadth-first over all drawings that fewer swaps reach: none is plane.
    reached = {level.points}
    for _ in range(len(swaps) - 1):
        reached |= {level.moved(points).swapped(edge).points for points in reached for edge in level.edges}
    assert not any(is_plane(level.moved(points)) for points in reached)


@pytest.mark.parametrize("n", [4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_the_table_of_the_census_holds_what_the_census_finds(n: int) -> None:
    totals = census_totals(n)
    x_types, classes, unreachable, largest = results.CENSUS[n]
    assert (classes, unreachable) == (totals.classes, totals.by_minimum[None])
    assert largest == max(totals.largest_by_edges.values())
    assert x_types == len({canonical_x_type(points).form for points in representatives(n)})
