"""Cards and decks of one's own, stored; closed forms of whole decks, which come on demand."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from ludex.games.sets import operations
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.sources import STATISTICS, Code, GivenSetCards, OfDeck, StorableSetCards, number_drawn
from ludex.games.sets.study.closed_forms import DeckFacts, deck_facts
from ludex.requests.answers import listed_answer, stored_answer
from ludex.requests.bounds import LIST_LIMIT
from ludex.requests.fields import Named, Option, ServiceBounds, example
from ludex.requests.request import ExecutionContext, ListResult, Request, StoredResult, Stores
from ludex.requests.text_answers import stored, table


class NewSetCards(GivenSetCards):
    """Cards to store."""

    model_config = example(properties=4, values=3, cards=["0000", "0121"])

    cards: Annotated[list[Code], Field(min_length=1), ServiceBounds(LIST_LIMIT)] | None = None


class FactsOfDeck(OfDeck):
    """A deck, and how many of its cards are drawn."""

    n: Annotated[Annotated[int, Field(ge=0), ServiceBounds(bounds.SET_DECK)] | None, Option(("-n", "--n"))] = Field(
        default=None, description="How many cards are drawn; as many as a game begins with if not given."
    )


class NewSetDeck(StorableSetCards, Named):
    """A deck to store. Without a slug it gets one made of its label."""

    model_config = example(slug="my-deck", properties=4, values=3, cards=["0000", "0121", "0212"])


def add_cards(asked: NewSetCards, work: ExecutionContext) -> ListResult:
    """Store cards. 201 if any of them is new."""
    from ludex.catalogue.objects.reading import shown
    from ludex.games.sets.kinds import CARD

    stored = operations.decks.store_cards(work.catalogue, asked.position(work, most=LIST_LIMIT))
    with work.catalogue.reading() as reader:
        return ListResult(shown(reader, CARD, [one.id for one in stored], whole=False), stored)


def facts(asked: FactsOfDeck, work: ExecutionContext) -> DeckFacts:
    """Show the numbers of sets of a deck, of each card, of each pair, and those expected among random cards."""
    del work
    return deck_facts(asked.deck, number_drawn(asked.deck, asked.n, "n"))


def _facts_said(found: DeckFacts, _asked: FactsOfDeck) -> Iterator[str]:
    expected = found.expected_sets
    through_pair = found.sets_through_pair.items()
    yield from table(
        [
            ("cards", f"{found.size:,}"),
            ("sets", f"{found.sets:,}"),
            ("sets through a card", f"{found.sets_through_card:,}"),
            *(
                (f"sets through two cards that differ in {differing}", f"{number:,}")
                for differing, number in through_pair
            ),
            ("sets that a game can find, at most", f"{found.most_sets_in_game:,}"),
            (
                f"sets to expect among {expected.n:,} cards",
                f"{expected.numerator}/{expected.denominator} = {expected.expected:.6g}",
            ),
        ]
    )


def add_deck(asked: NewSetDeck, work: ExecutionContext) -> StoredResult:
    """Store a deck of your own.

    201 if it is new. 200 if the same cards are a stored deck: it keeps its listing and gets the slug as a name.
    """
    position = asked.position(work)
    with asked.at_fault():
        made = operations.decks.store_deck(work.catalogue, position, asked.slug, asked.title, asked.description)
    return StoredResult(made, shown=len(position.cards))


FACTS = Request("GET /sets/facts", "sets facts", facts, _facts_said, STATISTICS)
ADD_CARDS = Request(
    "POST /sets/cards",
    "",
    add_cards,
    lambda _found, _asked: (),
    "sets/cards",
    Stores.ALWAYS,
    listed_answer("StoredSetCards", "set-card"),
)
ADD_DECK = Request(
    "POST /sets/decks",
    "sets deck add",
    add_deck,
    lambda made, asked: stored(made, f"{made.shown:,} cards, called {asked.slug}"),
    "sets/decks",
    Stores.ALWAYS,
    stored_answer("set-deck"),
    problems=(409,),
)
