"""Pictures of graphs and of several drawings."""

from xml.etree import ElementTree

import networkx
import pytest

from ludex.pictures import PictureTooLarge
from ludex.pictures.drawings import drawings_svg
from ludex.pictures.graphs import graph_svg
from ludex.planarity.drawing import Drawing

SQUARE = Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))


def classes(svg, name):
    return [one for one in ElementTree.fromstring(svg).iter() if one.get("class") == name]


def test_a_graph_is_drawn_with_all_its_vertices_and_edges_and_always_alike():
    graph = networkx.petersen_graph()
    svg = graph_svg(graph)
    [edges] = classes(svg, "edges")
    assert (len(classes(svg, "vertex")), edges.get("d").count("M")) == (10, 15)
    assert svg == graph_svg(graph)
    assert "1 vertex, 0 edges" in graph_svg(networkx.empty_graph(1))


def test_several_drawings_have_a_sheet_each_with_the_crossings_and_a_line():
    svg = drawings_svg("Two", "Two drawings.", [(SQUARE, "first"), (SQUARE, "second")])
    assert len(classes(svg, "step")) == 2
    assert svg.count("1 crossing<") == 2 and "first" in svg and "second" in svg
    assert drawings_svg("None", "No drawings.", []).startswith("<svg")
    complete = Drawing(tuple((i, i * i) for i in range(64)), tuple((u, v) for v in range(64) for u in range(v)))
    with pytest.raises(PictureTooLarge, match="pairs of edges"):
        drawings_svg("Much", "", [(complete, "")])
