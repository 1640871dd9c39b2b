"""A question about variables that are 0 or 1, written for solvers of others: DIMACS CNF, and OPB with an objective.

A question has clauses, groups of which at most one is true, and variables that are counted. CNF asks whether so many
of them can be true; OPB asks for the most. OPB is the notation of the pseudo-Boolean competitions (O. Roussel, V.
Manquinho, "Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean Solvers").
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from ludex.engine.faults import TooLarge
from ludex.engine.formula import Clause, Formula

MAX_LITERALS = 2_000_000

# Up to this many, one clause for each pair is shorter than further variables.
_PAIRWISE = 6


@dataclass(frozen=True, slots=True)
class BinaryProgram:
    """A question about variables 1 to `variables`, each of which is 0 or 1.

    Parameters
    ----------
    variables : int
        How many there are.
    names : tuple of str
        What the first variables stand for, as comments say it.
    clauses : tuple of tuple of int
        Each has a true literal: v for variable v, -v for its negation.
    at_most_one : tuple of tuple of int
        Of each group of variables at most one is true.
    counted : tuple of int
        The variables of which many are to be true.
    exactly : int or None
        How many of the counted variables are true; None: as many as possible, or as is asked for. If nothing is
        counted, 0.

    >>> program = BinaryProgram(2, ("a", "b"), (), ((1, 2),), (1, 2))
    >>> print(program.opb())
    * #variable= 2 #constraint= 1
    * x1: a
    * x2: b
    min: -1 x1 -1 x2 ;
    -1 x1 -1 x2 >= -1 ;
    <BLANKLINE>
    >>> program.cnf(2).clauses
    ((-1, -2), (1,), (2,))
    """

    variables: int
    names: tuple[str, ...]
    clauses: tuple[Clause, ...]
    at_most_one: tuple[tuple[int, ...], ...]
    counted: tuple[int, ...]
    exactly: int | None = None

    def cnf(self, at_least: int | None = None) -> Formula:
        """Return a formula that is satisfiable iff `at_least` of the counted variables can be true.

        Parameters
        ----------
        at_least : int, optional
            How many. It may be left out if the number is fixed.

        Returns
        -------
        Formula
            Its first variables are those of the program; others count. C. Sinz, "Towards an optimal CNF encoding of
            Boolean cardinality constraints" (2005), gives the counters.

        Raises
        ------
        TooLarge
            If it would have more than two million literals.
        """
        wanted = at_least if self.exactly is None else self.exactly
        counting = 6 * len(self.counted) * (wanted or 0)
        written = sum(map(len, self.clauses)) + sum(7 * len(group) for group in self.at_most_one)
        _require_literals(written + counting * (1 if self.exactly is None else 2))
        made = _Clauses(self.variables, list(self.clauses))
        for group in self.at_most_one:
            made.at_most_one(group)
        if wanted is not None:
            made.at_least(self.counted, wanted)
        if self.exactly is not None:
            made.at_most(self.counted, self.exactly)
        return Formula(made.variables, tuple(made.clauses))

    def opb(self) -> str:
        """Return the question in OPB: the objective, to be minimized, is less one for each counted variable that is 1.

        If the number of counted variables is fixed there is no objective. Raises TooLarge beyond two million literals.
        """
        _require_literals(sum(map(len, self.clauses)) + sum(map(len, self.at_most_one)) + len(self.counted))
        constraints = []
        for clause in self.clauses:
            terms = " ".join(f"{'+' if literal > 0 else '-'}1 x{abs(literal)}" for literal in clause)
            constraints.append(f"{terms} >= {1 - sum(literal < 0 for literal in clause)} ;")
        for group in self.at_most_one:
            constraints.append(" ".join(f"-1 x{variable}" for variable in group) + " >= -1 ;")
        objective = []
        if self.exactly is not None and self.counted:
            constraints.append(" ".join(f"+1 x{variable}" for variable in self.counted) + f" = {self.exactly} ;")
        elif self.counted:
            objective.append("min: " + " ".join(f"-1 x{variable}" for variable in self.counted) + " ;")
        head = [f"* #variable= {self.variables} #constraint= {len(constraints)}"]
        head += [f"* x{number}: {name}" for number, name in enumerate(self.names, start=1)]
        return "\n".join([*head, *objective, *constraints]) + "\n"

    def dimacs(self, at_least: int | None = None) -> str:
        """Return :meth:`cnf` as text, with comments that say what the first variables stand for."""
        names = [f"{number}: {name}" for number, name in enumerate(self.names, start=1)]
        return self.cnf(at_least).dimacs(*names)

    def chosen(self, true: Iterable[int]) -> tuple[int, ...]:
        """Return the named variables, from 1, among the `true` literals that a solver gives."""
        return tuple(sorted(one for one in true if 0 < one <= len(self.names)))


def _require_literals(number: int) -> None:
    if number > MAX_LITERALS:
        raise TooLarge(f"about {number:,} literals, at most {MAX_LITERALS:,} are written")


class _Clauses:
    """Clauses that grow, with further variables behind the first `variables`."""

    def __init__(self, variables: int, clauses: list[Clause]) -> None:
        self.variables = variables
        self.clauses = clauses

    def _further(self, number: int) -> list[int]:
        self.variables += number
        return list(range(self.variables - number + 1, self.variables + 1))

    def at_most_one(self, group: Sequence[int]) -> None:
        if len(group) <= _PAIRWISE:
            self.clauses += [(-a, -b) for a, b in combinations(group, 2)]
        else:
            self.at_most(group, 1)

    def at_most(self, group: Sequence[int], most: int) -> None:
        """Let s[j], at each step, be true if more than j of the variables so far are."""
        before: list[int] = []
        for variable in group:
            after = self._further(min(len(before) + 1, most))
            for j, counter in enumerate(after):
                self.clauses += [(-before[j], counter)] if j < len(before) else []
                self.clauses += [(-variable, counter)] if j == 0 else [(-variable, -before[j - 1], counter)]
            if len(before) == most:
                self.clauses.append((-variable, -before[-1]) if most else (-variable,))
            before = after

    def at_least(self, group: Sequence[int], least: int) -> None:
        """Let s[j], at each step, be true only if more than j of the variables so far are."""
        if least > len(group):
            self.clauses.append(())
            return
        if least == len(group) or least <= 1:
            self.clauses += [(variable,) for variable in group] if least > 1 or least == len(group) else []
            self.clauses += [tuple(group)] if least == 1 and len(group) > 1 else []
            return
        before: list[int] = []
        for variable in group:
            after = self._further(min(len(before) + 1, least))
            for j, counter in enumerate(after):
                kept = (before[j],) if j < len(before) else ()
                self.clauses.append((-counter, *kept, variable))
                if j > 0:
                    self.clauses.append((-counter, *kept, before[j - 1]))
            before = after
        self.clauses.append((before[-1],))
