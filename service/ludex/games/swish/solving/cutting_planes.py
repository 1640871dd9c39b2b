"""The cutting-plane search used by `no_swish`.

The search starts from a set that follows an order of the orbits (:mod:`ludex.games.swish.solving.depth_first`). If
there are at most 16 orbits, the best order of small blocks of orbits replaces it
(:mod:`ludex.games.swish.solving.orbit_blocks`).

For cards with one point and one circle each, a linear program finds most of the cuts before the first integer program
is solved (:mod:`ludex.games.swish.solving.orbit_blocks`). Cuts of two and three orbits lower its bound. An integer
program that takes too long is stopped. In that case, the best solution that it has found is used.
"""

from dataclasses import dataclass, field
from itertools import chain, combinations

from ortools.sat.python import cp_model

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.constraint_solver import exhaustion_reason, solve
from ludex.games.swish.position import Position
from ludex.games.swish.solving.depth_first import DepthFirst, forward_cards, within_orbits
from ludex.games.swish.solving.orbit_blocks import (
    LONGER,
    CardProgram,
    CycleSearch,
    LocalCut,
    OrbitBlocks,
    level_weights,
)
from ludex.games.swish.solving.weights import KindCount, Kinds, Level

MOST_CUTS_OF_THREE = 2000
_FEW_CUTS = 20
"""The maximum number of new cuts with which the linear program is also given cuts of two and three orbits."""
_MOST_COMPARED = 12
"""The maximum number of cards of a cut whose parts are compared with the other cuts: it has at most 4,095 parts."""
PICK_SECONDS = 30.0
"""The initial time limit, in seconds, of an integer program. The limit doubles whenever no pick is found."""


@dataclass(slots=True)
class CuttingPlanes:
    """A search for a largest set of cards without a swish.

    `kinds` are the kinds of the position, and `budget` limits the search. `kept` is the best set so far, and no set
    without a swish has more cards than `upper_bound`.
    """

    kinds: Kinds
    budget: Budget
    kept: list[int] = field(default_factory=list)
    upper_bound: int = 0
    _cuts: dict[KindCount, None] = field(default_factory=dict)
    _local: list[LocalCut] = field(default_factory=list)

    def run(self) -> None:
        """Search until `kept` is proved to be a largest set. Raises BudgetExhausted."""
        self.upper_bound = len(self.kinds.position.cards)
        self._cut(self._swishes_of(2) + self._swishes_within_orbits())
        self.kept = self._without_swishes(forward_cards(self.kinds, self.budget))[0]
        cycles = CycleSearch.of(self.kinds)
        if cycles is not None:
            self._relax(cycles)
        else:
            self._pick(None)
            threes = {self.kinds.count(cards) for cards in self._swishes_of(3)}
            if len(threes) <= MOST_CUTS_OF_THREE:
                self._cuts.update(dict.fromkeys(sorted(threes)))
        seconds = PICK_SECONDS
        while len(self.kept) < self.upper_bound:
            pick = self._pick(seconds)
            if len(self.kept) == self.upper_bound:
                return
            if not pick:
                seconds *= 2
                continue
            if cycles is not None:
                self._cuts.update(dict.fromkeys(sorted(cycles.violated(self._shares(pick), self.budget, LONGER))))
            kept, met = self._without_swishes(pick)
            self._cut(met)
            if len(kept) > len(self.kept):
                self.kept = kept
            self.budget.report(len(self.kept), self.upper_bound, f"cards kept, {len(self._cuts)} cuts")

    def _relax(self, cycles: CycleSearch) -> None:
        """Add violated swishes to the linear program until its solution violates no swish that the search finds.

        When few new swishes are violated, a better set is found block by block, and cuts of few orbits are added.
        The linear program lowers the upper bound.
        """
        program, blocks = CardProgram(self.kinds), OrbitBlocks(self.kinds, cycles)
        new, local, improved = set(self._cuts), list[LocalCut](), False
        while new or local:
            program.add(new)
            for cut in local:
                program.add_row(cut.weights, cut.most)
            self._local += local
            shares = program.solve(self.budget)
            if shares is None:
                return
            self.upper_bound = min(self.upper_bound, program.bound())
            new = cycles.violated(shares, self.budget) - self._cuts.keys()
            if not improved and len(new) <= _FEW_CUTS and len(self.kept) < self.upper_bound:
                kept = self._without_swishes(blocks.best_set(self.budget))[0]
                self.kept, improved = max(self.kept, kept, key=len), True
            if len(self.kept) == self.upper_bound:
                return
            self._cuts.update(dict.fromkeys(sorted(new)))
            local = list(blocks.violated(shares, self.budget)) if len(new) <= _FEW_CUTS else []
            self.budget.report(len(self.kept), self.upper_bound, f"cards kept, {len(self._cuts)} cuts")

    def _shares(self, pick: list[int]) -> dict[Level, float]:
        """Return, for each kind and number of copies, 1 if the pick has at least that many copies, and 0 otherwise."""
        counts = dict(self.kinds.count(tuple(pick)))
        return {(kind, copies): float(counts.get(kind, 0) >= copies) for kind, copies in level_weights(self.kinds)}

    def proof(self) -> list[KindCount]:
        """Return cuts that prove that no more cards can be kept.

        A cut that contains another cut is omitted, unless it has many cards.
        """
        cuts = {*self._cuts, *(swish for cut in self._local for swish in cut.swishes)}
        least: dict[tuple[int, ...], KindCount] = {}
        for cut in sorted(cuts, key=lambda cut: (sum(n for _, n in cut), cut)):
            cards = tuple(kind for kind, n in cut for _ in range(n))
            sizes = range(1, len(cards)) if len(cards) <= _MOST_COMPARED else ()
            if least.keys().isdisjoint(chain.from_iterable(combinations(cards, size) for size in sizes)):
                least[cards] = cut
        return list(least.values())

    def _cut(self, swishes: list[tuple[int, ...]]) -> None:
        self._cuts.update(dict.fromkeys(sorted({self.kinds.count(cards) for cards in swishes})))

    def _swishes_of(self, size: int) -> list[tuple[int, ...]]:
        """Return the sets of `size` cards that form a swish. Sets that differ only in their copies are listed once."""
        return DepthFirst.of(self.kinds.position, copies_differ=False, budget=self.budget).card_sets(size, self.budget)

    def _swishes_within_orbits(self) -> list[tuple[int, ...]]:
        """Return the swishes that lie within a single orbit.

        Together with the swishes of two cards, these swishes give a sharp bound for a whole board.
        """
        position = self.kinds.position
        found = []
        for group in within_orbits(position):
            part = position.part(group)
            search = DepthFirst.of(part, copies_differ=False, budget=self.budget)
            found += [tuple(group[i] for i in swish.indices) for swish in search.each_by_size(None, self.budget)]
        return found

    def _pick(self, seconds: float | None) -> list[int]:
        """Return a largest set that the cuts allow, and lower the upper bound.

        If no such set is larger than the kept set, return the kept set. After `seconds` (None for no limit), return the
        largest set found so far, or an empty list if no set was found.
        """
        model, has = self._model()
        solver, status = solve(model, self.budget.share(seconds=seconds), linear_relaxation=True, cuts=False)
        if status == "infeasible":
            self.upper_bound = len(self.kept)
            return self.kept
        if status in ("feasible", "unknown"):
            # If the solver is stopped early, it may report 0, which is not a valid bound: the model requires more cards
            # than are kept.
            if len(self.kept) < solver.best_objective_bound + 1e-6 < self.upper_bound:
                self.upper_bound = int(solver.best_objective_bound + 1e-6)
            if self.budget.exhausted() or seconds is None:
                raise BudgetExhausted(exhaustion_reason(self.budget))
        if status == "unknown":
            return []
        pick = self.kinds.cards({level for level, variable in has.items() if solver.boolean_value(variable)})
        if status == "optimal":
            self.upper_bound = min(self.upper_bound, len(pick))
        return pick

    def _model(self) -> tuple[cp_model.CpModel, dict[Level, cp_model.IntVar]]:
        """Return the integer program of a set that has more cards than the kept set and satisfies all cuts.

        The second result contains, for each kind and number of copies, whether at least this number is kept.
        """
        weights = level_weights(self.kinds)
        model = cp_model.CpModel()
        has = {level: model.new_bool_var("") for level in weights}
        for (kind, copies), variable in has.items():
            if copies > 1:
                model.add_implication(variable, has[kind, copies - 1])
        for cut in self._cuts:
            model.add_bool_or([~has[level] for level in cut])
        for local in self._local:
            model.add(sum(weight * has[level] for level, weight in local.weights.items()) <= local.most)
        for level, share in self._shares(self.kept).items():
            model.add_hint(has[level], bool(share))
        cards = sum(weight * has[level] for level, weight in weights.items())
        model.add_linear_constraint(cards, len(self.kept) + 1, self.upper_bound)
        model.maximize(cards)
        return model, has

    def _without_swishes(self, pick: list[int]) -> tuple[list[int], list[tuple[int, ...]]]:
        """Remove cards from a set until no swish is left. From each swish that is found, one card is removed.

        Return the remaining cards and the swishes that were found.
        """
        met: list[tuple[int, ...]] = []
        kept = sorted(pick)
        taken: list[int] = []
        while kept:
            search = self._search_of(kept)
            dropped: list[int] = []
            for swish in search.scattered(self.budget):
                met.append(tuple(kept[i] for i in swish.indices))
                dropped.append(max(swish.indices))
                search.drop(dropped[-1])
            if not dropped:
                break
            taken += [kept[place] for place in dropped]
            kept = [index for place, index in enumerate(kept) if place not in set(dropped)]
        if len(kept) + len(taken) > len(self.kept):
            kept = self._put_back(kept, taken)
        return kept, met

    def _put_back(self, kept: list[int], taken: list[int]) -> list[int]:
        """Return the kept cards, together with each removed card that does not complete a swish when it is added."""
        for index in taken:
            trial = sorted([*kept, index])
            if self._search_of(trial).first(None, self.budget).swish is None:
                kept = trial
        return kept

    def _search_of(self, indices: list[int]) -> DepthFirst:
        position = self.kinds.position
        cards = tuple(position.cards[i] for i in indices)
        return DepthFirst.of(Position(cards, position.symmetry), copies_differ=False, budget=self.budget)
