"""Reduction of MAX-(2,3)-SAT to SIMPLE-SWISH, which converts formulas to cards.

Assignments are converted to swishes, and swishes to assignments.

Source: Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 3. Three errors in the printed cells are corrected.
Circles of linkage cards are in column 6 (printed: 3). Points of satisfying cards are in the row of the clause (printed:
the row of the variable). The circle of a negative satisfying card is in column 2 (printed: 1). In addition, a satisfied
clause is assigned to exactly one of the variables that satisfy it. Otherwise, circles of linkage cards would collide.

If the optimum of a formula must be known in advance, CP-SAT solves the MAX-SAT problem exactly.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.formula import Formula, FormulaError
from ludex.games.swish.card import Card, Cell
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.card_reductions import card_of, require_room
from ludex.games.swish.reductions.two_three import require_two_three
from ludex.games.swish.swishes import Swish

_WIDTH = 6

Role = tuple[str, int, tuple[int, ...]]
"""The role of a card: a kind, a variable or clause, and additional parameters.

("variable", v, (1,)) states that variable v is true, and ("variable", v, (0,)) states that it is false. ("linkage", v,
J) states that the clauses J are assigned to v. ("satisfying", v, (1,)) belongs to the first variable card of v, and
("satisfying", v, (0,)) belongs to the second. ("clause", j, S) states which literals of clause j are true: the first
(1), the second (2) or both. Variables and clauses are numbered from 1.
"""


@dataclass(frozen=True, slots=True)
class SatisfiabilityCards:
    """The cards of a formula.

    The largest simple-swish has three cards for each variable, plus one card for each clause in a largest set of
    clauses that can be satisfied together.

    Parameters
    ----------
    formula : Formula
        A formula in the (2,3) form.
    position : Position
        The cards, with at most four symbols each. The board has six columns, and a row for each clause and each
        variable.
    roles : tuple of Role
        The role of each card.
    """

    formula: Formula
    position: Position
    roles: tuple[Role, ...]

    def largest(self, satisfied: int) -> int:
        """Return the size of a largest simple-swish if at most `satisfied` clauses can be satisfied."""
        return 3 * self.formula.variables + satisfied

    def swish_of(self, assignment: Sequence[bool]) -> Swish:
        """Return the simple-swish of an `assignment`: three cards per variable, and one per satisfied clause.

        Raises FormulaError if the assignment does not have one value for each variable.
        """
        if len(assignment) != self.formula.variables:
            raise FormulaError(f"{len(assignment)} values for {self.formula.variables} variables")
        index = {role: place for place, role in enumerate(self.roles)}
        chosen, answers_for = [], defaultdict[int, list[int]](list)
        for number, literals in enumerate(self.formula.clauses, start=1):
            true = tuple(
                place for place, literal in enumerate(literals, 1) if assignment[abs(literal) - 1] == (literal > 0)
            )
            if true:
                answers_for[abs(literals[true[0] - 1])].append(number)
                chosen.append(index["clause", number, true])
        for variable, value in enumerate(assignment, start=1):
            chosen.append(index["variable", variable, (int(value),)])
            chosen.append(index["satisfying", variable, (int(value),)])
            chosen.append(index["linkage", variable, tuple(answers_for[variable])])
        return Swish.as_written(self.position.cards, chosen)

    def assignment_of(self, swish: Swish) -> tuple[bool, ...]:
        """Return the assignment of a simple-swish.

        If the swish has c cards and there are v variables, the assignment satisfies at least `c - 3 v` clauses.

        A variable without a variable card in the swish is true.
        """
        values = [True] * self.formula.variables
        for index in swish.indices:
            kind, number, value = self.roles[index]
            if kind == "variable":
                values[number - 1] = value == (1,)
        return tuple(values)


def satisfiability_cards(formula: Formula) -> SatisfiabilityCards:
    """Return cards whose largest simple-swish determines how many clauses of a `formula` can be satisfied.

    Parameters
    ----------
    formula : Formula
        A formula in the (2,3) form with at most 255 variables and 255 clauses. To transform any formula into this form,
        use `two_three_form`.

    Returns
    -------
    SatisfiabilityCards
        The cards, at most 12 for each variable and 3 for each clause, and their roles.

    Raises
    ------
    FormulaError
        If the formula does not have the (2,3) form, or has no variables.
    BoardError
        If the formula has more than 255 variables or clauses.

    Notes
    -----
    Cost: linear.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), Lemma 3.

    Examples
    --------
    >>> reduction = satisfiability_cards(Formula(2, ((1, 2), (-1, -2))))
    >>> len(reduction.position.cards), reduction.position.height, reduction.largest(2)
    (22, 2, 8)
    >>> reduction.swish_of((True, False)).size, reduction.assignment_of(reduction.swish_of((True, False)))
    (8, (True, False))
    """
    Formula.require(formula)
    require_two_three(formula)
    if not formula.variables:
        raise FormulaError("a formula without variables has no cards")
    height = max(formula.variables, len(formula.clauses))
    in_clauses: dict[int, list[int]] = defaultdict(list)
    for number, clause in enumerate(formula.clauses, start=1):
        for literal in clause:
            in_clauses[abs(literal)].append(number)
    sizes = (4 + 2 ** len(in_clauses[variable]) for variable in range(1, formula.variables + 1))
    require_room(height, _WIDTH, sum(sizes) + 3 * len(formula.clauses))
    cards: dict[Role, Card] = {}

    def add(kind: str, number: int, of: tuple[int, ...], points: list[Cell], circles: list[Cell]) -> None:
        cards[kind, number, of] = card_of((height, _WIDTH), points, circles)

    for variable in range(1, formula.variables + 1):
        clauses = in_clauses[variable]
        for value, column in ((1, 1), (0, 2)):
            add("variable", variable, (value,), [(variable, column)], [(variable, 3)])
            literal = variable if value else -variable
            points = [
                (number, 4 + place)
                for number in clauses
                for place, occurring in enumerate(formula.clauses[number - 1])
                if occurring == literal
            ]
            add("satisfying", variable, (value,), points, [(variable, column)])
        for size in range(len(clauses) + 1):
            for chosen in combinations(clauses, size):
                add("linkage", variable, chosen, [(variable, 3)], [(number, 6) for number in chosen])
    for number in range(1, len(formula.clauses) + 1):
        for true in ((1,), (2,), (1, 2)):
            add("clause", number, true, [(number, 6)], [(number, 3 + place) for place in true])
    return SatisfiabilityCards(formula, Position(tuple(cards.values())), tuple(cards))


@dataclass(frozen=True, slots=True)
class MaxSatResult:
    """An assignment, the indices of the clauses that it satisfies, and whether it is proved to be optimal."""

    assignment: tuple[bool, ...]
    clauses: tuple[int, ...]
    proved: bool


def solve_max_sat(formula: Formula, budget: Budget | None = None) -> MaxSatResult:
    """Return an assignment that satisfies as many clauses of a `formula` as possible.

    If the `budget` (None for no limits) is exhausted first, or HiGHS does not confirm the optimum that CP-SAT finds,
    the result is not proved to be optimal. Raises BudgetExhausted if the budget is exhausted before any assignment is
    known. Cost: exponential in the worst case; CP-SAT solves the problem.

    >>> solve_max_sat(Formula(1, ((1,), (-1,), (1,)))).clauses
    (0, 2)
    """
    from ortools.sat.python import cp_model

    from ludex.engine.constraint_solver import exhaustion_reason, solve

    budget = budget or Budget()
    budget.check()
    model = cp_model.CpModel()
    variable = [model.new_bool_var("") for _ in range(formula.variables)]
    held = [model.new_bool_var("") for _ in formula.clauses]
    for clause, holds in zip(formula.clauses, held, strict=True):
        model.add_bool_or(
            [~holds, *(variable[literal - 1] if literal > 0 else ~variable[-literal - 1] for literal in clause)]
        )
    model.maximize(sum(held))
    solver, status = solve(model, budget)
    if status not in ("optimal", "feasible"):
        raise BudgetExhausted(exhaustion_reason(budget))
    assignment = tuple(bool(solver.boolean_value(literal)) for literal in variable)
    satisfied = formula.satisfied(assignment)
    proved = status == "optimal" and _is_confirmed(formula, len(satisfied), budget)
    return MaxSatResult(assignment, satisfied, proved)


def _is_confirmed(formula: Formula, most: int, budget: Budget) -> bool:
    """Return whether HiGHS agrees that at most `most` clauses can be satisfied."""
    import numpy as np
    from scipy.optimize import LinearConstraint
    from scipy.sparse import csr_array

    from ludex.engine.highs import confirmed_bound

    clauses = len(formula.clauses)
    if most == clauses:
        return True
    # A clause is satisfied only if its true variables and false variables, 1 - x, add up to at least 1.
    entries = [(number, formula.variables + number, 1) for number in range(clauses)]
    entries += [
        (number, abs(literal) - 1, -1 if literal > 0 else 1)
        for number, clause in enumerate(formula.clauses)
        for literal in set(clause)
    ]
    row, column, value = zip(*entries, strict=True)
    matrix = csr_array((value, (row, column)), shape=(clauses, formula.variables + clauses))
    negated = [sum(literal < 0 for literal in set(clause)) for clause in formula.clauses]
    constraints = [LinearConstraint(matrix, -np.inf, negated)]
    weights = [0] * formula.variables + [1] * clauses
    return confirmed_bound(weights, constraints, most, clauses, budget) == most
