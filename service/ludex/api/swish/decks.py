"""Decks: the built-in ones, which come on demand, and users' own."""

from flask import Response
from pydantic import ConfigDict, Field
from sqlalchemy.orm import Session

from ludex.api import bounds
from ludex.api.collections import LabelPath, mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Duplicate
from ludex.api.problems import ProblemError, not_found, refused
from ludex.api.routes import RESERVED, Routes, reply
from ludex.api.service import require_storing, service
from ludex.api.swish import PREFIX
from ludex.api.swish.deck_lookup import find_listed, listing_of
from ludex.api.swish.sources import Cards
from ludex.catalogue.swish.decks import (
    DECKS,
    DeckError,
    DeckProtected,
    SlugTaken,
    StoredDeck,
    UnknownDeck,
    delete_deck,
    find_deck,
    store_deck,
)
from ludex.catalogue.swish.placing import from_canonical_order, to_canonical_order
from ludex.pictures import svg_position
from ludex.swish.deck import Deck, built_in_deck
from ludex.swish.identity.keys import deck_label

routes = Routes("swish-decks", tag="SWISH decks", about="Lists of cards with a name, copies included.", prefix=PREFIX)


class ListedDeck(Answer):
    """A deck, without its cards."""

    label: str
    url: str
    slug: str
    slugs: list[str] = Field(description="All its names.")
    title: str
    description: str
    symmetry: str
    height: int
    width: int
    size: int = Field(description="How many cards, copies counted.")
    distinct_cards: int
    starting: bool = Field(description="True: of the starting catalogue, which stays.")


class DeckWithCards(ListedDeck):
    """A deck with its cards as listed; indices of cards count in this order."""

    cards: list[str]


class StoredDeckAnswer(DeckWithCards):
    """A deck that a request stored."""

    duplicate_of: Duplicate | None = Field(description="Null where the deck is new.")


class NewDeck(Cards):
    """A deck to store. Without a slug it gets one made of its label."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"slug": "my-deck", "title": "Two cards", "cards": ["*o./.../.../...", "o*./.../.../..."]}]
        }
    )

    slug: str | None = Field(
        default=None,
        min_length=1,
        max_length=bounds.SLUG_CHARACTERS,
        description="Small letters and digits, in words joined by `-`.",
    )
    title: str | None = Field(default=None, min_length=1, max_length=bounds.TITLE_CHARACTERS)
    description: str = Field(default="", max_length=bounds.DESCRIPTION_CHARACTERS)


def _fields(stored: StoredDeck) -> dict[str, object]:
    return {
        "label": stored.label,
        "url": f"{PREFIX}/decks/{stored.label}",
        "slug": stored.slug,
        "slugs": list(stored.slugs),
        "title": stored.title,
        "description": stored.description,
        "symmetry": stored.symmetry,
        "height": stored.height,
        "width": stored.width,
        "size": stored.cards,
        "distinct_cards": stored.distinct_cards,
        "starting": stored.starting,
    }


def show(stored: StoredDeck) -> ListedDeck:
    """Return the answer of a deck."""
    return ListedDeck.model_validate(_fields(stored))


def _show_whole(session: Session, stored: StoredDeck) -> DeckWithCards:
    cards = [str(card) for card in listing_of(session, stored).cards]
    return DeckWithCards.model_validate(_fields(stored) | {"cards": cards})


def _draw(session: Session, stored: StoredDeck) -> str:
    return svg_position(listing_of(session, stored))


KIND = Kind(
    DECKS,
    "decks",
    "deck",
    ListedDeck,
    show,
    whole_answer=DeckWithCards,
    whole=_show_whole,
    draw=_draw,
    names={"cards": "size"},
    find=find_listed,
)
mount(routes, KIND)


@routes.post("/decks", {201: StoredDeckAnswer, 200: StoredDeckAnswer}, problems=(403, 409, 422))
def store_own(body: NewDeck) -> Response:
    """Store a deck of your own, copies of cards included.

    201 where it is new. 200 where the same cards are a stored deck: it keeps its listing and gets the slug as a name.
    """
    require_storing()
    if body.slug in RESERVED:
        raise refused("/slug", f"{body.slug} stands for something else in addresses")
    position = body.position()
    label = deck_label(position)
    title = body.title or f"Cards of the {position.height} x {position.width} board"
    slug = body.slug or f"own-{label.rpartition('-')[2]}"
    deck = Deck(slug, title, body.description, position)
    try:
        with service().catalogue.writing() as session:
            created = store_deck(session, deck).created
    except SlugTaken as error:
        raise ProblemError(409, str(error), errors=[("/slug", str(error))]) from None
    except DeckError as error:
        raise refused("/slug" if "slug" in str(error) else "/title", str(error)) from None
    with service().catalogue.reading() as session:
        stored = find_deck(session, label)
        assert stored is not None
        listing = listing_of(session, stored)
    ranks = to_canonical_order(position, range(len(position.cards)))
    matching = from_canonical_order(listing, ranks)
    answer = StoredDeckAnswer.model_validate(
        _fields(stored)
        | {
            "cards": [str(card) for card in listing.cards],
            "duplicate_of": None if created else Duplicate(relation="same-cards", matching=matching),
        }
    )
    return reply(answer, 201, {"Location": answer.url}) if created else reply(answer)


@routes.delete("/decks/<label:label>", problems=(403, 409))
def delete_own(path: LabelPath) -> Response:
    """Delete a deck of your own by its slug or label; its cards and positions stay.

    The decks of the starting catalogue cannot be deleted: 409.
    """
    require_storing()
    try:
        with service().catalogue.writing() as session:
            delete_deck(session, path.label)
    except UnknownDeck:
        if built_in_deck(path.label) is None:
            raise not_found(f"deck {path.label!r}") from None
        raise ProblemError(409, "A built-in deck is always there and cannot be deleted.") from None
    except DeckProtected as error:
        raise ProblemError(409, str(error)) from None
    return Response(status=204)
