"""The benchmark instances of SWISH: formulas, directed graphs, tables of cards and decks."""

from ludex.benchmarks import Benchmark, BenchmarkProblem, GameBenchmarks, Solve
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.engine.formula import Formula
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.card_reductions import even_cycle_cards, flip_cards, three_symbol_cards
from ludex.games.swish.reductions.programs import largest_swish_program, no_swish_program
from ludex.games.swish.reductions.satisfiability import satisfiability_cards
from ludex.games.swish.solving.no_swish import largest_no_swish_set
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.swishes import Rule
from ludex.graphs.formats import read_digraph


def position_of(benchmark: Benchmark) -> Position:
    """Return the cards of an instance of SWISH."""
    if benchmark.form == "digraph":
        return even_cycle_cards(*read_digraph(benchmark.source)).position
    if benchmark.form == "deck":
        deck = built_in_deck(benchmark.source)
        if deck is None:
            raise ValueError(f"{benchmark.name}: {benchmark.source} is not a deck")
        return deck.position
    if benchmark.form == "cards":
        return Position.from_codes(benchmark.source.split())
    position = satisfiability_cards(Formula.from_dimacs(benchmark.source)).position
    if "lemma-4" in benchmark.reductions:
        position = three_symbol_cards(position).position
    return flip_cards(position).position if "theorem-1" in benchmark.reductions else position


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
)
