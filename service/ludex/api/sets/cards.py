"""Cards and decks of one's own: stored; and pictures of cards that need not be stored. Whole decks come on demand."""

from flask import Response
from pydantic import Field

from ludex.api.addresses import list_rule
from ludex.api.objects import stored_reply, stored_texts
from ludex.api.problems import refused
from ludex.api.replies import picture, reply
from ludex.api.routes import SVG, routes_of
from ludex.api.service import require_storing, service
from ludex.api.sets import bounds
from ludex.api.sets.sources import SetCardsIn, SetCode, example
from ludex.catalogue.kinds.sets import CARD, DECK
from ludex.operations.sets.decks import store_cards, store_deck
from ludex.pictures import PictureTooLarge, set_table_svg
from ludex.requests import bounds as shared
from ludex.requests.answers import stored_answer, stored_item_model
from ludex.requests.fields import Answer
from ludex.sets.position import Position, is_set

routes, deck_routes = routes_of(CARD), routes_of(DECK)

_CARDS = ["0000", "0121", "0212", "1111"]


class NewSetCards(SetCardsIn):
    """Cards to store."""

    model_config = example(properties=4, values=3, cards=_CARDS[:2])

    cards: list[SetCode] = Field(min_length=1, max_length=shared.LIST_LIMIT)


class StoredSetCards(Answer):
    """Cards that a request stored, in its order."""

    items: list[stored_item_model(CARD)]  # type: ignore[valid-type]


class NewSetDeck(SetCardsIn):
    """A deck to store. Without a slug it gets one made of its label."""

    model_config = example(slug="my-deck", properties=4, values=3, cards=_CARDS[:3])

    cards: list[SetCode] = Field(min_length=1, max_length=bounds.STORED_SET_CARDS)
    slug: str | None = Field(
        default=None,
        min_length=1,
        max_length=shared.SLUG_CHARACTERS,
        description="Small letters and digits, in words joined by `-`.",
    )
    title: str | None = Field(default=None, min_length=1, max_length=shared.TITLE_CHARACTERS)
    description: str = Field(default="", max_length=shared.DESCRIPTION_CHARACTERS)


class PicturedCards(SetCardsIn):
    """Cards on a table, and sets among them to mark."""

    model_config = example(properties=4, values=3, cards=_CARDS, sets=[_CARDS[:3]])

    sets: list[list[SetCode]] = Field(default=[], max_length=bounds.MARKED_SETS, description="Sets to mark.")


@routes.post(list_rule(CARD), {201: StoredSetCards, 200: StoredSetCards}, problems=(403, 422))
def store_several(body: NewSetCards) -> Response:
    """Store cards. 201 where any of them is new."""
    require_storing()
    stored = store_cards(service().catalogue, body.position())
    return reply({"items": stored_texts(stored)}, 201 if any(one.created for one in stored) else 200)


@deck_routes.post(list_rule(DECK), dict.fromkeys((201, 200), stored_answer(DECK)), problems=(403, 409, 422))
def store_own_deck(body: NewSetDeck) -> Response:
    """Store a deck of your own.

    201 where it is new. 200 where the same cards are a stored deck: it keeps its listing and gets the slug as a name.
    """
    require_storing()
    return stored_reply(store_deck(service().catalogue, body.position(), body.slug, body.title, body.description))


@routes.post("/pictures", {200: SVG}, problems=(422,))
def draw_cards(body: PicturedCards) -> Response:
    """Draw cards on a table, with the sets marked that are given."""
    position = body.position()
    marked = [_marked(position, codes, f"/sets/{index}") for index, codes in enumerate(body.sets)]
    try:
        return picture(set_table_svg(position, marked))
    except PictureTooLarge as error:
        raise refused("/cards", str(error)) from None


def _marked(table: Position, codes: list[str], pointer: str) -> tuple[int, ...]:
    """Return the cards of a set to mark. Raises ProblemError (422) where they are none, or not on the table."""
    there = dict(zip(table.codes, table.cards, strict=True))
    for index, code in enumerate(codes):
        if code not in there:
            raise refused(f"{pointer}/{index}", f"{code} is not among the cards")
    marked = tuple(there[code] for code in codes)
    if not is_set(table.deck, marked):
        raise refused(pointer, "these cards are no set")
    return marked
