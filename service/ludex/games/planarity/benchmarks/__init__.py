"""The benchmark instances of Swap Planarity: minimum swaps of drawings, and plane drawings on given points."""

import json
from typing import TYPE_CHECKING

from ludex.benchmarks.benchmark import Benchmark, BenchmarkProblem, GameBenchmarks, Solve, UnsolvedInstance
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludex.planarity.drawing import Drawing


def drawing_of(benchmark: Benchmark) -> "Drawing":
    """Return the drawing that an instance is about."""
    from ludex.planarity.drawing import Drawing

    given = json.loads(benchmark.source)
    return Drawing.from_numbers(given["points"], given["edges"])


def _minimum_swaps(benchmark: Benchmark) -> Solve:
    from ludex.planarity.solving.minimum_swaps import solve

    drawing = drawing_of(benchmark)

    def swaps(budget: Budget) -> tuple[int | None, bool]:
        found = solve(drawing, budget)
        return found.min_swaps, found.proved

    return swaps


def _swap_program(benchmark: Benchmark) -> BinaryProgram:
    from ludex.planarity.reductions.swap_programs import swap_program

    return swap_program(drawing_of(benchmark), benchmark.optimum)


def _plane_on_points(benchmark: Benchmark) -> Solve:
    from ludex.planarity.solving.embedding import embed

    drawing = drawing_of(benchmark)

    def plane(budget: Budget) -> tuple[int | None, bool]:
        found = embed(drawing, drawing.points, budget)
        return (int(found.drawing is not None) if found.proved else None), found.proved

    return plane


def _embedding_program(benchmark: Benchmark) -> BinaryProgram:
    from ludex.planarity.reductions.embedding_programs import embedding_program

    return embedding_program(drawing_of(benchmark))


def _families() -> "Iterator[UnsolvedInstance]":
    from ludex.games.planarity.benchmarks.families import families

    return families()


BENCHMARKS = GameBenchmarks(
    problems=(
        BenchmarkProblem("minimum-swaps", _minimum_swaps, _swap_program, minimized=True),
        BenchmarkProblem("plane-on-points", _plane_on_points, _embedding_program),
    ),
    suffixes={"drawing": "json"},
    families=_families,
)
