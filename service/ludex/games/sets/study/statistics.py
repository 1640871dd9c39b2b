"""The probability that random cards contain no set, from samples, and how often the table has a set during play."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice

from ludex.card_games.deal_statistics import Estimate
from ludex.engine.budget import Budget
from ludex.engine.random_numbers import derived_seed
from ludex.games.sets import solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.making.game_record import TableCount
from ludex.games.sets.position import PositionError

MAX_SAMPLES = 10_000_000
MAX_GAMES = 1_000_000


def sample_no_set(deck: Deck, n: int, samples: int, seed: int, budget: Budget | None = None) -> Estimate:
    """Estimate the probability that `n` random cards of a `deck` contain no set, from `samples` deals of a `seed`.

    `budget` limits the search (None for no limits). Raises PositionError for more cards than the deck has and for
    numbers of samples out of range, and BudgetExhausted. Cost: for v = 3, half a microsecond for a deal of 12 cards;
    otherwise some microseconds.

    >>> sample_no_set(Deck(4, 3), 12, 1000, seed=1).samples
    1000
    """
    if not 0 <= n <= deck.size:
        raise PositionError(f"{n} cards, the deck has {deck.size}")
    if not 1 <= samples <= MAX_SAMPLES:
        raise PositionError(f"{samples} samples: from 1 to {MAX_SAMPLES:,} are allowed")
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
        without += int(np.count_nonzero(solving.batch_search.find_any_in_each(deck, dealt, budget)[:, 0] < 0))
        done += len(dealt)
    return Estimate(without, samples)


@dataclass(frozen=True, slots=True)
class PlayRow:
    """The number of games in which a round, counted from 1, started with `table` cards, with and without a set."""

    round: int
    table: int
    with_set: int
    without_set: int

    @property
    def odds(self) -> Fraction | None:
        """Return the number of games with a set per game without a set, or None if every game has a set."""
        return Fraction(self.with_set, self.without_set) if self.without_set else None


@dataclass(frozen=True, slots=True)
class PlayByRound:
    """The results of `trials` games by round. `later` combines all rounds but the first, by the size of the table."""

    trials: int
    seed: int
    refill: bool
    items: tuple[PlayRow, ...]
    later: tuple[TableCount, ...]

    @classmethod
    def of(cls, rows: Sequence[PlayRow], games: int, seed: int, *, refill: bool) -> "PlayByRound":
        """Return the results of the `rows` of `games` games; `seed` and `refill` are those of the games."""
        later = tuple(TableCount(table, *counts) for table, counts in by_table(rows, first=2).items())
        return cls(games, seed, refill, tuple(rows), later)


def play_by_round(
    deck: Deck, games: int, seed: int, budget: Budget | None = None, *, refill: bool = False
) -> tuple[PlayRow, ...]:
    """Play `games` games to the end of a `deck`; return how often there was a set, by round and size of the table.

    In the game of the thesis (section 2.1), v cards are dealt after each set. With `refill`, as in the commercial game,
    they are only dealt if the table has fewer cards than at first. If there is no set, v cards are dealt in both. P.
    Norvig's odds of a set, which the thesis quotes (section 3), are 29 to 1 in the first round and 15 to 1 for 12 cards
    later: see :func:`by_table`. `seed` determines the games; `budget` limits them (None for no limits). Raises
    PositionError for numbers of games out of range, and BudgetExhausted. Cost: for v = 3 and 81 cards some 20
    microseconds a game; otherwise some 50 microseconds a round.

    >>> first = play_by_round(Deck(4, 3), 1000, seed=1)[0]
    >>> first.round, first.table, first.with_set + first.without_set
    (1, 12, 1000)
    """
    if not 1 <= games <= MAX_GAMES:
        raise PositionError(f"{games} games: from 1 to {MAX_GAMES:,} are allowed")
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
    """Play a game; yield for each round the number of cards on the table, and whether they contain a set."""
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
    """Return the numbers of rounds with and without a set, by the size of the table, from round `first` on.

    >>> by_table([PlayRow(1, 12, 29, 1), PlayRow(2, 12, 15, 1), PlayRow(2, 15, 1, 0)], first=2)
    {12: (15, 1), 15: (1, 0)}
    """
    summed: dict[int, tuple[int, int]] = {}
    for row in sorted(rows, key=lambda row: row.table):
        if row.round >= first:
            with_set, without_set = summed.get(row.table, (0, 0))
            summed[row.table] = (with_set + row.with_set, without_set + row.without_set)
    return summed
