"""Deals of a deck: how likely n random cards have no swish, and seeded deals as positions."""

from typing import Annotated

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds as shared
from ludex.api.addresses import object_rule
from ludex.api.answers import stored_answer
from ludex.api.models import Answer, LabelPath, Matching, Parameters, Seed, Timed
from ludex.api.objects import stored_reply
from ludex.api.problems import refused
from ludex.api.replies import picture
from ludex.api.routes import SVG, Routes
from ludex.api.service import require_storing, service
from ludex.api.swish import PREFIX, bounds
from ludex.api.swish.positions import FoundSwishes
from ludex.api.swish.sources import search
from ludex.catalogue.kinds.swish import DECK, POSITION
from ludex.engine.deal_statistics import Share
from ludex.operations.swish.deal_probability import stored_probabilities
from ludex.operations.swish.deals import DealOf, deal_cards
from ludex.operations.swish.decks import find_deck
from ludex.pictures import DealSeries, svg_deal_plot, svg_size_histogram
from ludex.swish.deck import Deck
from ludex.swish.making.deals import DEAL_SIZE
from ludex.swish.study.statistics import LargestInDeals, sample_largest, sample_no_swish_deals

routes = Routes("swish-deals", tag="SWISH deals", about="Random cards of a deck.", prefix=PREFIX)

DealtCards = Annotated[int, Field(ge=1, le=bounds.CARDS, description="How many cards are dealt.")]


class DealsQuery(Timed):
    """How many cards are dealt; the others serve where no exact number is stored."""

    n: DealtCards = DEAL_SIZE
    samples: int = Field(
        default=bounds.SAMPLES_DEFAULT,
        ge=1,
        le=bounds.SAMPLES,
        description="Deals to try where no number is stored.",
    )
    seed: Seed = 0


class PlotQuery(Parameters):
    """How to draw the plot."""

    log: bool = Field(default=False, description="True: a logarithmic scale.")


class Deals(Answer):
    """The deals of n cards of a deck: how many have no swish."""

    n: int
    no_swish: Share


class NewDeal(Timed):
    """How many cards to deal, and the seed that decides which."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"n": 16, "seed": 7}]})

    n: DealtCards = DEAL_SIZE
    seed: int | None = Field(default=None, ge=0, le=shared.SEED, description="Not given: the service chooses one.")


_DEALT = stored_answer(
    POSITION,
    title="DealtSwishPosition",
    matching=(Matching, Field(description="For card i of `deal.indices`, its index in `cards`.")),
    found=(FoundSwishes | None, Field(description="Null: nothing was looked for.")),
    deal=(DealOf, ...),
)


def _deck(path: LabelPath) -> Deck:
    return find_deck(service().catalogue, path.label)


@routes.get(object_rule(DECK, "/deals"), Deals, problems=(422, 503))
def deals(path: LabelPath, query: DealsQuery) -> Deals:
    """Tell how likely n random cards of a deck have no swish.

    From the catalogue where it is stored, exact for the starting decks; else by seeded sampling, which the answer says.
    """
    deck = _deck(path)
    known = stored_probabilities(service().catalogue, deck, query.n)
    if not known:  # what is stored takes no computing slot
        with search("deals", query.time_limit, "deals", "/n") as budget:
            known = sample_no_swish_deals(deck.position, [query.n], query.samples, query.seed, budget)
    return Deals(n=query.n, no_swish=known[0].share)


@routes.get(object_rule(DECK, "/deals.svg"), SVG, problems=(422,))
def deals_plot(path: LabelPath, query: PlotQuery) -> Response:
    """Draw the probability of a deal without a swish over the number of cards, as far as it is stored."""
    deck = _deck(path)
    known = stored_probabilities(service().catalogue, deck)
    if not known:
        raise refused("/label", "no statistic of this deck's deals is stored; `ludex swish deals --store` makes them")
    return picture(svg_deal_plot([DealSeries.of(deck.slug, known)], log=query.log))


@routes.get(object_rule(DECK, "/deals/largest"), LargestInDeals, problems=(422, 503))
def largest_in_deals(path: LabelPath, query: DealsQuery) -> LargestInDeals:
    """Estimate how large the largest swish of n random cards of a deck is, from seeded deals."""
    return _largest(path, query)


@routes.get(object_rule(DECK, "/deals/largest.svg"), SVG, problems=(422, 503))
def largest_in_deals_plot(path: LabelPath, query: DealsQuery) -> Response:
    """Draw how large the largest swish of n random cards of a deck is, from seeded deals."""
    return picture(svg_size_histogram(_largest(path, query).sizes))


def _largest(path: LabelPath, query: DealsQuery) -> LargestInDeals:
    deck = _deck(path)
    with search("deals-largest", query.time_limit, "deals --largest", "/n") as budget:
        return sample_largest(deck.position, query.n, query.samples, query.seed, budget)


@routes.post(object_rule(DECK, "/deals"), {201: _DEALT, 200: _DEALT}, problems=(403, 422, 503))
def deal(path: LabelPath, body: NewDeal) -> Response:
    """Deal n random cards of a deck and store them as a position. The seed decides which cards."""
    require_storing()
    deck = _deck(path)
    with search("deal", body.time_limit, "deal", "/n"):
        dealt = deal_cards(service().catalogue, deck, body.n, body.seed)
    return stored_reply(dealt.stored, matching=list(dealt.matching), found=None, deal=dealt.deal)
