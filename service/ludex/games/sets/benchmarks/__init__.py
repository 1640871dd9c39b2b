"""The benchmark instances of SET: caps of decks, caps among given cards, and cards that may contain a set."""

from ludex.benchmarks import Benchmark, BenchmarkProblem, GameBenchmarks, Solve
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.games.sets.named_decks import built_in_deck
from ludex.games.sets.position import Position
from ludex.games.sets.solving.binary_program import cap_program, set_program
from ludex.games.sets.solving.caps import largest_cap, largest_cap_within
from ludex.games.sets.solving.search import find_any


def cards_of(benchmark: Benchmark) -> Position:
    """Return the cards of an instance of SET. The first word of the instance's text names the whole deck."""
    shape, *codes = benchmark.source.split()
    deck = built_in_deck(shape)
    if deck is None:
        raise ValueError(f"{benchmark.name}: {shape} is not a deck")
    return Position.from_codes(deck, codes)


def _any_set(benchmark: Benchmark) -> Solve:
    position = cards_of(benchmark)
    return lambda budget: (int(find_any(position, budget=budget) is not None), True)


def _any_set_program(benchmark: Benchmark) -> BinaryProgram:
    return set_program(cards_of(benchmark))


def _cap(benchmark: Benchmark) -> Solve:
    if benchmark.form == "deck":
        deck = built_in_deck(benchmark.source)
        assert deck is not None

        def cap(budget: Budget) -> tuple[int, bool]:
            found = largest_cap(deck, budget)
            return found.size, found.proved

        return cap
    position = cards_of(benchmark)

    def within(budget: Budget) -> tuple[int, bool]:
        found = largest_cap_within(position, budget)
        return found.size, found.proved

    return within


def _cap_program(benchmark: Benchmark) -> BinaryProgram:
    return cap_program(cards_of(benchmark))


BENCHMARKS = GameBenchmarks(
    problems=(
        BenchmarkProblem("set", _any_set, _any_set_program),
        BenchmarkProblem("cap", _cap, _cap_program),
    ),
    suffixes={"set-cards": "cards", "deck": ""},
)
