"""`/sets/statistics`: how likely n random cards have no set, exactly where that is within reach, else from samples."""

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Annotated

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.collections import mount_list
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Timed
from ludex.api.parameters import Parameters
from ludex.api.problems import refused
from ludex.api.routes import SVG, Routes, picture
from ludex.api.service import service
from ludex.api.sets import PREFIX
from ludex.api.sets.searching import search
from ludex.api.sets.sources import Properties, SetDeckIn, Values, read_deck
from ludex.catalogue.deal_statistics import DealStatistic
from ludex.catalogue.sets.cap_counts import cap_counts_of
from ludex.catalogue.sets.statistics import STATISTICS, StoredStatistic, statistics_of
from ludex.engine.budget import Budget
from ludex.pictures import DealPoint, DealSeries, no_set_svg
from ludex.sets.deck import Deck
from ludex.sets.named_decks import built_in_slug
from ludex.sets.solving.cap_bounds import cap_upper_bound
from ludex.sets.study.cap_counts import CapCounts
from ludex.sets.study.facts import sets_in_deck

routes = Routes("set-statistics", tag="SET statistics", about="Random cards, and games in play.", prefix=PREFIX)

SetSeed = Annotated[int, Field(ge=0, le=bounds.SEED, description="Decides the random numbers.")]

QUICKLY_COUNTED = 27
"""Decks of so many cards at most, or of one property, have their caps counted within a request."""


class NoSetStatistic(Answer):
    """The share of draws of n random cards that have no set: in lowest terms where exact, else of seeded samples."""

    properties: int
    values: int
    cards: int = Field(description="How many cards are drawn.")
    numerator: int
    denominator: int
    probability: float
    exact: bool
    samples: int | None = Field(description="How many draws were tried; null where exact.")
    seed: int | None
    low: float | None = Field(description="The 95 % Wilson interval; null where exact.")
    high: float | None


class RandomCards(SetDeckIn, Timed):
    """How many cards are drawn; samples and seed serve where the exact number is out of reach."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"properties": 4, "values": 3, "cards": 12}]})

    cards: int = Field(ge=0, le=bounds.SET_DECK, description="How many cards are drawn.")
    samples: int = Field(default=bounds.SET_SAMPLES_DEFAULT, ge=1, le=bounds.SET_SAMPLES)
    seed: SetSeed = 0


class StatisticsPlotQuery(Parameters):
    """Of which deck, and how to draw."""

    properties: Properties
    values: Values
    log: bool = Field(default=False, description="True: a logarithmic scale.")


def show(stored: StoredStatistic) -> NoSetStatistic:
    """Return the answer of a stored statistic."""
    return _shown(Deck(stored.properties, stored.values), stored.statistic)


def _shown(deck: Deck, statistic: DealStatistic) -> NoSetStatistic:
    share = statistic.probability
    return NoSetStatistic(
        properties=deck.properties,
        values=deck.values,
        cards=statistic.n,
        numerator=share.numerator if statistic.exact else statistic.numerator,
        denominator=share.denominator if statistic.exact else statistic.denominator,
        probability=float(share),
        exact=statistic.exact,
        samples=None if statistic.exact else statistic.samples,
        seed=None if statistic.exact else statistic.seed,
        low=statistic.low,
        high=statistic.high,
    )


KIND = Kind(
    STATISTICS,
    "statistics",
    "statistic",
    NoSetStatistic,
    show,
    names={"n": "cards"},
    title="NoSetStatistics",
)
mount_list(routes, KIND)


@routes.post("/statistics", {200: NoSetStatistic}, problems=(422, 503))
def no_set(body: RandomCards) -> NoSetStatistic:
    """Tell how likely n random cards of a deck have no set. Nothing is stored.

    Exact where the caps of so many cards are counted and stored, or quickly counted, or none can be so large; else by
    seeded sampling, which the answer says.
    """
    deck = body.read_deck()
    if body.cards > deck.size:
        raise refused("/cards", f"the deck has {deck.size:,} cards")
    exact = _in_closed_form(deck, body.cards) or _stored(deck, body.cards)
    if exact is not None:
        return _shown(deck, exact)
    if body.cards > bounds.SET_CARDS:
        detail = f"no exact number is known, and at most {bounds.SET_CARDS:,} cards are drawn for samples"
        raise refused("/cards", detail)
    with search("statistics", body.time_limit, "statistics no-set", "/cards") as budget:
        return _shown(deck, _counted(deck, body.cards, budget) or _sampled(deck, body, budget))


def _in_closed_form(deck: Deck, n: int) -> DealStatistic | None:
    """Return the probability for few cards, or for more than a cap can have."""
    if n < deck.values:
        return DealStatistic(n, 1, 1, exact=True)
    if n == deck.values:
        return _exact(n, 1 - Fraction(sets_in_deck(deck), comb(deck.size, n)))
    return DealStatistic(n, 0, 1, exact=True) if n > cap_upper_bound(deck) else None


def _stored(deck: Deck, n: int) -> DealStatistic | None:
    with service().catalogue.reading() as session:
        known = statistics_of(session, deck, n)
        counts = cap_counts_of(session, deck)
    return known[0] if known and known[0].exact else _from_counts(deck, n, counts)


def _counted(deck: Deck, n: int, budget: Budget) -> DealStatistic | None:
    """Return the probability by counting caps, of a small deck only: within half of the time, else None."""
    from ludex.sets.study.cap_counts import count_caps

    if deck.size > QUICKLY_COUNTED and deck.properties > 1:
        return None
    half = replace(budget, seconds=None if budget.seconds is None else budget.seconds / 2)
    return _from_counts(deck, n, count_caps(deck, half, up_to=n))


def _from_counts(deck: Deck, n: int, counts: CapCounts | None) -> DealStatistic | None:
    from ludex.sets.study.statistics import no_set_probability

    if counts is None or not (counts.complete or n <= counts.largest):
        return None
    return _exact(n, no_set_probability(deck, n, counts.by_size))


def _exact(n: int, probability: Fraction) -> DealStatistic:
    return DealStatistic(n, probability.numerator, probability.denominator, exact=True)


def _sampled(deck: Deck, body: RandomCards, budget: Budget) -> DealStatistic:
    from ludex.sets.study.statistics import sample_no_set

    estimate = sample_no_set(deck, body.cards, body.samples, body.seed, budget)
    return DealStatistic(
        n=body.cards,
        numerator=estimate.hits,
        denominator=estimate.samples,
        exact=False,
        samples=estimate.samples,
        seed=body.seed,
        low=estimate.low,
        high=estimate.high,
    )


@routes.get("/statistics.svg", SVG, problems=(422,))
def statistics_plot(query: StatisticsPlotQuery) -> Response:
    """Draw the probability that random cards have no set over their number, as far as it is stored."""
    deck = read_deck(query.properties, query.values)
    with service().catalogue.reading() as session:
        known = statistics_of(session, deck)
    if not known:
        detail = "no statistic of this deck is stored; `ludex sets statistics no-set --store` makes them"
        raise refused("/properties", detail)
    points = tuple(DealPoint(one.n, float(one.probability), one.low, one.high) for one in known)
    return picture(no_set_svg([DealSeries(built_in_slug(deck), points)], log=query.log))
