"""Optimization problems over 0-1 variables, which can be exported for external solvers as DIMACS CNF or OPB.

A problem has clauses, groups of variables, and counted variables. At most one variable in each group is true. In CNF,
the question is whether at least k of the counted variables can be true. In OPB, the number of true counted variables is
maximized. OPB is the format of the pseudo-Boolean competitions (O. Roussel, V. Manquinho, "Input/Output Format and
Solver Requirements for the Competitions of Pseudo-Boolean Solvers").
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from ludex.engine.faults import TooLarge
from ludex.engine.formula import Clause, Formula

MAX_LITERALS = 2_000_000

# For groups of at most this size, one clause for each pair of variables is shorter than a counter.
_PAIRWISE = 6


@dataclass(frozen=True, slots=True)
class BinaryProgram:
    """A problem over the variables 1 to `variables`, each of which is 0 or 1.

    Parameters
    ----------
    variables : int
        The number of variables.
    names : tuple of str
        The meanings of the first variables, written as comments.
    clauses : tuple of tuple of int
        The clauses. In each clause, at least one literal is true: v stands for variable v, and -v for its negation.
    at_most_one : tuple of tuple of int
        The groups of variables. In each group, at most one variable is true.
    counted : tuple of int
        The counted variables. It matters only how many of these variables are true, not which.
    exactly : int or None
        The required number of true counted variables: 0 if no variable is counted, and None if this number is to be
        maximized or is chosen on export.

    Examples
    --------
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
        """Return a formula that is satisfiable if and only if at least k of the counted variables can be true.

        Parameters
        ----------
        at_least : int, optional
            The number k. It can be omitted if `exactly` is not None.

        Returns
        -------
        Formula
            The first variables are those of the program. The other variables implement the counters of C. Sinz,
            "Towards an optimal CNF encoding of Boolean cardinality constraints" (2005).

        Raises
        ------
        TooLarge
            If the formula would have more than two million literals.
        """
        required = at_least if self.exactly is None else self.exactly
        counting = 6 * len(self.counted) * (required or 0)
        written = sum(map(len, self.clauses)) + sum(7 * len(group) for group in self.at_most_one)
        _require_literals(written + counting * (1 if self.exactly is None else 2))
        encoding = _Clauses(self.variables, list(self.clauses))
        for group in self.at_most_one:
            encoding.at_most_one(group)
        if required is not None:
            encoding.at_least(self.counted, required)
        if self.exactly is not None:
            encoding.at_most(self.counted, self.exactly)
        return Formula(encoding.variables, tuple(encoding.clauses))

    def opb(self) -> str:
        """Return the problem in OPB format.

        The objective, which OPB requires to be minimized, is minus the number of true counted variables. If `exactly`
        is not None, there is no objective. Raises TooLarge if there would be more than two million literals.
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
        """Return :meth:`cnf` as DIMACS text, with comments that state the meanings of the first variables."""
        names = [f"{number}: {name}" for number, name in enumerate(self.names, start=1)]
        return self.cnf(at_least).dimacs(*names)

    def chosen(self, true: Iterable[int]) -> tuple[int, ...]:
        """Return the variables with names that are true, given the `true` literals that a solver returned.

        The variables are numbered from 1.
        """
        return tuple(sorted(literal for literal in true if 0 < literal <= len(self.names)))


def _require_literals(number: int) -> None:
    if number > MAX_LITERALS:
        raise TooLarge(
            f"the program would have about {number:,} literals, but the limit is {MAX_LITERALS:,}",
            "give an input with fewer cards",
        )


class _Clauses:
    """A growing list of clauses. The auxiliary variables are numbered from `variables` + 1."""

    def __init__(self, variables: int, clauses: list[Clause]) -> None:
        self.variables = variables
        self.clauses = clauses

    def _new_variables(self, number: int) -> list[int]:
        self.variables += number
        return list(range(self.variables - number + 1, self.variables + 1))

    def at_most_one(self, group: Sequence[int]) -> None:
        if len(group) <= _PAIRWISE:
            self.clauses += [(-a, -b) for a, b in combinations(group, 2)]
        else:
            self.at_most(group, 1)

    def at_most(self, group: Sequence[int], limit: int) -> None:
        """Require that at most `limit` variables of a group are true.

        The clauses implement a counter. Each variable of the group has auxiliary variables s[0], s[1], ... If more than
        j variables are true among this variable and the variables before it, then s[j] is true.
        """
        before: list[int] = []
        for variable in group:
            after = self._new_variables(min(len(before) + 1, limit))
            for j, counter in enumerate(after):
                self.clauses += [(-before[j], counter)] if j < len(before) else []
                self.clauses += [(-variable, counter)] if j == 0 else [(-variable, -before[j - 1], counter)]
            if len(before) == limit:
                self.clauses.append((-variable, -before[-1]) if limit else (-variable,))
            before = after

    def at_least(self, group: Sequence[int], least: int) -> None:
        """Require that at least `least` variables of a group are true.

        The clauses implement a counter. Each variable of the group has auxiliary variables s[0], s[1], ... If s[j] is
        true, then more than j variables are true among this variable and the variables before it.
        """
        if least > len(group):
            self.clauses.append(())
            return
        if least == len(group):
            self.clauses += [(variable,) for variable in group]
            return
        if least <= 1:
            self.clauses += [tuple(group)] * least
            return
        before: list[int] = []
        for variable in group:
            after = self._new_variables(min(len(before) + 1, least))
            for j, counter in enumerate(after):
                kept = (before[j],) if j < len(before) else ()
                self.clauses.append((-counter, *kept, variable))
                if j > 0:
                    self.clauses.append((-counter, *kept, before[j - 1]))
            before = after
        self.clauses.append((before[-1],))
