"""Fields and filters that the documents of SET share.

The fields are the parameters of a whole deck, and cards of this deck. The filters select positions with given cards,
exactly or up to symmetry, and objects whose cards belong to one deck. A whole deck need not be stored, and it has no
links to its cards.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import ColumnElement, FromClause, Select, and_, exists, or_, select

from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import DerivedLink, DocumentFilter, DocumentFilterError, Identity, ParsedPattern
from ludex.catalogue.kinds.numbers import Numbers
from ludex.catalogue.storage import tables
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.games.sets.deck import DIGITS, MAX_PROPERTIES, Deck
from ludex.games.sets.identity.canonical import canonical_position
from ludex.games.sets.identity.containment import holds_image
from ludex.games.sets.identity.keys import class_key
from ludex.games.sets.kinds.statements import HOLDS
from ludex.games.sets.named_decks import built_in_deck
from ludex.games.sets.position import Position
from ludex.graphs.embedding import EmbeddingTooHard


class OfDeck(Document):
    """A document about cards of a whole deck. The deck is given by its numbers of properties and values."""

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
    """Return the identity of a class of cards under the symmetries that preserve sets, under the tag of its kind.

    The identity links to the same class as an object of the other kind.
    """
    canonical, deck = canonical_position(cards, budget), cards.deck
    derived_links = (DerivedLink("same-class", class_key(other_tag, canonical)),)
    invariants = (deck.values, deck.properties, len(canonical.order))
    return Identity(class_key(tag, canonical), invariants, canonical.order, derived_links)


_HOLDING, _UP_TO = "holds", "up_to"
MOST_CARDS = 16


def _parse_filters(parameters: Mapping[str, str]) -> ParsedPattern[CardsOfDeck]:
    if _HOLDING not in parameters:
        raise DocumentFilterError(_UP_TO, "it needs `holds` too")
    if parameters.get(_UP_TO, "symmetry") != "symmetry":
        raise DocumentFilterError(_UP_TO, "write `symmetry`, or leave it out to match exactly these cards")
    codes = parameters[_HOLDING].split(",")
    pattern = [tuple(map(DIGITS.find, code)) for code in codes]
    if len(codes) > MOST_CARDS:
        raise DocumentFilterError(_HOLDING, f"{len(codes)} cards; at most {MOST_CARDS} are allowed")
    for code, card in zip(codes, pattern, strict=True):
        if len(card) != len(pattern[0]) or not 1 <= len(card) <= MAX_PROPERTIES or min(card, default=-1) < 0:
            raise DocumentFilterError(
                _HOLDING, f"{code!r} is not a card like the others: write a base-36 digit for each property"
            )
    if len(set(codes)) < len(codes):
        raise DocumentFilterError(_HOLDING, "a card is repeated; list each card once")
    least = max(value for card in pattern for value in card) + 1
    filters = {"properties": len(pattern[0]), "min_values": least, "min_size": len(codes)}
    if _UP_TO not in parameters:
        return ParsedPattern(filters, lambda document: set(codes) <= set(document.cards))

    def fits(document: CardsOfDeck) -> bool:
        try:
            return holds_image(document.position, pattern)
        except EmbeddingTooHard as error:
            raise DocumentFilterError(_HOLDING, f"{error}: {document.label}") from None

    return ParsedPattern(filters, fits)


CARDS_HELD: DocumentFilter[CardsOfDeck] = DocumentFilter(
    {
        _HOLDING: "Only positions with all of these cards, separated by commas.",
        _UP_TO: "`symmetry`: only positions with an image of these cards under a symmetry that preserves sets.",
    },
    _parse_filters,
)


_DECK = "set-deck"


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
    """Return the condition on properties and values and, for a deck that is not whole, also the condition `listed`."""
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
