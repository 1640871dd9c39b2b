"""Plane drawings on given points, and plane arrangements of trees."""

from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.making.point_sets import Method, sample_points
from ludex.games.planarity.points import hull
from ludex.games.planarity.solving.embedding import embed, tree_arrangements
from ludex.games.planarity.untangle import circle
from tests.games.planarity import sample_drawings
from tests.oracles.triangulations import is_plane
from tests.trials import examples


@pytest.mark.parametrize("seed", range(24))
def test_a_plane_drawing_is_found_where_some_assignment_is_plane(seed):
    random = Random(seed)
    edges = random.sample(list(combinations(range(5), 2)), random.randint(6, 9))
    drawing = Drawing(circle(5), tuple(edges))
    points = sample_points(5, 0, Method.REJECTION, seed)
    found = embed(drawing, points)
    assert found.proved
    assert (found.drawing is not None) == any(is_plane(order, drawing.edges) for order in permutations(points))
    if found.drawing is not None:
        assert sorted(found.drawing.points) == sorted(points)
        assert found.drawing.edges == drawing.edges
        assert is_plane(found.drawing.points, drawing.edges)


def test_more_points_than_vertices_leave_some_empty():
    # No plane K4 on four points in convex position, but on three of them and one inside.
    complete = Drawing(circle(4), tuple(combinations(range(4), 2)))
    square = [(0, 0), (9, 0), (10, 10), (0, 9)]
    assert embed(complete, square).drawing is None
    found = embed(complete, [*square, (3, 4)])
    assert found.drawing is not None
    assert (3, 4) in found.drawing.points


def test_too_few_points_and_points_on_a_line_are_refused():
    path = Drawing(circle(4), ((0, 1), (1, 2)))
    with pytest.raises(DrawingError, match="3 points are too few for 4 vertices"):
        embed(path, [(0, 0), (1, 0), (0, 1)])
    with pytest.raises(DrawingError, match="points 0, 1 and 2 are on a line"):
        embed(path, [(0, 0), (1, 1), (2, 2), (5, 1)])


def test_a_spent_budget_leaves_it_open():
    tree = Drawing(circle(20), tuple((vertex // 2, vertex) for vertex in range(1, 20)))
    found = embed(tree, sample_points(20, 100, Method.REPAIR, 5), Budget(seconds=0.0))
    assert (found.drawing, found.proved) == (None, False)


@settings(deadline=None, max_examples=examples(60))
@given(st.integers(2, 24), st.integers(0, 2**32))
def test_a_tree_has_one_for_each_point_of_the_hull(n: int, seed: int) -> None:
    tree = sample_drawings.connected_drawing(Random(seed), n, n - 1)
    arrangements = list(tree_arrangements(tree))
    assert len(arrangements) == len(hull(tree.points))
    for arrangement in arrangements:
        assert sorted(arrangement) == list(range(n))
        assert is_plane([tree.points[place] for place in arrangement], tree.edges)


def test_vertices_without_edges_keep_their_place() -> None:
    points = sample_drawings.sample_points(Random(3), 9)
    (arrangement, *_) = tree_arrangements(Drawing(points, ((1, 2), (2, 3), (3, 4), (2, 7))))
    assert [arrangement[vertex] for vertex in (0, 5, 6, 8)] == [0, 5, 6, 8]


def test_other_graphs_have_none() -> None:
    points = sample_drawings.sample_points(Random(3), 4)
    for edges in ((), ((0, 1), (2, 3)), ((0, 1), (1, 2), (0, 2))):
        assert list(tree_arrangements(Drawing(points, edges))) == []
