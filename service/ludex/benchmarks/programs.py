"""What benchmark instances ask, as programs for solvers of others, and CP-SAT on them."""

from ludex.benchmarks.benchmark import Benchmark
from ludex.benchmarks.running import cards_of, drawing_of, position_of
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget


def program_of(benchmark: Benchmark) -> BinaryProgram:
    """Return the program that says what an instance asks, for solvers of others.

    Of minimum swaps it has as many steps as suffice, and counts those that can be spared. Raises ValueError for whole
    decks of SET.
    """
    from ludex.planarity.reductions.embedding_programs import embedding_program
    from ludex.planarity.reductions.swap_programs import swap_program
    from ludex.sets.solving.binary_program import cap_program, set_program
    from ludex.swish.found import Rule
    from ludex.swish.reductions.programs import largest_swish_program, no_swish_program

    match benchmark.problem:
        case "largest-swish":
            return largest_swish_program(position_of(benchmark))
        case "largest-simple-swish":
            return largest_swish_program(position_of(benchmark), Rule.SIMPLE)
        case "no-swish-set":
            return no_swish_program(position_of(benchmark))
        case "set":
            return set_program(cards_of(benchmark))
        case "cap":
            return cap_program(cards_of(benchmark))
        case "plane-on-points":
            return embedding_program(drawing_of(benchmark))
        case "minimum-swaps":
            return swap_program(drawing_of(benchmark), benchmark.optimum)


def optimum_of(program: BinaryProgram, budget: Budget) -> int | None:
    """Return the most counted variables that can be true, by CP-SAT; 1 or 0 if their number is fixed.

    None if it is not proved within the `budget`.
    """
    from ortools.sat.python import cp_model

    from ludex.engine.constraint_solver import solve

    model = cp_model.CpModel()
    variable = [model.new_bool_var("") for _ in range(program.variables)]
    for clause in program.clauses:
        model.add_bool_or([variable[one - 1] if one > 0 else ~variable[-one - 1] for one in clause])
    for group in program.at_most_one:
        model.add_at_most_one([variable[one - 1] for one in group])
    counted = sum(variable[one - 1] for one in program.counted)
    if program.exactly is not None:
        model.add(counted == program.exactly)
    else:
        model.maximize(counted)
    solver, status = solve(model, budget, linear_relaxation=True)
    if program.exactly is not None:
        return {"optimal": 1, "feasible": 1, "infeasible": 0}.get(status)
    return round(solver.objective_value) if status == "optimal" else None
