"""Decks: finding the cards of one by its name, storing and deleting one's own. Whole decks are there unstored."""

from dataclasses import replace

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import prepare
from ludex.catalogue.kinds.sets.deck import DECK
from ludex.catalogue.label import is_storable
from ludex.catalogue.naming import delete_named, name_object, require_free
from ludex.catalogue.reading import find, value_of
from ludex.catalogue.stored import Stored
from ludex.catalogue.storing import store
from ludex.sets.deck import Deck
from ludex.sets.named_decks import NamedDeck, built_in, built_in_slug, listed_deck
from ludex.sets.position import Position

MAX_STORED_CARDS = 4096
"""Of a deck of one's own, and of a stored position; whole decks of up to a million cards are there unstored."""


class DeckTextError(ValueError):
    """A title or a description that cannot be stored; `field` is 'title' or 'description'."""

    def __init__(self, field: str) -> None:
        super().__init__(f"the {field} holds a character that cannot be stored")
        self.field = field


class DeckSizeError(ValueError):
    """A deck of no cards, or of more than MAX_STORED_CARDS."""


def find_cards(catalogue: Catalogue, name: str) -> Position | Deck:
    """Return the cards of the deck with this slug or label, as listed; a whole deck is not laid out.

    `set-V-P` is the whole deck of V values and P properties, stored or not. Raises UnknownObject.
    """
    whole = built_in(name)
    if whole is not None:
        return whole
    with catalogue.reading() as reader:
        found: NamedDeck = value_of(reader, find(reader, name, DECK))
    return found.cards


def store_deck(
    catalogue: Catalogue, cards: Position, slug: str | None = None, title: str | None = None, description: str = ""
) -> Stored:
    """Store a deck of one's own under a slug, by default one that is made of its label.

    Where the cards are a stored deck's, in whatever order, that deck keeps its listing and texts and gets the slug too;
    `matching` of the answer gives for each card its index there. All cards of a whole deck are the whole deck.

    Raises SlugError for a slug that is none, NameTaken for one that names another deck or is kept for a whole one,
    DeckTextError, DeckSizeError.
    """
    if not 1 <= len(cards.cards) <= MAX_STORED_CARDS:
        raise DeckSizeError(_size_said(len(cards.cards)))
    for field, text in (("title", title), ("description", description)):
        if text is not None and not is_storable(text):
            raise DeckTextError(field)
    deck = listed_deck(title or _title(cards), description, cards)
    entry = prepare(DECK, deck)
    own = f"own-{entry.label.rpartition('-')[2]}"
    slugs = [*([built_in_slug(cards.deck)] if deck.whole else []), own if slug is None else slug]
    for name in slugs:
        require_free(DECK, name, deck)
    with catalogue.writing() as writer:
        stored = store(writer, entry)
        name_object(writer, DECK, stored.id, slugs if slug is not None else slugs[:1])
    if deck.whole and not stored.created:
        return replace(stored, matching=cards.cards)
    return stored


def delete_deck(catalogue: Catalogue, name: str) -> None:
    """Delete the deck of one's own with this slug or label; its cards and positions stay.

    Of a whole deck, or one of the starting catalogue, a user's slug is deleted alone. Raises UnknownObject, and
    Protected where there is no such slug.
    """
    with catalogue.writing() as writer:
        delete_named(writer, DECK, name)


def _title(cards: Position) -> str:
    number, deck = len(cards.cards), cards.deck
    return f"{number:,} cards of {deck.properties} properties and {deck.values} values"


def _size_said(number: int) -> str:
    if number == 0:
        return "a deck has at least one card"
    return (
        f"a deck of {number:,} cards: at most {MAX_STORED_CARDS:,} are stored; larger whole decks are there by their "
        "slug, set-V-P, without being stored"
    )
