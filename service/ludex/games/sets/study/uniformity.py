"""Tests of whether cards are dealt uniformly: the histograms of the thesis (figures 1 to 4) with chi-square tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import derived_seed
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import PositionError

MAX_TRIALS = 1_000_000


@dataclass(frozen=True, slots=True)
class Histogram:
    """The counts of a deck's cards in trials of `n` distinct cards each, and a test of equal probabilities.

    With equal probabilities and many trials, the `statistic` has a chi-square distribution with `degrees_of_freedom`.
    `p_value` is the probability that the statistic is at least as large.
    """

    n: int
    counts: tuple[int, ...]
    statistic: float
    degrees_of_freedom: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Uniformity:
    """The number of times each card of a deck was dealt to initial tables, and directly after them.

    Cards are in the order of the notation. `initial` counts the v * p cards of each initial table (figures 1 and 2),
    and `drawn` counts the v cards dealt next (figures 3 and 4).
    """

    properties: int
    values: int
    trials: int
    seed: int
    initial: Histogram
    drawn: Histogram

    @property
    def deck(self) -> Deck:
        """Return the deck that was dealt."""
        return Deck(self.properties, self.values)

    @property
    def csv(self) -> str:
        """Return a CSV line for each card: its code and its counts on the initial table and directly after it."""
        code, both = self.deck.code, enumerate(zip(self.initial.counts, self.drawn.counts, strict=True))
        lines = ["card,initial,drawn", *(f"{code(card)},{initial},{drawn}" for card, (initial, drawn) in both)]
        return "\r\n".join([*lines, ""])


def uniformity(deck: Deck, trials: int, seed: int, budget: Budget | None = None) -> Uniformity:
    """Deal the initial tables of `trials` games, and test whether all cards are equally frequent.

    The v cards that are dealt after each initial table are tested as well. As in games,
    :meth:`ludex.games.sets.deck.Deck.shuffled` deals the cards, and the `seed` determines the deals. `budget` limits
    the deals (None for no limits). Raises PositionError if the number of trials is out of range, and BudgetExhausted.
    Cost: a few microseconds per deal.

    >>> result = uniformity(Deck(3, 4), 100, seed=1)
    >>> sum(result.initial.counts), sum(result.drawn.counts), result.initial.degrees_of_freedom
    (1200, 400, 63)
    """
    import numpy as np

    from ludex.card_games.dealing import seeded_deals

    if not 1 <= trials <= MAX_TRIALS:
        raise PositionError(f"the number of trials must be 1 to {MAX_TRIALS:,}, not {trials}")
    budget = budget or Budget()
    first = deck.first_table
    more = min(deck.values, deck.size - first)
    initial, drawn = np.zeros(deck.size, np.int64), np.zeros(deck.size, np.int64)
    done = 0
    for dealt in seeded_deals(partial(derived_seed, seed), trials, deck.size, first + more):
        budget.check()
        budget.report(done, trials, "deals")
        np.add.at(initial, dealt[:, :first], 1)
        np.add.at(drawn, dealt[:, first:], 1)
        done += len(dealt)
    tested = histogram(initial.tolist(), first), histogram(drawn.tolist(), more)
    return Uniformity(deck.properties, deck.values, trials, seed, *tested)


def histogram(counts: Sequence[int], cards: int) -> Histogram:
    """Test whether the `counts` are consistent with equal probabilities, if each trial deals `cards` distinct cards.

    The cards of a trial are distinct, so the variance of the counts is smaller than for independent draws. If a trial
    deals n of N cards, the variance is smaller by the factor `(N - n) / (N - 1)`. Pearson's statistic is therefore
    multiplied by `(N - 1) / (N - n)`. If all cards or no cards are dealt in each trial, there is nothing to test, and
    the statistic is 0.

    >>> result = histogram([3, 1, 2, 2], 2)
    >>> result.statistic, result.degrees_of_freedom, round(result.p_value, 4)
    (1.5, 3, 0.6823)
    """
    # The same function is available in scipy.stats, but loading that module takes a second.
    from scipy.special import chdtrc

    size = len(counts)
    drawn = sum(counts)
    statistic = 0.0
    if 0 < cards < size:
        # Integers are used up to the last step, because sums of floats differ between Python versions.
        squares = sum((count * size - drawn) ** 2 for count in counts)
        statistic = squares * (size - 1) / (size * drawn * (size - cards))
    p_value = float(chdtrc(size - 1, statistic)) if size > 1 else 1.0
    return Histogram(cards, tuple(counts), statistic, size - 1, p_value)
