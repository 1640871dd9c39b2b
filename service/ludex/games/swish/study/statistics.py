"""Statistics of a deck: the probability that n random cards contain no swish, largest swish sizes, and swish classes.

A class of swishes is a stack of placed cards, up to the configurations of the stack as a whole.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.card_games.deals import DealStatistic
from ludex.engine.budget import Budget, Unchecked, unchecked_without_time
from ludex.engine.proportion import Estimate
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.swish import solving
from ludex.games.swish.card import Card
from ludex.games.swish.deck import require_deal
from ludex.games.swish.identity.card_matching import canonical_stack
from ludex.games.swish.position import Position, PositionError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


MAX_SAMPLES = 1_000_000

_AT_ONCE = 256
"""The number of deals between two progress reports; this many deals take about 10 ms."""


@dataclass(frozen=True, slots=True)
class LargestInDeals:
    """The distribution of the largest swish size over `samples` seeded deals of n cards. Size 0 means no swish."""

    n: int
    samples: int
    seed: int
    sizes: dict[int, int]


def no_swish_deal_counts(deck: Position, budget: Budget | None = None) -> list[int]:
    """Return, for each n from 0 to the size of a `deck`, the number of sets of n cards that contain no swish.

    Copies are counted as different cards. `budget` limits the count (None for no limits). Raises PositionError if there
    are more than 64 cards, and BudgetExhausted. Cost: under a minute for the commercial decks, but exponential in
    general.

    >>> no_swish_deal_counts(Position.from_codes(["*o", "*o", "*o"]))
    [1, 3, 0, 0]
    """
    budget = budget or Budget()
    return solving.independent_sets.count_no_swish_sets(solving.independent_sets.minimal_swishes(deck, budget), budget)


def count_no_swish_deals(deck: Position, budget: Budget | None = None) -> list[DealStatistic]:
    """Return, for each n from 1 on, the exact number of deals of n cards of a `deck` without a swish, as a statistic.

    `budget` and the exceptions are those of :func:`no_swish_deal_counts`.

    >>> [str(statistic.probability) for statistic in count_no_swish_deals(Position.from_codes(["*o", "*o", "*o"]))]
    ['1', '0', '0']
    """
    counts = no_swish_deal_counts(deck, budget)
    cards = len(counts) - 1
    return [DealStatistic.from_count(n, counts[n], cards) for n in range(1, cards + 1)]


_counted: OrderedDict[Position, list[int]] = OrderedDict()
_COUNTED = 8


@unchecked_without_time("the deals without a swish could not be counted again in time")
def deal_faults(deck: Position, statistic: DealStatistic, budget: Budget) -> Iterator[str]:
    """Yield the faults of a `statistic` on the deals of a `deck` without a swish, if the statistic is exact.

    Statistics of samples are not checked. The deals of a deck are counted once for all n, within the `budget`. Results
    that cannot be checked in time are yielded as Unchecked.
    """
    if not statistic.exact:
        return
    if deck not in _counted:
        try:
            counts = no_swish_deal_counts(deck, budget)
        except PositionError as error:
            yield Unchecked(f"the deals were not counted again: {error}")
            return
        _counted[deck] = counts
        while len(_counted) > _COUNTED:
            _counted.popitem(last=False)
    if statistic.numerator != _counted[deck][statistic.n]:
        must = _counted[deck][statistic.n]
        yield f"the numerator of the deals of {statistic.n} cards is {statistic.numerator}, but must be {must}"


def sample_no_swish(deck: Position, n: int, samples: int, seed: int, budget: Budget | None = None) -> Estimate:
    """Estimate the probability that `n` cards of a `deck` contain no swish, from seeded deals.

    `samples` is the number of deals, 1 to 1,000,000, and `seed` determines them. `budget` limits the search (None for
    no limits). Raises PositionError if such deals are impossible, and BudgetExhausted. Cost: a few microseconds for a
    deal of the commercial decks.

    >>> sample_no_swish(Position.from_codes(["*o", "*o"]), n=2, samples=10, seed=1)
    Estimate(hits=0, samples=10)
    """
    budget = budget or Budget()
    hits = 0
    for deals in _deals(deck, n, samples, seed, budget):
        hits += len(deals) - int(solving.search.have_swish(deck, deals, budget).sum())
    return Estimate(hits, samples)


def sample_no_swish_deals(
    deck: Position, numbers: Iterable[int], samples: int, seed: int, budget: Budget | None = None
) -> list[DealStatistic]:
    """Return, for each n in `numbers`, the statistic of a sample of deals of n cards of a `deck`.

    `samples`, `seed`, `budget` and the exceptions are those of :func:`sample_no_swish`.
    """
    return [DealStatistic.from_sample(n, sample_no_swish(deck, n, samples, seed, budget), seed) for n in numbers]


def sample_largest(deck: Position, n: int, samples: int, seed: int, budget: Budget | None = None) -> LargestInDeals:
    """Return the distribution of the largest swish size (0 for none) over seeded deals of `n` cards of a `deck`.

    `samples`, `seed`, `budget` and the exceptions are those of :func:`sample_no_swish`.

    >>> sample_largest(Position.from_codes(["*o", "*o"]), n=2, samples=10, seed=1).sizes
    {2: 10}
    """
    budget = budget or Budget()
    counts = Counter[int]()
    for deals in _deals(deck, n, samples, seed, budget):
        counts.update(solving.search.largest_sizes(deck, deals, budget).tolist())
    return LargestInDeals(n, samples, seed, dict(sorted(counts.items())))


def _deals(deck: Position, n: int, samples: int, seed: int, budget: Budget) -> "Iterator[npt.NDArray[np.int32]]":
    """Yield arrays whose rows are seeded deals of n card indices. Deal k uses the stream of random numbers k."""
    from ludex.card_games.dealing import seeded_deals

    if not 1 <= samples <= MAX_SAMPLES:
        raise PositionError(f"{samples} samples given; at most {MAX_SAMPLES} are allowed")
    require_deal(deck, n)
    done = 0
    for deals in seeded_deals(lambda k: RandomNumbers.numbered(seed, k).state, samples, len(deck.cards), n):
        for begin in range(0, len(deals), _AT_ONCE):
            piece = deals[begin : begin + _AT_ONCE]
            budget.check()
            budget.report(done, samples, "deals")
            yield piece
            done += len(piece)


Stack = tuple[Card, ...]


def stacks_of_size(deck: Position, size: int, budget: Budget | None = None) -> set[Stack]:
    """Return the distinct stacks of `size` cards of a deck that are swishes. Copies of a card are not distinguished.

    A stack is a sorted tuple of placed cards. Raises BudgetExhausted. Cost: that of enumerating all placements of at
    most `size` cards. For size 5, `swish-36` has 27,520 placements.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> len(stacks_of_size(built_in_deck("swish-36").position, 2))
    52
    """
    swishes = solving.search.iterate_swishes(deck, max_size=size, budget=budget)
    return {tuple(sorted(swish.stack)) for swish in swishes if swish.size == size}


def swish_classes(deck: Position, size: int, budget: Budget | None = None) -> list[Stack]:
    """Return one representative of each class of swishes of a deck that have `size` cards, in ascending order.

    Raises BudgetExhausted.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> [len(swish_classes(built_in_deck("swish-36").position, size)) for size in (2, 3)]
    [14, 112]
    """
    return sorted({canonical_stack(stack, deck.symmetry) for stack in stacks_of_size(deck, size, budget)})


def count_classes(deck: Position, size: int, budget: Budget | None = None) -> int:
    """Return the number of classes of swishes of a deck that have `size` cards.

    By Burnside's lemma, this is the mean number of stacks that a configuration fixes. Raises BudgetExhausted.

    >>> from ludex.games.swish.deck import built_in_deck
    >>> count_classes(built_in_deck("swish-60").position, 3)
    112
    """
    stacks = stacks_of_size(deck, size, budget)
    configurations = list(deck.symmetry.configurations)
    same = sum(
        tuple(sorted(card.configured(configuration) for card in stack)) == stack
        for stack in stacks
        for configuration in configurations
    )
    classes, rest = divmod(same, len(configurations))
    if rest:
        raise ArithmeticError("the number of classes is not whole")
    return classes
