"""Canonical forms of graphs whose edges are an array. The tests of `canonical` cover small graphs."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from ludex.graphs.bliss import automorphism_generators, canonical_order, edge_array, numbers_of_edges, simple_form
from ludex.graphs.canonical import canonical_form_of
from ludex_check_claims.label_forms import graph_form
from tests.oracles.isomorphism import generated


def _random_graph(seed, vertices, count):
    rng = Random(seed)
    edges = set()
    while len(edges) < count:
        edges.add(tuple(sorted(rng.sample(range(vertices), 2))))
    return rng.choices(range(3), k=vertices), sorted(edges)


def test_a_graph_with_thousands_of_edges_has_the_form_that_the_checker_writes():
    colours, edges = _random_graph(1, 300, 9000)
    canonical = canonical_form_of(colours, edge_array(edges))
    vertices = np.argsort(canonical.order).tolist()
    assert graph_form(colours, edges, vertices) == canonical.form


def test_numbering_the_vertices_differently_preserves_the_form():
    rng = Random(2)
    colours, edges = _random_graph(3, 200, 5000)
    image = rng.sample(range(200), 200)
    moved = [colours[v] for v in np.argsort(image)]
    renamed = [(image[v], image[u]) for u, v in rng.sample(edges, len(edges))]
    assert canonical_form_of(moved, edge_array(renamed)).form == canonical_form_of(colours, edge_array(edges)).form


def test_lists_and_arrays_of_edges_are_joined():
    assert edge_array([], [(0, 1)], np.array([[2, 3], [4, 5]])).tolist() == [[0, 1], [2, 3], [4, 5]]
    assert edge_array([]).shape == (0, 2)


@pytest.mark.parametrize("directed", [False, True])
def test_the_numbers_of_edges_are_counts_first_heads_and_differences(directed):
    rng = Random(4)
    for size in range(1, 9):
        pairs = [(u, v) for u in range(size) for v in range(size) if u < v or (directed and u != v)]
        edges = rng.sample(pairs, len(pairs) // 2)
        order = rng.sample(range(size), size)
        heads = [[] for _ in range(size)]
        for u, v in edges:
            tail, head = order[u], order[v]
            if not directed and tail > head:
                tail, head = head, tail
            heads[tail].append(head)
        expected = []
        for of in map(sorted, heads):
            expected += [len(of), *of[:1], *(b - a for a, b in pairwise(of))]
        assert numbers_of_edges(edge_array(edges), order, directed).tolist() == expected


@pytest.mark.parametrize(
    ("colours", "edges", "groups", "directed", "automorphisms"),
    [
        ((0, 0, 0), [(0, 1), (1, 2)], (), False, 2),
        ((0, 0, 1), [(0, 1), (1, 2)], (), False, 1),
        ((0, 0, 0), [(0, 1), (1, 2)], (), True, 1),
        ((0,) * 5, [(i, (i + 1) % 5) for i in range(5)], (), True, 5),
        ((0,) * 5, [(i, (i + 1) % 5) for i in range(5)], (), False, 10),
        ((0,) * 4, [], ((0, 1), (2, 3)), False, 8),
        ((0,) * 4, [], ((0, 1, 2),), False, 6),
        ((0,) * 4, [(0, 1), (2, 3)], ((0, 2),), True, 2),
    ],
)
def test_generators_are_those_of_all_automorphisms(colours, edges, groups, directed, automorphisms):
    generators = automorphism_generators(colours, edge_array(edges), groups, directed)
    assert len(generated(generators, len(colours))) == automorphisms


@pytest.mark.parametrize("directed", [False, True])
def test_the_canonical_order_sorts_by_colours_and_numbers_every_vertex(directed):
    colours, edges = _random_graph(5, 60, 300)
    order = canonical_order(colours, edge_array(edges), ((0, 1, 2), (5, 6)), directed)
    assert sorted(order) == list(range(60))
    by_place = [colours[v] for v in np.argsort(order)]
    assert by_place == sorted(colours)


@pytest.mark.parametrize("count", [1, 12, 99, 100, 120])
def test_a_simple_graph_has_the_form_of_its_numbers(count):
    edges = Random(count).sample([(u, v) for v in range(16) for u in range(v)], count)
    form, order = simple_form(16, edges)
    assert sorted(order) == list(range(16))
    assert list(form) == numbers_of_edges(edge_array(edges), order).tolist()
    moved = [(15 - v, 15 - u) for u, v in reversed(edges)]
    assert simple_form(16, moved)[0] == form
    for wrong in ((0, 0), edges[0], edges[0][::-1], (0, 16), (-1, 0)):
        assert simple_form(16, [*edges, wrong]) is None


def test_simple_forms_are_of_one_to_127_vertices():
    assert [simple_form(vertices, []) for vertices in (0, 128)] == [None, None]
    assert [simple_form(vertices, [])[0] for vertices in (1, 127)] == [bytes(1), bytes(127)]


def test_a_graph_without_vertices_has_an_empty_order_and_no_generators():
    assert (canonical_order([], edge_array([])), automorphism_generators([], edge_array([]))) == ((), [])
