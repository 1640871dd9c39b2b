"""The minimum number of exchanges of any two vertices that make a drawing plane, with proof.

Source: "Swap Planarity", section 2. The number of exchanges needed to reach an arrangement is n minus the number of
cycles of the arrangement. This number is at least half the number of moved vertices and at most n - 1. A cycle of
length k has k^(k - 2) shortest sequences (J. Denes, 1959).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.evidence import Evidence, StatedEvidence
from ludex.games.planarity import kernels
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.solving.embedding import free_space, quick_arrangements
from ludex.games.planarity.solving.lower_bounds import exchange_evidence, placement_evidence
from ludex.games.planarity.solving.solution import SolutionCounts
from ludex.games.planarity.solving.unreachable import no_plane_assignment

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLANE = "the drawing is plane"
MINIMUM = "every plane arrangement that fewer exchanges could reach has been ruled out"
NO_PLANE_ARRANGEMENT = "every arrangement has a crossing, as an exhaustive search shows"
UPPER_BOUND = "the search ended before its proof; the exchanges lead to a plane drawing, but fewer may suffice"
UNKNOWN = "the search ended before it found a plane arrangement, or proved that there is none"

_NOT_COUNTED = SolutionCounts(None, None)

# Up to this value, the bound rises by one at a time, and beyond it by two. A listing takes about 1.5 times as long as a
# listing whose bound is smaller by one.
_LAST_SINGLE_BOUND = 4
# If no plane arrangement is known after this number of seconds or this share of the time limit, annealing searches for
# one. The last number is the time limit of the annealing in seconds.
_ANNEALING_AFTER = 3.0
_ANNEALING_SHARE = 0.3
_ANNEALING_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class MinimumExchanges:
    """The minimum number of exchanges of any two vertices, with a sequence of exchanges that attains the minimum.

    If `min_exchanges` is null, either no arrangement is plane (`proved` is true) or nothing is known (`proved` is
    false). An unproved number is an upper bound. `exchanges` lists the pairs of vertices that exchange places, in
    order. At least `lower_bound` exchanges are necessary. `reason` states how the result was proved, or why there is no
    proof.
    """

    crossings: int
    min_exchanges: int | None
    proved: bool
    evidence: StatedEvidence
    exchanges: tuple[Edge, ...]
    optimal_solutions: SolutionCounts
    lower_bound: int
    reason: str


def minimum_exchanges(drawing: Drawing, budget: Budget | None = None) -> MinimumExchanges:
    """Return the minimum number of exchanges of any two vertices that make a drawing plane.

    Parameters
    ----------
    drawing : Drawing
        The drawing, with up to 128 vertices. The two vertices of an exchange need not be adjacent.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    MinimumExchanges
        The number, one optimal sequence, and the numbers of optimal solutions. If the budget ends first, the result
        contains the best known sequence and bound, and `proved` is false.

    Notes
    -----
    The cost is exponential: deciding whether any plane arrangement exists is NP-complete. The function raises no
    exceptions.

    References
    ----------
    "Swap Planarity", section 2; S. Cabello, "Planar embeddability of the vertices of a graph using a fixed point set is
    NP-hard" (2006).

    Examples
    --------
    >>> minimum_exchanges(Drawing(((0, 0), (9, 0), (10, 10), (0, 9)), ((0, 2), (1, 3)))).exchanges
    ((1, 2),)
    """
    budget = Budget.require(budget)
    crossings = count_crossings(drawing)
    if not crossings:
        return MinimumExchanges(0, 0, True, Evidence.RECOMPUTED, (), SolutionCounts(1, 1), 0, PLANE)
    never = placement_evidence(drawing.vertices, drawing.vertices)
    reason = no_plane_assignment(drawing)
    if reason is not None:
        return MinimumExchanges(crossings, None, True, never, (), _NOT_COUNTED, 0, reason)
    search = _Search(drawing, budget)
    try:
        best = search.run()
    except BudgetExhausted:
        return search.unproved(crossings)
    if best is None:
        return MinimumExchanges(crossings, None, True, never, (), _NOT_COUNTED, 0, NO_PLANE_ARRANGEMENT)
    exchanges, counts = sequence(best.first), SolutionCounts(best.arrangements, best.sequences)
    evidence = exchange_evidence(drawing.vertices, best.exchanges)
    return MinimumExchanges(crossings, best.exchanges, True, evidence, exchanges, counts, best.exchanges, MINIMUM)


def sequence(arrangement: Sequence[int]) -> tuple[Edge, ...]:
    """Return a shortest sequence of exchanges that moves each vertex v to the initial position of `arrangement[v]`.

    >>> sequence([1, 2, 0, 3])
    ((0, 1), (1, 2))
    """
    occupant = list(range(len(arrangement)))
    place = list(range(len(arrangement)))
    exchanges = []
    for vertex, target in enumerate(arrangement):
        other = occupant[target]
        if other != vertex:
            exchanges.append((min(vertex, other), max(vertex, other)))
            occupant[place[vertex]], occupant[target] = other, vertex
            place[other], place[vertex] = place[vertex], target
    return tuple(exchanges)


@dataclass(slots=True)
class _Best:
    """The smallest number of exchanges to a known plane arrangement, and the arrangements at this distance.

    `first` is one of these arrangements. `arrangements` and `sequences` are the numbers of arrangements and of shortest
    sequences.
    """

    exchanges: int
    first: list[int]
    arrangements: int = 0
    sequences: int = 0


class _Search:
    """A search with a rising bound on the number of exchanges.

    The results so far remain available when the budget ends.
    """

    def __init__(self, drawing: Drawing, budget: Budget) -> None:
        self._drawing = drawing
        self._space = free_space(drawing, moved_costs=1)
        self._budget = budget
        self._ruled_out = 0
        self._best: _Best | None = None
        self._tried_annealing = False

    def run(self) -> _Best | None:
        """Return the best plane arrangements, or None if no arrangement is plane. Raises BudgetExhausted."""
        from ludex.games.planarity.solving.arrangements import PlaneArrangements

        while True:
            bound = self._ruled_out + (1 if self._ruled_out < _LAST_SINGLE_BOUND else 2)
            self._budget.report(bound, None, "exchanges and fewer are being ruled out")
            listing = PlaneArrangements(self._space, 2 * bound, exchanges=True)
            met: _Best | None = None
            for arrangements in listing(self._budget):
                met = _best_of(met, arrangements)
                if met is not None:
                    listing.tighten(2 * met.exchanges)
                self._keep(met)
                if self._is_annealing_due():
                    self._tried_annealing = True
                    walks = quick_arrangements(self._drawing, self._space, self._budget.share(2, _ANNEALING_SECONDS))
                    self._keep(_best_of(None, walks))
            if listing.complete or met is not None:
                return met
            self._ruled_out = bound

    def _is_annealing_due(self) -> bool:
        """Return whether the search may take so long that annealing should find some plane arrangement first."""
        elapsed, seconds = self._budget.elapsed(), self._budget.seconds or float("inf")
        due = elapsed > min(_ANNEALING_AFTER, _ANNEALING_SHARE * seconds)
        return due and self._best is None and not self._tried_annealing

    def _keep(self, met: _Best | None) -> None:
        if met is not None and (self._best is None or met.exchanges < self._best.exchanges):
            self._best = met

    def unproved(self, crossings: int) -> MinimumExchanges:
        """Return the known bounds after the budget has ended."""
        lower = self._ruled_out + 1
        if self._best is None:
            return MinimumExchanges(crossings, None, False, None, (), _NOT_COUNTED, lower, UNKNOWN)
        exchanges = sequence(self._best.first)
        return MinimumExchanges(crossings, len(exchanges), False, None, exchanges, _NOT_COUNTED, lower, UPPER_BOUND)


def _best_of(best: _Best | None, arrangements: "NDArray[np.int64]") -> _Best | None:
    """Update the `best` known arrangements by new plane `arrangements`, and return the result."""
    import numpy as np

    if not len(arrangements):
        return best
    n = arrangements.shape[1]
    lengths = np.zeros_like(arrangements)
    kernels.census.cycle_lengths(arrangements, np.zeros(n, dtype=np.bool_), lengths)
    exchanges = n - lengths.sum(axis=1)
    fewest = int(exchanges.min())
    if best is not None and best.exchanges < fewest:
        return best
    rows = np.flatnonzero(exchanges == fewest)
    if best is None or best.exchanges > fewest:
        best = _Best(fewest, arrangements[rows[0]].tolist())
    best.arrangements += len(rows)
    for kind, count in zip(*np.unique(lengths[rows], axis=0, return_counts=True), strict=True):
        best.sequences += int(count) * _sequences(kind.tolist())
    return best


def _sequences(cycles: list[int]) -> int:
    """Return the number of shortest sequences of exchanges to an arrangement with cycles[k] cycles of length k + 1.

    A shortest sequence is an interleaving, in any order, of a shortest sequence for each cycle.
    """
    sequences = factorial(sum(k * count for k, count in enumerate(cycles)))
    for k, count in enumerate(cycles):
        if k:
            sequences = sequences * (k + 1) ** ((k - 1) * count) // factorial(k) ** count
    return sequences
