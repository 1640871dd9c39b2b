"""Requests that store cards and decks, and that return closed forms for whole decks."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from ludex.games.sets import operations
from ludex.games.sets.position import Position
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import (
    FOUR_CARDS,
    STATISTICS,
    Code,
    SetCardsInput,
    StorablePosition,
    WholeDeck,
    number_drawn,
)
from ludex.games.sets.study.closed_forms import DeckFacts, deck_facts
from ludex.requests.bounds import LIST_LIMIT
from ludex.requests.declaration import Given, request
from ludex.requests.fields import Description, Option, ServiceBounds, Slug, Title
from ludex.requests.inputs import InputContext
from ludex.requests.results import Objects, OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.text_output import stored, table


class NewSetCards(SetCardsInput):
    """Cards to store."""

    cards: Annotated[list[Code], Field(min_length=1), ServiceBounds(LIST_LIMIT)] | None = Field(
        default=None, description="Codes of the cards."
    )

    def read(self, context: InputContext) -> Position:
        """Return the cards. Raises Fault."""
        return self.position(context, maximum=LIST_LIMIT)


@request(
    "POST /sets/cards",
    subject="sets/cards",
    writes="store",
    lacks={"command": "cards are stored with positions and decks", "tool": "the tools of this game store nothing"},
    example={"properties": 4, "values": 3, "cards": ["0000", "0121"]},
)
def add_cards(
    catalogue: Session, position: Annotated[Position, Given(NewSetCards)]
) -> Annotated[Objects, OfKind("set-card", "StoredSetCards")]:
    """Store cards. Returns 201 if any card is new.

    Returns
    -------
    Objects
        The cards.

    Examples
    --------
    >>> position = sets.Position.from_codes(sets.Deck(2, 3), ["00", "12"])
    >>> [card["code"] for card in catalogue.sets.add_cards(position)]
    ['00', '12']
    """
    from ludex.catalogue.objects.reading import read_views
    from ludex.games.sets.kinds import CARD

    cards = operations.decks.store_cards(catalogue.store, position)
    with catalogue.reading() as reader:
        views = read_views(reader, CARD, [card.id for card in cards], whole=False)
    return Objects(StoredObject.of(catalogue, card, view) for card, view in zip(cards, views, strict=True))


def _facts_lines(result: DeckFacts) -> Iterator[str]:
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


@request("GET /sets/facts", command="sets facts DECK", subject=STATISTICS, text=_facts_lines, tool=True)
def facts(
    catalogue: Session,
    deck: WholeDeck,
    n: Annotated[Annotated[int, Field(ge=0), ServiceBounds(bounds.SET_DECK)] | None, Option(("-n", "--n"))] = None,
) -> DeckFacts:
    """Return the number of sets in a deck, per card and per pair, and the expected number among random cards.

    Parameters
    ----------
    n
        Number of drawn cards; by default the size of the initial table of a game.

    Returns
    -------
    DeckFacts
        The numbers.

    Examples
    --------
    >>> catalogue.sets.facts(sets.Deck(4, 3)).sets
    1080
    """
    del catalogue
    return deck_facts(deck, number_drawn(deck, n, "n"))


@request(
    "POST /sets/decks",
    command="sets deck add SLUG CARD...",
    subject="sets/decks",
    writes="store",
    text=lambda added, fields: stored(added, f"{added['size']:,} cards, called {fields.slug}"),
    problems=(409,),
    example={**FOUR_CARDS, "slug": "my-deck", "cards": ["0000", "0121", "0212"]},
)
def add_deck(
    catalogue: Session,
    position: StorablePosition,
    slug: Slug = None,
    title: Title | None = None,
    description: Description = "",
) -> Annotated[StoredObject, OfKind("set-deck")]:
    """Store a deck of your own.

    Returns 201 if it is new. If a stored deck has the same cards, returns 200; that deck retains its order, and the
    slug becomes an additional name for it.

    Parameters
    ----------
    slug
        Unique name: lower-case letters and digits, in words joined by `-`. The default is derived from the label.
    title
        Title.
    description
        Description.

    Returns
    -------
    StoredObject
        The deck.

    Examples
    --------
    >>> position = sets.Position.from_codes(sets.Deck(2, 3), ["00", "12"])
    >>> catalogue.sets.add_deck(position, "mine")["slug"]
    'mine'
    """
    return StoredObject.of(catalogue, operations.decks.store_deck(catalogue.store, position, slug, title, description))
