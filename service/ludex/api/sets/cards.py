"""Stored cards."""

from flask import Response
from pydantic import ConfigDict, Field
from sqlalchemy.orm import Session

from ludex.api import bounds
from ludex.api.collections import mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer
from ludex.api.routes import Routes, reply
from ludex.api.service import require_storing, service
from ludex.api.sets import PREFIX
from ludex.api.sets.sources import SetCardsIn, SetCode
from ludex.catalogue.sets.cards import CARDS, StoredCard, store_cards
from ludex.pictures import set_card_svg

routes = Routes("set-cards", tag="SET cards", about="Cards, each by its values.", prefix=PREFIX)


class SetCard(Answer):
    """A card: one digit a property."""

    label: str
    url: str
    properties: int
    values: int
    code: str


class NewSetCards(SetCardsIn):
    """Cards to store."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"properties": 4, "values": 3, "cards": ["0000", "0121"]}]}
    )

    cards: list[SetCode] = Field(min_length=1, max_length=bounds.LIST_LIMIT)


class StoredSetCards(Answer):
    """Cards that a request stored, in its order."""

    items: list[SetCard]


def show(stored: StoredCard) -> SetCard:
    """Return the answer of a stored card."""
    return SetCard(
        label=stored.label,
        url=f"{PREFIX}/cards/{stored.label}",
        properties=stored.properties,
        values=stored.values,
        code=stored.code,
    )


def _draw(_session: Session, stored: StoredCard) -> str:
    return set_card_svg(stored.deck, stored.number)


KIND = Kind(CARDS, "cards", "card", SetCard, show, draw=_draw, title="SetCards")
mount(routes, KIND)


@routes.post("/cards", {201: StoredSetCards, 200: StoredSetCards}, problems=(403, 422))
def store_set_cards(body: NewSetCards) -> Response:
    """Store cards. 201 where any of them is new."""
    require_storing()
    position = body.position()
    with service().catalogue.writing() as session:
        stored = store_cards(session, position.deck, position.cards)
        labels = [stored[card].row.label for card in position.cards]
    with service().catalogue.reading() as session:
        items = [show(card) for card in CARDS.by_labels(session, labels).values()]
    return reply(StoredSetCards(items=items), 201 if any(one.created for one in stored.values()) else 200)
