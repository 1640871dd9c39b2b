"""The problems of benchmark instances as programs for other solvers, and CP-SAT on them."""

from ortools.sat.python import cp_model

from ludex.benchmarks.benchmark import Benchmark
from ludex.benchmarks.instances import problem_of
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.engine.constraint_solver import solve


def program_of(benchmark: Benchmark) -> BinaryProgram:
    """Return the program of an instance for other solvers. Raises ValueError if there is none for the instance.

    The program of a problem that is minimized has as many steps as suffice, and counts those that can be spared.
    """
    return problem_of(benchmark).program(benchmark)


def optimum_of(program: BinaryProgram, budget: Budget) -> int | None:
    """Return the most counted variables that can be true, by CP-SAT; 1 or 0 if their number is fixed.

    None if it is not proved within the `budget`.
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
