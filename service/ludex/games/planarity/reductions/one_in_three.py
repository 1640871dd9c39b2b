"""Positive planar 1-in-3-SAT: formulas whose clauses are placed on both sides of a line of variables.

Source: W. Mulzer, G. Rote, "Minimum-weight triangulation is NP-hard" (2008), which proves that the problem is
NP-complete in this form. A clause has three legs, which lead to its variables. Two clauses fit on the same side of the
line if one clause is between two legs of the other clause, or if the clauses are beside each other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product

from ludex.engine.arguments import require_integers, require_list
from ludex.engine.faults import Fault

MAX_CLAUSES = 12
MAX_VARIABLES = 20
_ALL_ORDERS = 7

Triple = tuple[int, int, int]


class OneInThreeError(Fault):
    """The formula is invalid, or its clauses do not fit. `place` locates the error: ("clauses", 2)."""


@dataclass(frozen=True)
class OneInThree:
    """A formula of 1-in-3-SAT. A clause is satisfied if exactly one of its three variables is true.

    Parameters
    ----------
    clauses : tuple of (int, int, int)
        The three different variables of each clause. Variables are numbered from 0.

    Raises
    ------
    OneInThreeError
        If the variables of a clause are not distinct, or there are more than 12 clauses or 20 variables.

    References
    ----------
    W. Mulzer, G. Rote, "Minimum-weight triangulation is NP-hard" (2008).

    Examples
    --------
    >>> OneInThree(((0, 1, 2), (0, 1, 3))).solutions()
    [(False, False, True, True), (False, True, False, False), (True, False, False, False)]
    """

    clauses: tuple[Triple, ...]

    def __post_init__(self) -> None:
        for place, clause in enumerate(require_list(self.clauses, "clauses")):
            require_integers(clause, f"clauses/{place}")
        if not 1 <= len(self.clauses) <= MAX_CLAUSES:
            raise OneInThreeError(f"{len(self.clauses)} clauses given; 1 to {MAX_CLAUSES} are allowed", ("clauses",))
        for index, clause in enumerate(self.clauses):
            if len(set(clause)) < 3:
                raise OneInThreeError("a clause must have three different variables", ("clauses", index))
            if not 0 <= min(clause) <= max(clause) < MAX_VARIABLES:
                raise OneInThreeError(f"variables must be 0 to {MAX_VARIABLES - 1}", ("clauses", index))

    @cached_property
    def variables(self) -> int:
        """Return the number of variables."""
        return 1 + max(max(clause) for clause in self.clauses)

    def is_satisfied_by(self, assignment: Sequence[bool]) -> bool:
        """Return whether exactly one variable of each clause is true."""
        return all(sum(assignment[variable] for variable in clause) == 1 for clause in self.clauses)

    def solutions(self) -> list[tuple[bool, ...]]:
        """Return all satisfying assignments. The function tries all assignments, 2^variables in number."""
        assignments = product((False, True), repeat=self.variables)
        return [assignment for assignment in assignments if self.is_satisfied_by(assignment)]

    def solution(self) -> tuple[bool, ...] | None:
        """Return a satisfying assignment, found by backtracking over the clauses, or None if there is none."""
        partial_assignments: list[dict[int, bool]] = [{}]
        while partial_assignments:
            values_known = partial_assignments.pop()
            clause = next((clause for clause in self.clauses if any(v not in values_known for v in clause)), None)
            if clause is None:
                if all(sum(values_known[v] for v in clause) == 1 for clause in self.clauses):
                    return tuple(values_known.get(v, False) for v in range(self.variables))
                continue
            for true in clause:
                values = {v: v == true for v in clause}
                if all(values_known.get(v, value) == value for v, value in values.items()):
                    partial_assignments.append(values_known | values)
        return None


@dataclass(frozen=True, slots=True)
class FormulaLayout:
    """The layout of a formula.

    `order` is the order of the variables on the line. `below` states whether each clause is below the line. `depth`
    contains the depth of each clause: 1 if no clause is nested inside, otherwise one more than the depth of the deepest
    clause inside.
    """

    order: tuple[int, ...]
    below: tuple[bool, ...]
    depth: tuple[int, ...]


def layout_of(formula: OneInThree) -> FormulaLayout:
    """Return a layout of the clauses of a formula along its variables. If possible, keep the order of the variables.

    For at most seven variables, the function also tries all other orders. Raises OneInThreeError if the clauses do not
    fit.

    >>> layout_of(OneInThree(((0, 1, 2), (0, 1, 3)))).below
    (True, False)
    """
    orders: Iterable[tuple[int, ...]] = (tuple(range(formula.variables)),)
    if formula.variables <= _ALL_ORDERS:
        orders = permutations(range(formula.variables))
    for order in orders:
        place = {variable: number for number, variable in enumerate(order)}
        legs = [tuple(sorted(place[variable] for variable in clause)) for clause in formula.clauses]
        below = _sides(legs)
        if below is not None:
            return FormulaLayout(order, below, _depths(legs, below))
    raise OneInThreeError(
        "the clauses cannot be drawn without crossings on the two sides of the line of variables", ("clauses",)
    )


def _fit(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Return whether two clauses fit on the same side. The clauses are given by the positions of their legs."""
    return _within(first, second) or _within(second, first) or first[2] <= second[0] or second[2] <= first[0]


def _within(inner: tuple[int, ...], outer: tuple[int, ...]) -> bool:
    return any(left <= inner[0] and inner[2] <= right for left, right in (outer[:2], outer[1:]))


def _sides(legs: Sequence[tuple[int, ...]]) -> tuple[bool, ...] | None:
    """Return a side for each clause (True for below) such that all clauses fit, or None if this is impossible."""
    side: dict[int, bool] = {}
    apart = [(i, j) for i, j in combinations(range(len(legs)), 2) if not _fit(legs[i], legs[j])]
    for first in range(len(legs)):
        waiting = [first] if first not in side else []
        side.setdefault(first, True)
        while waiting:
            clause = waiting.pop()
            for other in [j if i == clause else i for i, j in apart if clause in (i, j)]:
                if other not in side:
                    side[other] = not side[clause]
                    waiting.append(other)
                elif side[other] == side[clause]:
                    return None
    return tuple(side[clause] for clause in range(len(legs)))


def _depths(legs: Sequence[tuple[int, ...]], below: Sequence[bool]) -> tuple[int, ...]:
    depths: dict[int, int] = {}
    for clause in sorted(range(len(legs)), key=lambda i: legs[i][2] - legs[i][0]):
        inner = [i for i in depths if below[i] == below[clause] and _within(legs[i], legs[clause])]
        depths[clause] = 1 + max((depths[i] for i in inner), default=0)
    return tuple(depths[clause] for clause in range(len(legs)))
