"""Hypergraphs, stored together with their positions."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, Matching, prepare
from ludex.catalogue.objects.reading import show_unstored
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, store
from ludex.games.swish.hypergraph import hypergraph_junctions
from ludex.games.swish.identity.card_matching import canonical_numbers
from ludex.games.swish.identity.hypergraph import CanonicalHypergraph
from ludex.games.swish.kinds import HYPERGRAPH, POSITION
from ludex.games.swish.kinds.hypergraph import hypergraph_of
from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.position import Position


def store_hypergraph(catalogue: Catalogue | None, position: Position) -> tuple[Stored, Matching]:
    """Store the hypergraph of cards together with their position. Without a catalogue, return it with the id 0.

    The matching lists, for given card i, its canonical hypernode. Raises HypergraphError for cards without a
    hypergraph.
    """
    hypergraph = require_hypergraph(position)
    matching = hypernodes_of(position, hypergraph)
    if catalogue is None:
        stored = Stored(0, HYPERGRAPH, hypergraph.label, True, hypergraph.document, shown=show_unstored(hypergraph))
        return stored, matching
    entry = prepare(POSITION, KnownPosition(position))
    with catalogue.writing() as writer:
        stored = store(writer, hypergraph)
        store(writer, entry)
        return as_shown(writer, stored), matching


def require_hypergraph(position: Position) -> Entry[CanonicalHypergraph]:
    """Return the entry of the hypergraph of cards. Raises HypergraphError, which states the index of the given card."""
    hypergraph_junctions(position)
    return hypergraph_of(position.canonical())


def hypernodes_of(position: Position, hypergraph: Entry[CanonicalHypergraph]) -> Matching:
    """Return, for each given card, its hypernode in the canonical hypergraph of the position."""
    return tuple(hypergraph.value.card_order[number] for number in canonical_numbers(position))
