"""Statistics of deals: the probability that random cards have no swish, and the size of their largest swish."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Annotated

from pydantic import Field

from ludex.card_games.deal_statistics import DealStatistic, Share
from ludex.card_games.requests import statistics_table
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.engine.faults import Fault, within
from ludex.games.swish import operations, pictures
from ludex.games.swish.dealing import DEAL_SIZE
from ludex.games.swish.deck import Deck
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.decks import DEALS as SUBJECT
from ludex.games.swish.requests.inputs import find_deck
from ludex.games.swish.study.statistics import (
    LargestInDeals,
    count_no_swish_deals,
    sample_largest,
    sample_no_swish_deals,
)
from ludex.requests.fields import Argument, Label, Option, RequestModel, ResponseModel, Seed, ServiceBounds, TimeLimited
from ludex.requests.request import SVG, ExecutionContext, Request, Result, Stores, Text
from ludex.requests.text_input import numbers_of_text
from ludex.requests.text_output import table

EXACT_CARDS = 64
_SAMPLES = 10_000

_Deck = Annotated[Label, Argument("DECK", "Slug or label of a deck."), Field(description="Slug or label of a deck.")]
_Samples = Annotated[int, Field(ge=1), ServiceBounds(bounds.SAMPLES)]


class DealsRequest(TimeLimited):
    """A deck, and the number of dealt cards. `samples` and `seed` are used only if no exact number is stored."""

    deck: _Deck
    n: Annotated[int, Field(ge=1), ServiceBounds(bounds.CARDS)] = Field(
        default=DEAL_SIZE, description="Number of dealt cards."
    )
    samples: _Samples = Field(default=bounds.SAMPLES_DEFAULT, description="Number of sampled deals.")
    seed: Seed = 0


class DealsPlotRequest(RequestModel):
    """A deck, and plot options."""

    deck: _Deck
    log: bool = Field(default=False, description="Whether to use a logarithmic scale.")


class DealsCommand(TimeLimited):
    """A deck, numbers of dealt cards, and the method."""

    deck: _Deck
    n: Annotated[str | None, Option(("-n", "--n"))] = Field(
        default=None,
        description="Numbers of dealt cards, such as `16`, `12,15` or `2-30`. The default for exact counts is all "
        "numbers.",
    )
    samples: _Samples | None = Field(
        default=None, description="Sample this number of deals instead of counting all deals."
    )
    seed: Seed = 0
    largest: bool = Field(default=False, description="Estimate the sizes of largest swishes.")
    log: bool = Field(default=False, description="Use a logarithmic scale in the plot.")


class DealProbability(ResponseModel):
    """The deals of n cards of a deck that have no swish."""

    n: int = Field(description="Number of dealt cards.")
    no_swish: Share = Field(description="The deals without a swish.")


def deals(request: DealsRequest, context: ExecutionContext) -> DealProbability:
    """Return the probability that n random cards of a deck have no swish.

    A stored result is used if there is one. The stored results for the starting decks are exact. Otherwise, the
    probability is estimated by sampling, and `exact` is false.
    """
    deck = find_deck(request.deck, context)
    known = operations.decks.stored_probabilities(context.catalogue, deck, request.n)
    if not known:  # stored results need no computing slot
        with within("n"), context.search() as budget:
            known = sample_no_swish_deals(deck.position, [request.n], request.samples, request.seed, budget)
    return DealProbability(n=request.n, no_swish=known[0].share)


def largest_in_deals(request: DealsRequest, context: ExecutionContext) -> LargestInDeals:
    """Estimate the distribution of the size of a largest swish among n random cards of a deck, from sampled deals."""
    deck = find_deck(request.deck, context)
    with within("n"), context.search() as budget:
        return sample_largest(deck.position, request.n, request.samples, request.seed, budget)


def _histogram(result: LargestInDeals, request: object) -> str:
    del request
    return pictures.plots.svg_size_histogram(result.sizes)


def plot(request: DealsPlotRequest, context: ExecutionContext) -> Text:
    """Plot the stored probabilities that a deal has no swish, by the number of cards."""
    deck = find_deck(request.deck, context)
    known = operations.decks.stored_probabilities(context.catalogue, deck)
    if not known:
        message = "no statistics of deals of this deck are stored; `ludex swish deals --store` computes them"
        raise Fault(message, ("deck",))
    return Text(_plotted(deck, known, log=request.log))


def _plotted(deck: Deck, result: Sequence[DealStatistic], *, log: bool) -> str:
    from ludex.card_games.deal_plots import DealSeries, svg_deal_plot

    return svg_deal_plot([DealSeries.of(deck.slug, result)], log, "Deals without a swish", "no swish")


def by_command(request: DealsCommand, context: ExecutionContext) -> Result:
    """Return the probability that n random cards of a deck have no swish.

    For decks of up to 64 cards, the probability is exact unless samples are requested. Otherwise, it is estimated from
    samples.

    Stored results are used instead of counting again, except with `--store`.
    """
    deck, samples = find_deck(request.deck, context), request.samples or _SAMPLES
    if request.largest and context.destination is not None:
        raise Fault("sizes of largest swishes are not stored; omit --store or --largest", ("store",))
    exact = request.samples is None and len(deck.position.cards) <= EXACT_CARDS and not request.largest
    numbers = _numbers(request.n, deck, every=exact)
    if request.largest:
        if len(numbers) > 1:
            raise Fault(f"{request.n!r} is more than one number of cards; --largest takes only one", ("n",))
        with context.search() as budget:
            sizes = sample_largest(deck.position, numbers[0], samples, request.seed, budget)
        return Result(sizes, of=(deck, sizes))
    known = _stored(deck, numbers, context) if exact and context.destination is None else []
    with context.search() as budget:
        before = budget.cost()
        if known:
            result = known
        elif exact:
            result = count_no_swish_deals(deck.position, budget)
        else:
            result = sample_no_swish_deals(deck.position, numbers, samples, request.seed, budget)
        cost = budget.cost().since(before)
    if context.destination is not None:
        operations.decks.store_probabilities(context.destination, deck, result, cost)
    result = [statistic for statistic in result if statistic.n in numbers]
    shown = [DealProbability(n=statistic.n, no_swish=statistic.share) for statistic in result]
    return Result(shown[0] if len(shown) == 1 else {"items": shown}, of=(deck, result))


def _stored(deck: Deck, numbers: Sequence[int], context: ExecutionContext) -> list[DealStatistic]:
    """Return the stored exact statistics if they exist for all the given numbers, and an empty list otherwise."""
    with suppress(ValueError, DatabaseError):  # if there is no catalogue, the deals are counted
        stored = {
            probability.n: probability
            for probability in operations.decks.stored_probabilities(context.catalogue, deck)
            if probability.exact
        }
        if stored.keys() >= set(numbers):
            return [stored[n] for n in numbers]
    return []


def _numbers(n: str | None, deck: Deck, *, every: bool) -> Sequence[int]:
    """Return the requested numbers of cards. The default is either all numbers or the number of cards in a deal."""
    cards = len(deck.position.cards)
    if n is None:
        return range(1, cards + 1) if every else range(min(DEAL_SIZE, cards), min(DEAL_SIZE, cards) + 1)
    try:
        numbers = sorted(set(numbers_of_text(n)))
    except ValueError:
        numbers = []
    if not numbers or not 1 <= numbers[0] <= numbers[-1] <= cards:
        fault = f"{n!r} is not a number of cards of this deck; write 1 to {cards}, or several, such as 1,2-{cards}"
        raise Fault(fault, ("n",))
    return numbers


def _lines(result: Result, _request: DealsCommand) -> Iterator[str]:
    _deck, found = result.of
    if isinstance(found, LargestInDeals):
        rows = [(size, f"{times:,}", f"{times / found.samples:.4f}") for size, times in found.sizes.items()]
        yield from table([("largest swish", "deals", "share"), *rows])
    else:
        yield from statistics_table(found, "without a swish", "of deals")


def _drawn(result: Result, request: DealsCommand) -> str:
    deck, found = result.of
    return _histogram(found, request) if isinstance(found, LargestInDeals) else _plotted(deck, found, log=request.log)


DEALS = Request("GET /swish/decks/{deck}/deals", "", deals, _lines, SUBJECT, tool=True)
PLOT = Request("GET /swish/decks/{deck}/deals.svg", "", plot, _lines, SUBJECT, answers=SVG)
LARGEST = Request("GET /swish/decks/{deck}/deals/largest", "", largest_in_deals, _lines, SUBJECT, drawn=_histogram)
BY_COMMAND = Request("", "swish deals", by_command, _lines, SUBJECT, Stores.ON_REQUEST, drawn=_drawn)
