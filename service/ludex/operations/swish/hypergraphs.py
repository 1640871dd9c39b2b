"""Hypergraphs: stored with the position that they are of, drawn."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import Entry, Matching, prepare
from ludex.catalogue.kinds.swish import HYPERGRAPH, POSITION
from ludex.catalogue.kinds.swish.hypergraph import hypergraph_of
from ludex.catalogue.kinds.swish.relations import HAS_HYPERGRAPH
from ludex.catalogue.links import neighbours
from ludex.catalogue.reading import find, plain_value, shown
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import store
from ludex.swish.hypergraph import hypergraph_junctions
from ludex.swish.identity.hypergraph import CanonicalHypergraph
from ludex.swish.identity.placing import canonical_numbers
from ludex.swish.junctions import HypergraphError
from ludex.swish.known_position import KnownPosition
from ludex.swish.position import Position


def store_hypergraph(catalogue: Catalogue | None, position: Position) -> tuple[Stored, Matching]:
    """Store the hypergraph of cards, and their position with it. Without a catalogue: show it, with the id 0.

    The matching lists, for card i as given, its canonical hypernode. Raises HypergraphError for cards that have none.
    """
    hypergraph = require_hypergraph(position)
    matching = hypernodes_of(position, hypergraph)
    if catalogue is None:
        return Stored(0, HYPERGRAPH, hypergraph.label, True, hypergraph.document), matching
    entry = prepare(POSITION, KnownPosition(position))
    with catalogue.writing() as writer:
        stored = store(writer, hypergraph)
        store(writer, entry)
    return stored, matching


def require_hypergraph(position: Position) -> Entry[CanonicalHypergraph]:
    """Return the hypergraph of cards, ready to be stored. Raises HypergraphError, which names the card as given."""
    hypergraph_junctions(position)
    return hypergraph_of(position.canonical())


def hypernodes_of(position: Position, hypergraph: Entry[CanonicalHypergraph]) -> Matching:
    """Return, for each card as given, its hypernode in the canonical hypergraph of the position."""
    return tuple(hypergraph.value.card_order[number] for number in canonical_numbers(position))


def draw_hypergraph(catalogue: Catalogue, label: str) -> str:
    """Draw a stored hypergraph with the cards of the first position that has it, as SVG.

    Raises UnknownObject, PictureTooLarge where it is too large or no stored position has it.
    """
    from ludex.pictures import PictureTooLarge, svg_hypergraph
    from ludex.swish.hypergraph import construct_hypergraph

    with catalogue.reading() as reader:
        found = find(reader, label, HYPERGRAPH)
        having = neighbours(reader, found.id, HAS_HYPERGRAPH.inverse, limit=1)
        positions = shown(reader, POSITION, [one.id for one in having])
    if not positions:
        raise PictureTooLarge("no stored position has this hypergraph, so there are no cards to draw it with")
    try:
        return svg_hypergraph(construct_hypergraph(plain_value(POSITION, positions[0]).position))
    except HypergraphError as error:
        raise PictureTooLarge(str(error)) from None
