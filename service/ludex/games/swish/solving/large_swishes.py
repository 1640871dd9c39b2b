"""A search for a large swish of many cards with one point and one circle each.

Each configuration of a card is an arc between cells. A swish is a set of arcs of different cards such that each cell
either is entered once and left once, or is neither entered nor left. If cards could be used repeatedly, finding a
largest set of this kind would be an assignment problem. If the solution of this problem uses a card several times, all
but one of the card's configurations that it uses are excluded, and the problem is solved again. In this way, a first
swish is found. After that, parts of the swish are improved repeatedly. A part consists of the cards at the cells of
some random orbits. A small integer program replaces these cards by the best choice among them and the unused cards.
This is a large neighbourhood search: P. Shaw, "Using constraint programming and local search methods to solve vehicle
routing problems", CP 1998.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model
from scipy.optimize import linear_sum_assignment

from ludex.engine.budget import Budget
from ludex.engine.constraint_solver import solve
from ludex.games.swish.orbits import orbit_numbers
from ludex.games.swish.solving.placements import Placements
from ludex.games.swish.swishes import Swish

_SEED = 1
_FIRST_ORBITS, _MOST_ORBITS, _FEWEST_ORBITS = 30.0, 200.0, 8.0
_SECONDS = 2.0
_FORBIDDEN = -1e6

Arcs = NDArray[np.int64]


def improve_swish(placements: Placements, known: Swish | None, bound: int, budget: Budget) -> Swish | None:
    """Return a swish of cards with one point and one circle each that is at least as large as `known`.

    The cards of the swish are chosen among `placements`. The search ends when the swish has `bound` cards, which no
    swish exceeds, or when the `budget`, which must be limited, is exhausted. The search is not exact, and raises no
    exception.
    """
    search = _Search.of(placements)
    best = search.first(budget)
    known_size = 0 if known is None else known.size
    orbits = _FIRST_ORBITS
    while max(len(best), known_size) < bound and not budget.exhausted():
        budget.report(max(len(best), known_size), bound, "cards of a swish")
        best, hard = search.relaid(best, int(min(orbits, search.orbits)), budget)
        orbits = max(_FEWEST_ORBITS, orbits * 0.9) if hard else min(_MOST_ORBITS, orbits * 1.1)
    return known if len(best) <= known_size else placements.swish(best.tolist())


@dataclass(slots=True)
class _Search:
    """The arc of each placement, with its tail, its head and its card, and the orbit number of each cell."""

    tail: Arcs
    head: Arcs
    card: Arcs
    orbit: Arcs
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(_SEED))

    @classmethod
    def of(cls, placements: Placements) -> "_Search":
        position = placements.position
        cells, count = placements.cells, len(placements)
        tail, head = np.zeros(count, np.int64), np.zeros(count, np.int64)
        for ends, (starts, values) in ((tail, placements.with_point), (head, placements.with_circle)):
            ends[values[: starts[-1]]] = np.repeat(np.arange(cells), np.diff(starts))
        numbers = orbit_numbers(position.height, position.width, position.symmetry)
        orbit = np.zeros(cells, np.int64)
        for place, laid in enumerate(placements.placed):
            orbit[tail[place]] = numbers[laid.placed.points[0]]
            orbit[head[place]] = numbers[laid.placed.circles[0]]
        return cls(tail, head, np.asarray(placements.cards, np.int64), np.unique(orbit, return_inverse=True)[1])

    @property
    def orbits(self) -> int:
        """Return the number of orbits."""
        return int(self.orbit.max()) + 1

    def first(self, budget: Budget) -> Arcs:
        """Return the arcs of a swish found by repeated assignments, or no arcs if the budget is exhausted."""
        allowed = np.ones(len(self.tail), np.bool_)
        while not budget.exhausted():
            arcs = self.random.permutation(self._assigned(allowed))
            _, first = np.unique(self.card[arcs], return_index=True)
            if len(first) == len(arcs):
                return arcs
            again = np.flatnonzero(np.bincount(self.card[arcs]) > 1)
            kept = np.zeros(len(allowed), np.bool_)
            kept[arcs[first]] = True
            allowed &= kept | ~np.isin(self.card, again)
        return np.zeros(0, np.int64)

    def _assigned(self, allowed: NDArray[np.bool_]) -> Arcs:
        """Return a largest set of allowed arcs in which each cell is either left once and entered once, or neither."""
        cells = len(self.orbit)
        gain = np.full((cells, cells), _FORBIDDEN)
        gain[np.arange(cells), np.arange(cells)] = 0.0
        arc_at = np.full((cells, cells), -1, np.int64)
        places = self.random.permutation(np.flatnonzero(allowed))
        gain[self.tail[places], self.head[places]] = 1.0 + 1e-3 * self.random.random(len(places))
        arc_at[self.tail[places], self.head[places]] = places
        rows, columns = linear_sum_assignment(gain, maximize=True)
        arcs: Arcs = arc_at[rows, columns]
        return arcs[arcs >= 0]

    def relaid(self, best: Arcs, orbits: int, budget: Budget) -> tuple[Arcs, bool]:
        """Replace the cards at the cells of some random orbits by the best choice that an integer program finds.

        Return the arcs of the resulting swish, and whether the integer program ran out of time.
        """
        at_orbits = np.isin(self.orbit, self.random.choice(self.orbits, orbits, replace=False))
        moved = at_orbits[self.tail[best]] | at_orbits[self.head[best]]
        fixed = best[~moved]
        left, entered = (np.isin(np.arange(len(self.orbit)), ends[fixed]) for ends in (self.tail, self.head))
        free = ~np.isin(self.card, self.card[fixed]) & ~left[self.tail] & ~entered[self.head]
        arcs = np.flatnonzero(free)
        model = cp_model.CpModel()
        laid = {int(arc): model.new_bool_var("") for arc in arcs}
        self._add_cells(model, laid, left, entered)
        by_card: dict[int, list[cp_model.IntVar]] = {}
        for arc, variable in laid.items():
            by_card.setdefault(int(self.card[arc]), []).append(variable)
        for variables in by_card.values():
            model.add_at_most_one(variables)
        hint = set(best[moved].tolist())
        for arc, variable in laid.items():
            model.add_hint(variable, arc in hint)
        total = sum(laid.values())
        model.add(total >= len(hint))
        model.maximize(total)
        solver, status = solve(model, budget.share(seconds=_SECONDS), linear_relaxation=True)
        if status not in ("optimal", "feasible"):
            return best, True
        chosen = [arc for arc, variable in laid.items() if solver.boolean_value(variable)]
        return np.concatenate([fixed, np.array(chosen, np.int64)]), status != "optimal"

    def _add_cells(
        self,
        model: cp_model.CpModel,
        laid: dict[int, cp_model.IntVar],
        left: NDArray[np.bool_],
        entered: NDArray[np.bool_],
    ) -> None:
        """Require that each cell is either left once and entered once, or neither left nor entered.

        `left` and `entered` are the cells that fixed arcs leave and enter.
        """
        leaving: list[list[cp_model.IntVar]] = [[] for _ in left]
        entering: list[list[cp_model.IntVar]] = [[] for _ in left]
        for arc, variable in laid.items():
            leaving[self.tail[arc]].append(variable)
            entering[self.head[arc]].append(variable)
        for cell in range(len(left)):
            if left[cell] and not entered[cell]:
                model.add_exactly_one(entering[cell])
            elif entered[cell] and not left[cell]:
                model.add_exactly_one(leaving[cell])
            elif leaving[cell] or entering[cell]:
                unused = model.new_bool_var("")
                model.add_exactly_one([*leaving[cell], unused])
                model.add_exactly_one([*entering[cell], unused])
