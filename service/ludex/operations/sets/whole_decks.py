"""Whole decks in the catalogue: what is known of their caps is stated of a node, which is made once it is needed."""

from ludex.catalogue.catalogue import Catalogue, Reader, Writer
from ludex.catalogue.kind import Entry, prepare
from ludex.catalogue.kinds.sets.deck import DECK
from ludex.catalogue.naming import name_object
from ludex.catalogue.reading import Shown, find_keys, shown, value_of
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import store
from ludex.engine.budget import Budget
from ludex.sets.deck import Deck
from ludex.sets.named_decks import NamedDeck, built_in_slug, whole_deck


def prepare_whole(deck: Deck) -> Entry[NamedDeck]:
    """Return what stores a whole deck: call it before the transaction. Cost: 0.2 s for a million cards, once."""
    return prepare(DECK, whole_deck(deck))


def store_whole(writer: Writer, entry: Entry[NamedDeck]) -> Stored:
    """Store a whole deck under its slug, or find it."""
    stored = store(writer, entry)
    name_object(writer, DECK, stored.id, [built_in_slug(entry.value.deck)])
    return stored


def find_whole(reader: Reader, deck: Deck) -> Shown | None:
    """Return a whole deck as it is stored, or None."""
    key = DECK.identify(whole_deck(deck), Budget()).key
    ids = find_keys(reader, [key])
    return shown(reader, DECK, [ids[key]])[0] if ids else None


def known_of(catalogue: Catalogue, deck: Deck) -> NamedDeck:
    """Return a whole deck with what is stored of its caps."""
    with catalogue.reading() as reader:
        found = find_whole(reader, deck)
        named: NamedDeck = whole_deck(deck) if found is None else value_of(reader, found)
    return named
