"""Boards, decks and deals: closed forms for boards, storing boards and decks, and dealing positions."""

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from ludex.engine.faults import within
from ludex.games.swish import operations
from ludex.games.swish.card import MAX_SIDE, Symmetry
from ludex.games.swish.dealing import DEAL_SIZE, DealOrigin
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.inputs import CardsInput, SymmetryName, find_deck
from ludex.games.swish.requests.solving import FOUND
from ludex.games.swish.study.boards import Board, board
from ludex.requests.fields import (
    Argument,
    Hidden,
    Label,
    Matching,
    NamedModel,
    Option,
    RequestModel,
    Seed,
    ServiceBounds,
    TimeLimited,
    example,
)
from ludex.requests.request import ExecutionContext, Request, StoredResult, Stores, Subject
from ludex.requests.response_models import stored_answer
from ludex.requests.text_output import stored, table

_BOARDS = Subject(
    "swish-boards", "SWISH boards", "Closed forms for all cards of a board with one point and one circle."
)
DEALS = Subject("swish-deals", "SWISH deals", "Random cards of a deck.")


def sides_of_text(text: str) -> dict[str, int]:
    """Parse the sides of a board.

    >>> sides_of_text("4x3")
    {'height': 4, 'width': 3}
    """
    result = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if result is None:
        raise ValueError("not a board; write rows and columns, such as 4x3")
    return {"height": int(result[1]), "width": int(result[2])}


class BoardRequest(RequestModel):
    """The sides of a board, and the symmetry of its cards."""

    height: Annotated[
        int,
        Field(description="Number of rows."),
        ServiceBounds(MAX_SIDE, 1),
        Argument("HxW", "Rows and columns, such as 4x3.", sides_of_text, merged=True),
    ]
    width: Annotated[int, Field(description="Number of columns."), ServiceBounds(MAX_SIDE, 1), Hidden()]
    symmetry: SymmetryName = Symmetry.RECTANGLE


class NewBoard(BoardRequest):
    """A board to store."""

    model_config = example(height=4, width=3)


class NewSwishDeck(CardsInput, NamedModel):
    """A deck to store."""

    model_config = example(slug="my-deck", title="Two cards", cards=["*o./.../.../...", "o*./.../.../..."])


class SwishDealRequest(TimeLimited):
    """A deck, the number of cards to deal, and a seed."""

    model_config = example(n=16, seed=7)

    deck: Annotated[Label, Argument("DECK", "Slug or label of a deck.")] = Field(description="Slug or label of a deck.")
    n: Annotated[int, Field(ge=1), ServiceBounds(bounds.CARDS), Option(("-n", "--n"))] = Field(
        default=DEAL_SIZE, description="Number of cards."
    )
    seed: Seed | None = Field(default=None, description="Seed of the deal; random by default.")


def show_board(request: BoardRequest, context: ExecutionContext) -> Board:
    """Return the closed forms for a board, and a largest set of its cards that contains no swish."""
    del context
    with within("symmetry" if request.symmetry is Symmetry.SQUARE else "height"):
        return board(request.height, request.width, request.symmetry)


def _board_lines(result: Board, _request: BoardRequest) -> Iterator[str]:
    yield from table(
        [
            ("cards", result.cards),
            ("cards of a largest no-swish set", result.largest_no_swish_set),
            ("such sets", result.maximum_sets),
        ]
    )
    if result.construction:
        yield from ["one of these sets:", *result.construction]


def add_board(request: NewBoard, context: ExecutionContext) -> StoredResult:
    """Store a board, with its closed forms as claims. Returns 201 if the board is new."""
    with within("symmetry" if request.symmetry is Symmetry.SQUARE else "height"):
        result = operations.decks.store_board(context.catalogue, request.height, request.width, request.symmetry)
    return StoredResult(result)


def add_deck(request: NewSwishDeck, context: ExecutionContext) -> StoredResult:
    """Store a deck of your own, including copies of cards.

    Returns 201 if the deck is new. Returns 200 if a stored deck has the same cards. In that case, the order of the
    stored deck is left unchanged, and the slug becomes an additional name of the stored deck.
    """
    position = request.position(context)
    result = operations.decks.store_deck(context.catalogue, position, request.slug, request.title, request.description)
    return StoredResult(result, shown=len(position.cards))


def deal(request: SwishDealRequest, context: ExecutionContext) -> StoredResult:
    """Deal n random cards of a deck and store them as a position. The same seed gives the same cards."""
    deck = find_deck(request.deck, context)
    with within("n"), context.search():
        dealt = operations.decks.deal_cards(context.destination, deck, request.n, request.seed)
    return StoredResult(dealt.stored, {"matching": dealt.matching, "found": None, "deal": dealt.deal}, dealt.position)


def _dealt(result: StoredResult, _request: SwishDealRequest) -> Iterator[str]:
    origin, of = result.members["deal"], result.stored
    state = "" if not of.id else ", stored" if of.created else ", already stored"
    yield f"# {origin.n} cards of {origin.deck}, seed {origin.seed}: {of.label}{state}"
    yield from map(str, result.shown.cards)


BOARD = Request("GET /swish/boards/{height}x{width}", "swish board show", show_board, _board_lines, _BOARDS, tool=True)
ADD_BOARD = Request(
    "POST /swish/whole-boards",
    "swish board add",
    add_board,
    lambda result, request: stored(result, f"the board {request.height}x{request.width}"),
    "swish/whole-boards",
    Stores.ALWAYS,
    stored_answer("swish-board"),
)
ADD_DECK = Request(
    "POST /swish/decks",
    "swish deck add",
    add_deck,
    lambda result, request: stored(result, f"{result.shown} cards, called {request.slug}"),
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
    Stores.ON_REQUEST,
    stored_answer(
        "swish-position",
        title="DealtSwishPosition",
        matching=(Matching, Field(description="Entry i is the index in `cards` of card i of `deal.indices`.")),
        found=FOUND,
        deal=(DealOrigin, Field(description="The deal: deck, seed and indices of the cards.")),
    ),
)
