"""The hypergraph of a position, as a networkx digraph and in canonical form.

Source: section 3.1 of the paper (ConstructHGraph, Match). A card is a hypernode with one configuration node for each
configuration, four or, on square boards under all symmetries, eight; coincident ones are different nodes. An arc leads
from u to v where the point of u meets the circle of v; there is none within a hypernode.

The canonical form is that of the digraph with the partition into hypernodes (one extra vertex a hypernode), and of
nothing else: neither cells nor the board are in it. It is written by junctions (see the module `junctions`), from which
the digraph is rebuilt.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.labels import content_key, label
from ludex.swish.canonical_junctions import (
    canonical_junctions,
    card_generators,
    reversal,
    rows_form,
    rows_from_form,
)
from ludex.swish.junctions import MAX_HYPERGRAPH_CARDS, HypergraphError, HypergraphTooLarge, Junctions, junctions
from ludex.swish.position import Position

if TYPE_CHECKING:
    import networkx

__all__ = [
    "MAX_HYPERGRAPH_ARCS",
    "MAX_HYPERGRAPH_CARDS",
    "CanonicalHypergraph",
    "HypergraphError",
    "HypergraphTooLarge",
    "canonical_hypergraph",
    "card_automorphisms",
    "construct_hypergraph",
    "hypergraph_from_form",
    "hypergraph_junctions",
    "hypergraph_key",
    "hypergraph_label",
    "reversing_card_permutation",
]

MAX_HYPERGRAPH_ARCS = 160_000
"""The most arcs of a hypergraph that is made as a networkx digraph. 100 cards of any kind have no more."""


@dataclass(frozen=True, slots=True)
class CanonicalHypergraph:
    """The canonical form of a position's hypergraph and the way to it.

    `card_order[i]` is the canonical hypernode of card i, `node_order[v]` the canonical node of node v, where node k of
    card i has the number i * configurations + k, and so have the canonical nodes of the canonical hypernodes.
    """

    form: bytes
    nodes: int
    arcs: int
    hypernodes: int
    card_order: tuple[int, ...]
    node_order: tuple[int, ...]

    @property
    def graph(self) -> "networkx.DiGraph":
        """Return the hypergraph in canonical numbers, made afresh. Raises HypergraphTooLarge as it says."""
        return hypergraph_from_form(self.form)

    @property
    def key(self) -> bytes:
        """Return the key of the hypergraph: that of its form."""
        return content_key("hypergraph", self.form)

    @property
    def label(self) -> str:
        """Return the label of the hypergraph: kind, hypernodes, arcs, hash."""
        return label("hypergraph", (self.hypernodes, self.arcs), self.key)


def construct_hypergraph(position: Position) -> "networkx.DiGraph":
    """Return the hypergraph of a position, nodes numbered by card and configuration.

    Node attributes: `hypernode` (the index of the card), `configuration` and `code` (the card laid so).

    Raises HypergraphError for cards that are not one-point-one-circle, HypergraphTooLarge beyond MAX_HYPERGRAPH_ARCS.
    Cost: time and memory linear in nodes and arcs, about 250 bytes an arc.

    >>> hypergraph = construct_hypergraph(Position.from_codes(["*o", "o*"]))
    >>> hypergraph.number_of_nodes(), hypergraph.number_of_edges(), hypergraph.nodes[1]
    (8, 16, {'hypernode': 0, 'configuration': 'flip-left', 'code': 'o*'})
    """
    graph = _digraph(hypergraph_junctions(position))
    node = iter(graph.nodes.values())
    for card in position.cards:
        for (configuration, laid), attributes in zip(card.configurations(position.symmetry), node, strict=False):
            attributes["configuration"] = configuration.value
            attributes["code"] = str(laid)
    return graph


def hypergraph_junctions(position: Position) -> Junctions:
    """Return the hypergraph of a position by its junctions.

    Raises HypergraphTooLarge beyond MAX_HYPERGRAPH_CARDS, HypergraphError for cards that are not one-point-one-circle.
    """
    if len(position.cards) > MAX_HYPERGRAPH_CARDS:
        raise HypergraphTooLarge(f"{len(position.cards)} cards; a hypergraph has at most {MAX_HYPERGRAPH_CARDS}")
    return junctions(position)


def canonical_hypergraph(position: Position) -> CanonicalHypergraph:
    """Return the canonical form of a position's hypergraph: equal forms mean isomorphic hypergraphs.

    Raises as :func:`hypergraph_junctions`. Cost: see `canonical_junctions`.

    >>> one = canonical_hypergraph(Position.from_codes(["*o.", "*.o"]))
    >>> one.nodes, one.arcs, one.hypernodes
    (8, 8, 2)
    """
    found = hypergraph_junctions(position)
    canonical = canonical_junctions(found)
    cards = len(position.cards)
    return CanonicalHypergraph(
        form=rows_form(canonical.junctions),
        nodes=cards * found.configurations,
        arcs=found.count_arcs(),
        hypernodes=cards,
        card_order=canonical.card_order,
        node_order=canonical.node_order,
    )


def hypergraph_from_form(form: bytes) -> "networkx.DiGraph":
    """Rebuild a hypergraph in canonical numbers from its form; its nodes have the attribute `hypernode`.

    Raises HypergraphError for bytes that are no form, HypergraphTooLarge beyond MAX_HYPERGRAPH_ARCS.
    """
    return _digraph(rows_from_form(form))


def hypergraph_key(position: Position) -> bytes:
    """Return the key of a position's hypergraph, the same for all positions with isomorphic hypergraphs."""
    return canonical_hypergraph(position).key


def hypergraph_label(position: Position) -> str:
    """Return the label of a position's hypergraph: kind, hypernodes, arcs, hash.

    >>> hypergraph_label(Position.from_codes(["*o", "o*"])) == hypergraph_label(Position.from_codes(["*/o", "*/o"]))
    True
    """
    return canonical_hypergraph(position).label


def card_automorphisms(position: Position) -> list[tuple[int, ...]]:
    """Return card permutations that generate those which automorphisms of the hypergraph induce.

    A permutation p takes card i to card p[i]; the identity is not listed. Raises as :func:`hypergraph_junctions`.

    >>> card_automorphisms(Position.from_codes(["*o", "o*"]))
    [(1, 0)]
    """
    return card_generators(hypergraph_junctions(position))


def reversing_card_permutation(position: Position) -> tuple[int, ...] | None:
    """Return a card permutation that an isomorphism onto the hypergraph with all arcs turned round induces, or None.

    The others are those that :func:`card_automorphisms` generate, followed by this one. Raises as
    :func:`hypergraph_junctions`.

    >>> reversing_card_permutation(Position.from_codes(["*o.", "*o.", "*.o"])) is None
    True
    """
    return reversal(hypergraph_junctions(position))


def _digraph(found: Junctions) -> "networkx.DiGraph":
    """Make the networkx digraph of a hypergraph."""
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
