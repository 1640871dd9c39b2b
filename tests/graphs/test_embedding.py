"""Embeddings against networkx's VF2."""

from random import Random

import networkx
import pytest
from networkx.algorithms.isomorphism import GraphMatcher

from ludex.games.planarity.graph import Graph
from ludex.graphs.embedding import EmbeddingTooHard, PreservedRelation, find_embedding


def random_graph(numbers, vertices, share):
    edges = [(u, v) for v in range(vertices) for u in range(v) if numbers.random() < share]
    return Graph(vertices, tuple(edges))


def as_networkx(graph):
    made = networkx.Graph()
    made.add_nodes_from(range(graph.vertices))
    made.add_edges_from(graph.edges)
    return made


def test_an_embedding_keeps_every_relation():
    numbers = Random(7)
    for _ in range(30):
        host = random_graph(numbers, 8, 0.5)
        pattern = random_graph(numbers, 4, 0.5)
        there, here = as_networkx(host), as_networkx(pattern)
        sets = [[sum(1 << v for v in graph[u]) for u in graph] for graph in (here, there)]
        others = [
            [sum(1 << v for v in graph if v != u and v not in graph[u]) for u in graph] for graph in (here, there)
        ]
        found = find_embedding([0xFF] * 4, [PreservedRelation(*sets), PreservedRelation(*others)])
        assert (found is not None) is GraphMatcher(there, here).subgraph_is_isomorphic()
        if found is not None:
            assert len(set(found)) == 4
            assert all(there.has_edge(found[u], found[v]) == here.has_edge(u, v) for u in here for v in range(u))


def test_each_choice_is_a_step_and_no_more_are_made_than_allowed():
    assert find_embedding([], [], steps=0) == ()
    assert find_embedding([0], [], steps=1) is None
    assert find_embedding([0b100, 0b110, 0b111], [], steps=3) == (2, 1, 0)
    with pytest.raises(EmbeddingTooHard):
        find_embedding([0b100, 0b110, 0b111], [], steps=2)


def test_a_search_that_is_too_hard_ends():
    numbers = Random(1)
    with pytest.raises(EmbeddingTooHard):
        find_embedding(
            [(1 << 60) - 1] * 25,
            [
                PreservedRelation(
                    *(
                        [sum(1 << v for v in g[u]) for u in g]
                        for g in map(as_networkx, (random_graph(numbers, 25, 0.5), random_graph(numbers, 60, 0.5)))
                    )
                )
            ],
            steps=500,
        )
