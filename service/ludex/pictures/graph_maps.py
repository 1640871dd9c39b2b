"""Pictures of a part of a graph: objects as dots, their kinds as colours, their relations as arrows."""

from collections.abc import Sequence
from math import hypot
from xml.etree.ElementTree import Element

from ludex.pictures.palette import orbit_colour
from ludex.pictures.svg import FAINT_INK, INK, PictureTooLarge, caption, document, element

MAX_MAP_NODES = 300
"""The most objects in one picture of a part of a graph."""

_RADIUS = 9.0
_MARGIN = 70.0
_LINE = 20.0
_MOST_LABELS = 40


def svg_graph_map(nodes: Sequence[tuple[str, str]], links: Sequence[tuple[str, str, str]], title: str) -> str:
    """Draw a part of a graph: objects as dots, and the links between them as arrows; the first object has a ring.

    `nodes` are the objects, each its label and its kind. `links` are each a source, a relation and a target; source and
    target are labels. `title` is the title of the picture. A few objects have their labels beside them. Raises
    PictureTooLarge. Cost: a layout by springs, some hundredths of a second for a hundred objects.
    """
    if len(nodes) > MAX_MAP_NODES:
        raise PictureTooLarge(f"{len(nodes)} objects; a picture has at most {MAX_MAP_NODES}, ask for fewer by limit")
    kinds = list(dict.fromkeys(kind for _, kind in nodes))
    colours = {kind: orbit_colour(number) for number, kind in enumerate(kinds)}
    side = 260.0 + 42.0 * len(nodes) ** 0.5
    places = _places([label for label, _ in nodes], links, side)
    parts: list[Element] = []
    for source, relation, target in links:
        parts += _arrow(places[source], places[target], relation)
    for number, (label, kind) in enumerate(nodes):
        x, y = places[label]
        if number == 0:
            parts.append(element("circle", cx=x, cy=y, r=_RADIUS + 4, fill="none", stroke=INK, stroke_width=2))
        parts.append(element("circle", element("title", text=label), cx=x, cy=y, r=_RADIUS, fill=colours[kind]))
        if len(nodes) <= _MOST_LABELS:
            parts.append(caption(label, x, y + _RADIUS + 11, 9))
    for number, kind in enumerate(kinds):
        y = side + 2 * _MARGIN + _LINE * number
        parts.append(element("circle", cx=_MARGIN, cy=y, r=6, fill=colours[kind]))
        parts.append(caption(kind, _MARGIN + 14, y + 4, 12, anchor="start"))
    width = side + 2 * _MARGIN
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
    middle = _MARGIN + side / 2
    return {label: (middle + float(x), middle + float(y)) for label, (x, y) in found.items()}


def _arrow(start: tuple[float, float], end: tuple[float, float], relation: str) -> list[Element]:
    """Draw a line from rim to rim, with a small head; its relation shows when the pointer rests on it."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length <= 2 * _RADIUS:
        return []
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x1, y1 = start[0] + ux * _RADIUS, start[1] + uy * _RADIUS
    x2, y2 = end[0] - ux * _RADIUS, end[1] - uy * _RADIUS
    line = element(
        "line", element("title", text=relation), x1=x1, y1=y1, x2=x2, y2=y2, stroke=FAINT_INK, stroke_width=1
    )
    head = [(x2, y2), (x2 - 6 * ux - 3 * uy, y2 - 6 * uy + 3 * ux), (x2 - 6 * ux + 3 * uy, y2 - 6 * uy - 3 * ux)]
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in head)
    return [line, element("polygon", points=points, fill=FAINT_INK)]
