"""Finding a deck by its slug or label: a built-in one, which need not be stored, or a stored one."""

from sqlalchemy.orm import Session

from ludex.api.service import service
from ludex.catalogue.storing import Stored
from ludex.catalogue.swish.decks import StoredDeck, deck_positions, load_deck, store_deck
from ludex.catalogue.swish.decks import find_deck as find_stored
from ludex.catalogue.tables import DeckRow
from ludex.swish.deck import Deck, built_in_deck
from ludex.swish.identity.keys import deck_label
from ludex.swish.position import Position

NOT_STORED = 0


def find_deck(name: str) -> Deck | None:
    """Return the deck with this slug or label, or None where there is none."""
    built_in = built_in_deck(name)
    if built_in is not None:
        return built_in
    with service().catalogue.reading() as session:
        loaded = load_deck(session, name)
    return None if loaded is None else loaded[1]


def find_listed(session: Session, name: str) -> StoredDeck | None:
    """Return the deck as the catalogue lists it; a built-in deck that is not stored has the id NOT_STORED."""
    stored = find_stored(session, name)
    if stored is not None:
        return stored
    built_in = built_in_deck(name)
    return None if built_in is None else find_stored(session, deck_label(built_in.position)) or _as_listed(built_in)


def listing_of(session: Session, deck: StoredDeck) -> Position:
    """Return the cards of a deck as listed."""
    if deck.id != NOT_STORED:
        return deck_positions(session, [deck.id])[deck.id]
    built_in = built_in_deck(deck.slug)
    assert built_in is not None
    return built_in.position


def require_stored(session: Session, deck: Deck) -> Stored[DeckRow]:
    """Store a deck that a request uses, where it is not stored yet: built-in decks come on demand."""
    return store_deck(session, deck)


def _as_listed(deck: Deck) -> StoredDeck:
    position = deck.position
    return StoredDeck(
        id=NOT_STORED,
        label=deck_label(position),
        slug=deck.slug,
        slugs=(deck.slug,),
        title=deck.title,
        description=deck.description,
        symmetry=position.symmetry,
        height=position.height,
        width=position.width,
        cards=len(position.cards),
        distinct_cards=len(set(position.cards)),
        starting=False,
    )
