"""The cards and decks of SET, and the fields and filters shared by SET documents.

A card is represented by a position with one card. A deck is a list of cards with a title. A whole deck is built in
under the name `set-V-P`, and is identified by its parameters. It is stored as soon as a claim about it is stored. A
whole deck has no links to its cards, and its document lists the cards only if there are at most 4,096.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, FromClause, Select, and_, exists, or_, select

from ludex.card_games.relations import HOLDING, held_cards_filter
from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import (
    DerivedLink,
    DocumentFilter,
    DocumentFilterError,
    Entry,
    Identity,
    Kind,
    LabelledIdentity,
    Matching,
    Naming,
    NewLink,
    ObjectContent,
    ParsedPattern,
    View,
    prepare,
)
from ludex.catalogue.kinds.numbers import Numbers
from ludex.catalogue.storage import tables
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.games.sets import pictures
from ludex.games.sets.deck import DIGITS, MAX_PROPERTIES, Deck
from ludex.games.sets.identity.containment import holds_image
from ludex.games.sets.identity.keys import canonical_position, card_key, class_key, deck_key, whole_deck_key
from ludex.games.sets.kinds.statements import CAP_COUNTS, CAP_MAXIMUM, HOLDS, read_counts, read_maximum
from ludex.games.sets.named_decks import NamedDeck, built_in_deck, listed_deck, whole_deck
from ludex.games.sets.position import Position
from ludex.graphs.embedding import EmbeddingTooHard


class OfDeck(Document):
    """A document about cards of a whole deck, which is specified by its numbers of properties and values."""

    properties: Annotated[int, Fact(synonyms=("dimension", "dimensions", "property"))] = Field(
        description="Number of properties of a card."
    )
    values: Annotated[int, Fact(synonyms=("value",))] = Field(description="Number of values of a property.")

    @property
    def deck(self) -> Deck:
        """Return the whole deck. Raises DeckError."""
        return Deck(self.properties, self.values)


class CardsOfDeck(OfDeck):
    """A document that lists cards."""

    cards: list[str]

    @property
    def position(self) -> Position:
        """Return the cards. Raises PositionError, DeckError."""
        return Position.from_codes(self.deck, self.cards)


def class_identity(tag: str, other_tag: str, cards: Position, budget: Budget) -> Identity:
    """Return the identity of a class of cards that are equivalent under the symmetries that preserve sets.

    `tag` belongs to the kind of the class. The identity has a link to the object of the other kind, which belongs to
    `other_tag`, for the same class of cards.
    """
    canonical, deck = canonical_position(cards, budget), cards.deck
    derived_links = (DerivedLink("same-class", class_key(other_tag, canonical)),)
    invariants = (deck.values, deck.properties, len(canonical.order))
    return Identity(class_key(tag, canonical), invariants, canonical.order, derived_links)


def _parse_cards(codes: list[str], up_to_symmetry: bool) -> ParsedPattern[CardsOfDeck]:
    pattern = [tuple(map(DIGITS.find, code)) for code in codes]
    for code, card in zip(codes, pattern, strict=True):
        if len(card) != len(pattern[0]) or not 1 <= len(card) <= MAX_PROPERTIES or min(card, default=-1) < 0:
            raise DocumentFilterError(
                HOLDING,
                f"{code!r} is not a card, or its number of digits differs from that of the first card; write a "
                "base-36 digit for each property",
            )
    if len(set(codes)) < len(codes):
        raise DocumentFilterError(HOLDING, "a card is repeated; list each card once")
    least = max(value for card in pattern for value in card) + 1
    filters = {"properties": len(pattern[0]), "min_values": least, "min_size": len(codes)}
    if not up_to_symmetry:
        return ParsedPattern(filters, lambda document: set(codes) <= set(document.cards))

    def fits(document: CardsOfDeck) -> bool:
        try:
            return holds_image(document.position, pattern)
        except EmbeddingTooHard as error:
            raise DocumentFilterError(HOLDING, f"{error}: {document.label}") from None

    return ParsedPattern(filters, fits)


CARDS_HELD: DocumentFilter[CardsOfDeck] = held_cards_filter(
    "Only positions with all of these cards, separated by commas.",
    "`symmetry`: only positions with an image of these cards under a symmetry that preserves sets.",
    _parse_cards,
)


_DECK = "set-deck"
_LABEL = re.compile(r"set-deck-([0-9]{1,2})-([0-9]{1,2})-[0-9]+-[a-z2-7]{16}")


def all_cards_in(numbers: Numbers, node: Any, name: str) -> ColumnElement[bool]:  # noqa: ANN401 - a column with its table
    """Return the condition that all cards of an object belong to this deck."""

    def listed(decks: FromClause) -> ColumnElement[bool]:
        own = tables.link.alias()
        other = select(own.c.target).where(own.c.source == node, own.c.relation == numbers.relations[HOLDS.name])
        return ~exists(other.where(own.c.target.not_in(_held(numbers, decks))).correlate(node.table, decks))

    return _within(numbers, node.table, name, listed)


def is_card_of(numbers: Numbers, node: Any, name: str) -> ColumnElement[bool]:  # noqa: ANN401 - a column with its table
    """Return the condition that a card belongs to this deck."""
    return _within(numbers, node.table, name, lambda decks: node.in_(_held(numbers, decks)))


def _within(
    numbers: Numbers, facts: FromClause, name: str, listed: Callable[[FromClause], ColumnElement[bool]]
) -> ColumnElement[bool]:
    """Return the condition that an object has the properties and values of the deck called `name`.

    If the deck lists its cards, the condition `listed` must be true as well.
    """
    whole = built_in_deck(name)
    if whole is not None:
        return and_(facts.c.properties == whole.properties, facts.c["values"] == whole.values)
    decks = facts.metadata.tables["set_deck"].alias()  # type: ignore[attr-defined]
    deck = numbers.kinds[_DECK]
    by_label = select(tables.node.c.id).where(tables.has_label([name]), tables.node.c.kind == deck)
    by_slug = select(tables.alias.c.node).where(tables.alias.c.slug == name, tables.alias.c.kind == deck)
    return exists(
        select(decks.c.node)
        .where(
            decks.c.node.in_(by_label.union(by_slug)),
            decks.c.properties == facts.c.properties,
            decks.c["values"] == facts.c["values"],
            or_(~exists(_held(numbers, decks)), listed(decks)),
        )
        .correlate(facts)
    )


def _held(numbers: Numbers, decks: FromClause) -> Select[Any]:
    held = select(tables.link.c.target).where(
        tables.link.c.relation == numbers.relations[HOLDS.name], tables.link.c.source == decks.c.node
    )
    return held.correlate(decks)


class CardDocument(OfDeck):
    """A card, written as one digit for each property."""

    kind: Literal["set-card"] = "set-card"
    code: Annotated[str, Fact(leading=False)] = Field(description="Values of the card, one digit for each property.")

    @property
    def position(self) -> Position:
        """Return the card. Raises PositionError, DeckError."""
        return Position.from_codes(self.deck, [self.code])


def _identify_card(card: Position, _budget: Budget) -> Identity:
    [number], deck = card.cards, card.deck
    return Identity(card_key(deck, number), (deck.values, deck.properties, deck.code(number)), (0,))


def _write_card(card: Position, named: LabelledIdentity) -> ObjectContent[CardDocument]:
    [code], deck = card.codes, card.deck
    return ObjectContent(CardDocument.of(named.label, deck, code=code))


CARD = Kind(
    name="set-card",
    address="sets/cards",
    model=CardDocument,
    identify=_identify_card,
    write=_write_card,
    read=lambda document, _claims: document.position,
    view=View(
        "Cards, identified by their values.",
        name="Card {2}",
        duplicate_relation="same-card",
        picture=lambda document: pictures.tables.set_card_svg(document.deck, document.position.cards[0]),
        filters={"deck": is_card_of},
    ),
)


def held_cards(cards: Position) -> Iterable[NewLink]:
    """Yield the links of an object to its cards. The index of the card is the place of the link."""
    for place, card in enumerate(cards.cards):
        yield NewLink("holds", card_entry(cards.deck, card), place)


@lru_cache(maxsize=8192)  # the sets of a position share its cards
def card_entry(deck: Deck, card: int) -> Entry[Position]:
    """Return the entry of a card, prepared for storing."""
    return prepare(CARD, Position(deck, (card,)))


MAX_LISTED_CARDS = 4096


class DeckDocument(OfDeck):
    """A deck and its cards in the listed order."""

    kind: Literal["set-deck"] = "set-deck"
    title: Annotated[str, Fact()] = Field(description="Title of the deck.")
    description: str
    size: Annotated[int, Fact(synonyms=("cards",))] = Field(description="Number of cards.")
    cards: list[str] | None = Field(
        description=f"The cards. A whole deck of more than {MAX_LISTED_CARDS:,} cards is not listed: it has every code."
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
    cards = None if deck.size > MAX_LISTED_CARDS else list(deck.position.codes)
    document = DeckDocument.of(named.label, deck, deck.deck, cards=cards)
    return ObjectContent(document, () if deck.whole else list(held_cards(deck.position)))


def _read(document: DeckDocument, claims: Sequence[Claim]) -> NamedDeck:
    if document.cards is None:
        deck = whole_deck(document.deck)
    else:
        deck = listed_deck(document.title, document.description, Position.from_codes(document.deck, document.cards))
    if deck.size == 0:
        raise ValueError("a deck must have at least one card")
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


def _built_in_slugs(label: str) -> tuple[str, ...]:
    """Return the slug of the whole deck that can have a label."""
    found = _LABEL.fullmatch(label)
    return () if found is None else (f"set-{found[1]}-{found[2]}",)


DECK = Kind(
    name="set-deck",
    address="sets/decks",
    model=DeckDocument,
    identify=_identify_deck,
    write=_write_deck,
    read=_read,
    view=View(
        "Named lists of cards.",
        name="Deck of {2} cards, {1} properties of {0} values",
        duplicate_relation="same-cards",
        picture=_picture_deck,
        long=frozenset({"cards"}),
    ),
    naming=Naming(_built_in, _reserved, _built_in_slugs),
)
