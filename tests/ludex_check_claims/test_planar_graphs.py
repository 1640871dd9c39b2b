"""The checker's own test of planarity, and its numbers of planar graphs."""

import random
from itertools import combinations

import networkx
import pytest

from ludex_check_claims.planarity.planar_graphs import count_planar_graphs, is_planar
from ludex_check_claims.verdicts import Clock, Export


def planar(graph: networkx.Graph) -> bool:
    number = {v: place for place, v in enumerate(graph)}
    return is_planar(len(graph), [(number[u], number[v]) for u, v in graph.edges])


def test_planarity_agrees_with_networkx() -> None:
    numbers = random.Random(1)
    seen = {True: 0, False: 0}
    for _ in range(600):
        n = numbers.randint(5, 20)
        graph = networkx.gnm_random_graph(n, numbers.randint(n, 3 * n - 6), seed=numbers.randint(0, 10**6))
        expected = networkx.check_planarity(graph)[0]
        assert planar(graph) is expected
        seen[expected] += 1
    assert min(seen.values()) > 50


@pytest.mark.parametrize("graph", [networkx.complete_graph(5), networkx.complete_bipartite_graph(3, 3)])
def test_the_two_minimal_graphs_are_not_planar(graph: networkx.Graph) -> None:
    assert not planar(graph)
    for edge in list(graph.edges):
        smaller = graph.copy()
        smaller.remove_edge(*edge)
        assert planar(smaller)


@pytest.mark.parametrize("n", range(2, 7))
def test_small_numbers_are_those_of_all_graphs(n: int) -> None:
    """Compare with the atlas of all graphs with up to seven vertices."""
    atlas = (graph for graph in networkx.graph_atlas_g() if len(graph) == n)
    found = [g for g in atlas if networkx.check_planarity(g)[0] and all(degree for _, degree in g.degree)]
    counted = count_planar_graphs(n, Clock(Export(), 60))
    expected = [sum(len(g.edges) == edges for g in found) for edges in range(len(list(combinations(range(n), 2))) + 1)]
    assert [counted.get(edges, 0) for edges in range(len(expected))] == expected


def test_the_number_of_planar_graphs_of_7_vertices_is_the_published_one() -> None:
    # OEIS A005470: 142 planar graphs of 6 vertices and 822 of 7.
    assert sum(count_planar_graphs(7, Clock(Export(), 60)).values()) == 822 - 142


@pytest.mark.slow
def test_the_number_of_planar_graphs_of_8_vertices_is_the_published_one() -> None:
    # OEIS A005470: 822 planar graphs of 7 vertices and 6,966 of 8.
    assert sum(count_planar_graphs(8, Clock(Export(), 240)).values()) == 6966 - 822
