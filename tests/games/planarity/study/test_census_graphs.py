"""Families of the graphs of the census."""

from itertools import pairwise

import pytest

from ludex.games.planarity.graph import Graph
from ludex.games.planarity.study.census_graphs import census_graph, connected_graphs, graphs_of_family


# A000055, A111563, A003094 and A001349, each without the star, which has no two disjoint edges.
@pytest.mark.parametrize(
    ("n", "numbers"),
    [(4, (1, 4, 5, 5)), (5, (2, 12, 19, 20)), (6, (5, 45, 98, 111)), (7, (10, 171, 645, 852))],
)
def test_the_families_have_the_known_numbers_of_graphs(n: int, numbers: tuple[int, ...]) -> None:
    families = [graphs_of_family(n, family) for family in ("trees", "outerplanar", "planar", "all")]
    assert tuple(map(len, families)) == numbers
    for inner, outer in pairwise(families):
        assert set(inner) < set(outer) or n == 4
    assert families[-1] == connected_graphs(n)


def test_a_graph_is_found_however_its_vertices_are_numbered() -> None:
    path = census_graph(Graph(5, ((3, 0), (0, 4), (4, 1), (1, 2))))
    assert path == census_graph(Graph(5, ((0, 1), (1, 2), (2, 3), (3, 4))))
    assert path in graphs_of_family(5, "trees")


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (Graph(8, ((0, 1), (2, 3))), "not 8"),
        (Graph(5, ((0, 1), (0, 2), (0, 3), (0, 4))), "two disjoint edges"),
        (Graph(5, ((0, 1), (2, 3))), "connected"),
    ],
)
def test_other_graphs_are_refused(graph: Graph, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        census_graph(graph)


def test_unknown_families_are_refused() -> None:
    with pytest.raises(ValueError, match="bushes"):
        graphs_of_family(5, "bushes")
