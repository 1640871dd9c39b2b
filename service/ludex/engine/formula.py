"""Formulas in conjunctive normal form, and their DIMACS CNF notation.

The notation is that of the DIMACS challenge of 1993: lines that begin with `c` are comments, a line `p cnf VARIABLES
CLAUSES` precedes the clauses, and each clause is a list of literals followed by 0.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ludex.engine.arguments import require_integer, require_integers, require_list, require_type
from ludex.engine.faults import Fault
from ludex.engine.text_lines import split_lines

MAX_VARIABLES = 2_000_000
MAX_CLAUSES = 2_000_000
MAX_LITERALS = 4_000_000

Clause = tuple[int, ...]
"""The literals of a clause: v stands for variable v, counted from 1, and -v for its negation."""


class FormulaError(Fault):
    """A text is not a formula, or a formula does not have the required form. The message states the place."""


@dataclass(frozen=True, slots=True)
class Formula:
    r"""A formula in conjunctive normal form. Instances are always valid.

    Parameters
    ----------
    variables : int
        The number of variables. They are numbered from 1, and not all of them need to occur.
    clauses : tuple of tuple of int
        The literals of each clause: v for variable v, and -v for its negation. A clause may be empty.

    Raises
    ------
    FormulaError
        If a literal refers to no variable, or if there are more than two million variables, two million clauses or four
        million literals.

    Examples
    --------
    >>> formula = Formula.from_dimacs("p cnf 2 2\n1 2 0\n-1 -2 0")
    >>> formula.clauses, formula.satisfied((True, True))
    (((1, 2), (-1, -2)), (0,))
    """

    variables: int
    clauses: tuple[Clause, ...]

    def __post_init__(self) -> None:
        require_integer(self.variables, "variables")
        for place, listed in enumerate(require_list(self.clauses, "clauses")):
            require_integers(listed, f"clauses/{place}")
        _require("variables", self.variables, MAX_VARIABLES)
        _require("clauses", len(self.clauses), MAX_CLAUSES)
        _require("literals", sum(map(len, self.clauses)), MAX_LITERALS)
        for number, clause in enumerate(self.clauses, start=1):
            for literal in clause:
                if not 1 <= abs(literal) <= self.variables:
                    raise FormulaError(
                        f"clause {number}: literal {literal} is not one of the {self.variables} variables"
                    )

    @staticmethod
    def require(value: object, name: str = "formula") -> None:
        """Raise TypeError if the argument `name` is not a formula."""
        require_type(value, Formula, name, "Formula.from_dimacs parses a Formula")

    @classmethod
    def from_dimacs(cls, text: str) -> "Formula":
        r"""Parse a formula in DIMACS CNF. Raises FormulaError, which states the line of the error.

        >>> Formula.from_dimacs("c a comment\np cnf 2 1\n1 -3 0")
        Traceback (most recent call last):
        ...
        ludex.engine.formula.FormulaError: line 3: literal -3 is not one of the 2 variables of the header
        """
        header: tuple[int, int] | None = None
        clauses: list[Clause] = []
        clause: list[int] = []
        literals = 0
        for number, line in enumerate(split_lines(text), start=1):
            if line.lstrip()[:1] in ("c", ""):
                continue
            if line.strip() == "%":  # the last line of SATLIB files
                break
            if line.lstrip().startswith("p"):
                if header is not None:
                    raise FormulaError(f"line {number}: the header is repeated")
                header = _header(number, line)
                continue
            if header is None:
                raise FormulaError(f"line {number}: a clause must not come before the header 'p cnf VARIABLES CLAUSES'")
            for word in line.split():
                literal = _literal(number, word, header[0])
                literals += 1
                if literals > MAX_LITERALS + MAX_CLAUSES:
                    raise FormulaError(f"line {number}: the formula has more than {MAX_LITERALS:,} literals")
                if literal:
                    clause.append(literal)
                    continue
                clauses.append(tuple(clause))
                clause = []
        if header is None:
            raise FormulaError("the header is missing; DIMACS CNF begins with a line 'p cnf VARIABLES CLAUSES'")
        if clause:
            raise FormulaError(f"clause {len(clauses) + 1} does not end with 0")
        if len(clauses) != header[1]:
            raise FormulaError(f"{len(clauses)} clauses are given, but the header states {header[1]}")
        return cls(header[0], tuple(clauses))

    def dimacs(self, *comments: str) -> str:
        r"""Render the formula in DIMACS CNF, preceded by `comments`. The inverse is `Formula.from_dimacs`.

        >>> Formula(2, ((1, -2),)).dimacs("an example")
        'c an example\np cnf 2 1\n1 -2 0\n'
        """
        lines = [f"c {comment}" for comment in comments]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines) + "\n"

    def satisfied(self, assignment: Sequence[bool]) -> tuple[int, ...]:
        """Return the indices, counted from 0, of the clauses that an `assignment` satisfies.

        `assignment[v - 1]` is the value of variable v.
        """
        return tuple(
            index
            for index, clause in enumerate(self.clauses)
            if any(assignment[abs(literal) - 1] == (literal > 0) for literal in clause)
        )


def _require(what: str, number: int, limit: int) -> None:
    if not 0 <= number <= limit:
        raise FormulaError(f"{number} {what} given; at most {limit:,} are allowed")


def _header(number: int, line: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*p\s+cnf\s+([0-9]{1,9})\s+([0-9]{1,9})\s*", line)
    if match is None:
        raise FormulaError(f"line {number}: the header must be 'p cnf VARIABLES CLAUSES', not {line.strip()[:40]!r}")
    variables, clauses = int(match[1]), int(match[2])
    for what, size, limit in (("variables", variables, MAX_VARIABLES), ("clauses", clauses, MAX_CLAUSES)):
        if size > limit:
            raise FormulaError(f"line {number}: {size:,} {what} given; at most {limit:,} are allowed")
    return variables, clauses


def _literal(number: int, word: str, variables: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", word):
        raise FormulaError(
            f"line {number}: {word[:20]!r} is not a literal; write 3 or -3, and 0 at the end of a clause"
        )
    if abs(int(word)) > variables:
        raise FormulaError(f"line {number}: literal {word} is not one of the {variables} variables of the header")
    return int(word)
