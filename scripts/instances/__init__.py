"""The benchmark instances of all games, as `scripts/make-benchmarks` makes them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ludex.benchmarks import Benchmark
from ludex.engine.budget import Budget
from scripts.instances import planarity, sets, swish
from scripts.instances.optimum import UnsolvedInstance

FAMILIES: Mapping[str, Callable[[], Iterator[UnsolvedInstance]]] = {
    "ludex.games.planarity.benchmarks": planarity.families,
    "ludex.games.sets.benchmarks": sets.families,
    "ludex.games.swish.benchmarks": swish.families,
}
"""The instances of each package, one family after another, from the smallest to the largest."""


def add_optimum(unsolved: UnsolvedInstance, budget: Budget) -> Benchmark | None:
    """Return an instance with its optimum, or None if the optimum is not proved within the `budget`."""
    benchmark, find_optimum = unsolved
    optimum = find_optimum(budget)
    return None if optimum is None else replace(benchmark, optimum=optimum)
