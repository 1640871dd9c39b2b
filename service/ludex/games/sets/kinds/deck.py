"""Cards and decks of SET. The value of a card is a position of one card, and a deck is a list of cards with a title.

Whole decks are built in as `set-V-P`, and stored once a claim is made about them. A whole deck is identified by its
parameters. It has no links to its cards, and lists them only if there are at most 4,096.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.kind import (
    Entry,
    Identity,
    Kind,
    LabelledIdentity,
    Matching,
    Naming,
    NewLink,
    ObjectContent,
    View,
    prepare,
)
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.games.sets import pictures
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.keys import card_key, deck_key, whole_deck_key
from ludex.games.sets.kinds.fields import OfDeck, is_card_of
from ludex.games.sets.kinds.statements import CAP_COUNTS, CAP_MAXIMUM, read_counts, read_maximum
from ludex.games.sets.named_decks import NamedDeck, built_in_deck, listed_deck, whole_deck
from ludex.games.sets.position import Position


class CardDocument(OfDeck):
    """A card, written as one digit for each property."""

    kind: Literal["set-card"] = "set-card"
    code: Annotated[str, Fact(leading=False)] = Field(description="Its values, one digit for each property.")

    @property
    def position(self) -> Position:
        """Return the card. Raises PositionError, DeckError."""
        return Position.from_codes(self.deck, [self.code])


def _identify_card(card: Position, _budget: Budget) -> Identity:
    [number], deck = card.cards, card.deck
    return Identity(card_key(deck, number), (deck.values, deck.properties, deck.code(number)), (0,))


def _write_card(card: Position, named: LabelledIdentity) -> ObjectContent[CardDocument]:
    [code], deck = card.codes, card.deck
    return ObjectContent(CardDocument(label=named.label, properties=deck.properties, values=deck.values, code=code))


def _picture_card(document: CardDocument) -> str:
    return pictures.tables.set_card_svg(document.deck, document.position.cards[0])


CARD = Kind(
    name="set-card",
    address="sets/cards",
    model=CardDocument,
    identify=_identify_card,
    write=_write_card,
    read=lambda document, _claims: document.position,
    view=View(
        "Cards, identified by their values.",
        duplicate_relation="same-card",
        picture=_picture_card,
        filters={"deck": is_card_of},
    ),
)


def held_cards(cards: Position) -> Iterable[NewLink]:
    """Yield the links of an object to its cards. The place of a link is the index of the card."""
    for place, card in enumerate(cards.cards):
        yield NewLink("holds", card_entry(cards.deck, card), place)


@lru_cache(maxsize=8192)  # the sets of a position share its cards
def card_entry(deck: Deck, card: int) -> Entry[Position]:
    """Return the prepared entry of a card."""
    return prepare(CARD, Position(deck, (card,)))


MAX_LISTED_CARDS = 4096


class DeckDocument(OfDeck):
    """A deck and its cards in the listed order."""

    kind: Literal["set-deck"] = "set-deck"
    title: Annotated[str, Fact()] = Field(description="Title of the deck.")
    description: str
    size: Annotated[int, Fact(synonyms=("cards",))] = Field(description="Number of cards.")
    cards: list[str] | None = Field(
        description=f"The cards. A whole deck of more than {MAX_LISTED_CARDS:,} is not listed: it has all codes."
    )


def _identify_deck(deck: NamedDeck, _budget: Budget) -> Identity:
    key = whole_deck_key(deck.deck) if deck.whole else deck_key(deck.position)
    return Identity(key, (deck.deck.values, deck.deck.properties, deck.size), _order(deck))


def _order(deck: NamedDeck) -> Matching | None:
    """Return the index of each card in the sorted list."""
    if deck.whole:
        return None if deck.size > MAX_LISTED_CARDS else tuple(range(deck.size))
    place = {card: number for number, card in enumerate(sorted(deck.position.cards))}
    return tuple(place[card] for card in deck.position.cards)


def _write_deck(deck: NamedDeck, named: LabelledIdentity) -> ObjectContent[DeckDocument]:
    document = DeckDocument(
        label=named.label,
        properties=deck.deck.properties,
        values=deck.deck.values,
        title=deck.title,
        description=deck.description,
        size=deck.size,
        cards=None if deck.size > MAX_LISTED_CARDS else list(deck.position.codes),
    )
    return ObjectContent(document, () if deck.whole else list(held_cards(deck.position)))


def _read(document: DeckDocument, claims: Sequence[Claim]) -> NamedDeck:
    if document.cards is None:
        deck = whole_deck(document.deck)
    else:
        deck = listed_deck(document.title, document.description, Position.from_codes(document.deck, document.cards))
    if deck.size == 0:
        raise ValueError("a deck has at least one card")
    if not deck.whole:
        return deck
    by_statement = {claim.statement: claim for claim in claims}
    maximum, counts = by_statement.get(CAP_MAXIMUM.name), by_statement.get(CAP_COUNTS.name)
    return replace(
        deck,
        largest_cap=None if maximum is None else read_maximum(deck.deck, maximum),
        cap_counts=None if counts is None else read_counts(deck.deck, counts),
    )


def _picture_deck(document: DeckDocument) -> str:
    from ludex.pictures.svg import PictureTooLarge

    if document.cards is None or document.size > pictures.tables.MAX_TABLE_CARDS:  # do not lay out a million cards
        raise PictureTooLarge(f"{document.size:,} cards; at most {pictures.tables.MAX_TABLE_CARDS:,} can be drawn")
    return pictures.tables.set_table_svg(Position.from_codes(document.deck, document.cards))


def _built_in(slug: str) -> NamedDeck | None:
    deck = built_in_deck(slug)
    return None if deck is None else whole_deck(deck)


def _reserved(slug: str, named: NamedDeck) -> str | None:
    whole = built_in_deck(slug)
    if whole is None or (named.whole and named.deck == whole):
        return None
    return f"the slug {slug} is reserved for a built-in deck"


DECK = Kind(
    name="set-deck",
    address="sets/decks",
    model=DeckDocument,
    identify=_identify_deck,
    write=_write_deck,
    read=_read,
    view=View(
        "Named lists of cards.", duplicate_relation="same-cards", picture=_picture_deck, long=frozenset({"cards"})
    ),
    naming=Naming(_built_in, _reserved),
)
