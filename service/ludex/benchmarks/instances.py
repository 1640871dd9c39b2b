"""The stored instances of all games."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from importlib.resources import files

from ludex.benchmarks.benchmark import Benchmark, BenchmarkProblem, GameBenchmarks, UnsolvedInstance
from ludex.engine.budget import Budget
from ludex.games import games, part


def declared_benchmarks() -> dict[str, GameBenchmarks]:
    """Return the declarations of all games, by the package that holds the files."""
    return {game.benchmarks.partition(":")[0]: part(game, "benchmarks") for game in games() if game.benchmarks}


def problem_of(benchmark: Benchmark) -> BenchmarkProblem:
    """Return the problem that an instance poses."""
    problems = (problem for declared in declared_benchmarks().values() for problem in declared.problems)
    return next(problem for problem in problems if problem.name == benchmark.problem)


def benchmarks(patterns: Sequence[str] = ()) -> Iterator[Benchmark]:
    """Yield the instances in order of games, families and sizes; those whose name fits one of the `patterns`, if any.

    A pattern is a name, in which `*` stands for any characters.

    >>> [one.optimum for one in benchmarks(["set-cap-3-*"])][:3]
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


def solved(unsolved: UnsolvedInstance, budget: Budget) -> Benchmark | None:
    """Return an instance with its optimum, None if that is not proved within the `budget`."""
    benchmark, find_optimum = unsolved
    optimum = find_optimum(budget)
    return None if optimum is None else replace(benchmark, optimum=optimum)
