"""External solvers for exported programs: CaDiCaL solves CNF formulas, and CP-SAT finds optima."""

from ortools.sat.python import cp_model
from pysat.solvers import Solver

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.formula import Formula


def satisfying(formula: Formula) -> list[int] | None:
    """Return the true literals of an assignment that satisfies the formula, or None if the formula is unsatisfiable."""
    if () in formula.clauses:
        return None
    with Solver(name="cadical153", bootstrap_with=map(list, formula.clauses)) as solver:
        return solver.get_model() if solver.solve() else None


def optimum(program: BinaryProgram) -> int:
    """Return the maximum number of counted variables that can be true."""
    model = cp_model.CpModel()
    variable = [model.new_bool_var("") for _ in range(program.variables)]
    for clause in program.clauses:
        model.add_bool_or([variable[one - 1] if one > 0 else ~variable[-one - 1] for one in clause])
    for group in program.at_most_one:
        model.add_at_most_one([variable[one - 1] for one in group])
    model.maximize(sum(variable[one - 1] for one in program.counted))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)
