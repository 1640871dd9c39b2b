"""Pictures of graphs show all vertices and edges."""

import math
from xml.etree import ElementTree

import networkx
import pytest

from ludex.pictures.graphs import _MOST_LABELS, MAX_MAP_NODES, graph_svg, svg_graph_map
from ludex.pictures.svg import PictureTooLarge


def classes(svg, name):
    return [node for node in ElementTree.fromstring(svg).iter() if node.get("class") == name]


def test_a_graph_is_drawn_with_all_its_vertices_and_edges_and_always_alike():
    graph = networkx.petersen_graph()
    svg = graph_svg(graph)
    [edges] = classes(svg, "edges")
    assert (len(classes(svg, "vertex")), edges.get("d").count("M")) == (10, 15)
    assert svg == graph_svg(graph)
    assert "1 vertex, 0 edges" in graph_svg(networkx.empty_graph(1))


def parts(svg, tag):
    return [node for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("}" + tag)]


def numbers(part, *names):
    return [float(part.get(name)) for name in names]


def test_a_map_has_a_dot_for_each_object_and_an_arrow_for_each_link():
    nodes = [("a", "level"), ("b", "graph"), ("c", "level"), ("d", "pack")]
    links = [("a", "drawing-of", "b"), ("c", "drawing-of", "b"), ("d", "has-level", "a"), ("a", "itself", "a")]
    svg = svg_graph_map(nodes, links, "A map")
    circles = parts(svg, "circle")
    dots = {dot[0].text: dot for dot in circles if len(dot)}
    ring = next(circle for circle in circles if circle.get("fill") == "none")
    assert list(dots) == ["a", "b", "c", "d"]
    assert numbers(ring, "cx", "cy") == numbers(dots["a"], "cx", "cy")
    radius = float(dots["a"].get("r"))
    assert float(ring.get("r")) > radius
    colours = {label: dot.get("fill") for label, dot in dots.items()}
    assert colours["a"] == colours["c"] and len(set(colours.values())) == 3
    legend = [circle for circle in circles if not len(circle) and circle is not ring]
    assert [circle.get("fill") for circle in legend] == [colours[label] for label in "abd"]
    # Arrows go from rim to rim; a link of an object with itself has none.
    lines = parts(svg, "line")
    assert [line[0].text for line in lines] == ["drawing-of", "drawing-of", "has-level"]
    assert len(parts(svg, "polygon")) == 3
    for (source, _, target), line in zip(links, lines, strict=False):
        (x1, y1), (x2, y2) = (numbers(dots[label], "cx", "cy") for label in (source, target))
        ends = numbers(line, "x1", "y1"), numbers(line, "x2", "y2")
        assert math.dist(ends[0], (x1, y1)) == pytest.approx(radius, abs=0.1)
        assert math.dist(ends[1], (x2, y2)) == pytest.approx(radius, abs=0.1)
        assert math.dist(*ends) == pytest.approx(math.dist((x1, y1), (x2, y2)) - 2 * radius, abs=0.2)


def test_a_map_of_many_objects_has_no_names_and_a_map_of_too_many_is_refused():
    def drawn(count):
        return svg_graph_map([(f"n{number}", "graph") for number in range(count)], [], "Many")

    assert [len(parts(drawn(count), "text")) - 1 for count in (_MOST_LABELS, _MOST_LABELS + 1)] == [_MOST_LABELS, 0]
    assert len(parts(drawn(MAX_MAP_NODES), "circle")) == MAX_MAP_NODES + 2
    with pytest.raises(PictureTooLarge, match=f"{MAX_MAP_NODES + 1} objects"):
        drawn(MAX_MAP_NODES + 1)
