"""The canonical form of a position's hypergraph, and its automorphisms.

The canonical form is that of the digraph with the partition into hypernodes (one extra vertex for each hypernode), and
of nothing else: neither cells nor the board are in it. It is written by junctions (see the module `junctions`), from
which the digraph is rebuilt.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    """The canonical form of a position's hypergraph, and the renumbering that led there.

    `card_order[i]` is the canonical hypernode of card i, and `node_order[v]` the canonical node of node v. Node k of
    card i has the number i * configurations + k. The canonical nodes of the canonical hypernodes are numbered in the
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
        """Return the hypergraph in canonical numbers, made afresh.

        Raises HypergraphTooLarge beyond MAX_HYPERGRAPH_ARCS.
        """
        return hypergraph_from_form(self.form)

    @property
    def key(self) -> bytes:
        """Return the key of the hypergraph: that of its form."""
        return content_key("hypergraph", self.form)


def canonical_hypergraph(position: Position) -> CanonicalHypergraph:
    """Return the canonical form of the hypergraph of a `position`: equal forms mean isomorphic hypergraphs.

    Raises as :func:`hypergraph_junctions` does. Cost: see `canonical_junctions`.

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


def read_form(form: bytes) -> CanonicalHypergraph:
    """Return the hypergraph of a `form`, its hypernodes and nodes in canonical order.

    Raises HypergraphError for bytes that are not a form. Cost: linear in the hypernodes.
    """
    found = rows_from_form(form)
    cards, nodes = len(found.rows), len(found.rows) * found.configurations
    return CanonicalHypergraph(form, nodes, found.count_arcs(), cards, tuple(range(cards)), tuple(range(nodes)))


def is_canonical(form: bytes) -> bool:
    """Tell whether a `form` is the canonical one of its hypergraph. Raises HypergraphError if it is not a form."""
    return rows_form(canonical_junctions(rows_from_form(form)).junctions) == form


def hypergraph_from_form(form: bytes) -> "networkx.DiGraph":
    """Rebuild a hypergraph in canonical numbers from its `form`; its nodes have the attribute `hypernode`.

    Raises HypergraphError for bytes that are not a form, and HypergraphTooLarge beyond MAX_HYPERGRAPH_ARCS.
    """
    return digraph(rows_from_form(form))


def card_automorphisms(position: Position) -> list[tuple[int, ...]]:
    """Return card permutations that generate those which automorphisms of the hypergraph of a `position` induce.

    A permutation p takes card i to card p[i]; the identity is not listed. Raises as :func:`hypergraph_junctions` does.

    >>> card_automorphisms(Position.from_codes(["*o", "o*"]))
    [(1, 0)]
    """
    return card_generators(hypergraph_junctions(position))


def reversing_card_permutation(position: Position) -> tuple[int, ...] | None:
    """Return a card permutation that some isomorphism onto the hypergraph with all arcs reversed induces, or None.

    The hypergraph is that of `position`. The other such permutations are those that :func:`card_automorphisms`
    generates, followed by this one. Raises as :func:`hypergraph_junctions` does.

    >>> reversing_card_permutation(Position.from_codes(["*o.", "*o.", "*.o"])) is None
    True
    """
    return reversal(hypergraph_junctions(position))
