"""The benchmark instances of SWISH: formulas, directed graphs, tables of cards and decks."""

from typing import TYPE_CHECKING

from ludex.benchmarks.benchmark import Benchmark, BenchmarkProblem, GameBenchmarks, Solve, UnsolvedInstance
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.engine.formula import Formula
from ludex.graphs.dimacs import read_digraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludex.swish.position import Position


def position_of(benchmark: Benchmark) -> "Position":
    """Return the cards of SWISH that an instance is about."""
    from ludex.swish.deck import built_in_deck
    from ludex.swish.position import Position
    from ludex.swish.reductions.even_cycles import even_cycle_cards
    from ludex.swish.reductions.flips import flip_cards
    from ludex.swish.reductions.satisfiability import satisfiability_cards
    from ludex.swish.reductions.three_symbols import three_symbol_cards

    if benchmark.form == "digraph":
        return even_cycle_cards(*read_digraph(benchmark.source)).position
    if benchmark.form == "deck":
        deck = built_in_deck(benchmark.source)
        if deck is None:
            raise ValueError(f"{benchmark.name}: {benchmark.source} is no deck")
        return deck.position
    if benchmark.form == "cards":
        return Position.from_codes(benchmark.source.split())
    made = satisfiability_cards(Formula.from_dimacs(benchmark.source)).position
    if "lemma-4" in benchmark.reductions:
        made = three_symbol_cards(made).position
    return flip_cards(made).position if "theorem-1" in benchmark.reductions else made


def _largest(benchmark: Benchmark) -> Solve:
    from ludex.swish.found import Rule
    from ludex.swish.solving.search import find_largest

    position = position_of(benchmark)
    rule = Rule.SWISH if benchmark.problem == "largest-swish" else Rule.SIMPLE

    def largest(budget: Budget) -> tuple[int, bool]:
        found = find_largest(position, rule, budget=budget)
        return found.size, found.proved

    return largest


def _largest_program(benchmark: Benchmark) -> BinaryProgram:
    from ludex.swish.found import Rule
    from ludex.swish.reductions.programs import largest_swish_program

    rule = Rule.SWISH if benchmark.problem == "largest-swish" else Rule.SIMPLE
    return largest_swish_program(position_of(benchmark), rule)


def _no_swish(benchmark: Benchmark) -> Solve:
    from ludex.swish.solving.no_swish import largest_no_swish_set

    deck = position_of(benchmark)

    def no_swish(budget: Budget) -> tuple[int, bool]:
        kept = largest_no_swish_set(deck, budget=budget)
        return kept.size, kept.proved

    return no_swish


def _no_swish_program(benchmark: Benchmark) -> BinaryProgram:
    from ludex.swish.reductions.programs import no_swish_program

    return no_swish_program(position_of(benchmark))


def _families() -> "Iterator[UnsolvedInstance]":
    from ludex.games.swish.benchmarks.families import families

    return families()


BENCHMARKS = GameBenchmarks(
    problems=(
        BenchmarkProblem("largest-swish", _largest, _largest_program),
        BenchmarkProblem("largest-simple-swish", _largest, _largest_program),
        BenchmarkProblem("no-swish-set", _no_swish, _no_swish_program),
    ),
    suffixes={"cnf": "cnf", "digraph": "gr", "cards": "cards", "deck": ""},
    families=_families,
)
