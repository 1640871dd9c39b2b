"""Finding a deck by its slug or label: a whole one, which need not be stored, or a stored one."""

from functools import cache

from sqlalchemy.orm import Session

from ludex.api.service import service
from ludex.catalogue.sets.decks import StoredDeck, deck_positions, load_deck
from ludex.catalogue.sets.decks import find_deck as find_stored
from ludex.sets.deck import Deck
from ludex.sets.identity.keys import deck_label
from ludex.sets.named_decks import built_in, whole_deck
from ludex.sets.position import Position

NOT_STORED = 0


def find_cards(name: str) -> Position | Deck | None:
    """Return the cards of the deck with this slug or label: a whole deck not laid out; None where there is none."""
    whole = built_in(name)
    if whole is not None:
        return whole
    with service().catalogue.reading() as session:
        loaded = load_deck(session, name)
    return None if loaded is None else loaded[1].position


def find_listed(session: Session, name: str) -> StoredDeck | None:
    """Return the deck as the catalogue lists it; a whole deck that is not stored has the id NOT_STORED."""
    stored = find_stored(session, name)
    if stored is not None:
        return stored
    whole = built_in(name)
    if whole is None:
        return None
    listed = _as_listed(whole)
    return find_stored(session, listed.label) or listed


def listing_of(session: Session, deck: StoredDeck) -> Position:
    """Return the cards of a deck as listed."""
    if deck.id != NOT_STORED:
        return deck_positions(session, [deck.id])[deck.id]
    return Position.whole(Deck(deck.properties, deck.values))


@cache  # there are few decks, and the label of a million cards takes a second
def _as_listed(deck: Deck) -> StoredDeck:
    named = whole_deck(deck)
    return StoredDeck(
        id=NOT_STORED,
        label=deck_label(named.position),
        slug=named.slug,
        slugs=(named.slug,),
        title=named.title,
        description=named.description,
        properties=deck.properties,
        values=deck.values,
        cards=deck.size,
        starting=False,
    )
