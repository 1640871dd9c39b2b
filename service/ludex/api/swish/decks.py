"""`POST /swish/decks`: decks of one's own. The built-in ones come on demand."""

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.addresses import list_rule
from ludex.api.answers import stored_answer
from ludex.api.objects import stored_reply
from ludex.api.routes import routes_of
from ludex.api.service import require_storing, service
from ludex.api.swish.sources import GivenCards
from ludex.catalogue.kinds.swish import DECK
from ludex.operations.swish.decks import store_deck

routes = routes_of(DECK)


class NewDeck(GivenCards):
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


@routes.post(list_rule(DECK), dict.fromkeys((201, 200), stored_answer(DECK)), problems=(403, 409, 422))
def store_own(body: NewDeck) -> Response:
    """Store a deck of your own, copies of cards included.

    201 where it is new. 200 where the same cards are a stored deck: it keeps its listing and gets the slug as a name.
    """
    require_storing()
    return stored_reply(store_deck(service().catalogue, body.position(), body.slug, body.title, body.description))
