"""Requests for statistics of random cards: probabilities of no set, simulated games, and tests of uniform dealing."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from ludex.card_games.deals import DealStatistic, best_for_each_n
from ludex.card_games.requests import statistics_table
from ludex.catalogue.storage.database_errors import DatabaseError
from ludex.engine.faults import Fault, within
from ludex.games.sets import operations, pictures
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import TableCount
from ludex.games.sets.named_decks import built_in_slug
from ludex.games.sets.requests import bounds
from ludex.games.sets.requests.inputs import (
    STATISTICS,
    NumberOfCards,
    Properties,
    RangeFilters,
    Values,
    WholeDeck,
    number_drawn,
    number_or_range,
)
from ludex.games.sets.study import uniformity as study
from ludex.games.sets.study.no_set_probability import (
    SAMPLES,
    Exactness,
    NoSetStatistic,
    PlayByRound,
    PlayRow,
    known_no_set,
    no_set_statistics,
    over_all_draws,
    play_by_round,
)
from ludex.games.sets.study.uniformity import Uniformity
from ludex.requests.declaration import Given, Listing, Store, TimeLimit, request
from ludex.requests.fields import NumberOrRange, Option, Seed, ServiceBounds
from ludex.requests.results import Svg
from ludex.requests.session import Session
from ludex.requests.text_input import numbers_of_text
from ludex.requests.text_output import table

_GAMES = 10_000  # the default of commands

_Samples = Annotated[int, Field(ge=1), ServiceBounds(bounds.SET_SAMPLES)]


@request(
    "POST /sets/statistics",
    subject=STATISTICS,
    lacks={
        "command": "`ludex sets statistics no-set`",
        "tool": "`sets_facts` has expected numbers of sets",
        "python": "`no_set`",
    },
    example={"properties": 4, "values": 3, "n": 12},
)
def statistics(
    catalogue: Session,
    deck: WholeDeck,
    n: Annotated[int, Field(ge=0), ServiceBounds(bounds.SET_DECK)],
    samples: _Samples = bounds.SET_SAMPLES_DEFAULT,
    seed: Seed = 0,
    *,
    time_limit: TimeLimit = None,
) -> NoSetStatistic:
    """Return the probability that n random cards of a deck have no set. Nothing is stored.

    The result is exact if the number of caps of this size is stored, can be counted quickly, or is zero. Otherwise it
    is estimated by sampling, and `exact` is false. `samples` and `seed` apply only then.

    Parameters
    ----------
    n
        Number of drawn cards.
    samples
        Number of sampled draws.
    """
    result = operations.decks.exact_no_set(catalogue.store, deck, number_drawn(deck, n, "n"))
    if result is None:
        if n > bounds.SET_CARDS:
            message = f"no exact number is known, and samples have at most {bounds.SET_CARDS:,} cards"
            raise Fault(message, ("n",))
        with within("n"), catalogue.searching(time_limit) as budget:
            [result] = no_set_statistics(deck, [n], budget, samples=samples, seed=seed)
    return NoSetStatistic.of(deck, result)


def _plotted(deck: Deck, result: Sequence[DealStatistic], *, log: bool) -> str:
    from ludex.card_games.deals import DealSeries

    return pictures.plots.no_set_svg([DealSeries.of(built_in_slug(deck), result)], log=log)


@dataclass(frozen=True, slots=True)
class NoSetStatistics:
    """Statistics of random cards of a deck.

    Attributes
    ----------
    items
        A statistic for each number of cards.
    """

    items: list[NoSetStatistic]


def _no_set_lines(result: NoSetStatistics) -> Iterator[str]:
    yield from statistics_table(map(_over_all_draws, result.items), "without a set", "of draws")


def _over_all_draws(found: NoSetStatistic) -> DealStatistic:
    """Return a statistic with the number of all draws as the denominator, unless that is too large."""
    statistic = found.statistic
    if statistic.exact:
        with suppress(ValueError):
            return over_all_draws(Deck(found.properties, found.values), statistic)
    return statistic


@request(
    command="sets statistics no-set DECK",
    subject=STATISTICS,
    writes="store",
    text=_no_set_lines,
    draws=lambda result, fields: _plotted(
        Deck(fields.properties, fields.values), [item.statistic for item in result.items], log=fields.log
    ),
    lacks={"route": "`POST /sets/statistics` for one number of cards", "tool": "`sets_facts` has expected numbers"},
)
def no_set(
    catalogue: Session,
    deck: WholeDeck,
    n: Annotated[Sequence[int] | None, Option(("-n", "--n"), numbers_of_text)] = None,
    samples: _Samples | None = None,
    exact: bool = False,
    seed: Seed = 0,
    log: bool = False,
    *,
    store: Store = False,
    time_limit: TimeLimit = None,
) -> NoSetStatistics:
    """Return the probability that n random cards have no set: exact if caps are counted or few, otherwise estimated.

    Parameters
    ----------
    n
        Numbers of cards: 12, or 3-21; by default the size of the initial table of a game.
    samples
        Estimate the probability from this number of random draws.
    exact
        Count all caps if necessary; this takes minutes for set-3-4.
    log
        Use a logarithmic scale in the plot.

    Returns
    -------
    NoSetStatistics
        A statistic for each number of cards.

    Examples
    --------
    >>> [found.numerator for found in catalogue.sets.no_set(sets.Deck(2, 3), [3, 4]).items]
    [6, 3]
    """
    destination = catalogue.destination
    if samples is not None and exact:
        raise Fault("--samples and --exact exclude each other; give only one")
    numbers = n or [deck.first_table]
    if max(numbers) > deck.size or min(numbers) < 1:
        raise Fault(f"the deck has {deck.size:,} cards, so write 1 to {deck.size}", ("n",))
    exactness = Exactness.SAMPLED if samples else Exactness.EXACT if exact else Exactness.BEST
    known = known_no_set
    with suppress(ValueError, DatabaseError):  # stored statistics are optional, since there may be no catalogue
        known = partial(operations.decks.exact_no_set, catalogue.store)
    terms: dict[str, Any] = {"exactness": exactness, "samples": samples or SAMPLES, "seed": seed}
    with catalogue.searching(time_limit) as budget:
        before = budget.cost()
        result = no_set_statistics(deck, numbers, budget, known=known, **terms)
        cost = budget.cost().since(before)
    if destination is not None:
        operations.decks.store_statistics(destination, deck, result, cost)
    return NoSetStatistics([NoSetStatistic.of(deck, statistic) for statistic in result])


@request(
    "GET /sets/statistics/plot",
    subject=STATISTICS,
    lacks={"command": "`ludex sets statistics no-set --plot`", "tool": "a plot for people"},
)
def plot_statistics(catalogue: Session, deck: WholeDeck, log: bool = False) -> Svg:
    """Plot the stored probabilities that n random cards have no set, against n.

    Parameters
    ----------
    log
        Whether to use a logarithmic scale.
    """
    known = best_for_each_n(statistic for _, statistic in operations.decks.stored_statistics(catalogue.store, deck))
    if not known:
        message = "no statistics of this deck are stored; `ludex sets statistics no-set --store` computes them"
        raise Fault(message, ("properties",))
    return Svg(_plotted(deck, known, log=log))


_Sampled = Annotated[int, Field(ge=0, description="Number of sampled draws."), ServiceBounds(bounds.SET_SAMPLES)]


class StatisticsFilters(RangeFilters):
    """Filters of statistics."""

    properties: Properties | None = Field(default=None, description="Only decks with this number of properties.")
    values: Values | None = Field(default=None, description="Only decks with this number of values.")
    n: Annotated[
        Annotated[int | str, NumberOrRange(bounds.SET_DECK)] | None, Option(("-n", "--n"), read=number_or_range)
    ] = Field(default=None, description="Number of cards, or a range such as `4..9`.")
    min_n: NumberOfCards | None = Field(default=None, description="Minimum number of cards.")
    max_n: NumberOfCards | None = Field(default=None, description="Maximum number of cards.")
    exact: bool | None = Field(default=None, description="True: only exact numbers; false: only estimates.")
    samples: Annotated[Annotated[int | str, NumberOrRange(bounds.SET_SAMPLES)] | None, Option(read=number_or_range)] = (
        Field(default=None, description="Number of sampled draws, or a range.")
    )
    min_samples: _Sampled | None = Field(default=None, description="Minimum number of sampled draws.")
    max_samples: _Sampled | None = Field(default=None, description="Maximum number of sampled draws.")


@request(
    "GET /sets/statistics",
    command="sets statistics list",
    subject=STATISTICS,
    columns=("properties", "values", "n", "probability", "low", "high"),
    lacks={"tool": "`sets_facts` has expected numbers"},
)
def stored_statistics(
    catalogue: Session, filters: Annotated[StatisticsFilters | None, Given(StatisticsFilters, method="")] = None
) -> Listing[NoSetStatistic]:
    """List the stored statistics of random cards, oldest first.

    Returns
    -------
    Listing of NoSetStatistic
        The statistics.

    Examples
    --------
    >>> found = catalogue.sets.no_set(sets.Deck(2, 3), [3, 4], store=True)
    >>> [statistic.n for statistic in catalogue.sets.stored_statistics(min_n=4)]
    [4]
    """
    known = [NoSetStatistic.of(*statistic) for statistic in operations.decks.stored_statistics(catalogue.store)]
    return Listing.whole(known if filters is None else filters.select(known))


def _dealt_often(deck: Deck, catalogue: Session) -> Deck:
    """Return the deck. Raises Fault if the deck has too many cards to be simulated by a service."""
    maximum = catalogue.bound(bounds.SET_CARDS)
    if maximum is not None and deck.size > maximum:
        raise Fault(f"the deck has {deck.size:,} cards; the limit is {maximum:,}", ("properties",))
    return deck


def _rounds_lines(result: PlayByRound) -> Iterator[str]:
    header = ("round", "cards on the table", "with a set", "without", "odds of a set")
    played = [_odds(str(item.round), item) for item in result.items]
    yield from table([header, *played, *(_odds("later", row) for row in result.later)])


def _odds(name: str, row: PlayRow | TableCount) -> tuple[object, ...]:
    odds = "always" if row.with_set else "never"
    if row.with_set and row.without_set:
        odds = f"{row.with_set / row.without_set:.4g} to 1"
    return name, row.table, row.with_set, row.without_set, odds


@request(
    "POST /sets/statistics/rounds",
    command="sets statistics rounds DECK",
    subject=STATISTICS,
    text=_rounds_lines,
    draws=lambda result: pictures.plots.play_by_round_svg(result.items),
    lacks={"tool": "a simulation for research"},
    example={"properties": 4, "values": 3, "trials": 1000},
)
def rounds(
    catalogue: Session,
    deck: WholeDeck,
    trials: Annotated[
        Annotated[int, Field(ge=1), ServiceBounds(bounds.PLAYED_GAMES)] | None,
        Field(json_schema_extra={"default": bounds.PLAYED_GAMES_DEFAULT}),
    ] = None,
    refill: bool = False,
    seed: Seed = 0,
    *,
    time_limit: TimeLimit = None,
) -> PlayByRound:
    """Simulate games, and count the tables with a set for each round and number of cards. Nothing is stored.

    Parameters
    ----------
    trials
        Number of games; the default of the command is 10,000.
    refill
        Whether a set is replaced by new cards only if the table is then smaller than the initial table, as in the
        commercial game.

    Returns
    -------
    PlayByRound
        The counts.

    Examples
    --------
    >>> catalogue.sets.rounds(sets.Deck(4, 3), 10).items[0].table
    12
    """
    deck = _dealt_often(deck, catalogue)
    games = trials or catalogue.bound(bounds.PLAYED_GAMES_DEFAULT) or _GAMES
    with within("trials"), catalogue.searching(time_limit) as budget:
        rows = play_by_round(deck, games, seed, budget, refill=refill)
    return PlayByRound.of(rows, games, seed, refill=refill)


def uniformity_lines(result: Uniformity) -> Iterator[str]:
    """Yield the results of the tests as a table."""
    tests = [("initial table", result.initial), ("drawn next", result.drawn)]
    rows = [
        (name, test.n, f"{test.statistic:.2f}", test.degrees_of_freedom, f"{test.p_value:.4g}") for name, test in tests
    ]
    yield from table([("cards", "a trial", "chi-square", "degrees of freedom", "p"), *rows])


@request(
    "POST /sets/statistics/uniformity",
    subject=STATISTICS,
    text=uniformity_lines,
    draws=lambda result, _fields: pictures.plots.uniformity_svg(result),
    lacks={"command": "`ludex sets statistics uniformity` also writes files", "tool": "a test of this program"},
    example={"properties": 4, "values": 3, "trials": 1000},
)
def uniformity(
    catalogue: Session,
    deck: WholeDeck,
    trials: Annotated[int, Field(ge=1), ServiceBounds(bounds.TRIALS)] = bounds.TRIALS_DEFAULT,
    seed: Seed = 0,
    *,
    time_limit: TimeLimit = None,
) -> Uniformity:
    """Deal many initial tables, and count how often each card is on the table or drawn next. Nothing is stored.

    A chi-square test checks the uniformity. `p_value` is the probability that uniform dealing gives a statistic at
    least as large.

    Parameters
    ----------
    trials
        Number of tables.

    Returns
    -------
    Uniformity
        The counts and the tests.

    Examples
    --------
    >>> catalogue.sets.uniformity(sets.Deck(3, 3), 10).initial.degrees_of_freedom
    26
    """
    deck = _dealt_often(deck, catalogue)
    with within("trials"), catalogue.searching(time_limit) as budget:
        return study.uniformity(deck, trials, seed, budget)
