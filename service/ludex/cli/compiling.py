"""Compiling every kernel ahead, by searching tiny positions of every game in every way that a search can take."""

import sys
from typing import Any

from ludex.engine.budget import Budget
from ludex.swish.position import Position


def compile_kernels() -> int:
    """Compile what is not compiled yet, or load it, and return how many compiled functions there are."""
    _search_tiny_positions()
    _search_tiny_drawings()
    _search_tiny_tables()
    return len(compiled_functions())


def compiled_functions() -> dict[str, Any]:
    """Return the compiled functions of the kernels that are loaded, by module and name."""
    from numba.core.dispatcher import Dispatcher

    return {
        f"{name}.{function}": value
        for name, module in list(sys.modules.items())
        if name.startswith("ludex.") and ".kernels." in name
        for function, value in vars(module).items()
        if isinstance(value, Dispatcher) and value.py_func.__module__ == name
    }


def _search_tiny_positions() -> None:
    from ludex.swish.solving.maximum_sets import maximum_no_swish_sets
    from ludex.swish.solving.minimal_swishes import minimal_swishes
    from ludex.swish.solving.search import count_by_size, find_all, find_any, find_largest
    from ludex.swish.study.statistics import no_swish_deal_counts, sample_largest, sample_no_swish

    pair = Position.from_codes(["*o.", "*o.", ".*o", "o.*"])
    several_symbols = Position.from_codes(["*o*", "o*o", "*o*"])
    for position in (pair, several_symbols):
        find_any(position)
        find_largest(position)
        find_all(position)
        count_by_size(position)
    minimal_swishes(pair).has_swish((0, 1))
    no_swish_deal_counts(pair)
    maximum_no_swish_sets(pair)
    sample_no_swish(pair, 2, 1, seed=0)
    sample_largest(pair, 2, 1, seed=0)


def _search_tiny_drawings() -> None:
    from ludex.planarity.crossings import crossing_pairs
    from ludex.planarity.drawing import Drawing
    from ludex.planarity.identity.equivalence import Relation, relation_form
    from ludex.planarity.making.generation import Parameters, generate
    from ludex.planarity.making.point_sets import Method
    from ludex.planarity.solving.annealing import annealed
    from ludex.planarity.solving.embedding import embed
    from ludex.planarity.solving.exchanges import minimum_exchanges
    from ludex.planarity.solving.state_space import StateSpace
    from ludex.planarity.study.census import census, census_totals
    from ludex.planarity.study.difficulty import graded

    census_totals(4)
    next(census(4))
    square = ((0, 0), (4, 0), (5, 5), (0, 4))
    path, cross = Drawing(square, ((0, 2), (1, 2), (1, 3))), Drawing(square, ((0, 2), (1, 3)))
    for drawing in (path, cross):
        crossing_pairs(drawing)
        graded(drawing)
        minimum_exchanges(drawing)
        for relation in Relation:
            relation_form(drawing, relation)
    embed(path, square)
    list(annealed(path, StateSpace.of(path), Budget(), starts=1))
    for method in Method:
        generate(Parameters(vertices=6, edges=8, swaps=2, method=method), 1)


def _search_tiny_tables() -> None:
    from ludex.sets.deck import Deck
    from ludex.sets.identity.equivalence import compare
    from ludex.sets.position import Position as Table
    from ludex.sets.solving.cap_layers import cap_in_layers
    from ludex.sets.solving.caps import largest_cap_within
    from ludex.sets.solving.names import SolverName
    from ludex.sets.solving.search import solver
    from ludex.sets.study.statistics import play_by_round, sample_no_set

    budget = Budget()
    for values in (2, 3, 4):
        deck = Deck(2, values)
        cards = tuple(range(1, deck.size))
        for name in (SolverName.LOOKUP, SolverName.BRUTE_FORCE, SolverName.DYNAMIC):
            table = solver(name, deck, cards)
            table.any(budget)
            table.add([0], budget)
            table.remove([1], budget)
            table.all(budget)
            table.count(budget)
        whole = Table.whole(deck)
        compare(whole, whole)
        largest_cap_within(Table(deck, cards))
        sample_no_set(deck, 3, 1, seed=0)
        play_by_round(deck, 1, seed=0)
    cap_in_layers(20, budget)
