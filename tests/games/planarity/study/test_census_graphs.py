"""Families of the graphs of the census."""

import json
from itertools import combinations, pairwise, permutations
from pathlib import Path

import pytest

from ludex.games.planarity.graph import Graph
from ludex.games.planarity.study.census_graphs import (
    census_graph,
    connected_graphs,
    graphs_of_family,
    largest_minimum,
)
from tests.oracles import untangling


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


HARDEST_OF_EIGHT = json.loads(Path(__file__).with_name("hardest_of_eight.json").read_text())
"""For each number of edges from 5 on, a drawing with 8 vertices that has the largest minimum."""

# One point set of each order type, by the number of points.
ORDER_TYPES = {
    4: [((0, 0), (9, 0), (10, 10), (0, 9)), ((0, 0), (8, 0), (3, 9), (4, 3))],
    5: [
        ((0, 3), (3, 0), (7, 1), (8, 6), (3, 9)),
        ((0, 0), (9, 0), (10, 10), (0, 9), (3, 4)),
        ((0, 0), (12, 0), (5, 13), (5, 3), (6, 5)),
    ],
}


def renumbered(edges, numbers):
    return tuple(sorted((min(numbers[u], numbers[v]), max(numbers[u], numbers[v])) for u, v in edges))


def graphs(n, m):
    """Return the edges of every graph without isolated vertices, in one numbering of each."""
    found, seen = [], set()
    for edges in combinations(combinations(range(n), 2), m):
        if edges not in seen and len({v for edge in edges for v in edge}) == n:
            found.append(edges)
            seen |= {renumbered(edges, numbers) for numbers in permutations(range(n))}
    return found


@pytest.mark.parametrize(("n", "m"), [(4, 2), (4, 3), (4, 4), (4, 5), (4, 6), *((5, m) for m in range(3, 10))])
def test_the_most_swaps_of_all_small_drawings(n, m):
    needed = [untangling.largest_minimum(points, edges) for edges in graphs(n, m) for points in ORDER_TYPES[n]]
    assert largest_minimum(n, m) == max(needed)


def test_the_most_swaps_by_the_published_table():
    assert [largest_minimum(6, m) for m in range(5, 13)] == [5, 4, 5, 6, 6, 6, 5, 3]
    assert [largest_minimum(7, m) for m in range(6, 16)] == [7, 7, 8, 10, 9, 8, 8, 8, 8, 6]
    assert [max(largest_minimum(n, m) or 0 for m in range(n - 1, 3 * n - 5)) for n in range(4, 9)] == [1, 3, 6, 10, 14]


def test_nobody_has_searched_nine_vertices():
    assert largest_minimum(9, 12) is None


@pytest.mark.parametrize(("n", "m", "most"), [(8, 4, 0), (20, 10, 0), (9, 5, 1), (21, 11, 1), (3, 2, 0)])
def test_as_few_edges_as_reach_all_vertices_leave_little_to_swap(n, m, most):
    assert largest_minimum(n, m) == most


@pytest.mark.parametrize(
    "drawing",
    [
        pytest.param(drawing, id=str(len(drawing["edges"])), marks=[pytest.mark.slow] * (len(drawing["edges"]) > 8))
        for drawing in HARDEST_OF_EIGHT
    ],
)
def test_the_most_swaps_of_eight_vertices_are_attained(drawing):
    points, edges = tuple(map(tuple, drawing["points"])), tuple(map(tuple, drawing["edges"]))
    assert len(points) == len({v for edge in edges for v in edge}) == 8
    assert untangling.fewest_swaps(points, edges)[0] == largest_minimum(8, len(edges))
