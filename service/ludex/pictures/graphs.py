"""Pictures of graphs, which have no points of their own: the vertices are laid out by springs."""

from typing import TYPE_CHECKING

from ludex.pictures.sheets import CARD_FILL, moved
from ludex.pictures.svg import INK, caption, document, element, number

if TYPE_CHECKING:
    import networkx

_EDGE, _RADIUS, _MARGIN = "#2b6cb8", 11.0, 34.0


def graph_svg(graph: "networkx.Graph") -> str:
    """Return a picture of a graph of vertices 0, 1, ..., numbered as it numbers them.

    Where its edges cross says nothing of the graph. Cost: a layout by springs, milliseconds for 64 vertices.

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
    parts = [element("path", class_="edges", d=d, fill="none", stroke=_EDGE, stroke_width=thick)]
    for vertex in sorted(graph):
        x, y = places[vertex]
        disc = element("circle", class_="vertex", cx=x, cy=y, r=_RADIUS, fill=CARD_FILL, stroke=INK, stroke_width=1.6)
        parts += [disc, caption(str(vertex), x, y + 0.36 * _RADIUS * 1.2, _RADIUS * 1.2)]
    vertices, edges = len(graph), graph.number_of_edges()
    said = f"{vertices} {'vertex' if vertices == 1 else 'vertices'}, {edges} {'edge' if edges == 1 else 'edges'}"
    whole = side + 2 * _MARGIN
    shown = [moved(parts, _MARGIN, _MARGIN), caption(said, whole / 2, whole + 8, 14)]
    return document(f"A graph of {said}", "Its vertices are laid out by springs.", whole, whole + 24, shown)


def _at(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"
