"""The hypergraph of a position, by its junctions and as a networkx digraph. Its canonical form is in `identity`.

Source: section 3.1 of the paper (ConstructHGraph, Match). A card is a hypernode. It has one configuration node for each
configuration: four or, on square boards under all symmetries, eight. Coincident configurations are different nodes. An
arc leads from u to v if the point of u meets the circle of v; there is none within a hypernode.
"""

from typing import TYPE_CHECKING

from ludex.games.swish.junctions import MAX_HYPERGRAPH_CARDS, HypergraphTooLarge, Junctions, junctions
from ludex.games.swish.position import Position

if TYPE_CHECKING:
    import networkx

MAX_HYPERGRAPH_ARCS = 160_000
"""The most arcs of a hypergraph that is made as a networkx digraph. 100 cards of any kind have no more."""


def construct_hypergraph(position: Position) -> "networkx.DiGraph":
    """Return the hypergraph of a position as a networkx digraph, nodes numbered by card and configuration.

    Parameters
    ----------
    position : Position
        Cards with one point and one circle each.

    Returns
    -------
    networkx.DiGraph
        Node i * c + k is configuration k of card i, for c configurations of a card (4 or 8). Its attributes are
        `hypernode` (the index of the card), `configuration` and `code` (the card laid in it). An arc leads from u to v
        if the point of u meets the circle of v.

    Raises
    ------
    HypergraphError
        If a card does not have exactly one point and one circle.
    HypergraphTooLarge
        If there are more than 1,000 cards, or more than MAX_HYPERGRAPH_ARCS arcs.

    Notes
    -----
    Cost: time and memory linear in nodes and arcs, about 250 bytes an arc.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 3.1: ConstructHGraph and Match.

    >>> hypergraph = construct_hypergraph(Position.from_codes(["*o", "o*"]))
    >>> hypergraph.number_of_nodes(), hypergraph.number_of_edges(), hypergraph.nodes[1]
    (8, 16, {'hypernode': 0, 'configuration': 'flip-left', 'code': 'o*'})
    """
    graph = digraph(hypergraph_junctions(position))
    node = iter(graph.nodes.values())
    for card in position.cards:
        for (configuration, laid), attributes in zip(card.configurations(position.symmetry), node, strict=False):
            attributes["configuration"] = configuration.value
            attributes["code"] = str(laid)
    return graph


def hypergraph_junctions(position: Position) -> Junctions:
    """Return the hypergraph of a `position` by its junctions.

    Raises HypergraphTooLarge beyond MAX_HYPERGRAPH_CARDS, and HypergraphError for cards that are not
    one-point-one-circle.
    """
    if len(position.cards) > MAX_HYPERGRAPH_CARDS:
        raise HypergraphTooLarge(f"{len(position.cards)} cards; a hypergraph has at most {MAX_HYPERGRAPH_CARDS}")
    return junctions(position)


def digraph(found: Junctions) -> "networkx.DiGraph":
    """Make the networkx digraph of a hypergraph `found` by its junctions.

    Raises HypergraphTooLarge beyond MAX_HYPERGRAPH_ARCS.
    """
    arcs = found.count_arcs()
    if arcs > MAX_HYPERGRAPH_ARCS:
        raise HypergraphTooLarge(f"{arcs} arcs; a hypergraph that is listed has at most {MAX_HYPERGRAPH_ARCS}")
    import networkx

    graph = networkx.DiGraph()
    each = found.configurations
    for node in range(len(found.rows) * each):
        graph.add_node(node, hypernode=node // each)
    graph.add_edges_from(found.arcs())
    return graph
