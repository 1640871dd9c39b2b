"""Random plane drawings by family: plane, connected, with the graph that the family promises."""

import networkx as nx
import pytest

from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.making.plane_families import (
    FamilyUnavailable,
    PlaneFamily,
    plane_drawing_of,
    scramble_family,
    symmetric_points,
    triangulated_polygon,
)
from ludex.games.planarity.making.point_sets import GRID, largest_delta
from ludex.games.planarity.making.triangulation import delaunay
from tests.oracles.triangulations import is_plane

EDGES = {
    PlaneFamily.TREE: lambda n: range(n - 1, n),
    PlaneFamily.CYCLE: lambda n: range(n, n + 1),
    PlaneFamily.OUTERPLANAR: lambda n: range(3 * n // 2, 3 * n // 2 + 1),
    PlaneFamily.GENERAL: lambda n: range(2 * n - 2, 2 * n - 1),
    PlaneFamily.TRIANGULATION: lambda n: range(2 * n + 1, 3 * n - 5),
    PlaneFamily.SYMMETRIC: lambda n: range(4 * n // 3 + 1, 4 * n // 3 + 2),
}


def drawn(family: PlaneFamily, n: int, seed: int, delta: int = 100) -> Drawing:
    return plane_drawing_of(family, n, EDGES[family](n), delta, RandomNumbers(seed))


@pytest.mark.parametrize("family", PlaneFamily)
@pytest.mark.parametrize("n", [8, 10, 14])
def test_drawings_are_plane_connected_and_have_the_edges_requested(family: PlaneFamily, n: int) -> None:
    for seed in range(3):
        drawing = drawn(family, n, seed)
        assert drawing.vertices == n
        assert len(drawing.edges) in EDGES[family](n)
        assert is_plane(drawing.points, drawing.edges)
        assert nx.is_connected(drawing.graph())
        assert (largest_delta(drawing.points) or 0) >= 100
        assert drawing == drawn(family, n, seed)


def test_trees_cycles_and_outerplanar_graphs_are_what_they_are_called() -> None:
    for seed in range(5):
        assert nx.is_tree(drawn(PlaneFamily.TREE, 12, seed).graph())
        assert {degree for _, degree in drawn(PlaneFamily.CYCLE, 12, seed).graph().degree} == {2}
        graph = drawn(PlaneFamily.OUTERPLANAR, 12, seed).graph()
        # A graph is outerplanar if it stays planar when another vertex is joined to all of its vertices.
        graph.add_edges_from(("new", vertex) for vertex in list(graph))
        assert nx.check_planarity(graph)[0]


def test_a_triangulation_has_the_most_edges_that_its_points_allow() -> None:
    drawing = drawn(PlaneFamily.TRIANGULATION, 12, 1)
    others = [(u, v) for u in range(12) for v in range(u + 1, 12) if (u, v) not in drawing.edges]
    assert not any(is_plane(drawing.points, (*drawing.edges, edge)) for edge in others)


@pytest.mark.parametrize("swaps", [1, 4, 9])
def test_a_half_turn_maps_a_scrambled_symmetric_drawing_to_itself(swaps: int) -> None:
    for seed in range(5):
        plane = drawn(PlaneFamily.SYMMETRIC, 10, seed)
        drawing = scramble_family(PlaneFamily.SYMMETRIC, plane, swaps, RandomNumbers(seed))
        at = {point: vertex for vertex, point in enumerate(drawing.points)}
        image = [at[GRID - x, GRID - y] for x, y in drawing.points]
        assert all(image[v] != v for v in range(10))
        assert {frozenset((image[u], image[v])) for u, v in drawing.edges} == {
            frozenset(edge) for edge in drawing.edges
        }
        assert sorted(drawing.points) == sorted(plane.points)


def test_scrambling_moves_points_along_edges_only() -> None:
    plane = drawn(PlaneFamily.TREE, 9, 3)
    drawing = scramble_family(PlaneFamily.TREE, plane, 1, RandomNumbers(1))
    moved = [v for v in range(9) if plane.points[v] != drawing.points[v]]
    assert tuple(moved) in plane.edges


def test_a_polygon_passes_through_all_points_without_crossings() -> None:
    points = drawn(PlaneFamily.TREE, 12, 5).points
    found = next(
        polygon
        for seed in range(50)
        if (polygon := triangulated_polygon(points, delaunay(points), RandomNumbers(seed))) is not None
    )
    corners, edges = found
    assert sorted(corners) == list(range(12))
    assert len(edges) == 2 * 12 - 3
    assert is_plane(points, edges)


def test_symmetric_points_come_in_pairs() -> None:
    with pytest.raises(ValueError, match="even number"):
        symmetric_points(7, 100, RandomNumbers(1))


def test_impossible_drawings_are_refused_after_a_bounded_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.games.planarity.making.plane_families._POINT_SETS", 20)
    with pytest.raises(FamilyUnavailable, match="no general drawing with 5 vertices and 10 edges"):
        plane_drawing_of(PlaneFamily.GENERAL, 5, range(10, 11), 100, RandomNumbers(1))
