"""The graphs with names in the literature, as the literature describes them."""

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import named_object
from ludex.catalogue.objects.reading import find_key
from ludex.games.planarity.named_graphs import named_graph, starting_graphs

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


def test_the_starting_catalogue_has_49_single_graphs_and_45_of_families() -> None:
    # K1 to K8, C4 to C10, W4 to W10, P2 to P8, nine multipartite graphs and cubes, seven prisms, grids and ladders.
    assert len(starting_graphs()) == 49 + 8 + 7 + 7 + 7 + 9 + 7


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


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("k24", "Complete graph K24 (24 vertices, 276 edges)"),
        ("k33", "Complete multipartite graph K3,3 (6 vertices, 9 edges)"),
        ("k44", "Complete multipartite graph K4,4 (8 vertices, 16 edges)"),
        ("k1,1,1,1,1,1", "Complete multipartite graph K1,1,1,1,1,1 (6 vertices, 15 edges)"),
        ("k1", "Complete graph K1 (1 vertex, 0 edges)"),
        ("c3", "Cycle C3 (3 vertices, 3 edges)"),
        ("p2", "Path P2 (2 vertices, 1 edge)"),
        ("path on 9 vertices", "Path P9 (9 vertices, 8 edges)"),
        ("wheel graph 4", "Wheel W4 (4 vertices, 6 edges)"),
        ("star on 24 vertices", "Star S23 (24 vertices, 23 edges)"),
        ("q4", "Hypercube Q4 (16 vertices, 32 edges)"),
        ("ladder 12", "Ladder 12 (24 vertices, 34 edges)"),
        ("prism 12", "Prism 12 (24 vertices, 36 edges)"),
        ("4 by 6 grid", "Grid 4x6 (24 vertices, 38 edges)"),
        ("empty 24", "Graph without edges on 24 vertices (24 vertices, 0 edges)"),
        ("binomial tree 4", "Binomial tree 4 (16 vertices, 15 edges)"),
        ("turan 6,6", "Turán graph T6,6 (6 vertices, 15 edges)"),
        ("barbell 10 4", "Barbell 10,4 (24 vertices, 95 edges)"),
        ("lollipop 3 21", "Lollipop 3,21 (24 vertices, 24 edges)"),
        ("star k1,4", "Complete multipartite graph K1,4 (5 vertices, 4 edges)"),
        (f"k5{' ' * 38}", "Complete graph K5 (5 vertices, 10 edges)"),
        *((name, None) for name in ("k25", "k99", "k55", "k1,1,1,1,1,1,1", "k0", "c2", "w3", "q5", "ladder 13")),
        *((name, None) for name in ("prism 2", "grid 5 5", "grid 4", "binomial tree 5", "turan 5,6", "barbell 1 4")),
        *((name, None) for name in ("lollipop 3 1", "barbell 10 5", "lollipop 3 22", "levels k5", f"k5{' ' * 39}")),
    ],
)
def test_a_name_denotes_a_graph_of_a_family_with_at_most_24_vertices(name: str, title: str | None) -> None:
    found = named_graph(name)
    assert (found and found.title) == title
