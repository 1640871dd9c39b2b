"""Instances whose optimum is still to be found."""

from collections.abc import Callable

from ludex.benchmarks import Benchmark
from ludex.engine.budget import Budget

UnsolvedInstance = tuple[Benchmark, Callable[[Budget], int | None]]
"""An instance (with 0 as optimum for now), and a function that returns the optimum, or None if it is not proved."""


def known_optimum(value: int) -> Callable[[Budget], int]:
    """Return a function that ignores its budget and returns the given optimum."""
    return lambda _budget: value
