"""How often random cards have no set, from samples, and how often there is a set on the table in play."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice

from ludex.engine.budget import Budget
from ludex.engine.estimates import Estimate
from ludex.engine.random_numbers import numbered_seed
from ludex.games.sets import solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.making.game_record import TableCount
from ludex.games.sets.position import PositionError

MAX_SAMPLES = 10_000_000
MAX_GAMES = 1_000_000


def sample_no_set(deck: Deck, n: int, samples: int, seed: int, budget: Budget | None = None) -> Estimate:
    """Estimate the probability that `n` random cards of a `deck` have no set, from `samples` deals of a `seed`.

    `budget` limits the search (None: no limits). Raises PositionError for more cards than the deck has and for numbers
    of samples out of range, and BudgetExhausted. Cost: for v = 3 half a microsecond for a deal of 12 cards, otherwise
    some microseconds.

    >>> sample_no_set(Deck(4, 3), 12, 1000, seed=1).samples
    1000
    """
    if not 0 <= n <= deck.size:
        raise PositionError(f"{n} cards, the deck has {deck.size}")
    if not 1 <= samples <= MAX_SAMPLES:
        raise PositionError(f"{samples} samples: from 1 to {MAX_SAMPLES:,} are allowed")
    budget = budget or Budget()
    if deck.values == 3:
        from ludex.games.sets.study.deals import TernaryDeals

        return Estimate(TernaryDeals(deck, seed).without_set(n, samples, budget), samples)
    import numpy as np

    from ludex.engine.dealing import seeded_deals

    without = done = 0
    for dealt in seeded_deals(partial(numbered_seed, seed), samples, deck.size, n):
        budget.check()
        budget.report(done, samples, "deals")
        without += int(np.count_nonzero(solving.many_tables.find_any_in_each(deck, dealt, budget)[:, 0] < 0))
        done += len(dealt)
    return Estimate(without, samples)


@dataclass(frozen=True, slots=True)
class PlayRow:
    """In how many games a round, counted from 1, began with `table` cards on the table, with and without a set."""

    round: int
    table: int
    with_set: int
    without_set: int

    @property
    def odds(self) -> Fraction | None:
        """Return the games with a set for each game without one, or None if there is no game without one."""
        return Fraction(self.with_set, self.without_set) if self.without_set else None


@dataclass(frozen=True, slots=True)
class PlayByRound:
    """What happened in `trials` games, by round. `later` are all rounds but the first, by cards on the table."""

    trials: int
    seed: int
    refill: bool
    items: tuple[PlayRow, ...]
    later: tuple[TableCount, ...]

    @classmethod
    def of(cls, rows: Sequence[PlayRow], games: int, seed: int, *, refill: bool) -> "PlayByRound":
        """Return what the `rows` of `games` games say; `seed` and `refill` are those of the games."""
        later = tuple(TableCount(table, *counts) for table, counts in by_table(rows, first=2).items())
        return cls(games, seed, refill, tuple(rows), later)


def play_by_round(
    deck: Deck, games: int, seed: int, budget: Budget | None = None, *, refill: bool = False
) -> tuple[PlayRow, ...]:
    """Play `games` games to the end of a `deck`; say how often there was a set, by round and cards on the table.

    In the thesis's game (section 2.1) v cards come after each set. With `refill`, as the commercial game is played,
    they come only if the table has fewer cards than at first. If there is no set, v cards come in both. P. Norvig's
    odds of a set, which the thesis quotes (section 3), are 29 to 1 in the first round and 15 to 1 for 12 cards later:
    see :func:`by_table`. `seed` decides the games; `budget` limits them (None: no limits). Raises PositionError for
    numbers of games out of range, and BudgetExhausted. Cost: for v = 3 and 81 cards some 20 microseconds a game;
    otherwise some 50 microseconds a round.

    >>> first = play_by_round(Deck(4, 3), 1000, seed=1)[0]
    >>> first.round, first.table, first.with_set + first.without_set
    (1, 12, 1000)
    """
    if not 1 <= games <= MAX_GAMES:
        raise PositionError(f"{games} games: from 1 to {MAX_GAMES:,} are allowed")
    budget = budget or Budget()
    if deck.values == 3:
        from ludex.games.sets.study.deals import TernaryDeals

        return _rows(TernaryDeals(deck, seed).rounds(games, refill, budget))
    counts: Counter[tuple[int, int, bool]] = Counter()
    for game in range(games):
        budget.report(game, games, "games")
        rounds = _game(deck, numbered_seed(seed, game), refill, budget)
        counts.update((number, *one) for number, one in enumerate(rounds, 1))
    return _rows(counts)


def _game(deck: Deck, seed: int, refill: bool, budget: Budget) -> Iterator[tuple[int, bool]]:
    """Play a game, and yield for each round the cards on the table, and whether a set was among them."""
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
    """Return how often there was a set and how often none, by cards on the table, in the `rows` from round `first` on.

    >>> by_table([PlayRow(1, 12, 29, 1), PlayRow(2, 12, 15, 1), PlayRow(2, 15, 1, 0)], first=2)
    {12: (15, 1), 15: (1, 0)}
    """
    summed: dict[int, tuple[int, int]] = {}
    for row in sorted(rows, key=lambda row: row.table):
        if row.round >= first:
            with_set, without_set = summed.get(row.table, (0, 0))
            summed[row.table] = (with_set + row.with_set, without_set + row.without_set)
    return summed
