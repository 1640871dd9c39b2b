"""Every tree has a plane arrangement on any points."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.points import hull
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.tree_embedding import tree_arrangements
from tests.games.planarity.sample_drawings import connected_drawing, sample_points


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 24), st.integers(0, 2**32))
def test_a_tree_has_one_for_each_point_of_the_hull(n: int, seed: int) -> None:
    tree = connected_drawing(Random(seed), n, n - 1)
    arrangements = list(tree_arrangements(tree))
    assert len(arrangements) == len(hull(tree.points))
    for arrangement in arrangements:
        assert sorted(arrangement) == list(range(n))
        assert is_plane(tree.moved(tuple(tree.points[place] for place in arrangement)))


def test_vertices_without_edges_keep_their_place() -> None:
    points = sample_points(Random(3), 9)
    (arrangement, *_) = tree_arrangements(Drawing(points, ((1, 2), (2, 3), (3, 4), (2, 7))))
    assert [arrangement[vertex] for vertex in (0, 5, 6, 8)] == [0, 5, 6, 8]


def test_other_graphs_have_none() -> None:
    points = sample_points(Random(3), 4)
    for edges in ((), ((0, 1), (2, 3)), ((0, 1), (1, 2), (0, 2))):
        assert list(tree_arrangements(Drawing(points, edges))) == []


def test_the_largest_trees_get_an_upper_bound() -> None:
    tree = connected_drawing(Random(8), 64, 63, 10**6)
    solution = solve(tree, Budget(seconds=1.5))
    assert not solution.proved
    assert solution.min_swaps == len(solution.swaps)
    assert is_plane(tree.after(solution.swaps))
