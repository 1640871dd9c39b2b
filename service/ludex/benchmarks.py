"""Benchmark instances with known optima in standard formats, and the results of our exact solvers on them."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from importlib.resources import files

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games import games, part


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark instance.

    Parameters
    ----------
    name : str
        The family and the size of the instance, such as `swish-formula-12`.
    problem : str
        The name of the :class:`BenchmarkProblem` to solve, such as `largest-swish`. The answer to a yes-no question is
        1 or 0.
    form : str
        The format of the source, such as `cnf` (DIMACS CNF) or `deck` (the slug of a deck).
    reductions : tuple of str
        The reductions that turn a formula into cards: `lemma-3`, then `lemma-4` and `theorem-1` if they apply.
    size : int
        The number of cards or vertices in the instance.
    optimum : int
        The optimum value.
    known_by : str
        How the optimum is known. If possible, this is independent of the search that is measured.
    source : str
        The text of the instance in its format, or the slug of the deck.
    """

    name: str
    problem: str
    form: str
    reductions: tuple[str, ...]
    size: int
    optimum: int
    known_by: str
    source: str


Solve = Callable[[Budget], tuple[int | None, bool]]
"""A function that takes a budget, and returns the value (None if unknown) and whether the value is proved."""


@dataclass(frozen=True, slots=True)
class BenchmarkProblem:
    """A problem that benchmark instances pose.

    Parameters
    ----------
    name : str
        The name, unique among the problems of all games.
    prepare : callable
        Returns the function that solves an instance. Only this function is timed.
    program : callable
        Returns the formulation of an instance as a program for other solvers. Raises ValueError if there is no such
        program.
    minimized : bool
        Whether the problem is to minimize the value. Otherwise, the problem is to maximize it.
    """

    name: str
    prepare: Callable[[Benchmark], Solve]
    program: Callable[[Benchmark], BinaryProgram]
    minimized: bool = False


@dataclass(frozen=True, slots=True)
class GameBenchmarks:
    """The benchmark instances of a game. Their files are in the folder `instances` of the package that declares them.

    Parameters
    ----------
    problems : tuple of BenchmarkProblem
        The problems that the instances belong to.
    suffixes : mapping of str to str
        The file suffix for each format, or "" if the index itself contains the text of each instance.
    """

    problems: tuple[BenchmarkProblem, ...]
    suffixes: Mapping[str, str]

    def file_of(self, benchmark: Benchmark) -> str:
        """Return the file name of an instance, or "" if the index itself contains the text of the instance."""
        suffix = self.suffixes[benchmark.form]
        return f"{benchmark.name}.{suffix}" if suffix else ""


def declared_benchmarks() -> dict[str, GameBenchmarks]:
    """Return the benchmarks that each game declares, keyed by the package that contains the files."""
    return {game.benchmarks.partition(":")[0]: part(game, "benchmarks") for game in games() if game.benchmarks}


def problem_of(benchmark: Benchmark) -> BenchmarkProblem:
    """Return the problem that an instance poses."""
    problems = (problem for declared in declared_benchmarks().values() for problem in declared.problems)
    return next(problem for problem in problems if problem.name == benchmark.problem)


def benchmarks(patterns: Sequence[str] = ()) -> Iterator[Benchmark]:
    """Yield the instances, sorted by game, family and size.

    If `patterns` are given, only instances whose name matches one of the patterns are yielded. In a pattern, `*` stands
    for any characters.

    >>> [benchmark.optimum for benchmark in benchmarks(["set-cap-3-*"])][:3]
    [4, 9, 20]
    """
    for package, declared in declared_benchmarks().items():
        folder = files(package) / "instances"
        for entry in json.loads((folder / "index.json").read_text(encoding="utf-8")):
            if patterns and not any(fnmatchcase(entry["name"], pattern) for pattern in patterns):
                continue
            benchmark = Benchmark(**{**entry, "reductions": tuple(entry["reductions"])})
            file = declared.file_of(benchmark)
            yield replace(benchmark, source=(folder / file).read_text(encoding="utf-8")) if file else benchmark


def program_of(benchmark: Benchmark) -> BinaryProgram:
    """Return the program of an instance for other solvers. Raises ValueError if the instance has none.

    If the problem asks for a minimum number of steps, the program allows enough steps for any solution, and maximizes
    the number of steps that are not used.
    """
    return problem_of(benchmark).program(benchmark)


@dataclass(frozen=True, slots=True)
class BenchmarkResult:
    """The result of solving an instance.

    `found` is None if the solver found no value. `agrees` tells whether `found` is consistent with the known optimum.
    """

    name: str
    problem: str
    size: int
    optimum: int
    found: int | None
    proved: bool
    seconds: float
    agrees: bool


def run(benchmark: Benchmark, budget: Budget | None = None) -> BenchmarkResult:
    """Solve an instance within a `budget` (None means no limits). The preparation is not timed.

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
    return BenchmarkResult(
        name, problem, size, optimum, found, proved, round(seconds, 3), agrees(benchmark, found, proved)
    )


def agrees(benchmark: Benchmark, found: int | None, proved: bool) -> bool:
    """Return whether a value is consistent with the optimum of an instance. None stands for an unknown value.

    A proved value must equal the optimum, and an unproved value must not be better than the optimum.
    """
    if found is None:
        return True
    if proved:
        return found == benchmark.optimum
    return found >= benchmark.optimum if problem_of(benchmark).minimized else found <= benchmark.optimum
