from itertools import combinations

import pytest
from scipy.spatial import Delaunay

from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.making.point_sets import Method, sample_points
from ludex.games.planarity.making.triangulation import (
    EdgesUnavailable,
    Triangulation,
    delaunay,
    lawson_flips,
    remove_edges,
)
from ludex.games.planarity.points import PointsError, hull
from tests.oracles import triangulations


def some_points(seed, n=9, delta=50):
    return sample_points(n, delta, Method.REJECTION, seed)


@pytest.mark.parametrize("seed", range(12))
def test_delaunay_edges_are_those_of_the_empty_circles(seed):
    points = some_points(seed, 3 + seed)
    assert list(delaunay(points)) == triangulations.delaunay(points)


@pytest.mark.parametrize("seed", range(6))
def test_the_apexes_of_an_edge_are_the_corners_of_its_empty_triangles(seed):
    points = some_points(seed, 5 + seed)
    made = Triangulation.delaunay(points)
    edges = {frozenset(edge) for edge in made.edges()}

    def turn(a, b, c):
        (ax, ay), (bx, by), (cx, cy) = points[a], points[b], points[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    def apex(u, v):
        corners = [
            w for w in range(len(points)) if {frozenset((u, w)), frozenset((v, w))} <= edges and turn(u, v, w) > 0
        ]
        empty = [
            w for w in corners if not any(turn(u, v, x) > 0 < turn(v, w, x) and turn(w, u, x) > 0 for x in corners)
        ]
        return empty[0] if empty else None

    for u, v in map(tuple, edges):
        assert made.apexes(u, v) == (apex(u, v), apex(v, u))
        assert made.apexes(v, u) == (apex(v, u), apex(u, v))


def test_one_point_and_two_have_no_triangles():
    assert delaunay([(0, 0)]) == ()
    assert delaunay([(5, 1), (0, 0)]) == ((0, 1),)


def test_four_points_that_are_almost_on_one_circle():
    # A square with one corner moved by 1 inwards or outwards, with the largest coordinates that are allowed.
    far = 2**15 - 1
    inwards = [(0, 0), (far, 0), (far - 1, far - 1), (0, far)]
    outwards = [(0, 0), (far - 1, 0), (far, far), (0, far - 1)]
    assert list(delaunay(inwards)) == triangulations.delaunay(inwards)
    assert list(delaunay(outwards)) == triangulations.delaunay(outwards)
    assert ((0, 2) in delaunay(inwards)) != ((0, 2) in delaunay(outwards))


def test_coordinates_whose_products_exceed_64_bits_are_refused():
    with pytest.raises(PointsError, match="coordinates must differ by less than 32768"):
        delaunay([(0, 0), (2**15, 0), (3, 9)])


@pytest.mark.parametrize("seed", range(20))
def test_points_on_one_circle_get_a_triangulation(seed):
    circle = [(x, y) for x in range(-65, 66) for y in range(-65, 66) if x * x + y * y == 65 * 65]
    points = [circle[place] for place, _ in zip(RandomNumbers(seed).shuffled(len(circle)), range(9), strict=False)]
    assert len(delaunay(points)) == 2 * 9 - 3
    assert triangulations.is_plane(points, delaunay(points))


@pytest.mark.parametrize("n", [40, 64, 65, 128])
def test_many_points_are_triangulated_as_qhull_does(n):
    # No four of these points are on a circle, and no case is close enough for floats to decide it wrongly.
    points = some_points(n, n, 0)
    edges = {
        tuple(sorted(edge)) for corners in Delaunay(points).simplices.tolist() for edge in combinations(corners, 2)
    }
    assert delaunay(points) == tuple(sorted(edges))


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


def test_each_possible_flip_is_made():
    points = some_points(3, 8)
    edges = delaunay(points)
    possible = triangulations.flips(points, edges)
    assert len(possible) > 3
    assert {lawson_flips(points, edges, 1, seed) for seed in range(40 * len(possible))} == possible


def test_an_edge_flips_where_its_quadrilateral_is_convex_only():
    # Point 3 inside the triangle: each inner edge has a quadrilateral with a reflex corner.
    points = [(0, 0), (8, 0), (3, 9), (4, 3)]
    assert triangulations.flips(points, delaunay(points)) == set()
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
