"""Canonical forms of graphs whose edges are an array. The tests of `canonical` cover small graphs."""

from random import Random

import numpy as np

from ludex.graphs.bliss import edge_array
from ludex.graphs.canonical import canonical_form_of
from ludex_check_claims.label_forms import graph_form


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
