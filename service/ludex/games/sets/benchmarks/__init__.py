"""The benchmark instances of SET: caps of decks, caps among given cards, and cards that may contain a set.

Each family of instances is generated from seeds and starts with the smallest instance. The optimum of an instance is
known from the literature, or CP-SAT computes it from the same program that is exported for other solvers.
"""

from collections.abc import Iterator
from dataclasses import replace

from ludex.benchmarks import (
    Benchmark,
    BenchmarkProblem,
    GameBenchmarks,
    Solve,
    UnsolvedInstance,
    known_optimum,
    program_of,
)
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.engine.constraint_solver import optimum_of
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.sets.deck import Deck
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


_LITERATURE = "literature"
_PROGRAM = "CP-SAT on the program"


def families() -> Iterator[UnsolvedInstance]:
    """Yield the instances of one family after another. Each instance has a function that finds its optimum."""
    literature = {(3, 2): 4, (3, 3): 9, (3, 4): 20, (4, 2): 9, (4, 3): 28}
    for (values, properties), most in literature.items():
        slug = f"set-{values}-{properties}"
        name, size = f"set-cap-{values}-{properties}", Deck(properties, values).size
        benchmark = Benchmark(name, "cap", "deck", (), size, 0, _LITERATURE, slug)
        yield benchmark, known_optimum(most)
    for cards in (20, 30, 40, 50, 60):
        yield _by_program(f"set-cap-within-{cards}", "cap", _random_set_cards(3, 5, cards))
    shapes = (
        (3, 4, 12),
        (4, 4, 14),
        (4, 4, 30),
        (5, 4, 25),
        (5, 4, 60),
        (6, 5, 60),
        (7, 5, 90),
        (8, 5, 120),
        (8, 5, 220),
    )
    for values, properties, cards in shapes:
        text = _random_set_cards(values, properties, cards)
        yield _by_program(f"set-any-{values}-{cards}", "set", text)


def _random_set_cards(values: int, properties: int, cards: int) -> str:
    deck = Deck(properties, values)
    chosen = zip(RandomNumbers(cards).shuffled(deck.size), range(cards), strict=False)
    return "\n".join([f"set-{values}-{properties}", *(deck.code(card) for card, _ in chosen)]) + "\n"


def _by_program(name: str, problem: str, text: str) -> UnsolvedInstance:
    unsized = Benchmark(name, problem, "set-cards", (), 0, 0, _PROGRAM, text)
    benchmark = replace(unsized, size=len(cards_of(unsized).cards))
    return benchmark, lambda budget: optimum_of(program_of(benchmark), budget)


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
    families=families,
)
