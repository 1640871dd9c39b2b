"""Graphs are simple, their keys are equal for isomorphic graphs only, and subgraphs are found."""

import json
from pathlib import Path
from random import Random

import networkx
import pytest

from ludex.games.planarity.graph import Graph, canonical_graph, is_subgraph
from ludex.graphs.canonical import GraphError, matching_from_orders
from tests.games.planarity.keys import graph_key
from tests.games.planarity.sample_drawings import sample_edges
from tests.oracles import drawing_equivalence, drawing_keys

GOLDEN = json.loads((Path(__file__).parents[2] / "data" / "golden-planarity-graphs.json").read_text())


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["label"])
def test_a_golden_graph_keeps_its_key_and_label(golden: dict) -> None:
    """tests/data/golden-planarity-graphs.json: made once, from `random.Random(2033)`, 1 to 13 vertices.

    The canonical edges are those that BLISS gave; the oracle makes the key of them.
    """
    n, edges, canonical = (golden[name] for name in ("vertices", "edges", "canonical_edges"))
    assert networkx.is_isomorphic(networkx.Graph(edges), networkx.Graph(canonical))
    assert canonical_graph(n, map(tuple, edges)).edges == tuple(map(tuple, canonical))
    assert graph_key(n, map(tuple, edges)).hex() == golden["key"] == drawing_keys.graph_key(n, canonical).hex()
    label = drawing_keys.label("planarity-graph", (n, len(edges)), bytes.fromhex(golden["key"]))
    assert golden["label"] == label


def test_keys_are_equal_exactly_where_networkx_finds_an_isomorphism() -> None:
    rng = Random(70)
    for n in (4, 5, 6, 7) * 20:
        m = rng.randint(2, n)
        one, other = sample_edges(rng, n, m), sample_edges(rng, n, m)
        graphs = [networkx.empty_graph(n) for _ in range(2)]
        graphs[0].add_edges_from(one)
        graphs[1].add_edges_from(other)
        a, b = canonical_graph(n, one), canonical_graph(n, other)
        assert (a.form == b.form) == networkx.is_isomorphic(*graphs) == (a.edges == b.edges)
        if a.form == b.form:
            assert drawing_equivalence.keeps_edges(one, other, matching_from_orders(a.order, b.order))


def test_isolated_vertices_count() -> None:
    assert graph_key(3, [(0, 1)]) != graph_key(4, [(0, 1)])


def test_edges_are_sorted_with_the_smaller_end_first() -> None:
    assert Graph(4, ((3, 2), (1, 0), (0, 2))).edges == ((0, 1), (0, 2), (2, 3))
    assert Graph(1, ()) == Graph(1, (), drawn_plane=True)
    assert Graph(128, ((0, 127),)).vertices == 128


@pytest.mark.parametrize(
    ("vertices", "edges", "message"),
    [
        (0, (), "the graph has 0 vertices; 1 to 128"),
        (129, (), "the graph has 129 vertices"),
        (3, ((1, 1),), "not an edge between vertices 0 to 2"),
        (3, ((0, 3),), r"\[0, 3\] is not an edge"),
        (3, ((-1, 0),), r"\[-1, 0\] is not an edge"),
        (3, ((0, 1), (1, 0)), "an edge occurs twice"),
        (128, tuple((u, v) for v in range(128) for u in range(v))[:2049], "edges given; at most"),
    ],
)
def test_a_graph_that_is_not_simple_is_refused(vertices: int, edges: tuple, message: str) -> None:
    with pytest.raises(GraphError, match=message):
        Graph(vertices, edges)


def test_an_argument_that_must_be_a_graph_is_named() -> None:
    Graph.require(Graph(1, ()))
    with pytest.raises(TypeError, match="pattern"):
        Graph.require(5, "pattern")


def test_subgraphs_are_those_of_networkx() -> None:
    rng, answers = Random(71), set()
    for _ in range(120):
        sizes = rng.randint(2, 5), rng.randint(3, 6)
        one, other = (Graph(n, sample_edges(rng, n, rng.randint(0, n * (n - 1) // 2))) for n in sizes)
        pattern, host = networkx.empty_graph(one.vertices), networkx.empty_graph(other.vertices)
        pattern.add_edges_from(one.edges)
        host.add_edges_from(other.edges)
        expected = networkx.isomorphism.GraphMatcher(host, pattern).subgraph_is_monomorphic()
        assert is_subgraph(one, other) is expected
        answers.add(expected)
    assert answers == {True, False}
