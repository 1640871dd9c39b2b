"""How many clauses of a formula can be satisfied, exactly, and by which assignment."""

from dataclasses import dataclass

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.formula import Formula


@dataclass(frozen=True, slots=True)
class MostSatisfied:
    """An assignment, and the indices of the clauses that it satisfies: as many as can be, if that is proved."""

    assignment: tuple[bool, ...]
    clauses: tuple[int, ...]
    proved: bool


def most_satisfied(formula: Formula, budget: Budget | None = None) -> MostSatisfied:
    """Return an assignment that satisfies as many clauses of a `formula` as possible.

    It is not proved if the `budget` ends first (None: no limits). Raises BudgetExhausted if it ends before anything is
    known. Cost: exponential in the worst case; CP-SAT solves it.

    >>> most_satisfied(Formula(1, ((1,), (-1,), (1,)))).clauses
    (0, 2)
    """
    from ortools.sat.python import cp_model

    from ludex.engine.constraint_solver import solve, why_it_ended

    budget = budget or Budget()
    budget.check()
    model = cp_model.CpModel()
    variable = [model.new_bool_var("") for _ in range(formula.variables)]
    held = [model.new_bool_var("") for _ in formula.clauses]
    for clause, holds in zip(formula.clauses, held, strict=True):
        model.add_bool_or([~holds, *(variable[one - 1] if one > 0 else ~variable[-one - 1] for one in clause)])
    model.maximize(sum(held))
    solver, status = solve(model, budget)
    if status not in ("optimal", "feasible"):
        raise BudgetExhausted(why_it_ended(budget))
    assignment = tuple(bool(solver.boolean_value(one)) for one in variable)
    return MostSatisfied(assignment, formula.satisfied(assignment), status == "optimal")
