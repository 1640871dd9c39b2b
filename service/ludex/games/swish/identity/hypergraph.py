"""The canonical form of a position's hypergraph, and its automorphisms.

The form represents the digraph and its partition into hypernodes. In the canonical numbering, each hypernode is an
additional vertex. The form contains neither the cells nor the board. The digraph is encoded by its junctions (see
`ludex.games.swish.hypergraph`), from which it can be reconstructed.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget
from ludex.engine.keys import content_key
from ludex.games.swish.hypergraph import digraph, hypergraph_junctions
from ludex.games.swish.identity.canonical_junctions import (
    canonical_junctions,
    card_generators,
    reversal,
    rows_form,
    rows_from_form,
)
from ludex.games.swish.position import Position

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True, slots=True)
class CanonicalHypergraph:
    """The canonical form of a position's hypergraph, and the renumbering.

    `card_order[i]` is the canonical hypernode of card i, and `node_order[v]` is the canonical node of node v. Node k of
    card i has the number `i * configurations + k`, and the canonical nodes are numbered by canonical hypernodes in the
    same way.
    """

    form: bytes
    nodes: int
    arcs: int
    hypernodes: int
    card_order: tuple[int, ...]
    node_order: tuple[int, ...]

    @property
    def graph(self) -> "networkx.DiGraph":
        """Return the hypergraph with canonical numbers as a new graph.

        Raises HypergraphTooLarge if there are more than MAX_HYPERGRAPH_ARCS arcs.
        """
        return hypergraph_from_form(self.form)

    @property
    def key(self) -> bytes:
        """Return the key of the hypergraph, which is computed from its canonical form."""
        return content_key("hypergraph", self.form)


def canonical_hypergraph(position: Position, budget: Budget | None = None) -> CanonicalHypergraph:
    """Return the canonical form of the hypergraph of a `position`.

    Two forms are equal if and only if the hypergraphs are isomorphic.

    Raises the same exceptions as :func:`hypergraph_junctions`, and BudgetExhausted. Cost: see `canonical_junctions`.

    >>> hypergraph = canonical_hypergraph(Position.from_codes(["*o.", "*.o"]))
    >>> hypergraph.nodes, hypergraph.arcs, hypergraph.hypernodes
    (8, 8, 2)
    """
    found = hypergraph_junctions(position)
    canonical = canonical_junctions(found, budget)
    cards = len(position.cards)
    return CanonicalHypergraph(
        form=rows_form(canonical.junctions),
        nodes=cards * found.configurations,
        arcs=found.count_arcs(),
        hypernodes=cards,
        card_order=canonical.card_order,
        node_order=canonical.node_order,
    )


def read_form(form: bytes) -> CanonicalHypergraph:
    """Return the hypergraph of a `form`, with its hypernodes and nodes in canonical order.

    Raises HypergraphError if the bytes are not a valid form. Cost: linear in the number of hypernodes.
    """
    found = rows_from_form(form)
    cards, nodes = len(found.rows), len(found.rows) * found.configurations
    return CanonicalHypergraph(form, nodes, found.count_arcs(), cards, tuple(range(cards)), tuple(range(nodes)))


def is_canonical(form: bytes) -> bool:
    """Return whether `form` is the canonical form of the hypergraph that it encodes.

    Raises HypergraphError if `form` is not a valid form.
    """
    return rows_form(canonical_junctions(rows_from_form(form)).junctions) == form


def hypergraph_from_form(form: bytes) -> "networkx.DiGraph":
    """Reconstruct the canonically numbered hypergraph from its `form`. Its nodes have the attribute `hypernode`.

    Raises HypergraphError if the bytes are not a valid form, and HypergraphTooLarge if there are more than
    MAX_HYPERGRAPH_ARCS arcs.
    """
    return digraph(rows_from_form(form))


def card_automorphisms(position: Position) -> list[tuple[int, ...]]:
    """Return generators of the card permutations that automorphisms of a position's hypergraph induce.

    A permutation p maps card i to card p[i]. The identity is not included. The exceptions are those of
    :func:`hypergraph_junctions`.

    >>> card_automorphisms(Position.from_codes(["*o", "o*"]))
    [(1, 0)]
    """
    return card_generators(hypergraph_junctions(position))


def reversing_card_permutation(position: Position) -> tuple[int, ...] | None:
    """Return a card permutation that an isomorphism from a hypergraph to its reverse induces, or None if there is none.

    The hypergraph is that of `position`. Its reverse is the hypergraph with all arcs reversed. Every such permutation
    is a product of permutations of :func:`card_automorphisms`, followed by the returned permutation. The exceptions are
    those of :func:`hypergraph_junctions`.

    >>> reversing_card_permutation(Position.from_codes(["*o.", "*o.", "*.o"])) is None
    True
    """
    return reversal(hypergraph_junctions(position))
