"""What is known of random cards of a whole deck: closed forms, how likely there is no set, games in play, the deals."""

from collections.abc import Sequence
from typing import Annotated, Any

from flask import Response
from pydantic import Field

from ludex.api.paging import page_reply, slice_of
from ludex.api.problems import refused
from ludex.api.replies import picture
from ludex.api.routes import SVG, Routes
from ludex.api.service import service
from ludex.api.sets import PREFIX, bounds
from ludex.api.sets.sources import Properties, SetDeckIn, Values, example, search
from ludex.engine.deal_statistics import best_for_each_n
from ludex.operations.sets.statistics import exact_no_set, stored_statistics
from ludex.pictures import DealSeries, no_set_svg, play_by_round_svg, uniformity_svg
from ludex.requests.answers import page_of
from ludex.requests.fields import PageQuery, Seed, Timed
from ludex.sets.deck import Deck
from ludex.sets.named_decks import built_in_slug
from ludex.sets.study.facts import DeckFacts, deck_facts
from ludex.sets.study.no_set import NoSetStatistic, no_set_statistics
from ludex.sets.study.statistics import PlayByRound, play_by_round
from ludex.sets.study.uniformity import Uniformity, uniformity

routes = Routes("set-statistics", tag="SET statistics", about="Random cards, and games in play.", prefix=PREFIX)

_Cards = Annotated[int, Field(ge=0, le=bounds.SET_DECK, description="How many cards are drawn.")]
_Samples = Annotated[int, Field(ge=0, le=bounds.SET_SAMPLES, description="How many draws were tried.")]


class FactsQuery(SetDeckIn):
    """A deck, and how many of its cards are drawn."""

    cards: int | None = Field(
        default=None,
        ge=0,
        le=bounds.SET_DECK,
        description="For the expected number of sets. Not given: as many as a game begins with.",
    )


class StatisticsQuery(PageQuery):
    """Of which decks and draws, and which page."""

    properties: Properties | None = None
    values: Values | None = None
    cards: _Cards | None = None
    min_cards: _Cards | None = None
    max_cards: _Cards | None = None
    exact: bool | None = None
    min_samples: _Samples | None = None
    max_samples: _Samples | None = None


class StatisticsPlotQuery(SetDeckIn):
    """Of which deck, and how to draw."""

    log: bool = Field(default=False, description="True: a logarithmic scale.")


class _Deals(SetDeckIn, Timed):
    seed: Seed = 0

    def bounded_deck(self) -> Deck:
        """Return the deck. Raises ProblemError (422) for one of too many cards."""
        deck = self.read_deck()
        if deck.size > bounds.SET_CARDS:
            raise refused("/properties", f"a deck of {deck.size:,} cards, at most {bounds.SET_CARDS:,} are dealt here")
        return deck


class RandomCards(_Deals):
    """How many cards are drawn; samples and seed serve where the exact number is out of reach."""

    model_config = example(properties=4, values=3, cards=12)

    cards: _Cards
    samples: int = Field(default=bounds.SET_SAMPLES_DEFAULT, ge=1, le=bounds.SET_SAMPLES)


class PlayedGames(_Deals):
    """How many games are played, and how."""

    model_config = example(properties=4, values=3, games=1000)

    games: int = Field(default=bounds.PLAYED_GAMES_DEFAULT, ge=1, le=bounds.PLAYED_GAMES)
    refill: bool = Field(
        default=False,
        description="True: as the commercial game, cards come for a set only where the table has fewer than at first.",
    )


class DealtTables(_Deals):
    """How many first tables are dealt."""

    model_config = example(properties=4, values=3, trials=1000)

    trials: int = Field(default=bounds.TRIALS_DEFAULT, ge=1, le=bounds.TRIALS)


@routes.get("/facts", DeckFacts, problems=(422,))
def facts(query: FactsQuery) -> DeckFacts:
    """Show the numbers of sets of a deck, of each card, of each pair, and those expected among random cards."""
    deck = query.read_deck()
    return deck_facts(deck, _drawn(deck, deck.first_table if query.cards is None else query.cards))


@routes.get("/statistics", page_of(NoSetStatistic))
def list_statistics(query: StatisticsQuery) -> Response:
    """List the stored statistics, the oldest first."""
    return page_of_rows(
        query, "statistics", [NoSetStatistic.of(*one) for one in stored_statistics(service().catalogue)]
    )


@routes.post("/statistics", {200: NoSetStatistic}, problems=(422, 503))
def no_set(body: RandomCards) -> NoSetStatistic:
    """Tell how likely n random cards of a deck have no set. Nothing is stored.

    Exact where the caps of so many cards are counted and stored, or quickly counted, or none can be so large; else by
    seeded sampling, which the answer says.
    """
    catalogue, deck = service().catalogue, body.read_deck()
    found = exact_no_set(catalogue, deck, _drawn(deck, body.cards))
    if found is None:
        if body.cards > bounds.SET_CARDS:
            detail = f"no exact number is known, and at most {bounds.SET_CARDS:,} cards are drawn for samples"
            raise refused("/cards", detail)
        with search("statistics", body.time_limit, "statistics no-set") as budget:
            [found] = no_set_statistics(deck, [body.cards], budget, samples=body.samples, seed=body.seed)
    return NoSetStatistic.of(deck, found)


@routes.get("/statistics.svg", SVG, problems=(422,))
def statistics_plot(query: StatisticsPlotQuery) -> Response:
    """Draw the probability that random cards have no set over their number, as far as it is stored."""
    deck = query.read_deck()
    known = best_for_each_n(one for _, one in stored_statistics(service().catalogue, deck))
    if not known:
        detail = "no statistic of this deck is stored; `ludex sets statistics no-set --store` makes them"
        raise refused("/properties", detail)
    return picture(no_set_svg([DealSeries.of(built_in_slug(deck), known)], log=query.log))


@routes.post("/statistics/rounds", {200: PlayByRound}, problems=(422, 503))
def play_rounds(body: PlayedGames) -> PlayByRound:
    """Play many games, and tell how often there was a set, by round and cards on the table. Nothing is stored."""
    return _played(body)


@routes.post("/statistics/rounds.svg", {200: SVG}, problems=(422, 503))
def draw_play_rounds(body: PlayedGames) -> Response:
    """Draw how often there was no set over the rounds of many games."""
    return picture(play_by_round_svg(_played(body).items))


@routes.post("/statistics/uniformity", {200: Uniformity}, problems=(422, 503))
def deal_uniformity(body: DealtTables) -> Uniformity:
    """Deal many first tables, and tell how often each card came there and right after. Nothing is stored.

    A chi-square test says whether all come equally often: `p_value` is how likely a statistic as large is then.
    """
    return _dealt(body)


@routes.post("/statistics/uniformity.svg", {200: SVG}, problems=(422, 503))
def draw_deal_uniformity(body: DealtTables) -> Response:
    """Draw how often each card came to the first table."""
    return picture(uniformity_svg(_dealt(body)))


def page_of_rows(query: PageQuery, name: str, rows: Sequence[Any]) -> Response:
    """Return a page of rows that are all at hand, those that have what the other fields of the query ask for.

    `min_` and `max_` before the name of a field ask for a number that is at least, or at most, so large.
    """
    given = ((field, value) for field, value in query if field not in PageQuery.model_fields and value is not None)
    asked = sorted(given)
    found = [row for row in rows if all(_has(row, field, value) for field, value in asked)]
    return page_reply(query, [name, *asked], lambda after, limit: slice_of(found, after, limit))


def _has(row: object, field: str, asked: int) -> bool:
    bound, _, name = field.partition("_")
    own = getattr(row, name or field)
    if own is None or bound not in ("min", "max"):
        return bool(own == asked)
    return bool(own >= asked if bound == "min" else own <= asked)


def _drawn(deck: Deck, cards: int) -> int:
    """Return how many cards are drawn. Raises ProblemError (422) for more than the deck has."""
    if cards > deck.size:
        raise refused("/cards", f"the deck has {deck.size:,} cards")
    return cards


def _played(body: PlayedGames) -> PlayByRound:
    deck = body.bounded_deck()
    with search("rounds", body.time_limit, "statistics rounds", "/games") as budget:
        rows = play_by_round(deck, body.games, body.seed, budget, refill=body.refill)
    return PlayByRound.of(rows, body.games, body.seed, refill=body.refill)


def _dealt(body: DealtTables) -> Uniformity:
    deck = body.bounded_deck()
    with search("uniformity", body.time_limit, "statistics uniformity", "/trials") as budget:
        return uniformity(deck, body.trials, body.seed, budget)
