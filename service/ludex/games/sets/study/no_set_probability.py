"""The probability that n random cards of a deck contain no set. It is exact if feasible, and otherwise estimated.

Estimates use random cards. Simulated games show, in addition, how often the table contains a set during play.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import partial
from itertools import islice
from math import comb

from ludex.card_games.deals import DealStatistic
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.proportion import Estimate
from ludex.engine.random_numbers import derived_seed
from ludex.games.sets import solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import TableCount
from ludex.games.sets.position import PositionError
from ludex.games.sets.study.cap_counts import CapCounts, count_caps
from ludex.games.sets.study.closed_forms import no_set_in_closed_form

MAX_SAMPLES = 10_000_000
MAX_GAMES = 1_000_000


def sample_no_set(deck: Deck, n: int, samples: int, seed: int, budget: Budget | None = None) -> Estimate:
    """Estimate the probability that `n` random cards of a `deck` contain no set.

    `samples` is the number of deals, which are determined by the `seed`. `budget` limits the search (None for no
    limits). Raises BudgetExhausted, and PositionError if the deck has fewer than `n` cards or the number of samples is
    out of range. Cost: half a microsecond for a deal of 12 cards if v = 3; otherwise a few microseconds.

    >>> sample_no_set(Deck(4, 3), 12, 1000, seed=1).samples
    1000
    """
    if not 0 <= n <= deck.size:
        raise PositionError(f"{n} cards are too many: the deck has {deck.size}")
    if not 1 <= samples <= MAX_SAMPLES:
        raise PositionError(f"the number of samples must be 1 to {MAX_SAMPLES:,}, not {samples}")
    budget = budget or Budget()
    if deck.values == 3:
        from ludex.games.sets.study.ternary_deals import TernaryDeals

        return Estimate(TernaryDeals(deck, seed).without_set(n, samples, budget), samples)
    import numpy as np

    from ludex.card_games.dealing import seeded_deals

    without = done = 0
    for dealt in seeded_deals(partial(derived_seed, seed), samples, deck.size, n):
        budget.check()
        budget.report(done, samples, "deals")
        without += int(np.count_nonzero(solving.lookup.find_any_in_each(deck, dealt, budget)[:, 0] < 0))
        done += len(dealt)
    return Estimate(without, samples)


@dataclass(frozen=True, slots=True)
class PlayRow:
    """How many games started a `round` (counted from 1) with `table` cards, with and without a set among them."""

    round: int
    table: int
    with_set: int
    without_set: int

    @property
    def odds(self) -> Fraction | None:
        """Return the ratio of games with a set to games without a set, or None if there are no games without a set."""
        return Fraction(self.with_set, self.without_set) if self.without_set else None


@dataclass(frozen=True, slots=True)
class PlayByRound:
    """The results of `trials` games by round. `later` combines all later rounds, by the size of the table."""

    trials: int
    seed: int
    refill: bool
    items: tuple[PlayRow, ...]
    later: tuple[TableCount, ...]

    @classmethod
    def of(cls, rows: Sequence[PlayRow], games: int, seed: int, *, refill: bool) -> "PlayByRound":
        """Return the results given by the `rows` of `games` games, which were played with this `seed` and `refill`."""
        later = tuple(TableCount(table, *counts) for table, counts in by_table(rows, first=2).items())
        return cls(games, seed, refill, tuple(rows), later)


def play_by_round(
    deck: Deck, games: int, seed: int, budget: Budget | None = None, *, refill: bool = False
) -> tuple[PlayRow, ...]:
    """Play `games` games with a `deck`. For each round and size of the table, count the games with and without a set.

    Games are played until the deck is empty and no set is left. In the game of the thesis (section 2.1), v cards are
    dealt after each set. With `refill`, as in the commercial game, cards are dealt after a set only if the table has
    fewer cards than the initial table. If there is no set, v cards are dealt in both games. P. Norvig's odds of a set,
    which the thesis quotes (section 3), are 29 to 1 in the first round, and 15 to 1 for 12 cards in later rounds; see
    :func:`by_table`. `seed` determines the games, and `budget` limits them (None for no limits). Raises PositionError
    if the number of games is out of range, and BudgetExhausted. Cost: about 20 microseconds per game for v = 3 and 81
    cards; otherwise about 50 microseconds per round.

    >>> first = play_by_round(Deck(4, 3), 1000, seed=1)[0]
    >>> first.round, first.table, first.with_set + first.without_set
    (1, 12, 1000)
    """
    if not 1 <= games <= MAX_GAMES:
        raise PositionError(f"the number of games must be 1 to {MAX_GAMES:,}, not {games}")
    budget = budget or Budget()
    if deck.values == 3:
        from ludex.games.sets.study.ternary_deals import TernaryDeals

        return _rows(TernaryDeals(deck, seed).rounds(games, refill, budget))
    counts: Counter[tuple[int, int, bool]] = Counter()
    for game in range(games):
        budget.report(game, games, "games")
        rounds = _game(deck, derived_seed(seed, game), refill, budget)
        counts.update((number, *outcome) for number, outcome in enumerate(rounds, 1))
    return _rows(counts)


def _game(deck: Deck, seed: int, refill: bool, budget: Budget) -> Iterator[tuple[int, bool]]:
    """Play a game, and yield for each round the number of cards on the table and whether they contain a set."""
    first = deck.first_table
    cards, quiet = deck.shuffled(seed), budget.quiet()

    table = solving.lookup.Lookup(deck, tuple(islice(cards, first)))
    size, left = first, deck.size - first
    while True:
        budget.check()
        found = table.any(quiet)
        yield size, found is not None
        if found is not None:
            table.remove(found, quiet)
            size -= deck.values
        elif not left:
            return
        if left and (found is None or not refill or size < first):
            table.add(islice(cards, deck.values), quiet)
            size += deck.values
            left -= deck.values


def _rows(counts: Counter[tuple[int, int, bool]]) -> tuple[PlayRow, ...]:
    starts = sorted({(number, table) for number, table, _ in counts})
    return tuple(PlayRow(*start, counts[(*start, True)], counts[(*start, False)]) for start in starts)


def by_table(rows: Sequence[PlayRow], first: int = 1) -> dict[int, tuple[int, int]]:
    """Count the rounds with and without a set for each size of the table, starting with round `first`.

    >>> by_table([PlayRow(1, 12, 29, 1), PlayRow(2, 12, 15, 1), PlayRow(2, 15, 1, 0)], first=2)
    {12: (15, 1), 15: (1, 0)}
    """
    summed: dict[int, tuple[int, int]] = {}
    for row in sorted(rows, key=lambda row: row.table):
        if row.round >= first:
            with_set, without_set = summed.get(row.table, (0, 0))
            summed[row.table] = (with_set + row.with_set, without_set + row.without_set)
    return summed


SAMPLES = 100_000
QUICKLY_COUNTED = 27
"""If a deck has at most this number of cards, or only one property, counting its caps is considered to be quick."""

_MANY, _MANY_CARDS = 500, 10_000
"""If both the number of drawn cards and the size of the deck exceed these limits, the number of draws may be huge."""


class Exactness(StrEnum):
    """How a probability is obtained: by counting or by sampling.

    BEST is exact if the number is known or can be counted quickly, and samples otherwise. EXACT always counts. SAMPLED
    always samples.
    """

    BEST = "best"
    EXACT = "exact"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True)
class NoSetStatistic:
    """The share of draws of `n` random cards that contain no set.

    If `exact`, the share is a reduced fraction, and the fields from `samples` on are null. Otherwise, the share is
    estimated from `samples` draws with the seed `seed`, and the 95 % Wilson interval is from `low` to `high`.
    """

    properties: int
    values: int
    n: int
    numerator: int
    denominator: int
    probability: float
    exact: bool
    samples: int | None
    seed: int | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, deck: Deck, statistic: DealStatistic) -> "NoSetStatistic":
        """Return a `statistic` of a `deck` as a response.

        >>> NoSetStatistic.of(Deck(2, 3), DealStatistic.from_count(3, 72, 9)).denominator
        7
        """
        share, lowest = statistic.share, statistic.probability
        parts = lowest.as_integer_ratio() if share.exact else (share.numerator, share.denominator)
        sample = share.samples, share.seed
        shape = deck.properties, deck.values
        return cls(*shape, statistic.n, *parts, share.probability, share.exact, *sample, share.low, share.high)

    @property
    def statistic(self) -> DealStatistic:
        """Return the response as a statistic, with a denominator that is reduced if it is exact."""
        sample = self.samples or 0, self.seed or 0, self.low, self.high
        return DealStatistic(self.n, self.numerator, self.denominator, self.exact, *sample)


def no_set_probability(deck: Deck, n: int, counts: Sequence[int]) -> Fraction:
    """Return the probability that `n` random cards of a `deck` contain no set, given the deck's complete cap `counts`.

    Raises ValueError if `n` is negative or exceeds the size of the deck.

    >>> no_set_probability(Deck(2, 3), 3, (1, 9, 36, 72, 54))
    Fraction(6, 7)
    """
    if not 0 <= n <= deck.size:
        raise ValueError(f"{n} cards are too many: the deck has {deck.size}")
    return Fraction(counts[n] if n < len(counts) else 0, comb(deck.size, n))


def known_no_set(deck: Deck, n: int, counts: CapCounts | None = None) -> DealStatistic | None:
    """Return the statistic of how many draws of `n` cards have no set, or None if a search is necessary to find it.

    The statistic of a `deck` is known in closed form or follows from the numbers of caps, `counts`.

    >>> known_no_set(Deck(4, 3), 2).probability, known_no_set(Deck(4, 3), 12)
    (Fraction(1, 1), None)
    """
    probability = no_set_in_closed_form(deck, n)
    if probability is None and counts is not None and counts.decides(n):
        probability = no_set_probability(deck, n, counts.by_size)
    return None if probability is None else _exact(deck, n, probability)


def no_set_statistics(
    deck: Deck,
    numbers: Sequence[int],
    budget: Budget,
    *,
    exactness: Exactness = Exactness.BEST,
    samples: int = SAMPLES,
    seed: int = 0,
    known: Callable[[Deck, int], DealStatistic | None] = known_no_set,
) -> list[DealStatistic]:
    """Return a statistic of a `deck` for each number of cards in `numbers`.

    The function `known` returns the exact statistics that need no search. `exactness` determines how all other
    statistics are obtained. With BEST, they are sampled unless they can be counted quickly. With EXACT, they are
    counted. With SAMPLED, all statistics are sampled, including those that are known. Each sample consists of `samples`
    deals that the `seed` determines. If sampling may follow, the search for exact numbers takes at most half of the
    time in the `budget`. Raises BudgetExhausted, and PositionError if the deck has fewer cards or the number of samples
    is out of range.
    """
    if not all(0 <= n <= deck.size for n in numbers):
        raise PositionError(f"{max(numbers)} cards are too many: the deck has {deck.size:,}")
    found: dict[int, DealStatistic] = {}
    if exactness is not Exactness.SAMPLED:
        found = {n: statistic for n in numbers if (statistic := known(deck, n)) is not None}
        missing = [n for n in numbers if n not in found]
        if missing and (exactness is Exactness.EXACT or deck.size <= QUICKLY_COUNTED or deck.properties == 1):
            found |= _counted(deck, missing, budget, exactness)
    return [found.get(n) or _sampled(deck, n, samples, seed, budget) for n in numbers]


def over_all_draws(deck: Deck, statistic: DealStatistic) -> DealStatistic:
    """Return an exact `statistic` of a `deck` as an unreduced fraction of all draws.

    Raises ValueError if there are too many draws.

    >>> over_all_draws(Deck(2, 3), DealStatistic(3, 6, 7, exact=True)).numerator
    72
    """
    if _is_huge(deck, statistic.n):
        raise ValueError(f"the number of draws of {statistic.n:,} of {deck.size:,} cards is too large to be stored")
    return _exact(deck, statistic.n, statistic.probability)


def _counted(deck: Deck, numbers: Iterable[int], budget: Budget, exactness: Exactness) -> dict[int, DealStatistic]:
    """Count caps, and return the exact statistics that follow. With BEST, use at most half of the remaining time."""
    share = budget
    if exactness is Exactness.BEST and budget.seconds is not None:
        share = replace(budget, seconds=budget.elapsed() + budget.remaining() / 2)
    counts = count_caps(deck, share, up_to=max(numbers))
    found = {n: statistic for n in numbers if (statistic := known_no_set(deck, n, counts)) is not None}
    if exactness is Exactness.EXACT and len(found) < len(set(numbers)):
        raise BudgetExhausted(budget.exhausted() or "time")
    return found


def _exact(deck: Deck, n: int, probability: Fraction) -> DealStatistic:
    """Return an exact statistic: a fraction of all draws or, if the number of draws is huge, a reduced fraction."""
    if _is_huge(deck, n):
        return DealStatistic(n, probability.numerator, probability.denominator, exact=True)
    return DealStatistic.from_count(n, int(probability * comb(deck.size, n)), deck.size)


def _is_huge(deck: Deck, n: int) -> bool:
    return min(n, deck.size - n) > _MANY and deck.size > _MANY_CARDS


def _sampled(deck: Deck, n: int, samples: int, seed: int, budget: Budget) -> DealStatistic:
    return DealStatistic.from_sample(n, sample_no_set(deck, n, samples, seed, budget), seed)
