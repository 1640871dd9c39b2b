"""Requests for statistics of random cards: probabilities of no set, simulated games, and tests of uniform dealing."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ludex.card_games.deal_statistics import DealStatistic, best_for_each_n
from ludex.card_games.requests import likely, statistics_table
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.engine.faults import Fault, within
from ludex.games.sets import operations, pictures
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import TableCount
from ludex.games.sets.named_decks import built_in_slug
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import STATISTICS, WholeDeckModel, number_drawn
from ludex.games.sets.study import uniformity as study
from ludex.games.sets.study.no_set_probability import (
    SAMPLES,
    Exactness,
    NoSetStatistic,
    PlayByRound,
    PlayRow,
    known_no_set,
    no_set_statistics,
    play_by_round,
)
from ludex.games.sets.study.uniformity import Uniformity
from ludex.requests.fields import Option, RequestModel, Seed, ServiceBounds, TimeLimited, example
from ludex.requests.request import SVG, ExecutionContext, Request, Result, Stores, Text
from ludex.requests.text_input import numbers_of_text
from ludex.requests.text_output import table

_GAMES = 10_000  # the default of commands

_Samples = Annotated[int, Field(ge=1), ServiceBounds(bounds.SET_SAMPLES)]


class NoSetRequest(WholeDeckModel, TimeLimited):
    """A deck, and the number of drawn cards. `samples` and `seed` apply if no exact number is available."""

    model_config = example(properties=4, values=3, n=12)

    n: Annotated[int, Field(ge=0, description="Number of drawn cards."), ServiceBounds(bounds.SET_DECK)]
    samples: _Samples = Field(default=bounds.SET_SAMPLES_DEFAULT, description="Number of sampled draws.")
    seed: Seed = 0


class NoSetCommand(WholeDeckModel, TimeLimited):
    """A deck, numbers of drawn cards, the method, and options of the plot."""

    n: Annotated[list[int] | None, Option(("-n", "--n"), numbers_of_text)] = Field(
        default=None, description="Numbers of cards: 12, or 3-21; by default the size of the initial table of a game."
    )
    samples: _Samples | None = Field(
        default=None, description=("Estimate the probability from this number of random draws.")
    )
    exact: bool = Field(default=False, description="Count all caps if necessary; this takes minutes for set-3-4.")
    seed: Seed = 0
    log: bool = Field(default=False, description="Use a logarithmic scale in the plot.")


class NoSetPlotRequest(WholeDeckModel):
    """A deck, and options of the plot."""

    log: bool = Field(default=False, description="Whether to use a logarithmic scale.")


class PlayRequest(WholeDeckModel, TimeLimited):
    """The number and the rules of simulated games."""

    model_config = example(properties=4, values=3, trials=1000)

    trials: Annotated[int, Field(ge=1), ServiceBounds(bounds.PLAYED_GAMES)] | None = Field(
        default=None,
        description=f"Number of games; the default of the command is {_GAMES:,}.",
        json_schema_extra={"default": bounds.PLAYED_GAMES_DEFAULT},
    )
    refill: bool = Field(
        default=False,
        description="Whether a set is replaced by new cards only if the table is then smaller than the initial "
        "table, as in the commercial game.",
    )
    seed: Seed = 0


class UniformityRequest(WholeDeckModel, TimeLimited):
    """The number of initial tables to deal."""

    model_config = example(properties=4, values=3, trials=1000)

    trials: Annotated[int, Field(ge=1), ServiceBounds(bounds.TRIALS)] = Field(
        default=bounds.TRIALS_DEFAULT, description="Number of tables."
    )
    seed: Seed = 0


def random_cards(request: NoSetRequest, context: ExecutionContext) -> NoSetStatistic:
    """Return the probability that n random cards of a deck have no set. Nothing is stored.

    The result is exact if the number of caps of this size is stored, can be counted quickly, or is zero. Otherwise it
    is estimated by sampling, and `exact` is false.
    """
    deck, n = request.deck, request.n
    result = operations.decks.exact_no_set(context.catalogue, deck, number_drawn(deck, n, "n"))
    if result is None:
        if n > bounds.SET_CARDS:
            message = f"no exact number is known, and samples have at most {bounds.SET_CARDS:,} cards"
            raise Fault(message, ("n",))
        with within("n"), context.search() as budget:
            [result] = no_set_statistics(deck, [n], budget, samples=request.samples, seed=request.seed)
    return NoSetStatistic.of(deck, result)


def no_set(request: NoSetCommand, context: ExecutionContext) -> Result:
    """Return the probability that n random cards have no set: exact if caps are counted or few, otherwise estimated."""
    deck, destination = request.deck, context.destination
    if request.samples is not None and request.exact:
        raise Fault("--samples and --exact exclude each other; give only one")
    numbers = request.n or [deck.first_table]
    if max(numbers) > deck.size or min(numbers) < 1:
        raise Fault(f"the deck has {deck.size:,} cards, so write 1 to {deck.size}", ("n",))
    exactness = Exactness.SAMPLED if request.samples else Exactness.EXACT if request.exact else Exactness.BEST
    known = known_no_set
    with suppress(ValueError, DatabaseError):  # stored statistics are optional, since there may be no catalogue
        known = partial(operations.decks.exact_no_set, context.catalogue)
    terms: dict[str, Any] = {"exactness": exactness, "samples": request.samples or SAMPLES, "seed": request.seed}
    with context.search() as budget:
        before = budget.cost()
        result = no_set_statistics(deck, numbers, budget, known=known, **terms)
        cost = budget.cost().since(before)
    if destination is not None:
        operations.decks.store_statistics(destination, deck, result, cost)
    shown = [NoSetStatistic.of(deck, statistic) for statistic in result]
    return Result(shown[0] if len(shown) == 1 else {"items": shown}, of=result)


def _plotted(deck: Deck, result: Sequence[DealStatistic], *, log: bool) -> str:
    from ludex.card_games.deal_plots import DealSeries

    return pictures.plots.no_set_svg([DealSeries.of(built_in_slug(deck), result)], log=log)


def plot(request: NoSetPlotRequest, context: ExecutionContext) -> Text:
    """Plot the stored probabilities that n random cards have no set, against n."""
    known = best_for_each_n(
        statistic for _, statistic in operations.decks.stored_statistics(context.catalogue, request.deck)
    )
    if not known:
        message = "no statistics of this deck are stored; `ludex sets statistics no-set --store` computes them"
        raise Fault(message, ("properties",))
    return Text(_plotted(request.deck, known, log=request.log))


def stored(request: RequestModel, context: ExecutionContext) -> Result:
    """List the stored statistics, oldest first."""
    del request
    result = operations.decks.stored_statistics(context.catalogue)
    return Result(Result.page([NoSetStatistic.of(*statistic) for statistic in result]).value, of=result)


def _stored_lines(result: Result, _request: RequestModel) -> Iterator[str]:
    rows = [(built_in_slug(of), statistic.n, *likely(statistic)) for of, statistic in result.of]
    yield from table([("deck", "cards", "probability", "95 % interval"), *rows])


def _dealt_often(request: WholeDeckModel, context: ExecutionContext) -> Deck:
    """Return the deck. Raises Fault if the deck has too many cards to be simulated by a service."""
    deck, maximum = request.deck, context.bound(bounds.SET_CARDS)
    if maximum is not None and deck.size > maximum:
        raise Fault(f"the deck has {deck.size:,} cards; the limit is {maximum:,}", ("properties",))
    return deck


def rounds(request: PlayRequest, context: ExecutionContext) -> PlayByRound:
    """Simulate games, and count the tables with a set for each round and number of cards. Nothing is stored."""
    deck = _dealt_often(request, context)
    games = request.trials or context.bound(bounds.PLAYED_GAMES_DEFAULT) or _GAMES
    with within("trials"), context.search() as budget:
        rows = play_by_round(deck, games, request.seed, budget, refill=request.refill)
    return PlayByRound.of(rows, games, request.seed, refill=request.refill)


def _rounds_lines(result: PlayByRound, _request: PlayRequest) -> Iterator[str]:
    header = ("round", "cards on the table", "with a set", "without", "odds of a set")
    played = [_odds(str(item.round), item) for item in result.items]
    yield from table([header, *played, *(_odds("later", row) for row in result.later)])


def _odds(name: str, row: PlayRow | TableCount) -> tuple[object, ...]:
    odds = "always" if row.with_set else "never"
    if row.with_set and row.without_set:
        odds = f"{row.with_set / row.without_set:.4g} to 1"
    return name, row.table, row.with_set, row.without_set, odds


def _rounds_drawn(result: PlayByRound, request: PlayRequest) -> str:
    del request
    return pictures.plots.play_by_round_svg(result.items)


def uniformity(request: UniformityRequest, context: ExecutionContext) -> Uniformity:
    """Deal many initial tables, and count how often each card is on the table or drawn next. Nothing is stored.

    A chi-square test checks the uniformity. `p_value` is the probability that uniform dealing gives a statistic at
    least as large.
    """
    deck = _dealt_often(request, context)
    with within("trials"), context.search() as budget:
        return study.uniformity(deck, request.trials, request.seed, budget)


def _uniformity_drawn(result: Uniformity, request: UniformityRequest) -> str:
    del request
    return pictures.plots.uniformity_svg(result)


def uniformity_lines(result: Uniformity, request: object = None) -> Iterator[str]:
    """Yield the results of the tests as a table."""
    del request
    tests = [("initial table", result.initial), ("drawn next", result.drawn)]
    rows = [
        (name, test.n, f"{test.statistic:.2f}", test.degrees_of_freedom, f"{test.p_value:.4g}") for name, test in tests
    ]
    yield from table([("cards", "a trial", "chi-square", "degrees of freedom", "p"), *rows])


def _nothing(_text: Text, _request: object) -> tuple[str, ...]:
    return ()


def _no_set_lines(result: Result, _request: object) -> Iterator[str]:
    return statistics_table(result.of, "without a set", "of draws")


PLOT = Request("GET /sets/statistics.svg", "", plot, _nothing, STATISTICS, answers=SVG)
RANDOM_CARDS = Request("POST /sets/statistics", "", random_cards, _no_set_lines, STATISTICS)
NO_SET = Request(
    "",
    "sets statistics no-set",
    no_set,
    _no_set_lines,
    STATISTICS,
    Stores.ON_REQUEST,
    drawn=lambda result, request: _plotted(request.deck, result.of, log=request.log),
)
STORED = Request("", "sets statistics list", stored, _stored_lines, STATISTICS)
ROUNDS = Request(
    "POST /sets/statistics/rounds", "sets statistics rounds", rounds, _rounds_lines, STATISTICS, drawn=_rounds_drawn
)
UNIFORMITY = Request(
    "POST /sets/statistics/uniformity", "", uniformity, uniformity_lines, STATISTICS, drawn=_uniformity_drawn
)
