"""Invariants of graphs: closed forms of known graphs, networkx, and automorphisms by all permutations."""

from itertools import permutations
from random import Random

import igraph
import networkx
import pytest

from ludex.games.planarity.identity.invariants import GraphInvariants, count_automorphisms, degrees, graph_invariants
from tests.games.planarity.sample_drawings import sample_edges


def of(graph: networkx.Graph) -> GraphInvariants:
    numbered = networkx.convert_node_labels_to_integers(graph)
    return graph_invariants(numbered.number_of_nodes(), numbered.edges)


@pytest.mark.parametrize(
    ("graph", "planar", "outerplanar", "bipartite", "girth", "automorphisms"),
    [
        (networkx.complete_graph(4), True, False, False, 3, 24),
        (networkx.complete_graph(5), False, False, False, 3, 120),
        (networkx.complete_bipartite_graph(2, 3), True, False, True, 4, 12),
        (networkx.complete_bipartite_graph(3, 3), False, False, True, 4, 72),
        (networkx.petersen_graph(), False, False, False, 5, 120),
        (networkx.heawood_graph(), False, False, True, 6, 336),
        (networkx.dodecahedral_graph(), True, False, False, 5, 120),
        (networkx.hypercube_graph(6), False, False, True, 4, 46080),
        (networkx.cycle_graph(12), True, True, True, 12, 24),
        (networkx.tutte_graph(), True, False, False, 4, 3),
        (networkx.path_graph(7), True, True, True, None, 2),
    ],
)
def test_known_graphs(
    graph: networkx.Graph, planar: bool, outerplanar: bool, bipartite: bool, girth: int | None, automorphisms: int
) -> None:
    found = of(graph)
    assert (found.planar, found.outerplanar, found.bipartite) == (planar, outerplanar, bipartite)
    assert (found.girth, found.automorphisms) == (girth, automorphisms)
    assert found.connected
    assert found.components == 1


def test_trees_and_forests() -> None:
    tree, forest, cycle = of(networkx.star_graph(5)), graph_invariants(5, [(0, 1), (2, 3)]), of(networkx.cycle_graph(3))
    assert (tree.tree, tree.forest) == (True, True)
    assert (forest.tree, forest.forest, forest.components, forest.connected) == (False, True, 3, False)
    assert (cycle.tree, cycle.forest) == (False, False)


def test_degrees_descend() -> None:
    found = of(networkx.lollipop_graph(3, 2))
    assert found.degrees == degrees(5, [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4)]) == (3, 2, 2, 2, 1)
    assert (found.min_degree, found.max_degree, found.vertices, found.edges) == (1, 3, 5, 5)


def test_one_vertex() -> None:
    found = graph_invariants(1, [])
    assert (found.degrees, found.tree, found.girth, found.automorphisms) == ((0,), True, None, 1)


def test_random_graphs_are_as_networkx_says() -> None:
    rng = Random(80)
    for _ in range(60):
        n = rng.randint(2, 14)
        edges = sample_edges(rng, n, rng.randint(0, min(3 * n, n * (n - 1) // 2)))
        graph = networkx.empty_graph(n)
        graph.add_edges_from(edges)
        found = graph_invariants(n, edges)
        girth = networkx.girth(graph)
        assert found.girth == (None if girth == float("inf") else girth)
        assert found.planar == networkx.check_planarity(graph)[0]
        apex = networkx.Graph(graph)
        apex.add_edges_from(("apex", v) for v in range(n))
        assert found.outerplanar == networkx.check_planarity(apex)[0]
        assert found.forest == networkx.is_forest(graph)
        assert found.tree == networkx.is_tree(graph)


def test_automorphisms_are_as_many_as_permutations_that_keep_the_edges() -> None:
    rng = Random(81)
    for n in (3, 4, 5, 6) * 8:
        edges = {frozenset(edge) for edge in sample_edges(rng, n, rng.randint(0, n * (n - 1) // 2))}
        kept = sum(
            all(frozenset(image[v] for v in edge) in edges for edge in edges) for image in permutations(range(n))
        )
        assert count_automorphisms(n, [tuple(edge) for edge in edges]) == kept


def test_automorphisms_are_as_many_as_another_program_counts() -> None:
    rng = Random(83)
    counts = set()
    for n in (7, 9, 11, 16, 40) * 8:
        edges = sample_edges(rng, n, rng.randint(n - 1, 2 * n))
        counts.add(counted := count_automorphisms(n, edges))
        assert counted == igraph.Graph(n, edges).count_automorphisms()
    assert 1 in counts
    assert len(counts) > 3
