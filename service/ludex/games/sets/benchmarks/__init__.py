"""The benchmark instances of SET: caps of decks, caps within cards, and cards among which there may be a set."""

from typing import TYPE_CHECKING

from ludex.benchmarks.benchmark import Benchmark, BenchmarkProblem, GameBenchmarks, Solve, UnsolvedInstance
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludex.sets.position import Position


def cards_of(benchmark: Benchmark) -> "Position":
    """Return the cards of SET that an instance is about: the first word of its text is their whole deck."""
    from ludex.sets.named_decks import built_in
    from ludex.sets.position import Position

    shape, *codes = benchmark.source.split()
    deck = built_in(shape)
    if deck is None:
        raise ValueError(f"{benchmark.name}: {shape} is no deck")
    return Position.from_codes(deck, codes)


def _any_set(benchmark: Benchmark) -> Solve:
    from ludex.sets.solving.search import find_any

    position = cards_of(benchmark)
    return lambda budget: (int(find_any(position, budget=budget) is not None), True)


def _any_set_program(benchmark: Benchmark) -> BinaryProgram:
    from ludex.sets.solving.binary_program import set_program

    return set_program(cards_of(benchmark))


def _cap(benchmark: Benchmark) -> Solve:
    from ludex.sets.named_decks import built_in
    from ludex.sets.solving.caps import largest_cap, largest_cap_within

    if benchmark.form == "deck":
        deck = built_in(benchmark.source)
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
    from ludex.sets.solving.binary_program import cap_program

    return cap_program(cards_of(benchmark))


def _families() -> "Iterator[UnsolvedInstance]":
    from ludex.games.sets.benchmarks.families import families

    return families()


BENCHMARKS = GameBenchmarks(
    problems=(
        BenchmarkProblem("set", _any_set, _any_set_program),
        BenchmarkProblem("cap", _cap, _cap_program),
    ),
    suffixes={"set-cards": "cards", "deck": ""},
    families=_families,
)
