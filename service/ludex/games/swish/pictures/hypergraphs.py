"""Pictures of the hypergraph of a position. A card is drawn as a group of configurations, and arcs join these."""

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.pictures.cards import card_size, cell_colours, draw_card
from ludex.pictures.svg import CARD_FILL, FAINT_INK, PictureTooLarge, caption, document, element, transformed

if TYPE_CHECKING:
    import networkx

MAX_ARCS = 50_000
"""The maximum number of nodes and arcs in a picture of a hypergraph. Such a picture has at most about 3 MB."""

_GROUP_FILL = "#ddd5c2"
_MARGIN = 18.0
_MOST_GROUPS_OF_CARDS, _MOST_SIDE_OF_CARDS = 20, 8
_MOST_ARCS_WITH_HEADS = 400
_MOST_CELLS_SAID = 64
_NODE_STEP, _NODE_RADIUS = 11.5, 5.0
_LABEL_SPACE = 22.0


@dataclass(frozen=True, slots=True)
class _Node:
    """A configuration of a card, and its coordinates relative to the middle of the picture."""

    card: Card
    configuration: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class _Layout:
    """The coordinates of the nodes. `groups` lists the nodes of each hypernode."""

    nodes: dict[int, _Node]
    groups: list[list[int]]
    radius: float
    symmetry: Symmetry
    node_size: tuple[float, float]
    card_scale: float | None

    @property
    def as_cards(self) -> bool:
        """Return whether the nodes are drawn as small cards."""
        return self.card_scale is not None


def _on_circle(radius: float, turn: float) -> tuple[float, float]:
    """Return the point on a circle at a given fraction of a full turn, clockwise from the top."""
    return radius * sin(2 * pi * turn), -radius * cos(2 * pi * turn)


def _groups(graph: "networkx.DiGraph") -> list[list[int]]:
    members: dict[int, list[int]] = {}
    for node, hypernode in graph.nodes(data="hypernode"):
        members.setdefault(hypernode, []).append(node)
    return [sorted(members[hypernode]) for hypernode in sorted(members)]


def _node_card_side(groups: int) -> float:
    """Return the length of the longer side of a small card. With fewer groups, the cards are larger."""
    return 84.0 if groups <= 4 else 64.0 if groups <= 9 else 50.0


def _layout_as_cards(groups: list[list[int]], graph: "networkx.DiGraph", symmetry: Symmetry) -> _Layout:
    """Place the groups on a circle. Each group is a table of small cards in two rows."""
    cards = {node: Card.from_code(graph.nodes[node]["code"]) for group in groups for node in group}
    board_size = card_size(*cards[groups[0][0]].board)
    scale = _node_card_side(len(groups)) / max(board_size)
    across, down = (side * scale for side in board_size)
    step_x, step_y = across + 12, down + 12
    columns = (len(groups[0]) + 1) // 2
    size = hypot(columns * step_x, 2 * step_y)
    radius = 0.0 if len(groups) == 1 else max(0.86 * size, len(groups) * size * 1.12 / (2 * pi))
    nodes = {}
    for place, group in enumerate(groups):
        x, y = _on_circle(radius, place / len(groups))
        for number, node in enumerate(group):
            shift_x, shift_y = number % columns - (columns - 1) / 2, number // columns - 0.5
            nodes[node] = _Node(
                cards[node], graph.nodes[node]["configuration"], x + shift_x * step_x, y + shift_y * step_y
            )
    return _Layout(nodes, groups, radius, symmetry, (across, down), scale)


def _layout_as_marks(groups: list[list[int]], graph: "networkx.DiGraph", symmetry: Symmetry) -> _Layout:
    """Place the nodes on a circle as small marks. The marks of a group are side by side."""
    steps = sum(len(group) + 1 for group in groups)
    radius = max(90.0, steps * _NODE_STEP / (2 * pi))
    nodes = {}
    step = 0.0
    for group in groups:
        for node in group:
            x, y = _on_circle(radius, (step - (len(groups[0]) - 1) / 2) / steps)
            nodes[node] = _Node(Card.from_code(graph.nodes[node]["code"]), graph.nodes[node]["configuration"], x, y)
            step += 1
        step += 1
    return _Layout(nodes, groups, radius, symmetry, (2 * _NODE_RADIUS, 2 * _NODE_RADIUS), None)


def _layout(graph: "networkx.DiGraph") -> _Layout:
    groups = _groups(graph)
    symmetry = Symmetry.SQUARE if max(map(len, groups)) > 4 else Symmetry.RECTANGLE
    card = Card.from_code(graph.nodes[groups[0][0]]["code"])
    small = len(groups) <= _MOST_GROUPS_OF_CARDS and max(card.board) <= _MOST_SIDE_OF_CARDS
    return (_layout_as_cards if small else _layout_as_marks)(groups, graph, symmetry)


def _colours(node: _Node, symmetry: Symmetry) -> tuple[str, str]:
    """Return the colours of the point and the circle of a node's card."""
    colours = cell_colours(node.card.height, node.card.width, symmetry)
    return colours[node.card.points[0]], colours[node.card.circles[0]]


def _clear_of(layout: _Layout, angle: float) -> float:
    """Return the distance between the middle of a node and the end of an arc that has this direction at the node."""
    if not layout.as_cards:
        return _NODE_RADIUS + 1.5
    across, down = layout.node_size
    return min(across / 2 / max(abs(cos(angle)), 1e-9), down / 2 / max(abs(sin(angle)), 1e-9)) + 2.0


def _arc(source: _Node, target: _Node, layout: _Layout) -> tuple[str, str]:
    """Return the path of an arc and the path of its head.

    The arc runs inside the circle of nodes and bends to the left, as viewed along its direction.
    """
    dx, dy = target.x - source.x, target.y - source.y
    length = hypot(dx, dy) or 1.0
    inward = 1 - 0.75 * min(1.0, length / (1.2 * layout.radius or 1.0))
    bend = 0.14 if layout.as_cards else 0.1
    via_x = (source.x + target.x) / 2 * inward + bend * dy
    via_y = (source.y + target.y) / 2 * inward - bend * dx
    out, back = atan2(via_y - source.y, via_x - source.x), atan2(via_y - target.y, via_x - target.x)
    from_source, from_target = _clear_of(layout, out), _clear_of(layout, back)
    x1, y1 = source.x + from_source * cos(out), source.y + from_source * sin(out)
    x2, y2 = target.x + (from_target + 5) * cos(back), target.y + (from_target + 5) * sin(back)
    tip_x, tip_y = target.x + from_target * cos(back), target.y + from_target * sin(back)
    angle = back + pi
    left, right = ((tip_x - 9 * cos(angle + turn), tip_y - 9 * sin(angle + turn)) for turn in (0.42, -0.42))
    return (
        f"M{x1:.0f} {y1:.0f}Q{via_x:.0f} {via_y:.0f} {x2:.0f} {y2:.0f}",
        f"M{tip_x:.1f} {tip_y:.1f}L{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}Z",
    )


def _draw_arcs(graph: "networkx.DiGraph", layout: _Layout) -> list[Element]:
    """Draw the arcs that leave a node as one path, for each node.

    The path has the colour of the cell in which the point of the node meets circles.
    """
    count = graph.number_of_edges()
    opacity = max(0.2, min(0.8, 40 / (count or 1) ** 0.7))
    parts = []
    for node in sorted(layout.nodes):
        targets = sorted(graph.successors(node))
        if not targets:
            continue
        arcs = [_arc(layout.nodes[node], layout.nodes[target], layout) for target in targets]
        colour, _ = _colours(layout.nodes[node], layout.symmetry)
        lines = "".join(line for line, _ in arcs)
        strokes = element("path", class_="arcs", d=lines, fill="none", stroke=colour, stroke_opacity=opacity)
        strokes.set("stroke-width", "1.6" if layout.as_cards else "1.1")
        parts.append(strokes)
        if count <= _MOST_ARCS_WITH_HEADS:
            heads = "".join(head for _, head in arcs)
            parts.append(element("path", d=heads, fill=colour, fill_opacity=min(1.0, opacity + 0.15)))
    return parts


def _describe(node: _Node) -> str:
    """Describe a mark. For large cards, the code is omitted, because the codes would make up most of the picture."""
    if node.card.height * node.card.width <= _MOST_CELLS_SAID:
        return f"{node.configuration}: {node.card}"
    (point,), (circle,) = node.card.points, node.card.circles
    return f"{node.configuration}: point {point}, circle {circle}"


def _draw_node(node: _Node, layout: _Layout) -> Element:
    if layout.card_scale is not None:
        across, down = layout.node_size
        card = draw_card(node.card, layout.symmetry, 0, 0, node.configuration)
        return transformed([card], node.x - across / 2, node.y - down / 2, layout.card_scale)
    point, circle = _colours(node, layout.symmetry)
    return element(
        "g",
        element("title", text=_describe(node)),
        element("circle", r=4.2, fill=CARD_FILL, stroke=circle, stroke_width=1.6),
        element("circle", r=2.2, fill=point),
        transform=f"translate({node.x:.1f} {node.y:.1f})",
    )


def _group(nodes: list[_Node], layout: _Layout) -> Element:
    """Draw the area that connects the nodes of a card."""
    if layout.as_cards:
        across, down = (side + 18 for side in layout.node_size)
        left, top = min(node.x for node in nodes) - across / 2, min(node.y for node in nodes) - down / 2
        width, height = (
            max(node.x for node in nodes) + across / 2 - left,
            max(node.y for node in nodes) + down / 2 - top,
        )
        return element("rect", class_="hypernode", x=left, y=top, width=width, height=height, rx=10, fill=_GROUP_FILL)
    first, *others = nodes
    d = f"M{first.x:.1f} {first.y:.1f}" + ("".join(f"L{node.x:.1f} {node.y:.1f}" for node in others) or "h0.1")
    return element(
        "path", class_="hypernode", d=d, fill="none", stroke=_GROUP_FILL, stroke_width=15, stroke_linecap="round",
        stroke_linejoin="round",
    )  # fmt: skip


def _label(nodes: list[_Node], name: str, layout: _Layout) -> Element:
    """Write the number of a card on the outer side of its group."""
    x, y = sum(node.x for node in nodes) / len(nodes), sum(node.y for node in nodes) / len(nodes)
    if layout.as_cards:
        half = max(node.y for node in nodes) - y + layout.node_size[1] / 2 + 9
        return caption(name, x, y + half + 15 if y > 1 else y - half - 6, 12, fill=FAINT_INK, class_="label")
    out = 1 + 20 / hypot(x, y)
    return caption(name, x * out, y * out + 4, 11, fill=FAINT_INK, class_="label")


def svg_hypergraph(graph: "networkx.DiGraph") -> str:
    """Return a picture of the hypergraph of one-point-one-circle cards (section 3.1), with its hypernodes on a circle.

    The nodes of `graph` have the attributes 'hypernode' (card), 'configuration' and 'code' (the card in this
    configuration). Up to 20 cards of up to 8 x 8 cells are drawn as groups of small cards. Otherwise, the cards are
    drawn as groups of marks. Each mark has a disc for the orbit of the point and a ring for the orbit of the circle. An
    arc goes from a point to the circle that it meets. The arc has the colour of their cell and bends to its left. Arcs
    have heads if there are at most 400 arcs. Raises PictureTooLarge if there are more than MAX_ARCS nodes and arcs, and
    ValueError if the graph has no nodes.
    """
    count = graph.number_of_nodes() + graph.number_of_edges()
    if count > MAX_ARCS:
        raise PictureTooLarge(f"{count} nodes and arcs given; a picture can have at most {MAX_ARCS}")
    if graph.number_of_nodes() == 0:
        raise ValueError("a hypergraph without nodes has no picture")
    layout = _layout(graph)
    members = [[layout.nodes[node] for node in group] for group in layout.groups]
    parts = [
        *(_group(nodes, layout) for nodes in members),
        *_draw_arcs(graph, layout),
        *(_draw_node(layout.nodes[node], layout) for node in sorted(layout.nodes)),
        *(_label(nodes, str(number), layout) for number, nodes in enumerate(members)),
    ]
    reach_x, reach_y = (size / 2 + _LABEL_SPACE + _MARGIN for size in layout.node_size)
    left, right = min(n.x for n in layout.nodes.values()) - reach_x, max(n.x for n in layout.nodes.values()) + reach_x
    top, bottom = min(n.y for n in layout.nodes.values()) - reach_y, max(n.y for n in layout.nodes.values()) + reach_y
    counts = f"{len(members)} hypernodes, {graph.number_of_nodes()} nodes, {graph.number_of_edges()} arcs"
    return document(
        f"A SWISH hypergraph: {counts}",
        "Each group is a card with its configurations; an arc leads from a point to a circle that it meets.",
        right - left,
        bottom - top,
        [transformed(parts, -left, -top)],
    )
