"""CP-SAT (OR-tools) under a budget: how to configure the solver, stop it and read its status."""

from ortools.sat.python import cp_model

from ludex.engine.budget import POLL_SECONDS, Budget, interrupted_by

_MEGABYTE = 1 << 20
_PROCESS_MEGABYTES = 1024


def solve(model: cp_model.CpModel, budget: Budget, linear_relaxation: bool = False) -> tuple[cp_model.CpSolver, str]:
    """Solve a `model` within the `budget`. Return the solver and 'optimal', 'feasible', 'infeasible' or 'unknown'.

    The solver uses one worker and a fixed seed, so that a model has the same result whenever the time suffices. With
    `linear_relaxation`, every clause is added to the linear relaxation; the bounds of packing problems depend on it.
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


def exhaustion_reason(budget: Budget) -> str:
    """Return why a solver under this `budget` ended without a result.

    The reason is 'time' even if the solver stopped shortly before the budget was exhausted.
    """
    return budget.exhausted() or ("time" if budget.remaining() < POLL_SECONDS else "memory")
