"""Pictures of graphs show all vertices and edges."""

from xml.etree import ElementTree

import networkx

from ludex.pictures.graphs import graph_svg


def classes(svg, name):
    return [node for node in ElementTree.fromstring(svg).iter() if node.get("class") == name]


def test_a_graph_is_drawn_with_all_its_vertices_and_edges_and_always_alike():
    graph = networkx.petersen_graph()
    svg = graph_svg(graph)
    [edges] = classes(svg, "edges")
    assert (len(classes(svg, "vertex")), edges.get("d").count("M")) == (10, 15)
    assert svg == graph_svg(graph)
    assert "1 vertex, 0 edges" in graph_svg(networkx.empty_graph(1))
