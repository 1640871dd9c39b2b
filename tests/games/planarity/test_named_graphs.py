"""The graphs with names in the literature, as the literature describes them."""

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.literature import named_object
from ludex.catalogue.objects.reading import find_key
from ludex.games.planarity.named_graphs import starting_graphs

# Vertices, edges, girth, automorphisms, planar, bipartite: from the pages of Wikipedia and of the House of Graphs.
KNOWN = {
    "petersen": (10, 15, 5, 120, False, False),
    "k3,3": (6, 9, 4, 72, False, True),
    "cube": (8, 12, 4, 48, True, True),
    "octahedron": (6, 12, 3, 48, True, False),
    "dodecahedron": (20, 30, 5, 120, True, False),
    "icosahedron": (12, 30, 3, 120, True, False),
    "heawood": (14, 21, 6, 336, False, True),
    "pappus": (18, 27, 6, 216, False, True),
    "desargues": (20, 30, 6, 240, False, True),
    "moebius kantor": (16, 24, 6, 96, False, True),
    "franklin": (12, 18, 4, 48, False, True),
    "nauru": (24, 36, 6, 144, False, True),
    "mcgee": (24, 36, 7, 32, False, False),
    "f26a": (26, 39, 6, 78, False, True),
    "tutte coxeter": (30, 45, 8, 1440, False, True),
    "dyck": (32, 48, 6, 192, False, True),
    "gray": (54, 81, 8, 1296, False, True),
    "tutte": (46, 69, 4, 3, True, False),
    "wagner": (8, 12, 4, 16, False, False),
    "moser spindle": (7, 11, 3, 8, True, False),
    "chvatal": (12, 24, 4, 8, False, False),
    "frucht": (12, 18, 3, 1, True, False),
    "square antiprism": (8, 16, 3, 16, True, False),
    "tesseract": (16, 32, 4, 384, False, True),
    "wheel 6": (6, 10, 3, 10, True, False),
    "bull": (5, 5, 3, 2, True, False),
    "claw": (4, 3, None, 6, True, True),
}


def test_there_are_fifty_different_named_graphs() -> None:
    assert len({(graph.vertices, len(graph.edges)) for graph in starting_graphs()}) >= 40
    assert len(starting_graphs()) >= 50


@pytest.mark.parametrize("name", KNOWN)
def test_a_named_graph_is_in_the_starting_catalogue_with_its_facts(starting: Catalogue, name: str) -> None:
    named = named_object(starting.registry, name)
    assert named is not None
    with starting.reading() as reader:
        found = find_key(reader, starting.registry.kind[named.kind], named.identity.key)
    assert found is not None
    graph = found.document()
    facts = (graph.vertices, graph.edges, graph.girth, graph.automorphisms, graph.planar, graph.bipartite)
    assert facts == KNOWN[name]


def test_k99_is_no_small_graph(starting: Catalogue) -> None:
    assert named_object(starting.registry, "k99") is None
    assert named_object(starting.registry, "k33") == named_object(starting.registry, "k3,3")
