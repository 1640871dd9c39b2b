"""Positive planar 1-in-3-SAT: formulas whose clauses lie on two sides of a line of their variables.

Source: W. Mulzer, G. Rote, "Minimum-weight triangulation is NP-hard" (2008), who show it NP-complete in this form. A
clause has three legs that go to its variables. Two clauses fit on one side if one lies between two legs of the other,
or beside it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product

from ludex.engine.faults import Fault

MAX_CLAUSES = 12
MAX_VARIABLES = 20
_ALL_ORDERS = 7

Triple = tuple[int, int, int]


class OneInThreeError(Fault):
    """A formula that is none, or whose clauses do not fit. `place` leads to the fault: ("clauses", 2)."""


@dataclass(frozen=True)
class OneInThree:
    """A formula of clauses, each of which wants exactly one of its three variables true.

    Parameters
    ----------
    clauses : tuple of (int, int, int)
        The variables of each clause, which count from 0, all different.

    Raises
    ------
    OneInThreeError
        If a clause is no three different variables, or there are more than 12 clauses or 20 variables.

    References
    ----------
    W. Mulzer, G. Rote, "Minimum-weight triangulation is NP-hard" (2008).

    >>> OneInThree(((0, 1, 2), (0, 1, 3))).solutions()
    [(False, False, True, True), (False, True, False, False), (True, False, False, False)]
    """

    clauses: tuple[Triple, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.clauses) <= MAX_CLAUSES:
            raise OneInThreeError(f"{len(self.clauses)} clauses, 1 to {MAX_CLAUSES} are allowed", ("clauses",))
        for index, clause in enumerate(self.clauses):
            if len(set(clause)) < 3:
                raise OneInThreeError("a clause has three different variables", ("clauses", index))
            if not 0 <= min(clause) <= max(clause) < MAX_VARIABLES:
                raise OneInThreeError(f"the variables are 0 to {MAX_VARIABLES - 1}", ("clauses", index))

    @cached_property
    def variables(self) -> int:
        """Return the number of variables."""
        return 1 + max(max(clause) for clause in self.clauses)

    def satisfied(self, assignment: Sequence[bool]) -> bool:
        """Tell whether exactly one variable of each clause is true."""
        return all(sum(assignment[one] for one in clause) == 1 for clause in self.clauses)

    def solutions(self) -> list[tuple[bool, ...]]:
        """Return the assignments that satisfy it, by trying all. Cost: 2^variables."""
        return [one for one in product((False, True), repeat=self.variables) if self.satisfied(one)]

    def solution(self) -> tuple[bool, ...] | None:
        """Return an assignment that satisfies it, or None, by adding clause after clause."""
        found: list[dict[int, bool]] = [{}]
        while found:
            known = found.pop()
            clause = next((one for one in self.clauses if any(v not in known for v in one)), None)
            if clause is None:
                if all(sum(known[v] for v in one) == 1 for one in self.clauses):
                    return tuple(known.get(v, False) for v in range(self.variables))
                continue
            for true in clause:
                values = {v: v == true for v in clause}
                if all(known.get(v, value) == value for v, value in values.items()):
                    found.append(known | values)
        return None


@dataclass(frozen=True, slots=True)
class Layout:
    """The variables in their `order` on the line; for each clause whether it is `below`, and its `depth`, from 1."""

    order: tuple[int, ...]
    below: tuple[bool, ...]
    depth: tuple[int, ...]


def layout_of(formula: OneInThree) -> Layout:
    """Return how the clauses of a formula lie beside its variables, in their order or, if need be, in another.

    Raises OneInThreeError if they do not fit, in any order of at most seven variables or in that of more.

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
            return Layout(order, below, _depths(legs, below))
    raise OneInThreeError("the clauses do not fit on the two sides of a line of the variables", ("clauses",))


def _fit(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Tell whether two clauses, by the places of their legs, fit on one side."""
    return _within(one, other) or _within(other, one) or one[2] <= other[0] or other[2] <= one[0]


def _within(inner: tuple[int, ...], outer: tuple[int, ...]) -> bool:
    return any(left <= inner[0] and inner[2] <= right for left, right in (outer[:2], outer[1:]))


def _sides(legs: Sequence[tuple[int, ...]]) -> tuple[bool, ...] | None:
    """Return a side for each clause, True below, so that all fit; None if there is none."""
    side: dict[int, bool] = {}
    apart = [(i, j) for i, j in combinations(range(len(legs)), 2) if not _fit(legs[i], legs[j])]
    for first in range(len(legs)):
        waiting = [first] if first not in side else []
        side.setdefault(first, True)
        while waiting:
            one = waiting.pop()
            for other in [j if i == one else i for i, j in apart if one in (i, j)]:
                if other not in side:
                    side[other] = not side[one]
                    waiting.append(other)
                elif side[other] == side[one]:
                    return None
    return tuple(side[one] for one in range(len(legs)))


def _depths(legs: Sequence[tuple[int, ...]], below: Sequence[bool]) -> tuple[int, ...]:
    depths: dict[int, int] = {}
    for one in sorted(range(len(legs)), key=lambda i: legs[i][2] - legs[i][0]):
        inner = [i for i in depths if below[i] == below[one] and _within(legs[i], legs[one])]
        depths[one] = 1 + max((depths[i] for i in inner), default=0)
    return tuple(depths[one] for one in range(len(legs)))
