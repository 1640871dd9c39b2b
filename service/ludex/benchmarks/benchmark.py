"""Benchmark instances, and the declaration of those of a game."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One instance.

    Parameters
    ----------
    name : str
        Family and size, such as `swish-formula-12`.
    problem : str
        The problem to solve, such as `largest-swish`: the name of a :class:`BenchmarkProblem`. The answer to a yes-no
        question is 1 or 0.
    form : str
        The format of the source, such as `cnf` (DIMACS CNF) or `deck` (the slug of a deck).
    reductions : tuple of str
        The reductions that make the cards of a formula: `lemma-3`, then `lemma-4` and `theorem-1` if they apply.
    size : int
        The number of cards or vertices.
    optimum : int
        The answer.
    known_by : str
        How the optimum is known, independently of the search that is measured if possible.
    source : str
        The text in its format, or the slug.
    """

    name: str
    problem: str
    form: str
    reductions: tuple[str, ...]
    size: int
    optimum: int
    known_by: str
    source: str


UnsolvedInstance = tuple[Benchmark, Callable[[Budget], int | None]]
"""An instance whose optimum is still 0, and the function that finds it: None if it is not proved within the budget."""

Solve = Callable[[Budget], tuple[int | None, bool]]
"""Given a budget, returns the value (None: unknown) and whether it is proved."""


@dataclass(frozen=True, slots=True)
class BenchmarkProblem:
    """A problem that instances pose.

    Parameters
    ----------
    name : str
        The name, unique among the problems of all games.
    prepare : callable
        Returns the function that solves an instance; only that function is timed.
    program : callable
        Returns the program for other solvers. Raises ValueError if there is none for the instance.
    minimized : bool
        Whether the optimum is the least value; otherwise it is the greatest.
    """

    name: str
    prepare: Callable[[Benchmark], Solve]
    program: Callable[[Benchmark], BinaryProgram]
    minimized: bool = False


@dataclass(frozen=True, slots=True)
class GameBenchmarks:
    """The benchmark instances of a game; the files are in the folder `instances` of the package that declares them.

    Parameters
    ----------
    problems : tuple of BenchmarkProblem
        The problems that the instances pose.
    suffixes : mapping of str to str
        The suffix of the files of each format; "" if the source is in the index.
    families : callable
        Yields every instance to make, with the function that finds its optimum.
    """

    problems: tuple[BenchmarkProblem, ...]
    suffixes: Mapping[str, str]
    families: Callable[[], Iterator[UnsolvedInstance]]

    def file_of(self, benchmark: Benchmark) -> str:
        """Return the name of the file of an instance, "" if its source is in the index."""
        suffix = self.suffixes[benchmark.form]
        return f"{benchmark.name}.{suffix}" if suffix else ""


def known(value: int) -> Callable[[Budget], int]:
    """Return a function that finds an optimum that is known."""
    return lambda _budget: value
