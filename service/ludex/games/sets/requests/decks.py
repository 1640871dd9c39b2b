"""Requests that store cards and decks, and that return closed forms for whole decks."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from ludex.games.sets import operations
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import (
    STATISTICS,
    Code,
    SetCardsInput,
    StorableSetCardsInput,
    WholeDeckModel,
    number_drawn,
)
from ludex.games.sets.study.closed_forms import DeckFacts, deck_facts
from ludex.requests.bounds import LIST_LIMIT
from ludex.requests.fields import NamedModel, Option, ServiceBounds, example
from ludex.requests.request import ExecutionContext, ListResult, Request, StoredResult, Stores
from ludex.requests.response_models import listed_answer, stored_answer
from ludex.requests.text_output import stored, table


class NewSetCards(SetCardsInput):
    """Cards to store."""

    model_config = example(properties=4, values=3, cards=["0000", "0121"])

    cards: Annotated[list[Code], Field(min_length=1), ServiceBounds(LIST_LIMIT)] | None = Field(
        default=None, description="Codes of the cards."
    )


class DeckFactsRequest(WholeDeckModel):
    """A deck, and a number of drawn cards."""

    n: Annotated[Annotated[int, Field(ge=0), ServiceBounds(bounds.SET_DECK)] | None, Option(("-n", "--n"))] = Field(
        default=None, description="Number of drawn cards; by default the size of the initial table of a game."
    )


class NewSetDeck(StorableSetCardsInput, NamedModel):
    """A deck to store."""

    model_config = example(slug="my-deck", properties=4, values=3, cards=["0000", "0121", "0212"])


def add_cards(request: NewSetCards, context: ExecutionContext) -> ListResult:
    """Store cards. Returns 201 if any card is new."""
    from ludex.catalogue.objects.reading import shown
    from ludex.games.sets.kinds import CARD

    stored = operations.decks.store_cards(context.catalogue, request.position(context, maximum=LIST_LIMIT))
    with context.catalogue.reading() as reader:
        return ListResult(shown(reader, CARD, [card.id for card in stored], whole=False), stored)


def facts(request: DeckFactsRequest, context: ExecutionContext) -> DeckFacts:
    """Return the number of sets in a deck, per card and per pair, and the expected number among random cards."""
    del context
    return deck_facts(request.deck, number_drawn(request.deck, request.n, "n"))


def _facts_lines(result: DeckFacts, _request: DeckFactsRequest) -> Iterator[str]:
    expected = result.expected_sets
    through_pair = result.sets_through_pair.items()
    yield from table(
        [
            ("cards", f"{result.size:,}"),
            ("sets", f"{result.sets:,}"),
            ("sets that contain a given card", f"{result.sets_through_card:,}"),
            *(
                (f"sets that contain two given cards that differ in {differing}", f"{number:,}")
                for differing, number in through_pair
            ),
            ("maximum number of sets in a game", f"{result.most_sets_in_game:,}"),
            (
                f"expected sets among {expected.n:,} cards",
                f"{expected.numerator}/{expected.denominator} = {expected.expected:.6g}",
            ),
        ]
    )


def add_deck(request: NewSetDeck, context: ExecutionContext) -> StoredResult:
    """Store a deck of your own.

    Returns 201 if it is new. If a stored deck has the same cards, returns 200; that deck retains its order, and the
    slug becomes an additional name for it.
    """
    position = request.position(context)
    with request.at_fault():
        result = operations.decks.store_deck(
            context.catalogue, position, request.slug, request.title, request.description
        )
    return StoredResult(result, shown=len(position.cards))


FACTS = Request("GET /sets/facts", "sets facts", facts, _facts_lines, STATISTICS, tool=True)
ADD_CARDS = Request(
    "POST /sets/cards",
    "",
    add_cards,
    lambda _found, _request: (),
    "sets/cards",
    Stores.ALWAYS,
    listed_answer("StoredSetCards", "set-card"),
)
ADD_DECK = Request(
    "POST /sets/decks",
    "sets deck add",
    add_deck,
    lambda result, request: stored(result, f"{result.shown:,} cards, called {request.slug}"),
    "sets/decks",
    Stores.ALWAYS,
    stored_answer("set-deck"),
    problems=(409,),
)
