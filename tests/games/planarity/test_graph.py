"""Keys of graphs: equal for isomorphic graphs only."""

import json
from pathlib import Path
from random import Random

import networkx
import pytest

from ludex.games.planarity.graph import canonical_graph
from ludex.graphs.canonical import matching_from_orders
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


def test_there_are_fifty_golden_graphs_with_different_labels() -> None:
    assert len({golden["label"] for golden in GOLDEN}) == len(GOLDEN) == 50


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
