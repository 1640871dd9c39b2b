"""The cutting-plane search behind :mod:`ludex.swish.no_swish`."""

from dataclasses import dataclass, field
from itertools import pairwise

from ortools.sat.python import cp_model

from ludex.budget import Budget, BudgetExhausted
from ludex.swish.constraint_solver import solve
from ludex.swish.copies import KindCount, Kinds
from ludex.swish.depth_first import DepthFirst
from ludex.swish.forward_cards import forward_cards, within_orbits
from ludex.swish.position import Position


@dataclass(slots=True)
class CuttingPlanes:
    """A search for the most cards without a swish. `kept` is the best set so far, `upper_bound` no set exceeds."""

    kinds: Kinds
    budget: Budget
    kept: list[int] = field(default_factory=list)
    upper_bound: int = 0
    _first_cuts: list[KindCount] = field(default_factory=list)
    _cuts: dict[KindCount, None] = field(default_factory=dict)

    def run(self) -> None:
        """Search until `kept` is proved. Raises BudgetExhausted."""
        position = self.kinds.position
        self.upper_bound = len(position.cards)
        telling = [
            index
            for kind, members in enumerate(self.kinds.members)
            for index in members[: self.kinds.telling_copies(kind)]
        ]
        self._first_cuts = sorted(
            {self.kinds.count(cards) for cards in self._short_swishes(telling)},
            key=lambda cut: (sum(n for _, n in cut), cut),
        )
        self._cuts = dict.fromkeys(self._first_cuts)
        self.kept = self._without_swishes(forward_cards(self.kinds, self.budget))[0]
        while True:
            pick = self._pick()
            if len(self.kept) == self.upper_bound:
                return
            kept, met = self._without_swishes(pick)
            self._cuts.update(dict.fromkeys(met))
            if len(kept) > len(self.kept):
                self.kept = kept
            self.budget.report(len(self.kept), self.upper_bound, f"cards kept, {len(self._cuts)} cuts")
            if len(self.kept) == self.upper_bound:
                return

    def proof(self) -> list[KindCount]:
        """Return cuts under which no more cards can be kept: the first ones alone where they suffice."""
        if len(self._cuts) > len(self._first_cuts):
            _, bound = self._most_cards(self._first_cuts)
            if bound > len(self.kept):
                return _least(self._cuts)
        return _least(self._first_cuts)

    def _short_swishes(self, telling: list[int]) -> list[tuple[int, ...]]:
        """Return the swishes of two cards, and those of more that stay within one orbit."""
        cards = self.kinds.position.cards
        found = []
        groups = [(telling, 2), *((group, None) for group in within_orbits(self.kinds.position, telling))]
        for group, most in groups:
            search = DepthFirst.of(Position(tuple(cards[i] for i in group), self.kinds.position.symmetry))
            found += [tuple(group[i] for i in swish.indices) for swish in search.each_by_size(most, self.budget)]
        return found

    def _pick(self) -> list[int]:
        """Return the most cards that the cuts allow, and lower the upper bound to their number."""
        pick, bound = self._most_cards(list(self._cuts))
        self.upper_bound = min(self.upper_bound, bound)
        return pick

    def _most_cards(self, cuts: list[KindCount]) -> tuple[list[int], int]:
        kinds = self.kinds
        model = cp_model.CpModel()
        has = [[model.new_bool_var("") for _ in range(kinds.telling_copies(k))] for k in range(len(kinds.members))]
        weights = []
        for kind, levels in enumerate(has):
            for fewer, more in pairwise(levels):
                model.add_implication(more, fewer)
            weights += [1] * (len(levels) - 1) + [len(kinds.members[kind]) - len(levels) + 1]
        for cut in cuts:
            model.add_bool_or([~has[kind][copies - 1] for kind, copies in cut])
        kept = kinds.count(tuple(self.kept))
        counts = dict(kept)
        for kind, levels in enumerate(has):
            for level, variable in enumerate(levels):
                model.add_hint(variable, counts.get(kind, 0) > level)
        variables = [variable for levels in has for variable in levels]
        model.maximize(sum(w * v for w, v in zip(weights, variables, strict=True)))
        solver, status = solve(model, self.budget)
        if status != "optimal":
            raise BudgetExhausted(self.budget.exhausted() or "memory")
        pick: list[int] = []
        for kind, levels in enumerate(has):
            level = sum(solver.boolean_value(variable) for variable in levels)
            members = kinds.members[kind]
            pick += members if level == len(levels) else members[:level]
        return pick, len(pick)

    def _without_swishes(self, pick: list[int]) -> tuple[list[int], list[KindCount]]:
        """Take a card from each swish of a pick until none is left. Returns what is kept, and the swishes met."""
        position = self.kinds.position
        met: list[KindCount] = []
        kept = sorted(pick)
        while True:
            if not kept:
                return kept, met
            remaining = Position(tuple(position.cards[i] for i in kept), position.symmetry)
            search = DepthFirst.of(remaining, copies_differ=False)
            dropped: list[int] = []
            for swish in search.scattered(self.budget):
                met.append(self.kinds.count(tuple(kept[i] for i in swish.indices)))
                dropped.append(max(swish.indices))
                search.drop(dropped[-1])
            if not dropped:
                return kept, met
            kept = [index for place, index in enumerate(kept) if place not in set(dropped)]


def _least(cuts: list[KindCount] | dict[KindCount, None]) -> list[KindCount]:
    """Leave out each cut that contains another one."""
    least: list[KindCount] = []
    for cut in sorted(set(cuts), key=lambda cut: (sum(n for _, n in cut), cut)):
        counts = dict(cut)
        if not any(all(counts.get(kind, 0) >= n for kind, n in other) for other in least):
            least.append(cut)
    return least
