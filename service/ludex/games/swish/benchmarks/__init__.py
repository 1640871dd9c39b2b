"""The benchmark instances of SWISH: formulas, directed graphs, tables of cards and decks."""

from ludex.benchmarks.benchmark import Benchmark, BenchmarkProblem, GameBenchmarks, Solve
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.games.swish.benchmarks.families import families, position_of
from ludex.games.swish.reductions.programs import largest_swish_program, no_swish_program
from ludex.games.swish.solving.no_swish import largest_no_swish_set
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import Rule


def _largest(benchmark: Benchmark) -> Solve:
    position = position_of(benchmark)
    rule = Rule.SWISH if benchmark.problem == "largest-swish" else Rule.SIMPLE

    def largest(budget: Budget) -> tuple[int, bool]:
        found = find_largest(position, rule, budget=budget)
        return found.size, found.proved

    return largest


def _largest_program(benchmark: Benchmark) -> BinaryProgram:
    rule = Rule.SWISH if benchmark.problem == "largest-swish" else Rule.SIMPLE
    return largest_swish_program(position_of(benchmark), rule)


def _no_swish(benchmark: Benchmark) -> Solve:
    deck = position_of(benchmark)

    def no_swish(budget: Budget) -> tuple[int, bool]:
        kept = largest_no_swish_set(deck, budget=budget)
        return kept.size, kept.proved

    return no_swish


def _no_swish_program(benchmark: Benchmark) -> BinaryProgram:
    return no_swish_program(position_of(benchmark))


BENCHMARKS = GameBenchmarks(
    problems=(
        BenchmarkProblem("largest-swish", _largest, _largest_program),
        BenchmarkProblem("largest-simple-swish", _largest, _largest_program),
        BenchmarkProblem("no-swish-set", _no_swish, _no_swish_program),
    ),
    suffixes={"cnf": "cnf", "digraph": "gr", "cards": "cards", "deck": ""},
    families=families,
)
