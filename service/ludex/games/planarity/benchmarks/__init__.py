"""Swap Planarity benchmarks of growing size: minimum swaps of drawings, and plane drawings on given points."""

import json

from ludex.benchmarks import Benchmark, BenchmarkProblem, GameBenchmarks, Solve
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.reductions.binary_programs import embedding_program, swap_program
from ludex.games.planarity.solving.embedding import embed
from ludex.games.planarity.solving.minimum_swaps import solve


def drawing_of(benchmark: Benchmark) -> Drawing:
    """Return the drawing of an instance."""
    document = json.loads(benchmark.source)
    return Drawing.from_numbers(document["points"], document["edges"])


def _minimum_swaps(benchmark: Benchmark) -> Solve:
    drawing = drawing_of(benchmark)

    def swaps(budget: Budget) -> tuple[int | None, bool]:
        solution = solve(drawing, budget)
        return solution.min_swaps, solution.proved

    return swaps


def _swap_program(benchmark: Benchmark) -> BinaryProgram:
    return swap_program(drawing_of(benchmark), benchmark.optimum)


def _plane_on_points(benchmark: Benchmark) -> Solve:
    drawing = drawing_of(benchmark)

    def plane(budget: Budget) -> tuple[int | None, bool]:
        embedding = embed(drawing, drawing.points, budget)
        return (int(embedding.drawing is not None) if embedding.proved else None), embedding.proved

    return plane


def _embedding_program(benchmark: Benchmark) -> BinaryProgram:
    return embedding_program(drawing_of(benchmark))


BENCHMARKS = GameBenchmarks(
    problems=(
        BenchmarkProblem("minimum-swaps", _minimum_swaps, _swap_program, minimized=True),
        BenchmarkProblem("plane-on-points", _plane_on_points, _embedding_program),
    ),
    suffixes={"drawing": "json"},
)
