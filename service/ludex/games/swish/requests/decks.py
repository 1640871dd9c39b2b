"""Decks and deals: a board's numbers, a deck of one's own, random cards of a deck as a position."""

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from ludex.engine.faults import within
from ludex.games.swish import operations
from ludex.games.swish.card import MAX_SIDE, Symmetry
from ludex.games.swish.making.deals import DEAL_SIZE, DealOrigin
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.solving import FOUND
from ludex.games.swish.requests.sources import GivenCards, SymmetryName, find_deck
from ludex.games.swish.study.boards import Board, board
from ludex.requests.answers import stored_answer
from ludex.requests.fields import (
    Argument,
    Hidden,
    Label,
    Matching,
    Named,
    Option,
    RequestModel,
    Seed,
    ServiceBounds,
    Timed,
    example,
)
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores, Subject
from ludex.requests.text_answers import stored, table

_BOARDS = Subject("swish-boards", "SWISH boards", "All one-pair cards of a board, in closed form.")
DEALS = Subject("swish-deals", "SWISH deals", "Random cards of a deck.")


def sides_of_text(text: str) -> dict[str, int]:
    """Return the sides of a board from its text.

    >>> sides_of_text("4x3")
    {'height': 4, 'width': 3}
    """
    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if found is None:
        raise ValueError("not a board; write rows and columns, such as 4x3")
    return {"height": int(found[1]), "width": int(found[2])}


class BoardAsked(RequestModel):
    """The sides of a board, and the symmetry that its cards have."""

    height: Annotated[
        int,
        Field(description="Rows."),
        ServiceBounds(MAX_SIDE, 1),
        Argument("HxW", "Rows and columns, such as 4x3.", sides_of_text, merged=True),
    ]
    width: Annotated[int, Field(description="Columns."), ServiceBounds(MAX_SIDE, 1), Hidden()]
    symmetry: SymmetryName = Symmetry.RECTANGLE


class NewBoard(BoardAsked):
    """The sides of a board to store, and the symmetry that its cards have."""

    model_config = example(height=4, width=3)


class NewDeck(GivenCards, Named):
    """A deck to store. Without a slug it gets one made of its label."""

    model_config = example(slug="my-deck", title="Two cards", cards=["*o./.../.../...", "o*./.../.../..."])


class Deal(Timed):
    """A deck, how many of its cards to deal, and the seed that decides which."""

    model_config = example(n=16, seed=7)

    deck: Annotated[Label, Argument("DECK", "The deck's slug or label.")]
    n: Annotated[int, Field(ge=1), ServiceBounds(bounds.CARDS), Option(("-n", "--n"))] = Field(
        default=DEAL_SIZE, description="How many cards are dealt."
    )
    seed: Seed | None = Field(default=None, description="Not given: one is chosen.")


def show_board(asked: BoardAsked, work: ExecutionContext) -> Board:
    """Show the numbers of a board, and a largest set of its cards without a swish."""
    del work
    with within("symmetry" if asked.symmetry is Symmetry.SQUARE else "height"):
        return board(asked.height, asked.width, asked.symmetry)


def _board_said(found: Board, _asked: BoardAsked) -> Iterator[str]:
    yield from table(
        [
            ("cards", found.cards),
            ("cards of a largest no-swish set", found.largest_no_swish_set),
            ("such sets", found.maximum_sets),
        ]
    )
    if found.construction:
        yield from ["one of them:", *found.construction]


def add_board(asked: NewBoard, work: ExecutionContext) -> StoredResult:
    """Store a board, with its closed forms as claims. 201 if it is new."""
    with within("symmetry" if asked.symmetry is Symmetry.SQUARE else "height"):
        made = operations.decks.store_board(work.catalogue, asked.height, asked.width, asked.symmetry)
    return StoredResult(made)


def add_deck(asked: NewDeck, work: ExecutionContext) -> StoredResult:
    """Store a deck of your own, copies of cards included.

    201 if it is new. 200 if the same cards are a stored deck: it keeps its listing and gets the slug as a name.
    """
    position = asked.position(work)
    made = operations.decks.store_deck(work.catalogue, position, asked.slug, asked.title, asked.description)
    return StoredResult(made, shown=len(position.cards))


def deal(asked: Deal, work: ExecutionContext) -> StoredResult:
    """Deal n random cards of a deck and store them as a position. The seed decides which cards."""
    deck = find_deck(asked.deck, work)
    with within("n"), work.search():
        dealt = operations.deals.deal_cards(work.kept, deck, asked.n, asked.seed)
    return StoredResult(dealt.stored, {"matching": dealt.matching, "found": None, "deal": dealt.deal}, dealt.position)


def _dealt(made: StoredResult, _asked: Deal) -> Iterator[str]:
    origin, of = made.members["deal"], made.stored
    state = "" if not of.id else ", stored" if of.created else ", known before"
    yield f"# {origin.n} cards of {origin.deck}, seed {origin.seed}: {of.label}{state}"
    yield from map(str, made.shown.cards)


BOARD = Request("GET /swish/boards/{height}x{width}", "swish board show", show_board, _board_said, _BOARDS)
ADD_BOARD = Request(
    "POST /swish/whole-boards",
    "swish board add",
    add_board,
    lambda made, asked: stored(made, f"the board {asked.height}x{asked.width}"),
    "swish/whole-boards",
    Stores.ALWAYS,
    stored_answer("swish-board"),
)
ADD_DECK = Request(
    "POST /swish/decks",
    "swish deck add",
    add_deck,
    lambda made, asked: stored(made, f"{made.shown} cards, called {asked.slug}"),
    "swish/decks",
    Stores.ALWAYS,
    stored_answer("swish-deck"),
    problems=(409,),
)
DEAL = Request(
    "POST /swish/decks/{deck}/deals",
    "swish deal",
    deal,
    _dealt,
    DEALS,
    Stores.ASKED,
    stored_answer(
        "swish-position",
        title="DealtSwishPosition",
        matching=(Matching, Field(description="For card i of `deal.indices`, its index in `cards`.")),
        found=FOUND,
        deal=(DealOrigin, ...),
    ),
)
