"""Simple reasons why no swaps can make a drawing plane."""

import networkx
import pytest
from hypothesis import given, settings

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.solving.unreachable import is_outerplanar, no_plane_assignment, simple_reason
from tests.games.planarity.known_drawings import complete
from tests.games.planarity.sample_drawings import drawings
from tests.oracles.untangling import fewest_moves
from tests.trials import examples


def convex(n: int) -> tuple[tuple[int, int], ...]:
    return tuple((x, x * x) for x in range(n))


@settings(deadline=None, max_examples=examples(100))
@given(drawings(most=6))
def test_a_reason_is_a_proof(drawing: Drawing) -> None:
    if simple_reason(drawing) is not None:
        assert fewest_moves(drawing.points, drawing.edges, drawing.edges)[0] is None


@pytest.mark.parametrize(
    ("points", "edges", "reason"),
    [
        (convex(5), complete(5), "the graph is not planar"),
        (
            convex(4),
            complete(4),
            "there are 6 edges, but at most 3n - 3 - hull = 5 can be drawn without a crossing "
            "on 4 points with 4 on the hull",
        ),
        (((0, 0), (6, 0), (0, 6), (1, 1)), complete(4), None),  # exactly 3n - 3 - hull edges
        (convex(4), complete(4)[:5], None),
        (convex(1), (), None),
        (convex(2), complete(2), None),
        (
            convex(5),
            ((0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)),
            "the points are in convex position and the graph is not outerplanar",
        ),
    ],
)
def test_each_reason_and_its_limit(
    points: tuple[tuple[int, int], ...], edges: tuple[tuple[int, int], ...], reason: str | None
) -> None:
    drawing = Drawing(points, edges)
    assert (simple_reason(drawing), no_plane_assignment(drawing)) == (reason, reason)


def test_a_reason_in_one_component_names_its_vertices() -> None:
    points = ((100, 1), (104, 0), (105, 5), (99, 6), (0, 50), (3, 57))
    found = simple_reason(Drawing(points, (*complete(4), (4, 5))))
    assert found is not None
    assert found.endswith("on the vertices 0, 1, 2, 3")


def test_vertices_without_edges_do_not_help() -> None:
    # With the point inside, five points could carry more edges, but no edge's end ever gets there.
    drawing = Drawing(((0, 0), (10, 1), (11, 12), (1, 10), (5, 4)), complete(4))
    assert simple_reason(drawing) is not None
    assert no_plane_assignment(drawing) is None


def test_sixty_vertices_are_decided_at_once() -> None:
    assert simple_reason(Drawing(convex(60), tuple(networkx.wheel_graph(60).edges))) is not None
    assert simple_reason(Drawing(convex(60), tuple(networkx.cycle_graph(60).edges))) is None


def test_outerplanar_graphs_are_those_without_a_minor_of_four_or_of_two_and_three() -> None:
    for graph in networkx.graph_atlas_g()[1:]:
        if graph.number_of_nodes() <= 6 and networkx.is_connected(graph):
            drawn = networkx.Graph(graph.edges)
            drawn.add_edges_from((7, v) for v in graph)
            assert is_outerplanar(graph) == networkx.is_planar(drawn)
    assert not is_outerplanar(networkx.complete_bipartite_graph(2, 3))
