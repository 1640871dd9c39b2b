"""Deals of a deck: how likely n random cards have no swish, and seeded deals as positions."""

from fractions import Fraction
from secrets import randbelow
from typing import Annotated

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.collections import LabelPath
from ludex.api.models import Answer, Timed
from ludex.api.parameters import Parameters
from ludex.api.problems import not_found, refused
from ludex.api.routes import SVG, Routes, picture, reply
from ludex.api.service import require_storing, service
from ludex.api.swish import PREFIX
from ludex.api.swish.deck_lookup import NOT_STORED, find_deck, find_listed, require_stored
from ludex.api.swish.searching import search
from ludex.api.swish.storing_positions import StoredPositionAnswer, hypergraph_of, stored_fields
from ludex.catalogue.swish.deals import DealStatistic, statistics_of, store_deal
from ludex.catalogue.swish.positions import store_position
from ludex.pictures import DealPoint, DealSeries, svg_deal_plot, svg_size_histogram
from ludex.swish.deck import Deck
from ludex.swish.making.deals import DEAL_SIZE, deal
from ludex.swish.position import Position, PositionError

routes = Routes("swish-deals", tag="SWISH deals", about="Random cards of a deck.", prefix=PREFIX)

Samples = Annotated[int, Field(ge=1, le=bounds.SAMPLES)]
Seed = Annotated[int, Field(ge=0, le=bounds.SEED)]


class DealsQuery(Parameters):
    """How many cards are dealt; the others serve where no exact number is stored."""

    n: int = Field(default=DEAL_SIZE, ge=1, le=bounds.CARDS, description="How many cards are dealt.")
    samples: Samples = Field(default=bounds.SAMPLES_DEFAULT, description="Deals to try where no number is stored.")
    seed: Seed = Field(default=0, description="Decides which deals are tried.")
    time_limit: float = Field(
        default=bounds.TIME_LIMIT_DEFAULT, ge=bounds.TIME_LIMIT_LEAST, le=bounds.TIME_LIMIT, description="Seconds."
    )


class NoSwish(Answer):
    """The share of deals without a swish: of all deals where exact, else of samples, with the 95 % Wilson interval."""

    numerator: int
    denominator: int
    probability: float
    exact: bool
    samples: int | None = Field(description="How many deals were tried; null where exact.")
    seed: int | None
    low: float | None
    high: float | None


class Deals(Answer):
    """The deals of n cards of a deck."""

    n: int
    no_swish: NoSwish


class LargestInDeals(Answer):
    """How many of some seeded deals have a largest swish of each size; size 0: none."""

    n: int
    samples: int
    seed: int
    sizes: dict[str, int]


class PlotQuery(Parameters):
    """How to draw the plot."""

    log: bool = Field(default=False, description="True: a logarithmic scale.")


class NewDeal(Timed):
    """How many cards to deal, and the seed that decides which."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"n": 16, "seed": 7}]})

    n: int = Field(default=DEAL_SIZE, ge=1, le=bounds.CARDS)
    seed: int | None = Field(default=None, ge=0, le=bounds.SEED, description="Not given: the service chooses one.")


class DealOf(Answer):
    """Where a position comes from."""

    deck: str
    n: int
    seed: int
    indices: list[int] = Field(description="The cards dealt, by index into the deck's listing.")


class DealtAnswer(StoredPositionAnswer):
    """The position of a seeded deal; `matching` counts the dealt cards in the order of `indices`."""

    deal: DealOf


@routes.get("/decks/<label:label>/deals", Deals, problems=(422, 503))
def deals(path: LabelPath, query: DealsQuery) -> Deals:
    """Tell how likely n random cards of a deck have no swish.

    From the catalogue where it is stored, exact for the starting decks; else by seeded sampling, which the answer says.
    """
    deck = _deck(path.label)
    if query.n > len(deck.position.cards):
        raise refused("/n", f"the deck has {len(deck.position.cards)} cards")
    with service().catalogue.reading() as session:
        listed = find_listed(session, path.label)
        known = [] if listed is None or listed.id == NOT_STORED else statistics_of(session, listed.id, query.n)
    return Deals(n=query.n, no_swish=_no_swish(known[0] if known else _sampled(deck.position, query)))


def _deck(name: str) -> Deck:
    deck = find_deck(name)
    if deck is None:
        raise not_found(f"deck with the slug or label {name!r}")
    return deck


def _sampled(position: Position, query: DealsQuery) -> DealStatistic:
    from ludex.swish.study.statistics import sample_no_swish

    with search("deals", query.time_limit, "swish deals", "/n") as budget:
        estimate = sample_no_swish(position, query.n, query.samples, query.seed, budget)
    return DealStatistic(
        n=query.n,
        numerator=estimate.hits,
        denominator=estimate.samples,
        exact=False,
        samples=estimate.samples,
        seed=query.seed,
        low=estimate.low,
        high=estimate.high,
    )


def _no_swish(statistic: DealStatistic) -> NoSwish:
    return NoSwish(
        numerator=statistic.numerator,
        denominator=statistic.denominator,
        probability=float(Fraction(statistic.numerator, statistic.denominator)),
        exact=statistic.exact,
        samples=None if statistic.exact else statistic.samples,
        seed=None if statistic.exact else statistic.seed,
        low=statistic.low,
        high=statistic.high,
    )


@routes.get("/decks/<label:label>/deals.svg", SVG, problems=(422,))
def deals_plot(path: LabelPath, query: PlotQuery) -> Response:
    """Draw the probability of a deal without a swish over the number of cards, as far as it is stored."""
    deck = _deck(path.label)
    with service().catalogue.reading() as session:
        listed = find_listed(session, path.label)
        known = [] if listed is None or listed.id == NOT_STORED else statistics_of(session, listed.id)
    if not known:
        raise refused("/label", "no statistic of this deck's deals is stored; `ludex swish deals --store` makes them")
    points = tuple(DealPoint(one.n, float(one.probability), one.low, one.high) for one in known)
    return picture(svg_deal_plot([DealSeries(deck.slug, points)], log=query.log))


@routes.get("/decks/<label:label>/deals/largest", LargestInDeals, problems=(422, 503))
def largest_in_deals(path: LabelPath, query: DealsQuery) -> LargestInDeals:
    """Estimate how large the largest swish of n random cards of a deck is, from seeded deals."""
    return LargestInDeals(
        n=query.n,
        samples=query.samples,
        seed=query.seed,
        sizes={str(size): deals for size, deals in sorted(_sizes(path.label, query).items())},
    )


@routes.get("/decks/<label:label>/deals/largest.svg", SVG, problems=(422, 503))
def largest_in_deals_plot(path: LabelPath, query: DealsQuery) -> Response:
    """Draw how large the largest swish of n random cards of a deck is, from seeded deals."""
    return picture(svg_size_histogram(_sizes(path.label, query)))


def _sizes(label: str, query: DealsQuery) -> dict[int, int]:
    from ludex.swish.study.statistics import sample_largest

    deck = _deck(label)
    with search("deals-largest", query.time_limit, "swish deals", "/n") as budget:
        return sample_largest(deck.position, query.n, query.samples, query.seed, budget)


@routes.post("/decks/<label:label>/deals", {201: DealtAnswer, 200: DealtAnswer}, problems=(403, 422, 503))
def deal_cards(path: LabelPath, body: NewDeal) -> Response:
    """Deal n random cards of a deck and store them as a position. The seed decides which cards."""
    require_storing()
    deck = _deck(path.label)
    seed = randbelow(2**32) if body.seed is None else body.seed
    try:
        indices = deal(deck.position, body.n, seed)
    except PositionError as error:
        raise refused("/n", error.message) from None
    position = Position(tuple(deck.position.cards[index] for index in indices), deck.position.symmetry)
    with search("deal", body.time_limit, "swish deal", "/n"):
        hypergraph = hypergraph_of(position)
    with service().catalogue.writing() as session:
        stored = store_position(session, position, hypergraph)
        store_deal(session, require_stored(session, deck).row, body.n, seed, stored.row)
    made = DealOf(deck=deck.slug, n=body.n, seed=seed, indices=list(indices))
    answer = DealtAnswer(**stored_fields(position, stored.row.label, stored.created), found=None, deal=made)
    return reply(answer, 201, {"Location": answer.url}) if stored.created else reply(answer)
