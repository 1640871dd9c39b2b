"""Many games and many deals from a seed: how often a set lies there by round, and whether all cards come alike."""

from typing import TYPE_CHECKING

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.models import Answer, Timed
from ludex.api.problems import refused
from ludex.api.routes import SVG, Routes, picture
from ludex.api.sets import PREFIX
from ludex.api.sets.searching import search
from ludex.api.sets.sources import SetDeckIn
from ludex.api.sets.statistics import SetSeed
from ludex.pictures import play_by_round_svg, uniformity_svg
from ludex.sets.deck import Deck

if TYPE_CHECKING:
    from ludex.sets.study.statistics import PlayRow
    from ludex.sets.study.uniformity import Histogram, Uniformity

routes = Routes("set-play-statistics", tag="SET statistics", about="Random cards, and games in play.", prefix=PREFIX)


class _Deals(SetDeckIn, Timed):
    seed: SetSeed = 0

    def bounded_deck(self) -> Deck:
        """Return the deck. Raises ProblemError (422) for one of too many cards."""
        deck = self.read_deck()
        if deck.size > bounds.SET_CARDS:
            raise refused("/properties", f"a deck of {deck.size:,} cards, at most {bounds.SET_CARDS:,} are dealt here")
        return deck


class PlayedGames(_Deals):
    """How many games are played, and how."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"properties": 4, "values": 3, "games": 1000}]})

    games: int = Field(default=bounds.PLAYED_GAMES_DEFAULT, ge=1, le=bounds.PLAYED_GAMES)
    refill: bool = Field(
        default=False,
        description="True: as the commercial game, cards come for a set only where the table has fewer than at first.",
    )


class DealtTables(_Deals):
    """How many first tables are dealt."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"properties": 4, "values": 3, "trials": 1000}]})

    trials: int = Field(default=bounds.TRIALS_DEFAULT, ge=1, le=bounds.TRIALS)


class PlayedRound(Answer):
    """In how many games a round began with so many cards on the table, with a set and without one."""

    round: int = Field(description="Counted from 1.")
    table: int
    with_set: int
    without_set: int


class PlayedTable(Answer):
    """In how many rounds so many cards were on the table, with a set and without one."""

    table: int
    with_set: int
    without_set: int


class PlayByRound(Answer):
    """What happened in many games, by round, and by the cards on the table after the first round."""

    games: int
    seed: int
    refill: bool
    items: list[PlayedRound]
    later: list[PlayedTable] = Field(description="All rounds but the first, by cards on the table.")


class CardHistogram(Answer):
    """How often each card came, and a chi-square test of whether all come equally often."""

    cards: int = Field(description="How many different cards came in each trial.")
    counts: list[int] = Field(description="By card, in the order of the notation.")
    statistic: float
    degrees_of_freedom: int
    p_value: float = Field(description="How likely a statistic as large is where all cards come equally often.")


class DealUniformity(Answer):
    """The cards of many first tables, and those that came after them."""

    trials: int
    seed: int
    initial: CardHistogram
    drawn: CardHistogram


@routes.post("/statistics/rounds", {200: PlayByRound}, problems=(422, 503))
def play_rounds(body: PlayedGames) -> PlayByRound:
    """Play many games, and tell how often there was a set, by round and cards on the table. Nothing is stored."""
    from ludex.sets.study.statistics import by_table

    rows = _played(body)
    return PlayByRound(
        games=body.games,
        seed=body.seed,
        refill=body.refill,
        items=[
            PlayedRound(round=row.round, table=row.table, with_set=row.with_set, without_set=row.without_set)
            for row in rows
        ],
        later=[
            PlayedTable(table=table, with_set=with_set, without_set=without_set)
            for table, (with_set, without_set) in by_table(rows, first=2).items()
        ],
    )


@routes.post("/statistics/rounds.svg", {200: SVG}, problems=(422, 503))
def draw_play_rounds(body: PlayedGames) -> Response:
    """Draw how often there was no set over the rounds of many games."""
    return picture(play_by_round_svg(_played(body)))


def _played(body: PlayedGames) -> "tuple[PlayRow, ...]":
    from ludex.sets.study.statistics import play_by_round

    deck = body.bounded_deck()
    with search("rounds", body.time_limit, "statistics rounds", "/games") as budget:
        return play_by_round(deck, body.games, body.seed, budget, refill=body.refill)


@routes.post("/statistics/uniformity", {200: DealUniformity}, problems=(422, 503))
def deal_uniformity(body: DealtTables) -> DealUniformity:
    """Deal many first tables, and tell how often each card came there and right after. Nothing is stored."""
    result = _dealt(body)
    return DealUniformity(
        trials=body.trials, seed=body.seed, initial=_histogram(result.initial), drawn=_histogram(result.drawn)
    )


@routes.post("/statistics/uniformity.svg", {200: SVG}, problems=(422, 503))
def draw_deal_uniformity(body: DealtTables) -> Response:
    """Draw how often each card came to the first table."""
    return picture(uniformity_svg(_dealt(body)))


def _dealt(body: DealtTables) -> "Uniformity":
    from ludex.sets.study.uniformity import uniformity

    deck = body.bounded_deck()
    with search("uniformity", body.time_limit, "statistics uniformity", "/trials") as budget:
        return uniformity(deck, body.trials, body.seed, budget)


def _histogram(histogram: "Histogram") -> CardHistogram:
    return CardHistogram(
        cards=histogram.cards,
        counts=list(histogram.counts),
        statistic=histogram.statistic,
        degrees_of_freedom=histogram.degrees_of_freedom,
        p_value=histogram.p_value,
    )
