"""The benchmark instances of SWISH: formulas, directed graphs, tables of cards and decks.

Each family of instances is generated from a seed, in order of increasing size. For most instances, the optimum is known
independently of the measured search. It follows from the maximum number of satisfiable clauses of a formula, from a
planted cover, from a closed form or from the literature. Otherwise, CP-SAT computes the optimum from the program that
is exported for other solvers. For a few hard instances, the optimum is known only from the search of this package.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ludex.benchmarks import Benchmark, program_of
from ludex.engine.budget import Budget
from ludex.engine.constraint_solver import optimum_of
from ludex.engine.formula import Formula
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.swish.benchmarks import position_of
from ludex.games.swish.deck import random_cards
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.card_reductions import planted_even_cycles
from ludex.games.swish.reductions.satisfiability import solve_max_sat
from ludex.games.swish.solving.matching import largest_of_one_symbol, largest_of_two_symbols
from ludex.games.swish.solving.search import find_largest
from ludex.games.swish.study.boards import board_facts
from ludex.graphs.formats import write_digraph
from scripts.instances.optimum import UnsolvedInstance, known_optimum

_CLOSED_FORM = "closed form"


_LITERATURE = "literature"


_PLANTED = "planted cover"


_SATISFIED = "most clauses satisfied"


_PROGRAM = "CP-SAT on the program"


_MATCHING = "matching"


_SEARCH = "our search"


def random_two_three(variables: int, seed: int) -> Formula:
    """Return a random formula from a seed. Each clause has two different variables.

    The formula has `variables` variables. Each variable occurs in three clauses. If the number of literals would be
    odd, one variable occurs only twice.

    >>> [len(random_two_three(n, 0).clauses) for n in (4, 5)]
    [6, 7]
    """
    numbers = RandomNumbers(seed)
    while True:
        places = [1 + place // 3 for place in numbers.shuffled(3 * variables)]
        pairs = list(zip(places[::2], places[1::2], strict=False))
        if all(u != v for u, v in pairs):
            return Formula(variables, tuple((_signed(u, numbers), _signed(v, numbers)) for u, v in pairs))


def _signed(variable: int, numbers: RandomNumbers) -> int:
    return variable if numbers.below(2) else -variable


def families() -> Iterator[UnsolvedInstance]:
    """Yield every instance, family by family, with the function that finds its optimum."""
    yield from _formulas()
    yield from _digraphs()
    yield from _tables()
    yield from _decks()


def _instance(
    name: str, problem: str, form: str, known_by: str, source: str, reductions: tuple[str, ...] = ()
) -> Benchmark:
    unsolved = Benchmark(name, problem, form, reductions, 0, 0, known_by, source)
    return replace(unsolved, size=len(position_of(unsolved).cards))


def _formulas() -> Iterator[UnsolvedInstance]:
    kinds: list[tuple[str, str, tuple[str, ...], tuple[int, ...]]] = [
        ("formula", "largest-simple-swish", ("lemma-3",), (3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 36, 42, 48, 54, 60)),
        ("three-symbols", "largest-simple-swish", ("lemma-3", "lemma-4"), (4, 6, 8, 10, 12)),
        ("flips", "largest-swish", ("lemma-3", "theorem-1"), (3, 4, 5, 6, 8, 10, 12, 14)),
        ("three-symbols-flips", "largest-swish", ("lemma-3", "lemma-4", "theorem-1"), (3,)),
    ]
    for family, problem, reductions, sizes in kinds:
        for variables in sizes:
            formula = random_two_three(variables, variables)
            factor = 4 ** (len(reductions) - 1)

            def optimum(budget: Budget, formula: Formula = formula, factor: int = factor) -> int | None:
                best = solve_max_sat(formula, budget)
                return factor * (3 * formula.variables + len(best.clauses)) if best.proved else None

            name = f"swish-{family}-{variables}"
            yield _instance(name, problem, "cnf", _SATISFIED, formula.dimacs(name), reductions), optimum


def _digraphs() -> Iterator[UnsolvedInstance]:
    for vertices in (6, 10, 14, 20, 30, 40, 50, 60, 80, 100):
        arcs = planted_even_cycles(vertices, 2 * vertices, vertices)
        name = f"swish-even-cycles-planted-{vertices}"
        text = f"c {name}\n{write_digraph(vertices, arcs)}"
        yield _instance(name, "largest-swish", "digraph", _PLANTED, text), known_optimum(2 * vertices)
    for vertices in (10, 20, 30, 40, 50, 60, 70, 80):
        numbers = RandomNumbers(vertices)
        others = [(u, v) for u in range(vertices) for v in range(vertices) if u != v]
        chosen = zip(numbers.shuffled(len(others)), range(3 * vertices), strict=False)
        arcs = tuple(sorted(others[place] for place, _ in chosen))
        name = f"swish-even-cycles-random-{vertices}"
        yield _by_program(name, "largest-swish", "digraph", f"c {name}\n{write_digraph(vertices, arcs)}")


def _tables() -> Iterator[UnsolvedInstance]:
    for cards in (50, 100, 200, 400):
        position = random_cards(cards, 8, 6, 1, cards)
        benchmark = _instance(f"swish-symbols-1-{cards}", "largest-swish", "cards", _CLOSED_FORM, _text(position))
        yield benchmark, known_optimum(largest_of_one_symbol(position).size)
    for cards, height, width in (
        (20, 4, 3),
        (40, 6, 4),
        (80, 8, 6),
        (120, 8, 6),
        (160, 9, 8),
        (240, 10, 8),
        (320, 10, 9),
    ):
        text = _text(random_cards(cards, height, width, 2, cards))
        yield _by_program(f"swish-symbols-2-{cards}", "largest-swish", "cards", text)
    for cards, height, width in ((50, 5, 4), (100, 7, 6), (200, 9, 8), (300, 10, 9), (400, 12, 10)):
        position = random_cards(cards, height, width, 2, cards)
        name = f"swish-symbols-2-simple-{cards}"
        benchmark = _instance(name, "largest-simple-swish", "cards", _MATCHING, _text(position))
        yield benchmark, partial(_of_two_symbols, position)
    for cards, height, width in ((20, 4, 3), (30, 5, 4), (36, 5, 4), (40, 6, 4), (48, 7, 4), (60, 6, 5)):
        text = _text(random_cards(cards, height, width, 3, cards))
        yield _by_program(f"swish-symbols-3-{cards}", "largest-swish", "cards", text)
    for cards in (44, 48):  # CP-SAT takes too long to solve the program
        text = _text(random_cards(cards, 8, 4, 3, cards))
        benchmark = _instance(f"swish-symbols-3-{cards}-hard", "largest-swish", "cards", _SEARCH, text)
        yield benchmark, partial(_of_search, position_of(benchmark))
    for cards, height, width in ((40, 3, 2), (80, 4, 3), (120, 4, 3), (160, 4, 4)):
        text = _text(random_cards(cards, height, width, 3, cards))
        yield _by_program(f"swish-symbols-3-simple-{cards}", "largest-simple-swish", "cards", text)


def _of_search(position: Position, budget: Budget) -> int | None:
    found = find_largest(position, budget=budget)
    return found.size if found.proved else None


def _of_two_symbols(position: Position, budget: Budget) -> int:
    return largest_of_two_symbols(position, budget).size


def _text(position: Position) -> str:
    return "\n".join(map(str, position.cards)) + "\n"


def _decks() -> Iterator[UnsolvedInstance]:
    for height, width in ((3, 2), (4, 3), (5, 4), (6, 4), (5, 5), (6, 5), (7, 6), (8, 7)):
        benchmark = _instance(
            f"swish-no-swish-{height}x{width}", "no-swish-set", "deck", _CLOSED_FORM, f"swish-{height}x{width}"
        )
        yield benchmark, known_optimum(board_facts(height, width).largest_no_swish_set)
    yield _instance("swish-no-swish-60", "no-swish-set", "deck", _LITERATURE, "swish-60"), known_optimum(28)


def _by_program(name: str, problem: str, form: str, text: str) -> UnsolvedInstance:
    benchmark = _instance(name, problem, form, _PROGRAM, text)
    return benchmark, lambda budget: optimum_of(program_of(benchmark), budget)
