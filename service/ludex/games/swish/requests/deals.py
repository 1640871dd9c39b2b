"""How likely n random cards of a deck have no swish, and how large the largest is: counted, stored or sampled."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Annotated

from pydantic import Field

from ludex.card_games.deal_statistics import DealStatistic, Share
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.engine.faults import Fault, within
from ludex.games.swish import operations, pictures
from ludex.games.swish.deck import Deck
from ludex.games.swish.making.deals import DEAL_SIZE
from ludex.games.swish.requests import bounds
from ludex.games.swish.requests.decks import DEALS as SUBJECT
from ludex.games.swish.requests.sources import find_deck
from ludex.games.swish.study.statistics import (
    LargestInDeals,
    count_no_swish_deals,
    sample_largest,
    sample_no_swish_deals,
)
from ludex.requests.fields import Answer, Argument, Label, Option, RequestModel, Seed, ServiceBounds, Timed
from ludex.requests.request import SVG, ExecutionContext, Request, Result, Stores, Text
from ludex.requests.text_answers import statistics, table

EXACT_CARDS = 64
_SAMPLES = 10_000

_Deck = Annotated[Label, Argument("DECK", "The deck's slug or label.")]
_Samples = Annotated[int, Field(ge=1), ServiceBounds(bounds.SAMPLES)]


class OfDeals(Timed):
    """Of which deck how many cards are dealt; the others serve if no exact number is stored."""

    deck: _Deck
    n: Annotated[int, Field(ge=1), ServiceBounds(bounds.CARDS)] = Field(
        default=DEAL_SIZE, description="How many cards are dealt."
    )
    samples: _Samples = Field(default=bounds.SAMPLES_DEFAULT, description="Deals to try if no number is stored.")
    seed: Seed = 0


class Plot(RequestModel):
    """Of which deck, and how to draw."""

    deck: _Deck
    log: bool = Field(default=False, description="True: a logarithmic scale.")


class OfDealsByCommand(Timed):
    """Of which deck how many cards are dealt, and how it is found."""

    deck: _Deck
    n: Annotated[str | None, Option(("-n", "--n"))] = Field(
        default=None, description="How many cards are dealt: 16 or 2-30. Exact numbers: all if not given."
    )
    samples: _Samples | None = Field(
        default=None, description="Try this many seeded deals instead of counting all of them."
    )
    seed: Seed = 0
    largest: bool = Field(default=False, description="The sizes of the largest swish of sampled deals.")
    log: bool = Field(default=False, description="A plot with a logarithmic scale.")


class Deals(Answer):
    """The deals of n cards of a deck: how many have no swish."""

    n: int
    no_swish: Share


def deals(asked: OfDeals, work: ExecutionContext) -> Deals:
    """Tell how likely n random cards of a deck have no swish.

    From the catalogue if it is stored, exact for the starting decks; else by seeded sampling, which the answer says.
    """
    deck = find_deck(asked.deck, work)
    known = operations.deals.stored_probabilities(work.catalogue, deck, asked.n)
    if not known:  # what is stored takes no computing slot
        with within("n"), work.search() as budget:
            known = sample_no_swish_deals(deck.position, [asked.n], asked.samples, asked.seed, budget)
    return Deals(n=asked.n, no_swish=known[0].share)


def largest_in_deals(asked: OfDeals, work: ExecutionContext) -> LargestInDeals:
    """Estimate how large the largest swish of n random cards of a deck is, from seeded deals."""
    deck = find_deck(asked.deck, work)
    with within("n"), work.search() as budget:
        return sample_largest(deck.position, asked.n, asked.samples, asked.seed, budget)


def _histogram(found: LargestInDeals, asked: object) -> str:
    del asked
    return pictures.plots.svg_size_histogram(found.sizes)


def plot(asked: Plot, work: ExecutionContext) -> Text:
    """Draw the probability of a deal without a swish over the number of cards, as far as it is stored."""
    deck = find_deck(asked.deck, work)
    known = operations.deals.stored_probabilities(work.catalogue, deck)
    if not known:
        said = "no statistic of this deck's deals is stored; `ludex swish deals --store` makes them"
        raise Fault(said, ("deck",))
    return Text(_plotted(deck, known, log=asked.log))


def _plotted(deck: Deck, found: Sequence[DealStatistic], *, log: bool) -> str:
    from ludex.card_games.deal_plots import DealSeries, svg_deal_plot

    return svg_deal_plot([DealSeries.of(deck.slug, found)], log, "Deals without a swish", "no swish")


def by_command(asked: OfDealsByCommand, work: ExecutionContext) -> Result:
    """Tell how likely n random cards of a deck have no swish: exactly up to 64 cards, else from seeded samples.

    What the catalogue has is not counted again; with `--store` it is.
    """
    deck, samples = find_deck(asked.deck, work), asked.samples or _SAMPLES
    if asked.largest and work.kept is not None:
        raise Fault("sizes of largest swishes are not stored; leave it or --largest out", ("store",))
    exact = asked.samples is None and len(deck.position.cards) <= EXACT_CARDS and not asked.largest
    numbers = _numbers(asked.n, deck, every=exact)
    if asked.largest:
        if len(numbers) > 1:
            raise Fault(f"{asked.n!r} are several numbers of cards; --largest takes one", ("n",))
        with work.search() as budget:
            sizes = sample_largest(deck.position, numbers[0], samples, asked.seed, budget)
        return Result(sizes, of=(deck, sizes))
    known = _stored(deck, numbers, work) if exact and work.kept is None else []
    with work.search() as budget:
        before = budget.cost()
        if known:
            found = known
        elif exact:
            found = count_no_swish_deals(deck.position, budget)
        else:
            found = sample_no_swish_deals(deck.position, numbers, samples, asked.seed, budget)
        cost = budget.cost().since(before)
    if work.kept is not None:
        operations.deals.store_probabilities(work.kept, deck, found, cost)
    found = [one for one in found if one.n in numbers]
    shown = [Deals(n=one.n, no_swish=one.share) for one in found]
    return Result(shown[0] if len(shown) == 1 else {"items": shown}, of=(deck, found))


def _stored(deck: Deck, numbers: range, work: ExecutionContext) -> list[DealStatistic]:
    """Return what is stored of the deals, exact ones of all these numbers; else nothing."""
    with suppress(ValueError, DatabaseError):  # there may be no catalogue: they are counted then
        stored = {one.n: one for one in operations.deals.stored_probabilities(work.catalogue, deck) if one.exact}
        if stored.keys() >= set(numbers):
            return [stored[n] for n in numbers]
    return []


def _numbers(n: str | None, deck: Deck, *, every: bool) -> range:
    """Return the numbers of cards that are asked for; if none is given, every one or that of a deal."""
    cards = len(deck.position.cards)
    if n is None:
        return range(1, cards + 1) if every else range(min(DEAL_SIZE, cards), min(DEAL_SIZE, cards) + 1)
    match = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", n)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= first <= last <= cards:
        fault = f"{n!r} is no number of cards; the deck has {cards}, so write 1 to {cards}, or 2-{cards}"
        raise Fault(fault, ("n",))
    return range(first, last + 1)


def _said(told: Result, _asked: OfDealsByCommand) -> Iterator[str]:
    _deck, found = told.of
    if isinstance(found, LargestInDeals):
        rows = [(size, f"{times:,}", f"{times / found.samples:.4f}") for size, times in found.sizes.items()]
        yield from table([("largest swish", "deals", "share"), *rows])
    else:
        yield from statistics(found, "without a swish", "of deals")


def _drawn(told: Result, asked: OfDealsByCommand) -> str:
    deck, found = told.of
    return _histogram(found, asked) if isinstance(found, LargestInDeals) else _plotted(deck, found, log=asked.log)


DEALS = Request("GET /swish/decks/{deck}/deals", "", deals, _said, SUBJECT)
PLOT = Request("GET /swish/decks/{deck}/deals.svg", "", plot, _said, SUBJECT, answers=SVG)
LARGEST = Request("GET /swish/decks/{deck}/deals/largest", "", largest_in_deals, _said, SUBJECT, drawn=_histogram)
BY_COMMAND = Request("", "swish deals", by_command, _said, SUBJECT, Stores.ASKED, drawn=_drawn)
