"""The search for hard drawings, against the census and the solver."""

import json

import pytest

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.points import hull
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.study.census_graphs import largest_minimum
from ludex.games.planarity.study.hardest_drawings import one_inside, search_hardest
from tests.oracles.untangling import fewest_swaps


def drawing_of(text: str) -> Drawing:
    read = json.loads(text)
    return Drawing(tuple(map(tuple, read["points"])), tuple(map(tuple, read["edges"])))


@pytest.mark.parametrize("n", [4, 5])
def test_the_drawings_have_the_minima_that_are_stated(n: int) -> None:
    for row in search_hardest(n).rows:
        drawing = drawing_of(row.drawing)
        assert (drawing.vertices, len(drawing.edges)) == (n, row.edges)
        minimum, _, sequences = fewest_swaps(drawing.points, drawing.edges)
        assert (minimum, sequences) == (row.min_swaps, row.sequences)


def test_the_largest_minima_of_six_vertices_are_those_of_the_census_from_seven_edges_on() -> None:
    rows = search_hardest(6).rows
    assert [row.edges for row in rows] == list(range(5, 11))
    for row in rows:
        solution = solve(drawing_of(row.drawing))
        assert (solution.min_swaps, solution.sequences) == (row.min_swaps, row.sequences)
        bound = largest_minimum(6, row.edges)
        assert bound is not None
        assert row.min_swaps <= bound
    assert [row.min_swaps for row in rows if row.edges >= 7] == [5, 6, 6, 6]


def test_the_point_sets_have_one_point_inside() -> None:
    assert all(len(hull(points)) == 7 for points in one_inside(8))


def test_numbers_out_of_range_are_refused() -> None:
    for n, edges, fault in ((9, None, "4 to 8"), (5, [9], "4 to 8")):
        with pytest.raises(ValueError, match=fault):
            search_hardest(n, edges)
