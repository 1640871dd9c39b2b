"""Boards, decks and deals: closed forms for boards, storing boards and decks, dealing, and statistics of deals."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from ludex.card_games.deals import DealStatistic, Share
from ludex.card_games.requests import statistics_table
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.engine.faults import Fault, within
from ludex.games.swish import operations, pictures
from ludex.games.swish.card import MAX_SIDE, Symmetry
from ludex.games.swish.deck import DEAL_SIZE, DealOrigin, Deck
from ludex.games.swish.position import Position
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.inputs import StorablePosition, SymmetryName, find_deck
from ludex.games.swish.requests.solving import FOUND
from ludex.games.swish.study.boards import Board
from ludex.games.swish.study.boards import board as closed_forms
from ludex.games.swish.study.statistics import (
    LargestInDeals,
    count_no_swish_deals,
    sample_largest,
    sample_no_swish_deals,
)
from ludex.requests.declaration import Store, TimeLimit, request
from ludex.requests.fields import (
    Argument,
    Description,
    Hidden,
    Label,
    Matching,
    Option,
    ResponseModel,
    Seed,
    ServiceBounds,
    Slug,
    Title,
)
from ludex.requests.media import Subject
from ludex.requests.results import OfKind, Svg
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.text_input import numbers_of_text
from ludex.requests.text_output import stored, table

EXACT_CARDS = 64
_SAMPLES = 10_000  # the default of commands

_BOARDS = Subject(
    "swish-boards", "SWISH boards", "Closed forms for all cards of a board with one point and one circle."
)
_DEALS = Subject("swish-deals", "SWISH deals", "Random cards of a deck.")
_STORES_NOTHING = {"tool": "the tools of this game store nothing"}


def sides_of_text(text: str) -> dict[str, int]:
    """Parse the sides of a board.

    >>> sides_of_text("4x3")
    {'height': 4, 'width': 3}
    """
    result = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text)
    if result is None:
        raise ValueError("not a board; write rows and columns, such as 4x3")
    return {"height": int(result[1]), "width": int(result[2])}


_Height = Annotated[
    int,
    Field(description="Number of rows."),
    ServiceBounds(MAX_SIDE, 1),
    Argument("SIDES", "Rows and columns, such as 4x3.", sides_of_text, merged=True),
]
_Width = Annotated[int, Field(description="Number of columns."), ServiceBounds(MAX_SIDE, 1), Hidden()]
_DECK = "Slug or label of a deck."
_DeckName = Annotated[Label, Field(description=_DECK), Argument("DECK", _DECK)]
_Number = Annotated[int, Field(ge=1), ServiceBounds(bounds.CARDS), Option(("-n", "--n"))]
_Samples = Annotated[int, Field(ge=1), ServiceBounds(bounds.SAMPLES)]


def _board_lines(result: Board) -> Iterator[str]:
    yield from table(
        [
            ("cards", result.cards),
            ("cards of a largest no-swish set", result.largest_no_swish_set),
            ("such sets", result.maximum_sets),
        ]
    )
    if result.construction:
        yield from ["one of these sets:", *result.construction]


@request(
    "GET /swish/boards/{height}x{width}",
    command="swish board show SIDES",
    subject=_BOARDS,
    text=_board_lines,
    tool=True,
)
def board(catalogue: Session, height: _Height, width: _Width, symmetry: SymmetryName = Symmetry.RECTANGLE) -> Board:
    """Return the closed forms for a board, and a largest set of its cards that contains no swish.

    Parameters
    ----------
    symmetry
        The configurations of a card: the four flips of a rectangle, or the eight symmetries of a square board.

    Returns
    -------
    Board
        The closed forms.

    Examples
    --------
    >>> catalogue.swish.board(4, 3).largest_no_swish_set
    20
    """
    del catalogue
    with within("symmetry" if symmetry is Symmetry.SQUARE else "height"):
        return closed_forms(height, width, symmetry)


@request(
    "POST /swish/whole-boards",
    command="swish board add SIDES",
    subject="swish/whole-boards",
    writes="store",
    text=lambda added, fields: stored(added, f"the board {fields.height}x{fields.width}"),
    lacks=_STORES_NOTHING,
    example={"height": 4, "width": 3},
)
def add_board(
    catalogue: Session, height: _Height, width: _Width, symmetry: SymmetryName = Symmetry.RECTANGLE
) -> Annotated[StoredObject, OfKind("swish-board")]:
    """Store a board, with its closed forms as claims. Returns 201 if the board is new.

    Parameters
    ----------
    symmetry
        The configurations of a card: the four flips of a rectangle, or the eight symmetries of a square board.

    Returns
    -------
    StoredObject
        The board.

    Examples
    --------
    >>> catalogue.swish.add_board(4, 3)["cards"]
    36
    """
    with within("symmetry" if symmetry is Symmetry.SQUARE else "height"):
        return StoredObject.of(catalogue, operations.decks.store_board(catalogue.store, height, width, symmetry))


@request(
    "POST /swish/decks",
    command="swish deck add SLUG CARD...",
    subject="swish/decks",
    writes="store",
    text=lambda added, fields: stored(added, f"{added['size']} cards, called {fields.slug}"),
    lacks=_STORES_NOTHING,
    problems=(409,),
    example={"slug": "my-deck", "title": "Two cards", "cards": ["*o./.../.../...", "o*./.../.../..."]},
)
def add_deck(
    catalogue: Session,
    position: StorablePosition,
    slug: Slug = None,
    title: Title | None = None,
    description: Description = "",
) -> Annotated[StoredObject, OfKind("swish-deck")]:
    """Store a deck of your own, including copies of cards.

    Returns 201 if the deck is new. Returns 200 if a stored deck has the same cards. In that case, the order of the
    stored deck is left unchanged, and the slug becomes an additional name of the stored deck.

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
    >>> catalogue.swish.add_deck(swish.Position.from_codes(["*o", "*o"]), "mine")["size"]
    2
    """
    return StoredObject.of(catalogue, operations.decks.store_deck(catalogue.store, position, slug, title, description))


class DealtPosition(StoredObject):
    """A position that was dealt. `position` contains the cards in the order of the deal."""

    __slots__ = ("position",)

    position: Position


def _dealt(dealt: DealtPosition) -> Iterator[str]:
    origin, of = dealt.members["deal"], dealt.stored
    assert of is not None
    state = "" if not of.id else ", stored" if of.created else ", already stored"
    yield f"# {origin.n} cards of {origin.deck}, seed {origin.seed}: {of.label}{state}"
    yield from map(str, dealt.position.cards)


_DEALT = {
    "matching": (Matching, Field(description="Entry i is the index in `cards` of card i of `deal.indices`.")),
    "found": FOUND,
    "deal": (DealOrigin, Field(description="The deal: deck, seed and indices of the cards.")),
}


@request(
    "POST /swish/decks/{deck}/deals",
    command="swish deal DECK",
    subject=_DEALS,
    writes="store",
    text=_dealt,
    lacks=_STORES_NOTHING | {"job": "it takes milliseconds"},
    example={"n": 16, "seed": 7},
)
def deal(
    catalogue: Session,
    deck: _DeckName,
    n: _Number = DEAL_SIZE,
    seed: Seed | None = None,
    *,
    store: Store = True,
    time_limit: TimeLimit = None,
) -> Annotated[DealtPosition, OfKind("swish-position", "DealtSwishPosition", _DEALT)]:
    """Deal n random cards of a deck and store them as a position. The same seed gives the same cards.

    Parameters
    ----------
    n
        Number of cards.
    seed
        Seed of the deal; random by default.

    Returns
    -------
    DealtPosition
        The position.

    Examples
    --------
    >>> len(catalogue.swish.deal("swish-36", 12).position.cards)
    12
    """
    found = find_deck(deck, catalogue)
    with within("n"), catalogue.searching(time_limit) as budget:
        dealt = operations.decks.deal_cards(catalogue.destination, found, n, seed, budget)
    result = DealtPosition.of(catalogue, dealt.stored, matching=dealt.matching, found=None, deal=dealt.deal)
    result.position = dealt.position
    return result


class DealProbability(ResponseModel):
    """The deals of n cards of a deck that have no swish."""

    n: int = Field(description="Number of dealt cards.")
    no_swish: Share = Field(description="The deals without a swish.")

    @property
    def statistic(self) -> DealStatistic:
        """The probability as a statistic."""
        return self.no_swish.statistic(self.n)


@request(
    "GET /swish/decks/{deck}/deals",
    subject=_DEALS,
    tool=True,
    lacks={"command": "`ludex swish deals`", "python": "`deal_statistics`", "job": "`swish-deals`"},
)
def deals(
    catalogue: Session,
    deck: _DeckName,
    n: _Number = DEAL_SIZE,
    samples: _Samples = bounds.SAMPLES_DEFAULT,
    seed: Seed = 0,
    *,
    time_limit: TimeLimit = None,
) -> DealProbability:
    """Return the probability that n random cards of a deck have no swish.

    A stored result is used if there is one. The stored results for the starting decks are exact. Otherwise, the
    probability is estimated by sampling, and `exact` is false.

    Parameters
    ----------
    n
        Number of dealt cards.
    samples
        Number of sampled deals. It applies only if no exact number is stored.
    """
    found = find_deck(deck, catalogue)
    known = operations.decks.stored_probabilities(catalogue.store, found, n)
    if not known:  # stored results need no computing slot
        with within("n"), catalogue.searching(time_limit) as budget:
            known = sample_no_swish_deals(found.position, [n], samples, seed, budget)
    return DealProbability(n=n, no_swish=known[0].share)


def _histogram(result: LargestInDeals) -> str:
    return pictures.plots.svg_size_histogram(result.sizes)


@request(
    "GET /swish/decks/{deck}/deals/largest",
    subject=_DEALS,
    draws=_histogram,
    lacks={
        "command": "`ludex swish deals --largest`",
        "tool": "a statistic for research",
        "python": "`deal_statistics`",
        "job": "`swish-deals`",
    },
)
def largest_in_deals(
    catalogue: Session,
    deck: _DeckName,
    n: _Number = DEAL_SIZE,
    samples: _Samples = bounds.SAMPLES_DEFAULT,
    seed: Seed = 0,
    *,
    time_limit: TimeLimit = None,
) -> LargestInDeals:
    """Estimate the distribution of the size of a largest swish among n random cards of a deck, from sampled deals.

    Parameters
    ----------
    n
        Number of dealt cards.
    samples
        Number of sampled deals.
    """
    found = find_deck(deck, catalogue)
    with within("n"), catalogue.searching(time_limit) as budget:
        return sample_largest(found.position, n, samples, seed, budget)


@request(
    "GET /swish/decks/{deck}/deals/plot",
    subject=_DEALS,
    lacks={"command": "`ludex swish deals --plot`", "tool": "a plot for people", "python": "`deal_statistics`"},
)
def plot_deals(catalogue: Session, deck: _DeckName, log: bool = False) -> Svg:
    """Plot the stored probabilities that a deal has no swish, by the number of cards.

    Parameters
    ----------
    log
        Whether to use a logarithmic scale.
    """
    found = find_deck(deck, catalogue)
    known = operations.decks.stored_probabilities(catalogue.store, found)
    if not known:
        message = "no statistics of deals of this deck are stored; `ludex swish deals --store` computes them"
        raise Fault(message, ("deck",))
    return Svg(_plotted(found.slug, known, log=log))


def _plotted(deck: str, result: Sequence[DealStatistic], *, log: bool) -> str:
    from ludex.card_games.deals import DealSeries, svg_deal_plot

    return svg_deal_plot([DealSeries.of(deck, result)], log, "Deals without a swish", "no swish")


@dataclass(frozen=True, slots=True)
class DealProbabilities:
    """The deals of several numbers of cards of a deck that have no swish.

    Attributes
    ----------
    items
        The deals of each number of cards.
    """

    items: list[DealProbability]


_Statistics = DealProbability | DealProbabilities | LargestInDeals


def _statistics_of(result: DealProbability | DealProbabilities) -> list[DealStatistic]:
    return [item.statistic for item in (result.items if isinstance(result, DealProbabilities) else [result])]


def _statistics_lines(result: _Statistics) -> Iterator[str]:
    if isinstance(result, LargestInDeals):
        rows = [(size, f"{times:,}", f"{times / result.samples:.4f}") for size, times in result.sizes.items()]
        yield from table([("largest swish", "deals", "share"), *rows])
    else:
        yield from statistics_table(_statistics_of(result), "without a swish", "of deals")


@request(
    command="swish deals DECK",
    subject=_DEALS,
    writes="store",
    text=_statistics_lines,
    draws=lambda result, fields: (
        _histogram(result)
        if isinstance(result, LargestInDeals)
        else _plotted(fields.deck, _statistics_of(result), log=fields.log)
    ),
    lacks={"route": "`GET /swish/decks/{deck}/deals`", "tool": "`swish_deals` for one number of cards"},
)
def deal_statistics(
    catalogue: Session,
    deck: _DeckName,
    n: Annotated[Sequence[int] | None, Option(("-n", "--n"), numbers_of_text)] = None,
    samples: _Samples | None = None,
    seed: Seed = 0,
    largest: bool = False,
    log: bool = False,
    *,
    store: Store = False,
    time_limit: TimeLimit = None,
) -> _Statistics:
    """Return the probability that n random cards of a deck have no swish.

    For decks of up to 64 cards, the probability is exact unless samples are requested. Otherwise, it is estimated from
    samples.

    Stored results are used instead of counting again, except with `--store`.

    Parameters
    ----------
    n
        Numbers of dealt cards, such as `16`, `12,15` or `2-30`. The default for exact counts is all numbers.
    samples
        Sample this number of deals instead of counting all deals.
    largest
        Estimate the sizes of largest swishes.
    log
        Use a logarithmic scale in the plot.

    Returns
    -------
    DealProbability, DealProbabilities or LargestInDeals
        The probability for each number of cards, or the sizes of largest swishes.

    Examples
    --------
    >>> catalogue.swish.deal_statistics("swish-36", [2]).no_swish.numerator
    616
    """
    found, destination = find_deck(deck, catalogue), catalogue.destination
    if largest and destination is not None:
        raise Fault("sizes of largest swishes are not stored; omit --store or --largest", ("store",))
    exact = samples is None and len(found.position.cards) <= EXACT_CARDS and not largest
    numbers = _numbers(n, found, every=exact)
    if largest:
        if len(numbers) > 1:
            raise Fault("more than one number of cards is given; --largest takes only one", ("n",))
        with catalogue.searching(time_limit) as budget:
            return sample_largest(found.position, numbers[0], samples or _SAMPLES, seed, budget)
    known = _stored_statistics(found, catalogue) if exact and destination is None else {}
    if not known.keys() >= set(numbers):
        with catalogue.searching(time_limit) as budget:
            before = budget.cost()
            if exact:
                result = count_no_swish_deals(found.position, budget)
            else:
                result = sample_no_swish_deals(found.position, numbers, samples or _SAMPLES, seed, budget)
            cost = budget.cost().since(before)
        if destination is not None:
            operations.decks.store_probabilities(destination, found, result, cost)
        known = {statistic.n: statistic for statistic in result}
    items = [DealProbability(n=number, no_swish=known[number].share) for number in numbers]
    return items[0] if len(items) == 1 else DealProbabilities(items)


def _stored_statistics(deck: Deck, catalogue: Session) -> Mapping[int, DealStatistic]:
    """Return the stored exact statistics, by the numbers of cards. Without a catalogue, there are none."""
    with suppress(ValueError, DatabaseError):
        known = operations.decks.stored_probabilities(catalogue.store, deck)
        return {statistic.n: statistic for statistic in known if statistic.exact}
    return {}


def _numbers(n: Sequence[int] | None, deck: Deck, *, every: bool) -> Sequence[int]:
    """Return the requested numbers of cards. The default is either all numbers or the number of cards in a deal."""
    cards = len(deck.position.cards)
    if n is None:
        return range(1, cards + 1) if every else [min(DEAL_SIZE, cards)]
    numbers = sorted(set(n))
    if not numbers or not 1 <= numbers[0] <= numbers[-1] <= cards:
        raise Fault(f"the deck has {cards} cards; write 1 to {cards}, or several numbers, such as 1,2-{cards}", ("n",))
    return numbers
