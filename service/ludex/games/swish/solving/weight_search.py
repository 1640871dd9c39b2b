"""A search for weights of swishes that prove how many cards must be left out.

The search solves linear programs, rounds their solutions, and distinguishes cases.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import csr_array

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.solving.independent_sets import MAX_DECK, minimal_swishes
from ludex.games.swish.solving.weights import (
    MAX_DEPTH,
    Box,
    Branch,
    KindCount,
    Kinds,
    LeafWeights,
    Weights,
    missing_cards_bound,
    split_box,
)

MOST_SWISHES = 20_000
MOST_CASES = 500
"""The maximum number of cases. With more cases, verifying a proof is no easier than repeating the search."""

_DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 12, 24, 60, 120, 720, 5040, 10**4, 10**6, 10**9)


class TooManyCases(ValueError):
    """The search found no short proof by weights."""


def find_weights(kinds: Kinds, cuts: Sequence[KindCount], missing: int, budget: Budget) -> Weights | None:
    """Return weights that prove that every set without a swish leaves out at least `missing` cards.

    The result is None if the search finds no short proof. `kinds` are the kinds of the position. `cuts` are swishes
    that imply the bound. If these swishes alone would require a case distinction, and there are at most 64 cards, all
    minimal swishes are used. Raises BudgetExhausted when the `budget` is exhausted. Cost: one linear program for each
    case, with a variable for each swish.

    >>> from ludex.games.swish.position import Position
    >>> find_weights(Kinds.of(Position.from_codes(["*o.", "*o.", "o*."])), [((0, 1), (1, 1))], 1, Budget()).proof
    {'swishes': [[0, 2]], 'denominator': 1, 'weights': [1]}
    """
    try:
        sharp = _WeightSearch(kinds, cuts, missing, budget, most_cases=1).weights()
    except TooManyCases:
        pass
    else:
        return sharp
    if len(kinds.position.cards) <= MAX_DECK:
        cuts = _minimal_counts(kinds, budget)
    try:
        return _WeightSearch(kinds, cuts, missing, budget, MOST_CASES).weights()
    except TooManyCases:
        return None


def _minimal_counts(kinds: Kinds, budget: Budget) -> list[KindCount]:
    cards = range(len(kinds.position.cards))
    masks = minimal_swishes(kinds.position, budget).masks.tolist()
    return sorted({kinds.count(tuple(card for card in cards if mask >> card & 1)) for mask in masks})


@dataclass(slots=True)
class _WeightSearch:
    """A search for weights that prove a bound. It has a limited number of cases."""

    kinds: Kinds
    swishes: Sequence[KindCount]
    missing: int
    budget: Budget
    most_cases: int

    def weights(self) -> Weights:
        """Return the swishes whose weights are not all zero, with their weights in each case.

        Raises TooManyCases and BudgetExhausted.
        """
        if len(self.swishes) > MOST_SWISHES:
            raise TooManyCases(f"{len(self.swishes):,} swishes")
        cases = self._prove({})
        used = sorted({number for leaf in _leaves(cases) for number, weight in enumerate(leaf.weights) if weight})
        firsts = [
            tuple(sorted(i for k, n in self.swishes[number] for i in self.kinds.members[k][:n])) for number in used
        ]
        return Weights(tuple(firsts), _kept(cases, used))

    def _prove(self, box: Box, depth: int = 0) -> Branch | LeafWeights:
        """Return weights that prove the bound in a box, or cases that divide the box."""
        self.budget.check()
        self.most_cases -= 1
        if self.most_cases < 0 or depth > MAX_DEPTH:
            raise TooManyCases("no short proof was found")
        values, duals = self._solved(box)
        found = self._rational(values, box)
        if found is not None:
            return found
        kind, missing = self._most_divided(duals, box)
        fewer, more = split_box(self.kinds, box, kind, missing)
        cases = (self._prove(half, depth + 1) for half in (fewer, more))
        return Branch(self.kinds.members[kind][0], missing, *cases)

    def _solved(self, box: Box) -> tuple[NDArray[np.float64], dict[tuple[int, int], float]]:
        """Return the best weights in a box, and the value of each row in the dual solution.

        The linear program has a variable for the weight of each swish. It has another variable for each kind, which is
        the minimum of the number of missing copies minus the weight that they break. There is a row for each pair of a
        kind and a number of missing copies.
        """
        count, kinds = len(self.swishes), self.kinds
        of_kind: list[list[tuple[int, int]]] = [[] for _ in kinds.members]
        for number, swish in enumerate(self.swishes):
            for kind, copies in swish:
                of_kind[kind].append((number, len(kinds.members[kind]) - copies + 1))
        rows: list[tuple[int, int]] = []
        entries: list[tuple[int, int]] = []
        for kind, broken in enumerate(of_kind):
            least, most = box.get(kind, (0, len(kinds.members[kind])))
            for missing in range(least, most + 1):
                entries += [(len(rows), number) for number, needed in broken if needed <= missing]
                entries.append((len(rows), count + kind))
                rows.append((kind, missing))
        row, column = np.array(entries).T
        matrix = csr_array((np.ones(len(entries)), (row, column)), shape=(len(rows), count + len(kinds.members)))
        # If the box allows that no copy of a kind is missing, the minimum of the kind is at most 0. It is fixed at 0,
        # because nothing is gained if missing copies break more weight than their number.
        leasts = [(None if box.get(kind, (0, 0))[0] else 0, None) for kind in range(len(kinds.members))]
        bounds = [(0, self.missing + 1)] * count + leasts
        left = self.budget.remaining()
        solved = linprog(
            -np.ones(count + len(kinds.members)),
            A_ub=matrix,
            b_ub=np.array([missing for _, missing in rows], dtype=float),
            bounds=bounds,
            method="highs",
            options={} if left == float("inf") else {"time_limit": max(0.01, left)},
        )
        if solved.status != 0:
            raise BudgetExhausted(self.budget.exhausted() or "time")
        shares = dict(zip(rows, (-solved.ineqlin.marginals).tolist(), strict=True))
        return solved.x[:count], shares

    def _rational(self, values: NDArray[np.float64], box: Box) -> LeafWeights | None:
        """Round the weights to fractions that prove the bound, or return None if no denominator suffices.

        The fractions have the least possible common denominator among those that are tried.
        """
        for denominator in _DENOMINATORS:
            weights = np.rint(np.maximum(values, 0) * denominator).astype(np.int64).tolist()
            weighed = [(swish, weight) for swish, weight in zip(self.swishes, weights, strict=True) if weight]
            if missing_cards_bound(self.kinds, weighed, denominator, box) > self.missing - 1:
                return LeafWeights(denominator, tuple(weights))
        return None

    def _most_divided(self, shares: dict[tuple[int, int], float], box: Box) -> tuple[int, int]:
        """Return the kind and the number of missing copies that divide the box best.

        For this pair, the relaxation is most undecided whether fewer copies are missing or at least that many.
        """
        best: tuple[float, int, int] | None = None
        for kind, members in enumerate(self.kinds.members):
            least, most = box.get(kind, (0, len(members)))
            below = 0.0
            for missing in range(least + 1, most + 1):
                below += shares.get((kind, missing - 1), 0.0)
                undecided = min(below, 1 - below)
                if best is None or undecided > best[0] + 1e-9:
                    best = (undecided, kind, missing)
        if best is None:
            raise TooManyCases("every case is decided, but the bound is not proved")
        return best[1:]


def _leaves(case: Branch | LeafWeights) -> Iterator[LeafWeights]:
    if isinstance(case, LeafWeights):
        yield case
    else:
        yield from _leaves(case.fewer)
        yield from _leaves(case.more)


def _kept(case: Branch | LeafWeights, used: Sequence[int]) -> Branch | LeafWeights:
    """Return the cases with only the weights of the swishes whose numbers are in `used`."""
    if isinstance(case, LeafWeights):
        return LeafWeights(case.denominator, tuple(case.weights[number] for number in used))
    return Branch(case.card, case.missing, _kept(case.fewer, used), _kept(case.more, used))
