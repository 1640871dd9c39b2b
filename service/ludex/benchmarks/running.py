"""Our exact solvers on benchmark instances: what they find, whether it is the optimum, and how long it takes."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.benchmarks.benchmark import Benchmark
from ludex.benchmarks.digraph_text import read_digraph
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.formula import Formula

if TYPE_CHECKING:
    from ludex.planarity.drawing import Drawing
    from ludex.sets.position import Position as SetPosition
    from ludex.swish.position import Position


@dataclass(frozen=True, slots=True)
class Result:
    """What came of an instance. `found` is None if nothing was known at the end; `agrees`: with the known optimum."""

    name: str
    problem: str
    size: int
    optimum: int
    found: int | None
    proved: bool
    seconds: float
    agrees: bool


def run(benchmark: Benchmark, budget: Budget | None = None) -> Result:
    """Solve an instance within a `budget` (None: no limits); what is made before the search is not timed.

    >>> from ludex.benchmarks.benchmark import benchmarks
    >>> [result] = map(run, benchmarks(["set-cap-3-2"]))
    >>> result.found, result.proved, result.agrees
    (4, True, True)
    """
    solve = prepared(benchmark)
    budget = budget or Budget()
    before = budget.cost()
    try:
        found, proved = solve(budget)
    except BudgetExhausted:
        found, proved = None, False
    seconds = budget.cost().since(before).seconds
    agrees = benchmark.agrees(found, proved)
    of = benchmark
    return Result(of.name, of.problem, of.size, of.optimum, found, proved, round(seconds, 3), agrees)


Solve = Callable[[Budget], tuple[int | None, bool]]


def prepared(benchmark: Benchmark) -> Solve:
    """Return what solves an instance: given a budget, the value (None: unknown) and whether it is proved."""
    match benchmark.problem:
        case "largest-swish" | "largest-simple-swish":
            from ludex.swish.found import Rule
            from ludex.swish.solving.search import find_largest

            position = position_of(benchmark)
            rule = Rule.SWISH if benchmark.problem == "largest-swish" else Rule.SIMPLE

            def largest(budget: Budget) -> tuple[int, bool]:
                found = find_largest(position, rule, budget=budget)
                return found.size, found.proved

            return largest
        case "no-swish-set":
            from ludex.swish.solving.no_swish import largest_no_swish_set

            deck = position_of(benchmark)

            def no_swish(budget: Budget) -> tuple[int, bool]:
                kept = largest_no_swish_set(deck, budget=budget)
                return kept.size, kept.proved

            return no_swish
        case "set" | "cap":
            return _of_sets(benchmark)
        case "minimum-swaps" | "plane-on-points":
            return _of_drawing(benchmark)


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


def _of_sets(benchmark: Benchmark) -> Solve:
    from ludex.sets.named_decks import built_in
    from ludex.sets.solving.caps import largest_cap, largest_cap_within
    from ludex.sets.solving.search import find_any

    if benchmark.form == "deck":
        deck = built_in(benchmark.source)
        assert deck is not None

        def cap(budget: Budget) -> tuple[int, bool]:
            found = largest_cap(deck, budget)
            return found.size, found.proved

        return cap
    position = cards_of(benchmark)
    if benchmark.problem == "set":
        return lambda budget: (int(find_any(position, budget=budget) is not None), True)

    def within(budget: Budget) -> tuple[int, bool]:
        found = largest_cap_within(position, budget)
        return found.size, found.proved

    return within


def _of_drawing(benchmark: Benchmark) -> Solve:
    from ludex.planarity.solving.embedding import embed
    from ludex.planarity.solving.minimum_swaps import solve

    drawing = drawing_of(benchmark)
    if benchmark.problem == "plane-on-points":

        def plane(budget: Budget) -> tuple[int | None, bool]:
            found = embed(drawing, drawing.points, budget)
            return (int(found.drawing is not None) if found.proved else None), found.proved

        return plane

    def swaps(budget: Budget) -> tuple[int | None, bool]:
        found = solve(drawing, budget)
        return found.min_swaps, found.proved

    return swaps


def drawing_of(benchmark: Benchmark) -> "Drawing":
    """Return the drawing that an instance is about."""
    from ludex.planarity.drawing import Drawing

    given = json.loads(benchmark.source)
    return Drawing.from_numbers(given["points"], given["edges"])


def cards_of(benchmark: Benchmark) -> "SetPosition":
    """Return the cards of SET that an instance is about: the first word of its text is their whole deck."""
    from ludex.sets.named_decks import built_in
    from ludex.sets.position import Position

    shape, *codes = benchmark.source.split()
    deck = built_in(shape)
    if deck is None:
        raise ValueError(f"{benchmark.name}: {shape} is no deck")
    return Position.from_codes(deck, codes)
