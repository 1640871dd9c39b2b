"""The minimal swishes of a deck: the card sets that form a swish and contain no smaller swish.

They are computed once for a deck. A scan of bit masks then decides for any deal whether it contains a swish. Copies are
counted: the n-th copy of a kind has a separate bit, which is set if a deal has at least n copies.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ludex.engine.budget import Budget
from ludex.games.swish.kernels import minimal as kernel
from ludex.games.swish.position import Position, PositionError
from ludex.games.swish.solving.copies import Kinds
from ludex.games.swish.solving.depth_first import DepthFirst, Masks

MAX_DECK = 64


@dataclass(frozen=True, slots=True)
class MinimalSwishes:
    """The minimal swishes of a deck: `masks` in order of size; `bit[kind][n]` is the bit of copy n."""

    kinds: Kinds
    masks: Masks
    bit: tuple[tuple[int, ...], ...]

    def mask(self, indices: Iterable[int]) -> int:
        """Return the mask of the deck's cards at `indices`, copies counted."""
        counted = [0] * len(self.bit)
        mask = 0
        for index in indices:
            kind = self.kinds.kind_of[index]
            mask |= 1 << self.bit[kind][counted[kind]]
            counted[kind] += 1
        return mask

    def has_swish(self, indices: Iterable[int]) -> bool:
        """Tell whether the deck's cards at `indices` contain a swish. Cost: microseconds."""
        return bool(kernel.any_within(np.uint64(self.mask(indices)), self.masks))

    def by_size(self) -> dict[int, int]:
        """Return the number of minimal swishes of each size, where interchangeable copies count once."""
        sizes, counts = np.unique(np.bitwise_count(self.masks), return_counts=True)
        return {int(size): int(count) for size, count in zip(sizes, counts, strict=True)}


def minimal_swishes(deck: Position, budget: Budget | None = None) -> MinimalSwishes:
    """Return the minimal swishes of a `deck`.

    `budget` limits the search (None: no limits). Raises PositionError for more than 64 cards, and BudgetExhausted.
    Cost: 0.1 s to seconds for the commercial decks.

    >>> minimal_swishes(Position.from_codes(["*o", "*o", "o*"])).by_size()
    {2: 1}
    """
    if len(deck.cards) > MAX_DECK:
        raise PositionError(f"{len(deck.cards)} cards, minimal swishes are made for at most {MAX_DECK}")
    budget = budget or Budget()
    kinds = Kinds.of(deck)
    search = DepthFirst.of(deck, copies_differ=False)
    known: Masks = np.zeros(0, dtype=np.uint64)
    for size in range(2, len(deck.cards) + 1):
        found, cut_short = search.minimal_of_size(size, known, budget)
        known = np.concatenate([known, found])
        budget.report(size, len(deck.cards), f"cards: {len(known)} minimal swishes")
        if not cut_short:
            break
    # Copies are laid in the order of their indices, so that the n-th member of a kind stands for its n-th copy.
    return MinimalSwishes(kinds, known, kinds.members)
