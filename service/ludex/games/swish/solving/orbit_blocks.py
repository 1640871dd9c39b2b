"""Blocks of one to three orbits: largest sets without a swish within a block, good orders of blocks, and cuts.

Cards with one point and one circle each lead from the orbit of the point to the orbit of the circle. Each cycle of a
swish stays within a strong component of the kept cards, as a graph on the orbits. So a no-swish set is an ordered
partition of the orbits into blocks: it contains cards that lead from earlier to later blocks, and for each block, a set
without a swish within the block. Nearly all blocks of a largest set are single orbits, and the others are small. The
best ordered partition into blocks of at most three orbits is found exactly, by dynamic programming over the sets of
orbits. It proves no bound, because larger blocks are not tried.

The bounds come from sets of two or three orbits. The linear program with cycles alone allows two thirds of the better
direction and one third of the other direction for each difference of cells, although few swish-free sets keep cards of
both directions. For so few orbits, the exact maximum of any weighted sum of the cards takes microseconds to
milliseconds. It is the right-hand side of a cut. The weights are those that the solution of the linear program violates
most: it is compared with all combinations of the sets found so far (local cuts).

Source: D. Applegate, R. Bixby, V. Chvátal and W. Cook, "TSP cuts which do not conform to the template paradigm", 2001,
for local cuts; E. L. Lawler, "A comment on minimum feedback arc sets", IEEE Transactions on Circuit Theory 11 (1964),
for dynamic programming over sets.

Other cuts are swishes that a solution of the linear program violates. Each configuration of such a card is an arc from
the cell of its point to the cell of its circle. A minimal swish is a cycle of arcs of different cards. The linear
program has a variable for each kind of card and each number of copies. In an integer program, the variable would state
whether at least this number of copies is kept. In the linear program, it is a share from 0 to 1. One minus the share is
the missing share. A swish is violated if the missing shares of its cards add up to less than one. Violated swishes are
therefore cheap cycles. Adding the shortest violated cycles until no cycle is violated takes a fraction of a second. The
integer program with these cuts is much smaller than the integer program with all swishes of three cards.

Source: M. Grötschel, M. Jünger and G. Reinelt, "A cutting plane algorithm for the linear ordering problem", Operations
Research 32 (1984), for linear orders, in which cycles are excluded in the same way.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from math import gcd

import numpy as np
from numpy.typing import NDArray
from ortools.linear_solver import pywraplp

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.card import orbit_numbers, orbits
from ludex.games.swish.kernels import blocks, cycles
from ludex.games.swish.solving.weights import KindCount, Kinds, Level

MOST_CARDS = 12
"""The maximum number of cards in a cycle that the search finds."""
LONGER = 4
"""The number of cards by which new cuts may exceed the shortest violated cycle through an orbit."""
_MOST_CYCLES = 60
_STEPS = 200_000
_CYCLE_TOLERANCE = 1e-6
_DUAL_SCALE = 1 << 30


@dataclass(frozen=True, slots=True)
class CycleSearch:
    """The arcs of cards with one point and one circle each.

    The arcs from cell c have the numbers from `first[c]` to `first[c + 1] - 1`. `starts` contains the first cell of
    each orbit. Cycles through these cells suffice: if a cycle passes through another cell of an orbit, a configuration
    of the whole swish moves this cell to the first cell.
    """

    kinds: Kinds
    first: NDArray[np.int64]
    head: NDArray[np.int64]
    kind: NDArray[np.int64]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, kinds: Kinds) -> "CycleSearch | None":
        """Return the search, or None if any card does not have exactly one point and one circle."""
        position = kinds.position
        if not position.cards or not all(card.is_one_pair for card in position.cards):
            return None
        height, width, symmetry = position.height, position.width, position.symmetry
        arcs = set()
        for kind, members in enumerate(kinds.members):
            card = position.cards[members[0]]
            for configuration in symmetry.configurations:
                ends = (configuration.moves(cell, height, width) for cell in (card.points[0], card.circles[0]))
                tail, head = ((row - 1) * width + column - 1 for row, column in ends)
                arcs.add((tail, head, kind))
        tails, heads, of_kind = np.array(sorted(arcs), np.int64).T
        starts = tuple((a - 1) * width + b - 1 for a, b in (orbit[0] for orbit in orbits(height, width, symmetry)))
        first = np.searchsorted(tails, np.arange(height * width + 1))
        return cls(kinds, first, np.ascontiguousarray(heads), np.ascontiguousarray(of_kind), starts)

    def within(self, kinds: Sequence[int], orbits: Sequence[int]) -> "CycleSearch":
        """Return the search for the swishes of some kinds, all of whose cells are in orbits with these numbers."""
        kept = np.isin(self.kind, kinds)
        tails = np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))[kept]
        first = np.searchsorted(tails, np.arange(len(self.first)))
        return CycleSearch(
            self.kinds, first, self.head[kept], self.kind[kept], tuple(self.starts[orbit] for orbit in orbits)
        )

    def violated(self, shares: Mapping[Level, float], budget: Budget, longer: int = 0) -> set[KindCount]:
        """Return violated swishes: for each orbit, the shortest violated cycles through the orbit.

        Cycles with up to `longer` more cards than the shortest are also returned. `shares` contains the share, from 0
        to 1, for each kind and number of copies. A swish is violated if its missing shares add up to less than one. Not
        all violated swishes are found, because the search is limited. Raises BudgetExhausted.
        """
        costs = self._costs(shares)
        cells = len(self.first) - 1
        distance, visited = np.zeros(cells), np.zeros(cells, np.bool_)
        path, spent = np.zeros(MOST_CARDS + 2, np.int64), np.zeros(MOST_CARDS + 2)
        used, lengths = np.zeros(len(costs), np.int64), np.zeros(_MOST_CYCLES, np.int64)
        graph = (self.first, self.head, self.kind, costs, distance)
        found: set[KindCount] = set()
        for start in self.starts:
            budget.check()
            cycles.distances_to(start, *graph)
            longest, most = 2, MOST_CARDS
            while longest <= most:
                rows = np.zeros((_MOST_CYCLES, longest), np.int64)
                limit = 1.0 - _CYCLE_TOLERANCE
                count, left = cycles.cheap_cycles(
                    start, limit, *graph, _STEPS, path, used, visited, spent, rows, lengths
                )
                of_kinds = (Counter(row[:length].tolist()) for row, length in zip(rows[:count], lengths, strict=False))
                found |= {tuple(sorted(cards.items())) for cards in of_kinds}
                if count or not left:
                    most = min(most, longest + longer)
                longest += 1
        return found

    def _costs(self, shares: Mapping[Level, float]) -> NDArray[np.float64]:
        """Return the cost of using each copy of each kind. Copies are numbered from 0.

        The cost of a copy is the difference between the share of the previous copy and the share of this copy. For the
        first copy, the share of the previous copy is 1.
        """
        copies = range(len(self.kinds.members))
        most = max(map(self.kinds.telling_copies, copies))
        costs = np.full((len(self.kinds.members), most + 1), cycles.INFINITE)
        for (kind, number), share in shares.items():
            costs[kind, number - 1] = max(0.0, (shares[kind, number - 1] if number > 1 else 1.0) - share)
        return costs


def level_weights(kinds: Kinds) -> dict[Level, int]:
    """Return the number of cards that each level of the `kinds` represents.

    All copies beyond those that can matter are represented by the last level.
    """
    weights: dict[Level, int] = {}
    for kind, members in enumerate(kinds.members):
        most = kinds.telling_copies(kind)
        weights |= {(kind, copies): 1 for copies in range(1, most)}
        weights[kind, most] = len(members) - most + 1
    return weights


class CardProgram:
    """The linear program that maximizes the number of cards of `kinds` under cuts. Each cut excludes a swish."""

    def __init__(self, kinds: Kinds) -> None:
        self._solver = pywraplp.Solver.CreateSolver("GLOP")
        self._levels: dict[Level, pywraplp.Variable] = {}
        self._weights = level_weights(kinds)
        self._orders: list[tuple[Level, Level, pywraplp.Constraint]] = []
        self._cuts: list[tuple[Mapping[Level, int], int, pywraplp.Constraint]] = []
        objective = self._solver.Objective()
        objective.SetMaximization()
        for level, weight in self._weights.items():
            self._levels[level] = self._solver.NumVar(0, 1, "")
            objective.SetCoefficient(self._levels[level], weight)
            kind, copies = level
            if copies > 1:
                fewer = (kind, copies - 1)
                row = self._row([(fewer, -1), (level, 1)], 0)
                self._orders.append((fewer, level, row))

    def _row(self, coefficients: Iterable[tuple[Level, int]], most: int) -> pywraplp.Constraint:
        row = self._solver.Constraint(-self._solver.infinity(), most)
        for level, coefficient in coefficients:
            row.SetCoefficient(self._levels[level], coefficient)
        return row

    def add(self, cuts: set[KindCount]) -> None:
        """Add cuts, none of which may have been added before."""
        for cut in sorted(cuts):
            self.add_row(dict.fromkeys(cut, 1), len(cut) - 1)

    def add_row(self, weights: Mapping[Level, int], most: int) -> None:
        """Require that the weighted sum of the levels is at most `most`, which is not negative."""
        self._cuts.append((weights, most, self._row(weights.items(), most)))

    def solve(self, budget: Budget) -> dict[Level, float] | None:
        """Return the optimal shares, or None if the solver fails numerically or the `budget` is exhausted."""
        if budget.remaining() != float("inf"):
            self._solver.SetTimeLimit(max(1, int(1000 * budget.remaining())))
        if self._solver.Solve() != pywraplp.Solver.OPTIMAL:
            return None
        return {level: min(1.0, max(0.0, variable.solution_value())) for level, variable in self._levels.items()}

    def bound(self) -> int:
        """Return an upper bound on the number of cards, computed with integers from the dual solution.

        Any nonnegative weights of the rows prove a bound. Subtract the weighted sum of the rows from the objective. The
        bound is the weighted sum of the right-hand sides, plus the positive coefficients that remain in the objective.
        """
        rest = {level: weight * _DUAL_SCALE for level, weight in self._weights.items()}
        total = 0
        for coefficients, most, row in self._cuts:
            weight = max(0, int(row.dual_value() * _DUAL_SCALE))
            total += weight * most
            for level, coefficient in coefficients.items():
                rest[level] -= weight * coefficient
        for fewer, more, row in self._orders:
            weight = max(0, int(row.dual_value() * _DUAL_SCALE))
            rest[fewer] += weight
            rest[more] -= weight
        return (total + sum(max(0, left) for left in rest.values())) // _DUAL_SCALE


MOST_ORBITS = 16
"""The maximum number of orbits for the exact search for an ordered partition."""
_LARGEST_BLOCK = 3
_MOST_ELEMENTS = 64
_MOST_STEPS = 500_000
_SETS_BETWEEN_CHECKS = 1 << 12
"""The number of sets of orbits between two checks of the budget. They take about 15 ms."""
_SCALE = 5040
_MOST_SETS = 60
_FEW_CUTS_OF_PAIRS = 8
"""The maximum number of violated pairs of orbits with which cuts of three orbits are searched for."""
_TOLERANCE = 1e-3

Direction = tuple[int, int]
"""The orbits of the point and of the circle of a card."""


@dataclass(frozen=True, slots=True)
class LocalCut:
    """A bound `most` on the weighted sum of the levels, which the `swishes` imply."""

    weights: Mapping[Level, int]
    most: int
    swishes: tuple[KindCount, ...]


@dataclass(slots=True)
class Block:
    """The cards within some orbits, and the swishes among them that have been found.

    Level i of `levels` has the direction `directions[i]`. `search` finds swishes of the block.
    """

    search: CycleSearch
    levels: list[Level]
    directions: list[Direction]
    weights: list[int]
    swishes: dict[KindCount, None] = field(default_factory=dict)

    def heaviest(self, weights: Mapping[Direction, int], budget: Budget) -> tuple[int, set[Level]] | None:
        """Return the maximum weight of a set without a swish of the block, and the levels of such a set.

        The weight of a card is that of its direction. The returned weight is an upper bound even if the search for
        swishes misses one, and the swishes of the block prove it. The result is None if the search takes too many
        steps. Raises BudgetExhausted.
        """
        values = [weights[direction] * cards for direction, cards in zip(self.directions, self.weights, strict=True)]
        while True:
            budget.check()
            found = self._heaviest_known(values)
            if found is None:
                return None
            shares = {level: float(level in found[1]) for level in self.levels}
            new = self.search.violated(shares, budget, LONGER) - self.swishes.keys()
            if not new:
                return found
            self.swishes.update(dict.fromkeys(sorted(new)))

    def count(self, kept: Iterable[Level]) -> dict[Direction, int]:
        """Return the number of cards of each direction in a set of levels."""
        counts = dict.fromkeys(self.directions, 0)
        chosen = set(kept)
        for level, direction, cards in zip(self.levels, self.directions, self.weights, strict=True):
            counts[direction] += cards if level in chosen else 0
        return counts

    def _heaviest_known(self, values: list[int]) -> tuple[int, set[Level]] | None:
        size = len(self.levels)
        bit = {level: 1 << place for place, level in enumerate(self.levels)}
        masks = [sum(bit[kind, n] for kind, most in swish for n in range(1, most + 1)) for swish in self.swishes]
        up = [sum(bit[kind, n] for kind, n in self.levels if kind == k and n >= c) for k, c in self.levels]
        down = [sum(bit[kind, n] for kind, n in self.levels if kind == k and n <= c) for k, c in self.levels]
        words = [np.array(part, np.uint64) for part in (sorted(masks, key=int.bit_count), [*bit.values()], up, down)]
        integers, sets = np.zeros((2, size + 1), np.int64), np.zeros((2, size + 1), np.uint64)
        numbers, result = np.zeros((size + 1, 2), np.int64), np.zeros(1, np.uint64)
        weight = blocks.heaviest_set(
            words[0], np.array(values, np.int64), words[1], words[2], words[3], integers[0, :size], sets[0], sets[1],
            integers[1], numbers, result, _MOST_STEPS,
        )  # fmt: skip
        if weight == blocks.UNDECIDED:
            return None
        return int(weight), {level for level in self.levels if int(result[0]) & bit[level]}


class OrbitBlocks:
    """The blocks of the cards of `kinds`, which have one point and one circle each. `cycles` finds their swishes."""

    def __init__(self, kinds: Kinds, cycles: CycleSearch) -> None:
        position = kinds.position
        number = orbit_numbers(position.height, position.width, position.symmetry)
        cards = [position.cards[members[0]] for members in kinds.members]
        self._kinds, self._cycles = kinds, cycles
        self._direction: list[Direction] = [(number[card.points[0]], number[card.circles[0]]) for card in cards]
        self._weights = level_weights(kinds)
        self._blocks: dict[tuple[int, ...], Block | None] = {}
        self._programs: dict[tuple[int, ...], _Separation] = {}
        self.orbits = sorted({orbit for direction in self._direction for orbit in direction})

    def block(self, orbits: tuple[int, ...]) -> Block | None:
        """Return the block of some orbits, or None if it has no cards or more levels than the search supports."""
        if orbits not in self._blocks:
            of_kind = self._direction
            chosen = [kind for kind, (tail, head) in enumerate(of_kind) if tail in orbits and head in orbits]
            levels = [(kind, n) for kind in chosen for n in range(1, self._kinds.telling_copies(kind) + 1)]
            block = None
            if 0 < len(levels) <= _MOST_ELEMENTS:
                directions, weights = [of_kind[k] for k, _ in levels], [self._weights[level] for level in levels]
                block = Block(self._cycles.within(chosen, orbits), levels, directions, weights)
            self._blocks[orbits] = block
        return self._blocks[orbits]

    def best_set(self, budget: Budget) -> list[int]:
        """Return the cards of the best ordered partition of the orbits into blocks of at most three orbits.

        A block may contain a swish that the search missed. The result is empty if there are too many orbits. After a
        third of the `budget`, only the blocks whose sets are known are tried. Raises BudgetExhausted if these do not
        include all single orbits, or if the whole budget is exhausted.
        """
        if not 0 < len(self.orbits) <= MOST_ORBITS:
            return []
        weight = np.zeros((len(self.orbits),) * 2, np.int64)
        place = {orbit: at for at, orbit in enumerate(self.orbits)}
        for (tail, head), members in zip(self._direction, self._kinds.members, strict=True):
            weight[place[tail], place[head]] += len(members)
        masks: list[int] = []
        values: list[int] = []
        share = budget.share(3)
        levels: dict[int, set[Level]] = {}
        for chosen in chain.from_iterable(combinations(self.orbits, size) for size in range(1, _LARGEST_BLOCK + 1)):
            block = self.block(chosen)
            try:
                found = None if block is None else block.heaviest(dict.fromkeys(block.directions, 1), share)
            except BudgetExhausted:
                if len(masks) < len(self.orbits):
                    raise
                break
            if found is not None or len(chosen) == 1:
                masks.append(sum(1 << place[orbit] for orbit in chosen))
                values.append(0 if found is None else found[0])
                levels[masks[-1]] = set() if found is None else found[1]
        sets = 1 << len(self.orbits)
        into, (best, last) = np.zeros((len(self.orbits), sets), np.int32), np.zeros((2, sets), np.int64)
        blocks.fill_into(weight, into)
        for first in range(1, sets, _SETS_BETWEEN_CHECKS):
            budget.check()
            end = min(sets, first + _SETS_BETWEEN_CHECKS)
            blocks.best_partition(first, end, np.array(masks), np.array(values), into, best, last)
        return self._written_out(last, levels)

    def _written_out(self, last: NDArray[np.int64], levels: Mapping[int, set[Level]]) -> list[int]:
        """Return the cards of the ordered partition whose last block for each set of orbits is given."""
        rank: dict[int, int] = {}
        kept: set[Level] = set()
        left = len(last) - 1
        while left:
            block = int(last[left])
            kept |= levels[block]
            rank |= {orbit: left.bit_count() for at, orbit in enumerate(self.orbits) if block >> at & 1}
            left ^= block
        forward = [rank[tail] < rank[head] for tail, head in self._direction]
        return self._kinds.cards(kept | {level for level in self._weights if forward[level[0]]})

    def violated(self, shares: Mapping[Level, float], budget: Budget) -> Iterator[LocalCut]:
        """Yield a cut for each pair of orbits whose cards the solution of a linear program violates.

        If there are few such pairs, also yield cuts for sets of three orbits, unless there are too many orbits.
        `shares` contains the share, from 0 to 1, for each kind and number of copies. Raises BudgetExhausted.
        """
        total: dict[Direction, float] = {}
        for level, share in shares.items():
            direction = self._direction[level[0]]
            total[direction] = total.get(direction, 0.0) + share * self._weights[level]
        cuts = 0
        for pair in combinations(self.orbits, 2):
            cut = self._cut(pair, total, budget)
            if cut is not None:
                cuts += 1
                yield cut
        if cuts <= _FEW_CUTS_OF_PAIRS and len(self.orbits) <= MOST_ORBITS:
            for three in combinations(self.orbits, 3):
                cut = self._cut(three, total, budget)
                if cut is not None:
                    yield cut

    def _cut(self, orbits: tuple[int, ...], total: Mapping[Direction, float], budget: Budget) -> LocalCut | None:
        """Return a cut within some orbits that the number of cards of each direction violates, or None."""
        block = self.block(orbits)
        if block is None:
            return None
        if orbits not in self._programs:
            self._programs[orbits] = _Separation(block)
        return self._programs[orbits].cut(total, budget)


class _Separation:
    """A linear program that finds the weights of directions that a solution violates most.

    Each set without a swish that is known has a weight of at most 1.
    """

    def __init__(self, block: Block) -> None:
        self._block = block
        self._solver = pywraplp.Solver.CreateSolver("GLOP")
        self._weights = {direction: self._solver.NumVar(0, 1, "") for direction in sorted(set(block.directions))}
        self._sets: list[dict[Direction, int]] = []

    def cut(self, total: Mapping[Direction, float], budget: Budget) -> LocalCut | None:
        """Return a cut that the number of cards of each direction violates, or None if none is found."""
        objective = self._solver.Objective()
        objective.SetMaximization()
        for direction, weight in self._weights.items():
            objective.SetCoefficient(weight, total[direction])
        weights = dict.fromkeys(self._weights, 1)
        while len(self._sets) < _MOST_SETS:
            if self._sets:
                if any(
                    all(known[direction] >= total[direction] - _TOLERANCE for direction in known)
                    for known in self._sets
                ):
                    return None
                if self._solver.Solve() != pywraplp.Solver.OPTIMAL or objective.Value() <= 1 + _TOLERANCE:
                    return None
                weights = {
                    direction: round(weight.solution_value() * _SCALE) for direction, weight in self._weights.items()
                }
            found = self._block.heaviest(weights, budget)
            if found is None:
                return None
            most, levels = found
            counts = self._block.count(levels)
            if counts in self._sets or (self._sets and most <= _SCALE * (1 + _TOLERANCE)):
                return self._cut_of(weights, most, total)
            self._add(counts)
        return None

    def _add(self, counts: dict[Direction, int]) -> None:
        self._sets.append(counts)
        row = self._solver.Constraint(-self._solver.infinity(), 1)
        for direction, number in counts.items():
            row.SetCoefficient(self._weights[direction], number)

    def _cut_of(self, weights: Mapping[Direction, int], most: int, total: Mapping[Direction, float]) -> LocalCut | None:
        """Return the cut with these weights, divided by their common divisor, or None if it is not violated."""
        divisor = gcd(*weights.values())
        if not divisor or sum(weight * total[direction] for direction, weight in weights.items()) <= most * (
            1 + _TOLERANCE
        ):
            return None
        block = self._block
        of_levels = {
            level: weights[direction] // divisor * cards
            for level, direction, cards in zip(block.levels, block.directions, block.weights, strict=True)
        }
        return LocalCut(of_levels, most // divisor, tuple(block.swishes))
