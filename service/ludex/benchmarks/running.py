"""Our exact solvers on benchmark instances: the value, whether it is the optimum, and the time."""

from dataclasses import dataclass

from ludex.benchmarks.benchmark import Benchmark
from ludex.benchmarks.instances import problem_of
from ludex.engine.budget import Budget, BudgetExhausted


@dataclass(frozen=True, slots=True)
class Result:
    """The result of solving an instance.

    `found` is None if no value was known at the end; `agrees` tells whether it does not contradict the known optimum.
    """

    name: str
    problem: str
    size: int
    optimum: int
    found: int | None
    proved: bool
    seconds: float
    agrees: bool


def run(benchmark: Benchmark, budget: Budget | None = None) -> Result:
    """Solve an instance within a `budget` (None: no limits); the preparation is not timed.

    >>> from ludex.benchmarks.instances import benchmarks
    >>> [result] = map(run, benchmarks(["set-cap-3-2"]))
    >>> result.found, result.proved, result.agrees
    (4, True, True)
    """
    solve = problem_of(benchmark).prepare(benchmark)
    budget = budget or Budget()
    before = budget.cost()
    try:
        found, proved = solve(budget)
    except BudgetExhausted:
        found, proved = None, False
    seconds = budget.cost().since(before).seconds
    name, problem, size, optimum = benchmark.name, benchmark.problem, benchmark.size, benchmark.optimum
    return Result(name, problem, size, optimum, found, proved, round(seconds, 3), agrees(benchmark, found, proved))


def agrees(benchmark: Benchmark, found: int | None, proved: bool) -> bool:
    """Tell whether a value (None: unknown) does not contradict the optimum of an instance.

    A value that is not `proved` must not be better than the optimum.
    """
    if found is None:
        return True
    if proved:
        return found == benchmark.optimum
    return found >= benchmark.optimum if problem_of(benchmark).minimized else found <= benchmark.optimum
