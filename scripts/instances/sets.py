"""The benchmark instances of SET: caps of decks, caps among given cards, and cards that may contain a set.

Each family of instances is generated from seeds and starts with the smallest instance. The optimum of an instance is
known from the literature, or CP-SAT computes it from the same program that is exported for other solvers.
"""

from collections.abc import Iterator
from dataclasses import replace

from ludex.benchmarks import Benchmark, program_of
from ludex.engine.constraint_solver import optimum_of
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.sets.benchmarks import cards_of
from ludex.games.sets.deck import Deck
from scripts.instances.optimum import UnsolvedInstance, known_optimum

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
