"""A benchmark instance: what is asked of what, the optimum, and how that is known."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import Literal

from ludex.engine.budget import Budget

Problem = Literal[
    "largest-swish", "largest-simple-swish", "no-swish-set", "set", "cap", "minimum-swaps", "plane-on-points"
]
Format = Literal["cnf", "digraph", "cards", "set-cards", "deck", "drawing"]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One instance.

    Parameters
    ----------
    name : str
        Family and size, such as `swish-formula-12`.
    problem : str
        What is asked: the most cards of a swish (or simple-swish), of a set without a swish, of a cap; the least swaps
        that make a drawing plane; or whether there is a set, or a plane drawing on the same points (1 or 0).
    form : str
        `cnf` is DIMACS CNF, `digraph` the DIMACS format of shortest paths, `cards` and `set-cards` a card a line,
        `deck` the slug of a deck, `drawing` points and edges as JSON.
    reductions : tuple of str
        What makes the cards of a formula: `lemma-3`, then `lemma-4` and `theorem-1` if they are there.
    size : int
        How many cards, or vertices, there are.
    optimum : int
        The answer.
    known_by : str
        How the optimum is known, independently of the search that is measured if possible.
    source : str
        The text in its format, or the slug.
    """

    name: str
    problem: Problem
    form: Format
    reductions: tuple[str, ...]
    size: int
    optimum: int
    known_by: str
    source: str

    @property
    def file(self) -> str:
        """Return the name of its file among the instances, "" for a deck."""
        suffixes: dict[Format, str] = {"cnf": "cnf", "digraph": "gr", "drawing": "json", "deck": ""}
        suffix = suffixes.get(self.form, "cards")
        return f"{self.name}.{suffix}" if suffix else ""

    def agrees(self, found: int | None, proved: bool) -> bool:
        """Tell whether what was `found` (None: nothing) does not contradict the optimum.

        A value that is not `proved` is no better than the optimum.
        """
        if found is None:
            return True
        if proved:
            return found == self.optimum
        return found >= self.optimum if self.problem == "minimum-swaps" else found <= self.optimum


Made = tuple[Benchmark, Callable[[Budget], int | None]]
"""An instance whose optimum is still 0, and what finds it: None if it is not proved in time."""


def known(value: int) -> Callable[[Budget], int]:
    """Return what finds an optimum that is known."""
    return lambda _budget: value


def benchmarks(patterns: Sequence[str] = ()) -> Iterator[Benchmark]:
    """Yield the instances in order of their families and sizes; those whose name fits one of the `patterns`.

    A pattern is a name, in which `*` stands for anything.

    >>> [one.optimum for one in benchmarks(["set-cap-3-*"])][:3]
    [4, 9, 20]
    """
    folder = files(__package__) / "instances"
    for held in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        if patterns and not any(fnmatchcase(held["name"], pattern) for pattern in patterns):
            continue
        made = Benchmark(**{**held, "reductions": tuple(held["reductions"])})
        if made.file:
            yield Benchmark(**{**asdict(made), "source": (folder / made.file).read_text(encoding="utf-8")})
        else:
            yield made
