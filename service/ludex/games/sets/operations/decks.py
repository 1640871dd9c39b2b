"""Cards and decks: storing them, and finding the cards of stored objects. Whole decks are always available."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, Kind, prepare
from ludex.catalogue.kinds.label import require_texts
from ludex.catalogue.objects.aliases import name_object, require_free
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, find, find_key, plain_value
from ludex.catalogue.objects.store_result import Stored
from ludex.catalogue.objects.storing import as_shown, store, store_many
from ludex.catalogue.storage.snapshot import Reader, Writer
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.deck import DECK, card_entry
from ludex.games.sets.known_results import cards_in
from ludex.games.sets.named_decks import NamedDeck, built_in_slug, listed_deck, whole_deck
from ludex.games.sets.position import Position

MAX_STORED_CARDS = 4096
"""The maximum number of cards of a user-defined deck and of a stored position."""


class DeckSizeError(Fault):
    """A deck without cards, or with more than MAX_STORED_CARDS."""


def store_cards(catalogue: Catalogue, cards: Position) -> list[Stored]:
    """Store the cards of a position, each once, and return them in the order of the position."""
    entries = [card_entry(cards.deck, card) for card in cards.cards]
    with catalogue.writing() as writer:
        return store_many(writer, entries)


def find_cards(catalogue: Catalogue, name: str, kind: Kind[Any, Any] | None = DECK) -> Position | Deck:
    """Return the cards of the deck with this slug or label, as listed; a whole deck is returned as a Deck.

    `set-V-P` is the whole deck of V values and P properties, stored or not. With another `kind`, or None for any kind,
    the cards of an object of that kind are returned. Raises UnknownObject, also for an object without cards.
    """
    with catalogue.reading() as reader:
        found = find(reader, name, kind)
    cards = cards_in(plain_value(found.kind, found))
    if cards is None:
        raise UnknownObject(f"{name} has no cards of SET; name a deck, a position or a cap of SET")
    return cards


def store_deck(
    catalogue: Catalogue, cards: Position, slug: str | None = None, title: str | None = None, description: str = ""
) -> Stored:
    """Store a user-defined deck under a slug, by default a slug made of its label.

    If the cards are those of a stored deck, in any order, that deck keeps its listing and texts and gets the slug as
    well, and `matching` of the result gives, for each card, its index in that deck. If the cards are all cards of a
    whole deck, the whole deck is stored.

    Raises SlugError for an invalid slug, NameTaken for a slug that names another deck or is reserved for a whole deck,
    TextError, and DeckSizeError.
    """
    number, of = len(cards.cards), cards.deck
    if number == 0:
        raise DeckSizeError("a deck has at least one card; give some")
    if number > MAX_STORED_CARDS:
        raise DeckSizeError(
            f"a deck of {number:,} cards: at most {MAX_STORED_CARDS:,} are stored; larger whole decks are available by "
            "their slug, set-V-P, without being stored"
        )
    require_texts(title=title, description=description)
    title = title or f"{number:,} cards of {of.properties} properties and {of.values} values"
    deck = listed_deck(title, description, cards)
    entry = prepare(DECK, deck)
    own = f"own-{entry.label.rpartition('-')[2]}"
    slugs = [*([built_in_slug(of)] if deck.whole else []), own if slug is None else slug]
    for name in slugs:
        require_free(DECK, name, deck)
    with catalogue.writing() as writer:
        stored = as_shown(writer, _store_named(writer, entry, slugs if slug is not None else slugs[:1]))
    if deck.whole and not stored.created:
        return replace(stored, matching=cards.cards)
    return stored


def prepare_whole(deck: Deck) -> Entry[NamedDeck]:
    """Return the entry of a whole deck. Call this before the transaction. Cost: 0.2 s for a million cards, once."""
    return prepare(DECK, whole_deck(deck))


def store_whole(writer: Writer, entry: Entry[NamedDeck]) -> Stored:
    """Store a whole deck under its slug, or find it. Claims about its caps are attached to it."""
    return _store_named(writer, entry, [built_in_slug(entry.value.deck)])


def find_whole(reader: Reader, deck: Deck) -> ObjectView | None:
    """Return the stored object of a whole deck, or None."""
    return find_key(reader, DECK, DECK.identify(whole_deck(deck), Budget()).key)


def _store_named(writer: Writer, entry: Entry[NamedDeck], slugs: Sequence[str]) -> Stored:
    stored = store(writer, entry)
    name_object(writer, DECK, stored.id, slugs)
    return stored
