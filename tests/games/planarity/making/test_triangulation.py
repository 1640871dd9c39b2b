from itertools import combinations

import pytest

from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.making.point_sets import Method, sample_points
from ludex.games.planarity.making.triangulation import (
    EdgesUnavailable,
    Triangulation,
    delaunay,
    in_circle,
    lawson_flips,
    remove_edges,
)
from ludex.games.planarity.points import hull
from tests.oracles import triangulations


def some_points(seed, n=9, delta=50):
    return sample_points(n, delta, Method.REJECTION, seed)


@pytest.mark.parametrize("seed", range(12))
def test_delaunay_edges_are_those_of_the_empty_circles(seed):
    points = some_points(seed, 3 + seed)
    assert list(delaunay(points)) == triangulations.delaunay(points)


def test_one_point_and_two_have_no_triangles():
    assert delaunay([(0, 0)]) == ()
    assert delaunay([(5, 1), (0, 0)]) == ((0, 1),)


def test_points_one_above_the_other_are_triangulated():
    points = [(0, 0), (0, 7), (5, 3), (5, 11), (9, 4), (9, 20)]
    assert len(delaunay(points)) == 3 * 6 - 3 - len(hull(points))
    assert triangulations.is_plane(points, delaunay(points))


def test_four_points_on_a_circle_get_one_diagonal():
    square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    assert len(delaunay(square)) == 5


def test_four_points_that_floats_put_on_one_circle():
    # A square of side 2^30 with one corner moved by 1 inwards or outwards: exact arithmetic sees the difference.
    far = 2**30
    inwards = [(0, 0), (far, 0), (far - 1, far - 1), (0, far)]
    outwards = [(-1, -1), (far - 1, 0), (far - 1, far - 1), (0, far - 1)]
    assert list(delaunay(inwards)) == triangulations.delaunay(inwards)
    assert list(delaunay(outwards)) == triangulations.delaunay(outwards)
    assert ((0, 2) in delaunay(inwards)) != ((0, 2) in delaunay(outwards))


def test_in_circle_is_symmetric_under_rotation_of_the_triangle():
    p, q, r, s = (0, 0), (10, 0), (0, 10), (9, 9)
    assert in_circle(p, q, r, s) == in_circle(q, r, p, s) == in_circle(r, p, q, s)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("flips", [0, 1, 5, 40])
def test_flips_keep_a_triangulation(seed, flips):
    points = some_points(seed)
    edges = lawson_flips(points, delaunay(points), flips, seed)
    assert len(edges) == 3 * len(points) - 3 - len(hull(points))
    assert triangulations.is_plane(points, edges)


@pytest.mark.parametrize("seed", range(5))
def test_one_flip_changes_one_edge(seed):
    points = some_points(seed)
    before = set(delaunay(points))
    after = set(lawson_flips(points, sorted(before), 1, seed))
    assert len(before - after) == len(after - before) == 1


def test_an_edge_flips_where_its_quadrilateral_is_convex_only():
    # Point 3 inside the triangle: each inner edge has a quadrilateral with a reflex corner.
    points = [(0, 0), (8, 0), (3, 9), (4, 3)]
    triangulation = Triangulation(points, delaunay(points))
    assert all(triangulation.diagonal(*edge) is None for edge in triangulation.edges())
    assert lawson_flips(points, delaunay(points), 5, 1) == delaunay(points)


def test_flips_reach_every_triangulation():
    # A convex pentagon has five triangulations.
    pentagon = [(0, 3), (3, 0), (7, 1), (8, 6), (3, 9)]
    reached = {lawson_flips(pentagon, delaunay(pentagon), flips, seed) for flips in range(6) for seed in range(10)}
    assert len(reached) == 5


@pytest.mark.parametrize("m", range(6, 22))
def test_removal_leaves_m_edges_and_isolates_no_vertex(m):
    points = some_points(3, 12)
    edges = delaunay(points)
    kept = remove_edges(edges, m, m)
    assert len(kept) == m
    assert set(kept) <= set(edges)
    assert {vertex for edge in kept for vertex in edge} == set(range(12))


def test_removal_reaches_the_least_edge_cover_of_large_graphs():
    points = some_points(1, 40, 0)
    kept = remove_edges(delaunay(points), 20, 1)
    assert len({vertex for edge in kept for vertex in edge}) == 40


def test_removal_can_leave_every_set_of_edges_that_reaches_all_vertices():
    square = list(combinations(range(4), 2))
    kept = {remove_edges(square, 3, seed) for seed in range(300)}
    # 20 sets of three edges, less the four triangles.
    assert len(kept) == 16


@pytest.mark.parametrize(
    ("edges", "m", "message"),
    [
        ([(0, 1), (0, 2), (0, 3)], 2, "2 of the 3 edges cannot reach every vertex; at least 3 are needed"),
        ([(0, 1), (1, 2)], 3, "3 of 2 edges cannot be kept"),
    ],
)
def test_what_cannot_be_removed_is_refused(edges, m, message):
    with pytest.raises(EdgesUnavailable, match=message):
        remove_edges(edges, m, 1)


def test_a_seed_gives_the_same_edges():
    points = some_points(2)
    flipped = [lawson_flips(points, delaunay(points), 7, RandomNumbers(5)) for _ in range(2)]
    assert flipped[0] == flipped[1]
    assert remove_edges(flipped[0], 9, 5) == remove_edges(flipped[1], 9, 5)
