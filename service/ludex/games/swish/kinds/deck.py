"""SWISH decks: lists of cards with a title. The names of a deck are its slugs."""

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.kind import Kind, LabelledIdentity, Naming, ObjectContent, View
from ludex.catalogue.kinds.label import require_texts
from ludex.engine.fact import Fact
from ludex.games.swish.deck import Deck, built_in_deck
from ludex.games.swish.identity.keys import deck_key
from ludex.games.swish.kinds.card import Codes, OnBoard, codes, draw_cards, holds, identity, on_board
from ludex.games.swish.position import Position

_BUILT_IN_SLUG = re.compile(r"swish-(?:36|60|([0-9]+)x([0-9]+)(?:-square)?)")


class SwishDeck(OnBoard):
    """A deck: its cards in the listed order, to which card indices refer."""

    kind: Literal["swish-deck"] = "swish-deck"
    title: Annotated[str, Fact()] = Field(description="Title of the deck.")
    description: str
    distinct_cards: Annotated[int, Fact()] = Field(description="Number of different cards, not counting copies.")
    cards: Codes


def _write(deck: Deck, named: LabelledIdentity) -> ObjectContent[SwishDeck]:
    require_texts(title=deck.title, description=deck.description)
    cards, symmetry = deck.position.cards, deck.position.symmetry
    document = SwishDeck(
        label=named.label,
        title=deck.title,
        description=deck.description,
        distinct_cards=len({card.canonical(symmetry) for card in cards}),
        cards=codes(cards),
        **on_board(deck.position),
    )
    return ObjectContent(document, holds(deck.position))


def _read(document: SwishDeck, _claims: Sequence[Claim]) -> Deck:
    """Return the deck. Its slugs are not part of the document, so its name is its label."""
    position = Position.from_codes(document.cards, document.symmetry)
    return Deck(document.label, document.title, document.description, position)


def _reserved(slug: str, deck: Deck) -> str | None:
    """Return why a deck cannot have a slug that is reserved for a built-in deck with other cards, or None if it can."""
    match = _BUILT_IN_SLUG.fullmatch(slug)
    if match is None:
        return None
    board = (int(match[1]), int(match[2])) if match[1] else (4, 3)
    position = deck.position
    cells = position.height * position.width
    # Make the built-in deck, which may be large, only if there are enough cards. Orbits have at most eight cells.
    if (position.height, position.width) == board and 8 * len(position.cards) >= cells * (cells - 1):
        built_in = built_in_deck(slug)
        if built_in is not None and deck_key(built_in.position) == deck_key(position):
            return None
    return f"the slug {slug} is reserved for a built-in deck"


DECK = Kind(
    name="swish-deck",
    address="swish/decks",
    model=SwishDeck,
    identify=lambda deck, _: identity(deck_key(deck.position), deck.position),
    write=_write,
    read=_read,
    view=View(
        "Named lists of cards, copies included.",
        duplicate_relation="same-cards",
        picture=draw_cards,
        long=frozenset({"cards"}),
    ),
    naming=Naming(built_in_deck, _reserved),
)
