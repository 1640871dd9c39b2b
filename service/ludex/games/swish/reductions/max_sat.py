"""MAX-SAT: the maximum number of clauses of a formula that can be satisfied, exact, and an assignment."""

from dataclasses import dataclass

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.formula import Formula


@dataclass(frozen=True, slots=True)
class MaxSatResult:
    """An assignment, the indices of the clauses that it satisfies, and whether it is proved to be optimal."""

    assignment: tuple[bool, ...]
    clauses: tuple[int, ...]
    proved: bool


def solve_max_sat(formula: Formula, budget: Budget | None = None) -> MaxSatResult:
    """Return an assignment that satisfies as many clauses of a `formula` as possible.

    It is not proved if the `budget` is exhausted first (None for no limits). Raises BudgetExhausted if it is exhausted
    before any assignment is known. Cost: exponential in the worst case; CP-SAT solves the problem.

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
    return MaxSatResult(assignment, formula.satisfied(assignment), status == "optimal")
