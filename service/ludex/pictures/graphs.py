"""Pictures of graphs without coordinates. A force-directed layout places the vertices."""

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from ludex.pictures.svg import (
    CARD_FILL,
    EDGE,
    FAINT_INK,
    INK,
    PictureTooLarge,
    caption,
    document,
    element,
    map_label,
    number,
    orbit_colour,
    transformed,
)

if TYPE_CHECKING:
    import networkx

_RADIUS, _MARGIN = 11.0, 34.0


def graph_svg(graph: "networkx.Graph") -> str:
    """Return a picture of a graph whose vertices 0, 1, ... are labelled with their numbers.

    The layout is arbitrary, so its crossings are not a property of the graph. Cost: a force-directed layout, which
    takes milliseconds for 64 vertices.

    >>> import networkx
    >>> graph_svg(networkx.path_graph(3)).count("<circle")
    3
    """
    import networkx

    side = 180.0 + 34.0 * len(graph) ** 0.5
    found = networkx.spring_layout(graph, seed=1, iterations=200, scale=side / 2)
    places = {vertex: (side / 2 + float(x), side / 2 + float(y)) for vertex, (x, y) in found.items()}
    d = "".join(f"M{_at(*places[u])}L{_at(*places[v])}" for u, v in sorted(graph.edges))
    thick = 2.4 if graph.number_of_edges() <= 200 else 1.2
    parts = [element("path", class_="edges", d=d, fill="none", stroke=EDGE, stroke_width=thick)]
    for vertex in sorted(graph):
        x, y = places[vertex]
        disc = element("circle", class_="vertex", cx=x, cy=y, r=_RADIUS, fill=CARD_FILL, stroke=INK, stroke_width=1.6)
        parts += [disc, caption(str(vertex), x, y + 0.36 * _RADIUS * 1.2, _RADIUS * 1.2, class_="label")]
    vertices, edges = len(graph), graph.number_of_edges()
    size = f"{vertices} {'vertex' if vertices == 1 else 'vertices'}, {edges} {'edge' if edges == 1 else 'edges'}"
    whole = side + 2 * _MARGIN
    shown = [transformed(parts, _MARGIN, _MARGIN), caption(size, whole / 2, whole + 8, 14, class_="note")]
    return document(f"A graph of {size}", "A force-directed layout places its vertices.", whole, whole + 24, shown)


def _at(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


MAX_MAP_NODES = 300
"""The maximum number of objects in a map of a part of the graph."""

_DOT_RADIUS = 9.0
_MAP_MARGIN = 70.0
_LINE = 20.0
_MOST_LABELS = 40


def svg_graph_map(nodes: Sequence[tuple[str, str]], links: Sequence[tuple[str, str, str]], title: str) -> str:
    """Draw a part of the graph, with objects as dots and links as arrows. A ring marks the first object.

    `nodes` are the objects, each given as a pair (label, kind). `links` are triples (source label, relation, target
    label). If there are few objects, their labels are drawn too. Raises PictureTooLarge. Cost: a force-directed layout,
    which takes a few hundredths of a second for a hundred objects.
    """
    if len(nodes) > MAX_MAP_NODES:
        raise PictureTooLarge(
            f"{len(nodes)} objects given; a picture can have at most {MAX_MAP_NODES}, so lower the limit"
        )
    kinds = list(dict.fromkeys(kind for _, kind in nodes))
    colours = {kind: orbit_colour(place) for place, kind in enumerate(kinds)}
    side = 260.0 + 42.0 * len(nodes) ** 0.5
    places = _places([label for label, _ in nodes], links, side)
    parts: list[Element] = []
    for source, relation, target in links:
        parts += _arrow(places[source], places[target], relation)
    for place, (label, kind) in enumerate(nodes):
        x, y = places[label]
        if place == 0:
            parts.append(element("circle", cx=x, cy=y, r=_DOT_RADIUS + 4, fill="none", stroke=INK, stroke_width=2))
        parts.append(element("circle", element("title", text=label), cx=x, cy=y, r=_DOT_RADIUS, fill=colours[kind]))
        if len(nodes) <= _MOST_LABELS:
            parts.append(map_label(label, x, y + _DOT_RADIUS + 13))
    for place, kind in enumerate(kinds):
        y = side + 2 * _MAP_MARGIN + _LINE * place
        parts.append(element("circle", cx=_MAP_MARGIN, cy=y, r=6, fill=colours[kind]))
        parts.append(caption(kind, _MAP_MARGIN + 14, y + 4, 12, anchor="start"))
    width = side + 2 * _MAP_MARGIN
    text = f"{len(nodes)} objects and {len(links)} links."
    return document(title, text, width, width + _LINE * len(kinds) + 10, parts)


def _places(
    labels: Sequence[str], links: Sequence[tuple[str, str, str]], side: float
) -> dict[str, tuple[float, float]]:
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(labels)
    graph.add_edges_from((source, target) for source, _, target in links)
    found = networkx.spring_layout(graph, seed=1, scale=side / 2)
    middle = _MAP_MARGIN + side / 2
    return {label: (middle + float(x), middle + float(y)) for label, (x, y) in found.items()}


def _arrow(start: tuple[float, float], end: tuple[float, float], relation: str) -> list[Element]:
    """Draw an arrow from the rim of one dot to the rim of another. The relation is the tooltip of the arrow."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length <= 2 * _DOT_RADIUS:
        return []
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x1, y1 = start[0] + ux * _DOT_RADIUS, start[1] + uy * _DOT_RADIUS
    x2, y2 = end[0] - ux * _DOT_RADIUS, end[1] - uy * _DOT_RADIUS
    line = element(
        "line", element("title", text=relation), x1=x1, y1=y1, x2=x2, y2=y2, stroke=FAINT_INK, stroke_width=1
    )
    head = [(x2, y2), (x2 - 6 * ux - 3 * uy, y2 - 6 * uy + 3 * ux), (x2 - 6 * ux + 3 * uy, y2 - 6 * uy - 3 * ux)]
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in head)
    return [line, element("polygon", points=points, fill=FAINT_INK)]
