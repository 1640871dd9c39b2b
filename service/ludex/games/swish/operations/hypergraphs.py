"""Hypergraphs: stored with the position that they are of."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, Matching, prepare
from ludex.catalogue.objects.reading import show_unstored
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, store
from ludex.games.swish.hypergraph import hypergraph_junctions
from ludex.games.swish.identity.hypergraph import CanonicalHypergraph
from ludex.games.swish.identity.placing import canonical_numbers
from ludex.games.swish.kinds import HYPERGRAPH, POSITION
from ludex.games.swish.kinds.hypergraph import hypergraph_of
from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.position import Position


def store_hypergraph(catalogue: Catalogue | None, position: Position) -> tuple[Stored, Matching]:
    """Store the hypergraph of cards, and their position with it. Without a catalogue: show it, with the id 0.

    The matching lists, for card i as given, its canonical hypernode. Raises HypergraphError for cards that have none.
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
    """Return the hypergraph of cards, ready to be stored. Raises HypergraphError, which names the card as given."""
    hypergraph_junctions(position)
    return hypergraph_of(position.canonical())


def hypernodes_of(position: Position, hypergraph: Entry[CanonicalHypergraph]) -> Matching:
    """Return, for each card as given, its hypernode in the canonical hypergraph of the position."""
    return tuple(hypergraph.value.card_order[number] for number in canonical_numbers(position))
