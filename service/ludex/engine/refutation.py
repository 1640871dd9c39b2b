"""LRAT proofs that a formula cannot be satisfied, from the proofs that a SAT solver writes.

The solver (Glucose, through PySAT) lists the clauses that it learned. Each of them follows from the earlier clauses by
unit propagation, but the solver does not state from which. The propagation is repeated here to find these clauses, and
clauses that the contradiction does not need are left out. The result is a proof in the LRAT format: a checker only
follows the stated clauses.

References: L. Cruz-Filipe and others, "Efficient certified RAT verification" (2017).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pysat.solvers import Glucose4

from ludex.engine.budget import Budget
from ludex.engine.formula import Clause, Formula

MAX_CHARACTERS = 1_000_000
"""The maximum length of a proof. Longer proofs are not stored."""
_MAX_LEARNED = 20_000
_MAX_LITERALS = 200_000
_CONFLICTS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class _Line:
    clause: Clause
    hints: tuple[int, ...]


def refute(formula: Formula, budget: Budget) -> str | None:
    """Return an LRAT proof that a formula cannot be satisfied, or None.

    The result is None if the formula can be satisfied, if it is large, or if no short proof is found within the budget.

    >>> print(refute(Formula(2, ((1, 2), (-1, 2), (1, -2), (-1, -2))), Budget()))
    5 2 0 1 2 0
    6 1 0 5 3 0
    7 0 5 6 4 0
    <BLANKLINE>
    """
    if sum(map(len, formula.clauses)) > _MAX_LITERALS:
        return None
    learned = _learned(formula, budget)
    if learned is None:
        return None
    lines = _Propagation(formula).follow(learned, budget)
    if lines is None:
        return None
    text = _text(len(formula.clauses), lines)
    return text if len(text) <= MAX_CHARACTERS else None


def _learned(formula: Formula, budget: Budget) -> list[Clause] | None:
    """Return the clauses that the solver learned up to the contradiction, or None if it found none in time."""
    if () in formula.clauses:
        return []
    with Glucose4(bootstrap_with=formula.clauses, with_proof=True) as solver:
        conflicts = 0
        while True:
            solver.conf_budget(_CONFLICTS_AT_ONCE)
            solved = solver.solve_limited()
            if solved is not None:
                break
            conflicts += _CONFLICTS_AT_ONCE
            if conflicts > _MAX_LEARNED or budget.exhausted():
                return None
        if solved:
            return None
        lines = [line.split() for line in solver.get_proof() or ()]
    # Deleted clauses stay available, which is allowed and does not lengthen the trimmed proof.
    return [tuple(map(int, line[:-1])) for line in lines if line[0] != "d"]


class _Propagation:
    """Unit propagation with two watched literals for each clause. The clauses are numbered from 1."""

    def __init__(self, formula: Formula) -> None:
        self.clauses: list[list[int]] = [[]]
        self.watching: dict[int, list[int]] = {}
        self.true: set[int] = set()
        self.trail: list[int] = []
        self.reason: dict[int, int] = {}
        self.propagated = 0
        self.lines: dict[int, _Line] = {}
        self.contradiction: int | None = None
        for clause in formula.clauses:
            self._watch(sorted(set(clause)))
        for number in range(1, len(formula.clauses) + 1):
            self._examine(number)

    def follow(self, learned: Iterable[Clause], budget: Budget) -> dict[int, _Line] | None:
        """Return the lines of the proof by number. The last line is the empty clause. None if the budget ends first."""
        for clause in learned:
            if self.contradiction is not None:
                break
            if budget.exhausted():
                return None
            if not any(literal in self.true for literal in clause):
                self._learn(clause)
        return None if self.contradiction is None else self.lines

    def _learn(self, clause: Clause) -> None:
        before = len(self.trail)
        for literal in dict.fromkeys(clause):
            if -literal not in self.true:
                self._set(-literal, 0)
        conflict = self._propagate()
        if conflict is None:
            raise ArithmeticError(f"the clause {clause} of the proof does not follow by unit propagation")
        hints = self._hints(conflict)
        for literal in self.trail[before:]:
            self.true.discard(literal)
            self.reason.pop(literal, None)
        del self.trail[before:]
        self.propagated = before
        number = len(self.clauses)
        self.lines[number] = _Line(clause, hints)
        # Literals that are false for ever come last, so that none of them is watched without need.
        self._watch(sorted(set(clause), key=lambda literal: -literal in self.true))
        self._examine(number)

    def _watch(self, clause: list[int]) -> None:
        for literal in clause[:2]:
            self.watching.setdefault(literal, []).append(len(self.clauses))
        self.clauses.append(clause)

    def _examine(self, number: int) -> None:
        """Propagate if at most one literal of a clause is not false."""
        open_literals = [literal for literal in self.clauses[number] if -literal not in self.true]
        if self.contradiction is not None or len(open_literals) > 1 or not self.true.isdisjoint(open_literals):
            return
        conflict: int | None = number
        if open_literals:
            self._set_forever(open_literals[0], number)
            conflict = self._propagate(forever=True)
        if conflict is not None:
            self.contradiction = self._derive(_Line((), self._hints(conflict)))

    def _derive(self, line: _Line) -> int:
        """Add a line with at most one literal, which no propagation needs to watch, and return its number."""
        self.clauses.append(list(line.clause))
        self.lines[len(self.clauses) - 1] = line
        return len(self.clauses) - 1

    def _set(self, literal: int, reason: int) -> None:
        self.true.add(literal)
        self.reason[literal] = reason
        self.trail.append(literal)

    def _set_forever(self, literal: int, reason: int) -> None:
        """Set a literal that follows from the clauses. A line states it, so that later lines need not repeat why."""
        self._set(literal, reason)
        if len(self.clauses[reason]) > 1:
            others = [self.reason[-other] for other in self.clauses[reason] if other != literal]
            self.reason[literal] = self._derive(_Line((literal,), (*dict.fromkeys(others), reason)))

    def _propagate(self, *, forever: bool = False) -> int | None:
        """Set all literals that follow, and return the number of a clause whose literals are all false, if any."""
        clauses, true = self.clauses, self.true
        while self.propagated < len(self.trail):
            false = -self.trail[self.propagated]
            self.propagated += 1
            numbers = self.watching.get(false, [])
            kept: list[int] = []
            self.watching[false] = kept
            for place, number in enumerate(numbers):
                clause = clauses[number]
                if clause[0] == false and len(clause) > 1:
                    clause[0], clause[1] = clause[1], false
                if clause[0] in true:
                    kept.append(number)
                    continue
                for i in range(2, len(clause)):
                    if -clause[i] not in true:
                        clause[1], clause[i] = clause[i], false
                        self.watching.setdefault(clause[1], []).append(number)
                        break
                else:
                    kept.append(number)
                    if -clause[0] in true:
                        kept.extend(numbers[place + 1 :])
                        return number
                    if forever:
                        self._set_forever(clause[0], number)
                    else:
                        self._set(clause[0], number)
        return None

    def _hints(self, conflict: int) -> tuple[int, ...]:
        """Return the clauses that lead from the set literals to the conflict, in the order of propagation."""
        needed = {-literal for literal in self.clauses[conflict]}
        hints = [conflict]
        for literal in reversed(self.trail):
            reason = self.reason[literal]
            if literal in needed and reason:
                hints.append(reason)
                needed.update(-other for other in self.clauses[reason] if other != literal)
        return tuple(reversed(hints))


def _text(given: int, lines: dict[int, _Line]) -> str:
    """Return the lines that the last line needs, in the LRAT format. The clauses of the formula come first."""
    last = max(lines)
    needed = {last}
    for number in sorted(lines, reverse=True):
        if number in needed:
            needed.update(hint for hint in lines[number].hints if hint in lines)
    renamed = {number: given + place for place, number in enumerate(sorted(needed), start=1)}
    return "".join(
        " ".join(map(str, (renamed[number], *line.clause, 0, *(renamed.get(hint, hint) for hint in line.hints), 0)))
        + "\n"
        for number, line in sorted(lines.items())
        if number in needed
    )
