"""The drawings that benchmark instances are about."""

import json

from ludex.benchmarks.benchmark import Benchmark
from ludex.games.planarity.drawing import Drawing


def drawing_of(benchmark: Benchmark) -> Drawing:
    """Return the drawing that an instance is about."""
    given = json.loads(benchmark.source)
    return Drawing.from_numbers(given["points"], given["edges"])
