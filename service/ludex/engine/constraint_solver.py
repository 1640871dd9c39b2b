"""Running CP-SAT (OR-Tools) within a budget: configuring the solver, stopping it, and reading its status."""

from ortools.sat.python import cp_model

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import POLL_SECONDS, Budget, interrupted_by

_MEGABYTE = 1 << 20
_PROCESS_MEGABYTES = 1024


def solve(
    model: cp_model.CpModel, budget: Budget, linear_relaxation: bool = False, cuts: bool = True
) -> tuple[cp_model.CpSolver, str]:
    """Solve a `model` within the `budget`. Return the solver and its status.

    The status is 'optimal', 'feasible', 'infeasible' or 'unknown'. The solver uses one worker and a fixed seed, so a
    model always has the same result if the time suffices. If `linear_relaxation` is true, every clause is added to the
    linear relaxation, which is decisive for the bounds of packing problems. If `cuts` is false, the solver derives no
    cuts for the relaxation, which is faster if the model already contains good cuts.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    if linear_relaxation:
        solver.parameters.linearization_level = 2
    if not cuts:
        solver.parameters.cut_level = 0
    # CP-SAT applies its memory limit to the whole process.
    solver.parameters.max_memory_in_mb = _PROCESS_MEGABYTES + budget.memory_bytes // _MEGABYTE
    if budget.remaining() != float("inf"):
        solver.parameters.max_time_in_seconds = max(0.01, budget.remaining())
    with interrupted_by(budget, solver.stop_search):
        status = solver.solve(model)
    budget.count(solver.num_branches)
    names = {cp_model.OPTIMAL: "optimal", cp_model.FEASIBLE: "feasible", cp_model.INFEASIBLE: "infeasible"}
    return solver, names.get(status, "unknown")


def exhaustion_reason(budget: Budget) -> str:
    """Return the reason why a solver that ran with this `budget` ended without a result.

    The reason is 'time' even if the solver stopped shortly before the budget was exhausted.
    """
    return budget.exhausted() or ("time" if budget.remaining() < POLL_SECONDS else "memory")


def optimum_of(program: BinaryProgram, budget: Budget) -> int | None:
    """Return the maximum number of counted variables that can be true, or None if it is not proved within the `budget`.

    If the program requires an exact number, return 1 if the program has a solution and 0 otherwise.
    """
    model = cp_model.CpModel()
    variable = [model.new_bool_var("") for _ in range(program.variables)]
    for clause in program.clauses:
        model.add_bool_or([variable[literal - 1] if literal > 0 else ~variable[-literal - 1] for literal in clause])
    for group in program.at_most_one:
        model.add_at_most_one([variable[literal - 1] for literal in group])
    counted = sum(variable[literal - 1] for literal in program.counted)
    if program.exactly is not None:
        model.add(counted == program.exactly)
    else:
        model.maximize(counted)
    solver, status = solve(model, budget, linear_relaxation=True)
    if program.exactly is not None:
        return {"optimal": 1, "feasible": 1, "infeasible": 0}.get(status)
    return round(solver.objective_value) if status == "optimal" else None
