"""Cards, decks and boards of SWISH, and the fields of all objects that consist of cards.

A card is stored as its canonical configuration under its symmetry. A deck is a list of cards with a title. The names of
a deck are its slugs. A board consists of all cards with one point and one circle. It is identified by its size and its
symmetry, and its closed forms are stored as claims.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import (
    DerivedLink,
    Entry,
    Identity,
    Kind,
    LabelledIdentity,
    Naming,
    NewLink,
    ObjectContent,
    View,
    prepare,
)
from ludex.catalogue.kinds.label import require_texts
from ludex.engine.budget import Budget
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from ludex.games.swish import pictures
from ludex.games.swish.card import BoardError, Card, CardClass, Symmetry
from ludex.games.swish.deck import Deck, built_in_deck
from ludex.games.swish.identity.card_matching import canonical_numbers, card_key, deck_key
from ludex.games.swish.kinds.statements import claim_board
from ludex.games.swish.position import Position
from ludex.games.swish.study.boards import BoardFacts, board_facts, closed_form_faults, construction


class SwishCard(Document):
    """A card."""

    kind: Literal["swish-card"] = "swish-card"
    code: str = Field(description="Canonical configuration of the card.")
    symmetry: Annotated[Symmetry, Fact()] = Field(
        description="Ways to place the card: `rectangle` for flips only, `square` for flips and turns by 90 degrees."
    )
    height: Annotated[int, Fact()] = Field(description="Number of rows.")
    width: Annotated[int, Fact()] = Field(description="Number of columns.")
    points: Annotated[int, Fact()] = Field(description="Number of points on the card.")
    circles: Annotated[int, Fact()] = Field(description="Number of circles on the card.")
    configurations: Annotated[int, Fact()] = Field(description="Number of different ways to place the card.")


def _identify_card(value: CardClass, _budget: object) -> Identity:
    key, reverse = card_key(value.card, value.symmetry), card_key(value.card.reversed(), value.symmetry)
    derived_links = () if reverse == key else (DerivedLink("reverse-of", reverse),)
    return Identity(key, (f"{value.card.height}x{value.card.width}",), derived_links=derived_links)


def _write_card(value: CardClass, named: LabelledIdentity) -> ObjectContent[SwishCard]:
    card = value.card.canonical(value.symmetry)
    return ObjectContent(
        SwishCard.of(
            named.label,
            card,
            code=str(card),
            symmetry=value.symmetry,
            points=len(card.points),
            circles=len(card.circles),
            configurations=len(card.distinct_configurations(value.symmetry)),
        )
    )


def _read_card(document: SwishCard, _claims: Sequence[Claim]) -> CardClass:
    card = Card.from_code(document.code)
    document.symmetry.require_board(card.height, card.width)
    return CardClass(card, document.symmetry)


CARD = Kind(
    name="swish-card",
    address="swish/cards",
    model=SwishCard,
    identify=_identify_card,
    write=_write_card,
    read=_read_card,
    view=View(
        "Cards, each stored as its canonical configuration.",
        name="Card of {}",
        duplicate_relation="same-card",
        picture=lambda document: pictures.cards.svg_card(Card.from_code(document.code), document.symmetry),
    ),
)


Codes = Annotated[list[str], Field(min_length=1)]


class OfBoard(Document):
    """A document about cards of a board."""

    symmetry: Annotated[Symmetry, Fact()] = Field(
        description="Ways to place cards: `rectangle` for flips only, `square` for flips and turns by 90 degrees."
    )
    height: Annotated[int, Fact()] = Field(description="Number of rows of the board.")
    width: Annotated[int, Fact()] = Field(description="Number of columns of the board.")


class OnBoard(OfBoard):
    """An object that consists of several cards."""

    size: Annotated[int, Fact(synonyms=("cards",))] = Field(description="Number of cards, including copies.")


def identity(key: bytes, cards: Position, same_class: bytes | None = None) -> Identity:
    """Return the identity of an object that consists of these cards.

    The label contains the board and the number of cards.
    `same_class` is the key of the object of another kind that represents the same class of cards.
    """
    derived_links = () if same_class is None else (DerivedLink("same-class", same_class),)
    return Identity(key, (f"{cards.height}x{cards.width}", len(cards.cards)), canonical_numbers(cards), derived_links)


def codes(cards: Sequence[Card]) -> list[str]:
    """Return the notations of cards."""
    return [str(card) for card in cards]


def draw_cards(document: Any) -> str:  # noqa: ANN401 - an object on a board with `cards`
    """Return the picture of the cards that a document lists."""
    return pictures.cards.svg_position(Position.from_codes(document.cards, document.symmetry))


def holds(cards: Position) -> list[NewLink]:
    """Return the links from an object to its cards, with one link for each copy.

    If a card is not canonical, the detail of its link is the code of the card.
    """
    return [
        NewLink("holds", entry, index, None if entry.value.card == card else {"code": str(card)})
        for index, card in enumerate(cards.cards)
        for entry in [_card(card.canonical(cards.symmetry), cards.symmetry)]
    ]


@lru_cache(maxsize=1024)
def _card(card: Card, symmetry: Symmetry) -> Entry[CardClass]:
    return prepare(CARD, CardClass(card, symmetry))


_LABEL = re.compile(r"swish-deck-([0-9]{1,3})x([0-9]{1,3})-([0-9]{1,9})-[a-z2-7]{16}")
_BUILT_IN_SLUG = re.compile(r"swish-(?:36|60|([0-9]+)x([0-9]+)(?:-square)?)")


class SwishDeck(OnBoard):
    """A deck: its cards in the listed order. Card indices refer to this order."""

    kind: Literal["swish-deck"] = "swish-deck"
    title: Annotated[str, Fact()] = Field(description="Title of the deck.")
    description: str
    distinct_cards: Annotated[int, Fact()] = Field(description="Number of different cards, not counting copies.")
    cards: Codes


def _write_deck(deck: Deck, named: LabelledIdentity) -> ObjectContent[SwishDeck]:
    require_texts(title=deck.title, description=deck.description)
    cards, symmetry = deck.position.cards, deck.position.symmetry
    distinct = len({card.canonical(symmetry) for card in cards})
    document = SwishDeck.of(named.label, deck, deck.position, distinct_cards=distinct, cards=codes(cards))
    return ObjectContent(document, holds(deck.position))


def _read_deck(document: SwishDeck, _claims: Sequence[Claim]) -> Deck:
    """Return the deck. The slugs of a deck are not part of the document, so its name is its label."""
    position = Position.from_codes(document.cards, document.symmetry)
    return Deck(document.label, document.title, document.description, position)


def _reserved(slug: str, deck: Deck) -> str | None:
    """Return why a deck cannot have a slug that is reserved for a built-in deck, or None if the deck can have it."""
    match = _BUILT_IN_SLUG.fullmatch(slug)
    if match is None:
        return None
    board = (int(match[1]), int(match[2])) if match[1] else (4, 3)
    position = deck.position
    cells = position.height * position.width
    # A built-in deck may be large, so it is constructed only if the given deck has enough cards. An orbit has at most
    # eight cells.
    if (position.height, position.width) == board and 8 * len(position.cards) >= cells * (cells - 1):
        built_in = built_in_deck(slug)
        if built_in is not None and deck_key(built_in.position) == deck_key(position):
            return None
    return f"the slug {slug} is reserved for a built-in deck"


def _built_in_slugs(label: str) -> Iterator[str]:
    """Yield the slugs of the built-in decks of boards that can have a label. A deck is not constructed for this."""
    found = _LABEL.fullmatch(label)
    if found is None:
        return
    height, width, size = map(int, found.groups())
    for symmetry in Symmetry if height == width else (Symmetry.RECTANGLE,):
        with suppress(BoardError):
            if board_facts(height, width, symmetry).cards == size:
                yield f"swish-{height}x{width}{'-square' * (symmetry is Symmetry.SQUARE)}"


DECK = Kind(
    name="swish-deck",
    address="swish/decks",
    model=SwishDeck,
    identify=lambda deck, _: identity(deck_key(deck.position), deck.position),
    write=_write_deck,
    read=_read_deck,
    view=View(
        "Named lists of cards, including copies.",
        name="Deck of {1} cards, {0}",
        duplicate_relation="same-cards",
        picture=draw_cards,
        long=frozenset({"cards"}),
    ),
    naming=Naming(built_in_deck, _reserved, _built_in_slugs),
)


BOARD_TAG = "board"
MAX_LISTED_CELLS = 64


class BoardDocument(OfBoard):
    """A board: all its different cards with one point and one circle, with closed forms for their no-swish sets."""

    kind: Literal["swish-board"] = "swish-board"
    cards: Annotated[int, Fact()] = Field(description="Number of different cards.")
    largest_no_swish_set: Annotated[int, Fact()] = Field(description="Number of cards in a largest no-swish set.")
    maximum_sets: Annotated[int, Fact(natural=True)] = Field(description="Number of no-swish sets of the largest size.")
    construction: list[str] | None = Field(
        description=f"One of the largest no-swish sets, for boards of at most {MAX_LISTED_CELLS} cells."
    )


def _identify_board(board: BoardFacts, _budget: Budget) -> Identity:
    sides = f"{board.height}x{board.width}"
    key = content_key(BOARD_TAG, f"{board.symmetry} {sides}".encode("ascii"))
    return Identity(key, (sides,) if board.symmetry is Symmetry.RECTANGLE else (sides, str(board.symmetry)))


def _write_board(board: BoardFacts, named: LabelledIdentity) -> ObjectContent[BoardDocument]:
    listed = None
    if board.height * board.width <= MAX_LISTED_CELLS:
        listed = [str(card) for card in construction(board.height, board.width, board.symmetry)]
    return ObjectContent(BoardDocument.of(named.label, board, construction=listed), (), claim_board(board))


def _read_board(document: BoardDocument, _claims: Sequence[Claim]) -> BoardFacts:
    """Return the closed forms of a board, computed from its sides. The values in the document are ignored.

    A document with wrong values is detected, because it differs from the document that is written from the closed
    forms.
    """
    return board_facts(document.height, document.width, document.symmetry)


def _picture(document: BoardDocument) -> str:
    from ludex.pictures.svg import PictureTooLarge

    if not document.construction:
        raise PictureTooLarge(f"only boards of 2 to {MAX_LISTED_CELLS} cells have a picture")
    return pictures.cards.svg_position(Position.from_codes(document.construction, document.symmetry))


BOARD = Kind(
    name="swish-board",
    address="swish/whole-boards",
    model=BoardDocument,
    identify=_identify_board,
    write=_write_board,
    read=_read_board,
    view=View(
        "All cards with one point and one circle on a board, with closed forms for no-swish sets.",
        name="Board of {}",
        duplicate_relation="same-board",
        picture=_picture,
        long=frozenset({"construction"}),
    ),
    check=lambda board, _budget: closed_form_faults(board),
)
