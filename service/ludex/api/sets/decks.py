"""Decks: the whole ones, which come on demand, and users' own."""

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
from ludex.api.sets import PREFIX
from ludex.api.sets.deck_lookup import find_listed, listing_of
from ludex.api.sets.sources import SetCardsIn, SetCode
from ludex.catalogue.decks import DeckError, DeckProtected, SlugTaken, UnknownDeck
from ludex.catalogue.sets.decks import DECKS, StoredDeck, delete_deck, find_deck, store_deck
from ludex.pictures import MAX_TABLE_CARDS, PictureTooLarge, set_table_svg
from ludex.sets.identity.keys import deck_label
from ludex.sets.named_decks import NamedDeck, built_in

routes = Routes("set-decks", tag="SET decks", about="Lists of cards with a name.", prefix=PREFIX)


class SetDeck(Answer):
    """A deck, without its cards."""

    label: str
    url: str
    slug: str
    slugs: list[str] = Field(description="All its names.")
    title: str
    description: str
    properties: int
    values: int
    size: int = Field(description="How many cards.")
    starting: bool = Field(description="True: of the starting catalogue, which stays.")


class SetDeckWithCards(SetDeck):
    """A deck with its cards as listed."""

    cards: list[str] | None = Field(
        description=f"Null for a whole deck of more than {bounds.STORED_SET_CARDS:,} cards: all codes, in order."
    )


class StoredSetDeck(SetDeckWithCards):
    """A deck that a request stored."""

    duplicate_of: Duplicate | None = Field(description="Null where the deck is new.")


class NewSetDeck(SetCardsIn):
    """A deck to store. Without a slug it gets one made of its label."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"slug": "my-deck", "properties": 4, "values": 3, "cards": ["0000", "0121", "0212"]}]
        }
    )

    cards: list[SetCode] = Field(min_length=1, max_length=bounds.STORED_SET_CARDS)
    slug: str | None = Field(
        default=None,
        min_length=1,
        max_length=bounds.SLUG_CHARACTERS,
        description="Small letters and digits, in words joined by `-`.",
    )
    title: str | None = Field(default=None, min_length=1, max_length=bounds.TITLE_CHARACTERS)
    description: str = Field(default="", max_length=bounds.DESCRIPTION_CHARACTERS)

    def named(self) -> NamedDeck:
        """Return the deck with its name. Raises ProblemError (422)."""
        if self.slug in RESERVED:
            raise refused("/slug", f"{self.slug} stands for something else in addresses")
        position = self.position()
        slug = self.slug or f"own-{deck_label(position).rpartition('-')[2]}"
        title = self.title or f"Cards of {self.properties} properties and {self.values} values"
        return NamedDeck(slug, title, self.description, position)


def _fields(stored: StoredDeck) -> dict[str, object]:
    return {
        "label": stored.label,
        "url": f"{PREFIX}/decks/{stored.label}",
        "slug": stored.slug,
        "slugs": list(stored.slugs),
        "title": stored.title,
        "description": stored.description,
        "properties": stored.properties,
        "values": stored.values,
        "size": stored.cards,
        "starting": stored.starting,
    }


def show(stored: StoredDeck) -> SetDeck:
    """Return the answer of a deck."""
    return SetDeck.model_validate(_fields(stored))


def _show_whole(session: Session, stored: StoredDeck) -> SetDeckWithCards:
    listed = stored.cards <= bounds.STORED_SET_CARDS
    cards = list(listing_of(session, stored).codes) if listed else None
    return SetDeckWithCards.model_validate(_fields(stored) | {"cards": cards})


def _draw(session: Session, stored: StoredDeck) -> str:
    if stored.cards > MAX_TABLE_CARDS:  # before a million cards are laid out
        raise PictureTooLarge(f"{stored.cards:,} cards, at most {MAX_TABLE_CARDS:,} are drawn")
    return set_table_svg(listing_of(session, stored))


KIND = Kind(
    DECKS,
    "decks",
    "deck",
    SetDeck,
    show,
    whole_answer=SetDeckWithCards,
    whole=_show_whole,
    draw=_draw,
    names={"cards": "size"},
    find=find_listed,
    title="SetDecks",
)
mount(routes, KIND)


@routes.post("/decks", {201: StoredSetDeck, 200: StoredSetDeck}, problems=(403, 409, 422))
def store_own_set_deck(body: NewSetDeck) -> Response:
    """Store a deck of your own.

    201 where it is new. 200 where the same cards are a stored deck: it keeps its listing and gets the slug as a name.
    """
    require_storing()
    named = body.named()
    try:
        with service().catalogue.writing() as session:
            created = store_deck(session, named).created
    except SlugTaken as error:
        raise ProblemError(409, str(error), errors=[("/slug", str(error))]) from None
    except DeckError as error:
        raise refused("/slug" if "slug" in str(error) else "/title", str(error)) from None
    with service().catalogue.reading() as session:
        stored = find_deck(session, deck_label(named.position))
        assert stored is not None
        listing = listing_of(session, stored)
    place = {card: index for index, card in enumerate(listing.cards)}
    duplicate = Duplicate(relation="same-cards", matching=[place[card] for card in named.position.cards])
    answer = StoredSetDeck.model_validate(
        _fields(stored) | {"cards": list(listing.codes), "duplicate_of": None if created else duplicate}
    )
    return reply(answer, 201, {"Location": answer.url}) if created else reply(answer)


@routes.delete("/decks/<label:label>", problems=(403, 409))
def delete_own_set_deck(path: LabelPath) -> Response:
    """Delete a deck of your own by its slug or label; its cards and positions stay.

    Whole decks and those of the starting catalogue cannot be deleted: 409.
    """
    require_storing()
    try:
        with service().catalogue.writing() as session:
            delete_deck(session, path.label)
    except UnknownDeck:
        if built_in(path.label) is None:
            raise not_found(f"deck {path.label!r}") from None
        raise ProblemError(409, "A whole deck is always there and cannot be deleted.") from None
    except DeckProtected as error:
        raise ProblemError(409, str(error)) from None
    return Response(status=204)
