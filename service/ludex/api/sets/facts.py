"""`GET /sets/facts`: what is known of a deck in closed form."""

from pydantic import Field

from ludex.api.models import Answer
from ludex.api.parameters import Parameters
from ludex.api.problems import refused
from ludex.api.routes import Routes
from ludex.api.sets import PREFIX
from ludex.api.sets.sources import Properties, Values, read_deck
from ludex.sets.deck import MAX_DECK, Deck
from ludex.sets.study.facts import expected_sets, most_sets_taken, sets_in_deck, sets_through_card, sets_through_pair

routes = Routes("set-facts", tag="SET facts", about="Closed forms of whole decks.", prefix=PREFIX)


class FactsQuery(Parameters):
    """A deck, and how many of its cards are drawn."""

    properties: Properties
    values: Values
    cards: int | None = Field(
        default=None,
        ge=0,
        le=MAX_DECK,
        description="For the expected number of sets. Not given: as many as a game begins with.",
    )


class ExpectedSets(Answer):
    """The expected number of sets among n random cards, exactly, and as a decimal."""

    cards: int
    numerator: int
    denominator: int
    expected: float


class DeckFacts(Answer):
    """What is known of a whole deck."""

    properties: int
    values: int
    cards: int = Field(description="How many cards: values to the power of properties.")
    sets: int = Field(description="How many sets the deck has.")
    sets_through_card: int = Field(description="How many sets each card is in.")
    sets_through_pair: dict[str, int] = Field(
        description="How many sets two cards are in together, by the number of properties in which they differ; "
        "empty where a set has one card."
    )
    most_sets_in_game: int = Field(description="An upper bound of the sets that a game can find; not always reached.")
    expected_sets: ExpectedSets


@routes.get("/facts", DeckFacts, problems=(422,))
def deck_facts(query: FactsQuery) -> DeckFacts:
    """Show the numbers of sets of a deck, of each card, of each pair, and those expected among random cards."""
    deck = read_deck(query.properties, query.values)
    drawn = min(deck.values * deck.properties, deck.size) if query.cards is None else query.cards
    if drawn > deck.size:
        raise refused("/cards", f"the deck has {deck.size:,} cards")
    return facts_of(deck, drawn)


def facts_of(deck: Deck, drawn: int) -> DeckFacts:
    """Return the answer about a deck and so many cards drawn from it."""
    expected = expected_sets(deck, drawn)
    pairs = range(1, deck.properties + 1) if deck.values > 1 else range(0)
    return DeckFacts(
        properties=deck.properties,
        values=deck.values,
        cards=deck.size,
        sets=sets_in_deck(deck),
        sets_through_card=sets_through_card(deck),
        sets_through_pair={str(differing): sets_through_pair(deck, differing) for differing in pairs},
        most_sets_in_game=most_sets_taken(deck),
        expected_sets=ExpectedSets(
            cards=drawn,
            numerator=expected.numerator,
            denominator=expected.denominator,
            expected=float(expected),
        ),
    )
