"""CP-SAT (OR-tools) under a budget: one way to build its solver, to stop it and to read how it ended."""

from ortools.sat.python import cp_model

from ludex.engine.budget import Budget
from ludex.engine.interruption import LOOK_EVERY, interrupted_by

_MEGABYTE = 1 << 20
_PROCESS_MEGABYTES = 1024


def solve(model: cp_model.CpModel, budget: Budget, linear_relaxation: bool = False) -> tuple[cp_model.CpSolver, str]:
    """Solve a `model` within the `budget`. Returns the solver and 'optimal', 'feasible', 'infeasible' or 'unknown'.

    It uses one worker and a fixed seed, so that the same model has the same answer whenever the time suffices. With
    `linear_relaxation` every clause goes into the linear relaxation; the bounds of packing problems depend on it.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    if linear_relaxation:
        solver.parameters.linearization_level = 2
    # The solver counts the memory of the whole process.
    solver.parameters.max_memory_in_mb = _PROCESS_MEGABYTES + budget.memory_bytes // _MEGABYTE
    if budget.remaining() != float("inf"):
        solver.parameters.max_time_in_seconds = max(0.01, budget.remaining())
    with interrupted_by(budget, solver.stop_search):
        status = solver.solve(model)
    budget.count(solver.num_branches)
    names = {cp_model.OPTIMAL: "optimal", cp_model.FEASIBLE: "feasible", cp_model.INFEASIBLE: "infeasible"}
    return solver, names.get(status, "unknown")


def why_it_ended(budget: Budget) -> str:
    """Return why a solver under this `budget` ended without an answer.

    The answer is 'time' even if the solver stopped just before the budget did.
    """
    return budget.exhausted() or ("time" if budget.remaining() < LOOK_EVERY else "memory")
