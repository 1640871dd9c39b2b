"""Random cards of a whole deck: how likely there is no set, games in play, whether all cards come equally often."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ludex.card_games.deal_statistics import DealStatistic, best_for_each_n
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.engine.faults import Fault, within
from ludex.games.sets import operations, pictures
from ludex.games.sets.deck import Deck
from ludex.games.sets.making.game_record import TableCount
from ludex.games.sets.named_decks import built_in_slug
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.sources import STATISTICS, OfDeck, number_drawn
from ludex.games.sets.study import uniformity as study
from ludex.games.sets.study.no_set_probability import (
    SAMPLES,
    Exactness,
    NoSetStatistic,
    known_no_set,
    no_set_statistics,
)
from ludex.games.sets.study.statistics import PlayByRound, PlayRow, play_by_round
from ludex.games.sets.study.uniformity import Uniformity
from ludex.requests.fields import Option, RequestModel, Seed, ServiceBounds, Timed, example
from ludex.requests.number_lists import numbers_of_text
from ludex.requests.request import SVG, ExecutionContext, Request, Result, Stores, Text
from ludex.requests.text_answers import likely, statistics, table

_GAMES = 10_000  # of a command

_Samples = Annotated[int, Field(ge=1), ServiceBounds(bounds.SET_SAMPLES)]


class RandomCards(OfDeck, Timed):
    """How many cards are drawn; samples and seed serve if the exact number is out of reach."""

    model_config = example(properties=4, values=3, n=12)

    n: Annotated[int, Field(ge=0, description="How many cards are drawn."), ServiceBounds(bounds.SET_DECK)]
    samples: _Samples = bounds.SET_SAMPLES_DEFAULT
    seed: Seed = 0


class NoSetByCommand(OfDeck, Timed):
    """How many cards are drawn, how it is found how likely they have no set, and how that is drawn."""

    n: Annotated[list[int] | None, Option(("-n", "--n"), numbers_of_text)] = Field(
        default=None, description="How many cards: 12, or 3-21; as many as a game begins with if not given."
    )
    samples: _Samples | None = Field(default=None, description="Try this many seeded draws: an estimate, not exact.")
    exact: bool = Field(default=False, description="Count all caps if that is not done yet; minutes for set-3-4.")
    seed: Seed = 0
    log: bool = Field(default=False, description="A plot with a logarithmic scale.")


class NoSetPlot(OfDeck):
    """Of which deck, and how to draw."""

    log: bool = Field(default=False, description="True: a logarithmic scale.")


class PlayedGames(OfDeck, Timed):
    """How many games are played, and how."""

    model_config = example(properties=4, values=3, trials=1000)

    trials: Annotated[int, Field(ge=1), ServiceBounds(bounds.PLAYED_GAMES)] | None = Field(
        default=None,
        description=f"How many games are played; by a command {_GAMES:,} if not given.",
        json_schema_extra={"default": bounds.PLAYED_GAMES_DEFAULT},
    )
    refill: bool = Field(
        default=False,
        description="As the commercial game: cards come for a set only if the table has fewer than at first.",
    )
    seed: Seed = 0


class DealtTables(OfDeck, Timed):
    """How many first tables are dealt."""

    model_config = example(properties=4, values=3, trials=1000)

    trials: Annotated[int, Field(ge=1), ServiceBounds(bounds.TRIALS)] = bounds.TRIALS_DEFAULT
    seed: Seed = 0


def random_cards(asked: RandomCards, work: ExecutionContext) -> NoSetStatistic:
    """Tell how likely n random cards of a deck have no set. Nothing is stored.

    Exact if the caps of that many cards are counted and stored, or quickly counted, or none can be so large; else by
    seeded sampling, which the answer says.
    """
    deck, n = asked.deck, asked.n
    found = operations.statistics.exact_no_set(work.catalogue, deck, number_drawn(deck, n, "n"))
    if found is None:
        if n > bounds.SET_CARDS:
            said = f"no exact number is known, and at most {bounds.SET_CARDS:,} cards are drawn for samples"
            raise Fault(said, ("n",))
        with within("n"), work.search() as budget:
            [found] = no_set_statistics(deck, [n], budget, samples=asked.samples, seed=asked.seed)
    return NoSetStatistic.of(deck, found)


def no_set(asked: NoSetByCommand, work: ExecutionContext) -> Result:
    """Tell how likely n random cards have no set: exactly if the caps are counted or few, else from samples."""
    deck, kept = asked.deck, work.kept
    if asked.samples is not None and asked.exact:
        raise Fault("--samples and --exact are given; give one of them")
    numbers = asked.n or [deck.first_table]
    if max(numbers) > deck.size or min(numbers) < 1:
        raise Fault(f"the deck has {deck.size:,} cards, so write 1 to {deck.size}", ("n",))
    exactness = Exactness.SAMPLED if asked.samples else Exactness.EXACT if asked.exact else Exactness.BEST
    known = known_no_set
    with suppress(ValueError, DatabaseError):  # there may be no catalogue: what is stored is not needed
        known = partial(operations.statistics.exact_no_set, work.catalogue)
    terms: dict[str, Any] = {"exactness": exactness, "samples": asked.samples or SAMPLES, "seed": asked.seed}
    with work.search() as budget:
        before = budget.cost()
        found = no_set_statistics(deck, numbers, budget, known=known, **terms)
        cost = budget.cost().since(before)
    if kept is not None:
        operations.statistics.store_statistics(kept, deck, found, cost)
    shown = [NoSetStatistic.of(deck, one) for one in found]
    return Result(shown[0] if len(shown) == 1 else {"items": shown}, of=found)


def _plotted(deck: Deck, found: Sequence[DealStatistic], *, log: bool) -> str:
    from ludex.card_games.deal_plots import DealSeries

    return pictures.plots.no_set_svg([DealSeries.of(built_in_slug(deck), found)], log=log)


def plot(asked: NoSetPlot, work: ExecutionContext) -> Text:
    """Draw the probability that random cards have no set over their number, as far as it is stored."""
    known = best_for_each_n(one for _, one in operations.statistics.stored_statistics(work.catalogue, asked.deck))
    if not known:
        said = "no statistic of this deck is stored; `ludex sets statistics no-set --store` makes them"
        raise Fault(said, ("properties",))
    return Text(_plotted(asked.deck, known, log=asked.log))


def stored(asked: RequestModel, work: ExecutionContext) -> Result:
    """List the statistics that are stored, the oldest first."""
    del asked
    found = operations.statistics.stored_statistics(work.catalogue)
    return Result(Result.page([NoSetStatistic.of(*one) for one in found]).value, of=found)


def _stored_said(told: Result, _asked: RequestModel) -> Iterator[str]:
    rows = [(built_in_slug(of), one.n, *likely(one)) for of, one in told.of]
    yield from table([("deck", "cards", "probability", "95 % interval"), *rows])


def _dealt_often(asked: OfDeck, work: ExecutionContext) -> Deck:
    """Return the deck. Raises Fault if a service does not deal that many cards."""
    deck, most = asked.deck, work.bound(bounds.SET_CARDS)
    if most is not None and deck.size > most:
        raise Fault(f"a deck of {deck.size:,} cards, at most {most:,} are dealt here", ("properties",))
    return deck


def rounds(asked: PlayedGames, work: ExecutionContext) -> PlayByRound:
    """Play many games, and tell how often there was a set, by round and cards on the table. Nothing is stored."""
    deck = _dealt_often(asked, work)
    games = asked.trials or work.bound(bounds.PLAYED_GAMES_DEFAULT) or _GAMES
    with within("trials"), work.search() as budget:
        rows = play_by_round(deck, games, asked.seed, budget, refill=asked.refill)
    return PlayByRound.of(rows, games, asked.seed, refill=asked.refill)


def _rounds_said(found: PlayByRound, _asked: PlayedGames) -> Iterator[str]:
    header = ("round", "cards on the table", "with a set", "without", "odds of a set")
    played = [_odds(str(one.round), one) for one in found.items]
    yield from table([header, *played, *(_odds("later", one) for one in found.later)])


def _odds(name: str, one: PlayRow | TableCount) -> tuple[object, ...]:
    odds = "always" if one.with_set else "never"
    if one.with_set and one.without_set:
        odds = f"{one.with_set / one.without_set:.4g} to 1"
    return name, one.table, one.with_set, one.without_set, odds


def _rounds_drawn(found: PlayByRound, asked: PlayedGames) -> str:
    del asked
    return pictures.plots.play_by_round_svg(found.items)


def uniformity(asked: DealtTables, work: ExecutionContext) -> Uniformity:
    """Deal many first tables, and tell how often each card came there and right after. Nothing is stored.

    A chi-square test says whether all come equally often: `p_value` is how likely a statistic as large is then.
    """
    deck = _dealt_often(asked, work)
    with within("trials"), work.search() as budget:
        return study.uniformity(deck, asked.trials, asked.seed, budget)


def _uniformity_drawn(found: Uniformity, asked: DealtTables) -> str:
    del asked
    return pictures.plots.uniformity_svg(found)


def uniformity_said(found: Uniformity, asked: object = None) -> Iterator[str]:
    """Yield the tests as a table."""
    del asked
    tests = [("first table", found.initial), ("drawn then", found.drawn)]
    rows = [(name, one.n, f"{one.statistic:.2f}", one.degrees_of_freedom, f"{one.p_value:.4g}") for name, one in tests]
    yield from table([("cards", "a trial", "chi-square", "degrees of freedom", "p"), *rows])


def _nothing(_text: Text, _asked: object) -> tuple[str, ...]:
    return ()


def _no_set_said(told: Result, _asked: object) -> Iterator[str]:
    return statistics(told.of, "without a set", "of draws")


PLOT = Request("GET /sets/statistics.svg", "", plot, _nothing, STATISTICS, answers=SVG)
RANDOM_CARDS = Request("POST /sets/statistics", "", random_cards, _no_set_said, STATISTICS)
NO_SET = Request(
    "",
    "sets statistics no-set",
    no_set,
    _no_set_said,
    STATISTICS,
    Stores.ASKED,
    drawn=lambda told, asked: _plotted(asked.deck, told.of, log=asked.log),
)
STORED = Request("", "sets statistics list", stored, _stored_said, STATISTICS)
ROUNDS = Request(
    "POST /sets/statistics/rounds", "sets statistics rounds", rounds, _rounds_said, STATISTICS, drawn=_rounds_drawn
)
UNIFORMITY = Request(
    "POST /sets/statistics/uniformity", "", uniformity, uniformity_said, STATISTICS, drawn=_uniformity_drawn
)
