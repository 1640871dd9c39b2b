"""The hypergraph of a position, as junctions and as a networkx digraph. Its canonical form is in `identity`.

Source: section 3.1 of the paper (ConstructHGraph, Match). A card is a hypernode. The hypernode has one node for each
configuration of the card: four nodes, or eight on square boards with all symmetries. Coincident configurations are
distinct nodes. There is an arc from node u to node v of another hypernode if the point of u meets the circle of v.

Two arcs are related if they leave the same node or enter the same node. A *junction* is a class of arcs that are
related directly or through other arcs. In all arcs of a junction, the point and the circle meet in the same cell of the
board. Within a junction, every point meets every circle that belongs to another card. A node is described by two
numbers: the junction of its point and the junction of its circle. The hypergraph of n cards fits into 8n numbers,
although it may have 8n^2 arcs. Junctions depend only on arcs and hypernodes, so isomorphisms of hypergraphs preserve
junctions. The hypergraph can be reconstructed from its junctions.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.card_games import CardsFault
from ludex.games.swish.card import Card, Cell
from ludex.games.swish.position import Position

if TYPE_CHECKING:
    import networkx

MAX_HYPERGRAPH_CARDS = 1000
"""The maximum number of cards of a hypergraph. BLISS, which computes its canonical form, cannot be interrupted."""

NO_JUNCTION = -1
"""The junction number of a symbol that meets no symbol of another card."""

Row = tuple[tuple[int, int], ...]
"""A hypernode: for each of its nodes, the junction of the point and the junction of the circle."""


class HypergraphError(CardsFault):
    """The hypergraph of section 3.1 is not defined for this card."""


class HypergraphTooLarge(HypergraphError):
    """The hypergraph has too many hypernodes, too many arcs, or too much symmetry."""


@dataclass(frozen=True, slots=True)
class Junctions:
    """A hypergraph given by its junctions. `rows[i]` lists the nodes of card i, in the order of the configurations."""

    rows: tuple[Row, ...]

    @property
    def configurations(self) -> int:
        """Return the number of nodes of each card, which is 4, or 8 on square boards with all symmetries."""
        return len(self.rows[0])

    def reversed(self) -> "Junctions":
        """Return the hypergraph with every arc reversed."""
        return Junctions(tuple(tuple((circle, point) for point, circle in row) for row in self.rows))

    def degrees(self) -> list[list[tuple[int, int]]]:
        """Return, for each node of each card, the numbers of arcs that leave the node and that enter the node."""
        points = Counter(point for row in self.rows for point, _ in row)
        circles = Counter(circle for row in self.rows for _, circle in row)
        points[NO_JUNCTION] = circles[NO_JUNCTION] = 0
        degrees = []
        for row in self.rows:
            own_points, own_circles = Counter(point for point, _ in row), Counter(circle for _, circle in row)
            own_points[NO_JUNCTION] = own_circles[NO_JUNCTION] = 0
            degrees.append([(circles[p] - own_circles[p], points[c] - own_points[c]) for p, c in row])
        return degrees

    def count_arcs(self) -> int:
        """Return the number of arcs, without listing them."""
        return sum(leaving for card in self.degrees() for leaving, _ in card)

    def arcs(self) -> Iterator[tuple[int, int]]:
        """Yield the arcs in order. Node k of card i has the number `i * configurations + k`."""
        each = self.configurations
        circles: dict[int, list[int]] = defaultdict(list)
        for card, row in enumerate(self.rows):
            for k, (_, circle) in enumerate(row):
                circles[circle].append(card * each + k)
        for card, row in enumerate(self.rows):
            for k, (point, _) in enumerate(row):
                if point != NO_JUNCTION:
                    yield from ((card * each + k, v) for v in circles[point] if v // each != card)


def junctions(position: Position) -> Junctions:
    """Return the junctions of the hypergraph of a `position` (section 3.1, ConstructHGraph with Match).

    Raises HypergraphError for a card that does not have exactly one point and one circle. Cost: O(cards), instead of
    O(cards^2) in the paper.

    >>> junctions(Position.from_codes(["*o", "o*"])).rows[0]
    ((0, 3), (2, 1), (0, 3), (2, 1))
    """
    places = [_places(position, index, card) for index, card in enumerate(position.cards)]
    points: dict[Cell, set[int]] = defaultdict(set)
    circles: dict[Cell, set[int]] = defaultdict(set)
    for card, nodes in enumerate(places):
        for point, circle in nodes:
            points[point].add(card)
            circles[circle].add(card)
    number = _numbered(points, circles)
    return Junctions(
        tuple(
            tuple(
                (number.get((point, card, True), NO_JUNCTION), number.get((circle, card, False), NO_JUNCTION))
                for point, circle in nodes
            )
            for card, nodes in enumerate(places)
        )
    )


def _places(position: Position, index: int, card: Card) -> list[tuple[Cell, Cell]]:
    """Return the cell of the point and the cell of the circle of a card, for each configuration."""
    if not card.is_one_pair:
        raise HypergraphError(
            f"{len(card.points)} points and {len(card.circles)} circles; in a hypergraph, each card must "
            "have one of each",
            index,
        )
    (point,), (circle,) = card.points, card.circles
    return [
        (configuration.moves(point, *card.board), configuration.moves(circle, *card.board))
        for configuration in position.symmetry.configurations
    ]


def _numbered(points: dict[Cell, set[int]], circles: dict[Cell, set[int]]) -> dict[tuple[Cell, int, bool], int]:
    """Return the junction of each symbol that has one, keyed by cell, card, and whether the symbol is the point.

    In general, the symbols in a cell form one junction. It does not include symbols of a card that meet only symbols of
    the same card. There is one exception: if the points in the cell belong to two cards, and the circles belong to the
    same two cards, each point meets only the circle of the other card. In this case, the cell has two junctions.
    """
    number: dict[tuple[Cell, int, bool], int] = {}
    count = 0
    for cell, here in points.items():
        there = circles.get(cell, set())
        pairs = (
            [({card}, here - {card}) for card in sorted(here)] if here == there and len(here) == 2 else [(here, there)]
        )
        for pointing, circling in pairs:
            meeting = [(cell, card, True) for card in pointing if circling - {card}]
            meeting += [(cell, card, False) for card in circling if pointing - {card}]
            number.update(dict.fromkeys(meeting, count))
            count += bool(meeting)
    return number


MAX_HYPERGRAPH_ARCS = 160_000
"""The maximum number of arcs when a hypergraph is converted to a networkx digraph.

The hypergraph of 100 cards never exceeds this number.
"""


def construct_hypergraph(position: Position) -> "networkx.DiGraph":
    """Return the hypergraph of a position as a networkx digraph, whose nodes are numbered by card and configuration.

    Parameters
    ----------
    position : Position
        Cards with one point and one circle each.

    Returns
    -------
    networkx.DiGraph
        Node `i * c + k` is configuration k of card i, where c is the number of configurations of a card (4 or 8). Its
        attributes are `hypernode` (the index of the card), `configuration` and `code` (the card in this configuration).
        An arc leads from u to v if the point of u meets the circle of v.

    Raises
    ------
    HypergraphError
        If a card does not have exactly one point and one circle.
    HypergraphTooLarge
        If there are more than 1,000 cards, or more than MAX_HYPERGRAPH_ARCS arcs.

    Notes
    -----
    Cost: time and memory linear in the numbers of nodes and arcs, with about 250 bytes per arc.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 3.1: ConstructHGraph and Match.

    Examples
    --------
    >>> hypergraph = construct_hypergraph(Position.from_codes(["*o", "o*"]))
    >>> hypergraph.number_of_nodes(), hypergraph.number_of_edges(), hypergraph.nodes[1]
    (8, 16, {'hypernode': 0, 'configuration': 'flip-left', 'code': 'o*'})
    """
    Position.require(position)
    graph = digraph(hypergraph_junctions(position))
    node = iter(graph.nodes.values())
    for card in position.cards:
        for (configuration, laid), attributes in zip(card.configurations(position.symmetry), node, strict=False):
            attributes["configuration"] = configuration.value
            attributes["code"] = str(laid)
    return graph


def hypergraph_junctions(position: Position) -> Junctions:
    """Return the junctions of the hypergraph of a `position`.

    Raises HypergraphTooLarge if there are more than MAX_HYPERGRAPH_CARDS cards, and HypergraphError if a card does not
    have exactly one point and one circle.
    """
    if len(position.cards) > MAX_HYPERGRAPH_CARDS:
        raise HypergraphTooLarge(
            f"{len(position.cards)} cards given; a hypergraph can have at most {MAX_HYPERGRAPH_CARDS}"
        )
    return junctions(position)


def digraph(found: Junctions) -> "networkx.DiGraph":
    """Return the networkx digraph of the hypergraph that has the junctions `found`.

    Raises HypergraphTooLarge if there are more than MAX_HYPERGRAPH_ARCS arcs.
    """
    arcs = found.count_arcs()
    if arcs > MAX_HYPERGRAPH_ARCS:
        raise HypergraphTooLarge(f"the hypergraph has {arcs} arcs; it can be listed with at most {MAX_HYPERGRAPH_ARCS}")
    import networkx

    graph = networkx.DiGraph()
    each = found.configurations
    for node in range(len(found.rows) * each):
        graph.add_node(node, hypernode=node // each)
    graph.add_edges_from(found.arcs())
    return graph
