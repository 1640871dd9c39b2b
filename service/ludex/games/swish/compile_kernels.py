"""Compile the SWISH kernels before they are used."""

from ludex.engine.budget import Budget
from ludex.games.swish.position import Position
from ludex.games.swish.solving.independent_sets import minimal_swishes
from ludex.games.swish.solving.no_swish import maximum_no_swish_sets
from ludex.games.swish.solving.orbit_blocks import CycleSearch, OrbitBlocks
from ludex.games.swish.solving.search import count_by_size, find_all, find_any, find_largest
from ludex.games.swish.solving.weights import Kinds
from ludex.games.swish.study.statistics import no_swish_deal_counts, sample_largest, sample_no_swish


def compile_kernels() -> None:
    """Compile the kernels by running every variant of every search on tiny positions."""
    pair = Position.from_codes(["*o.", "*o.", ".*o", "o.*"])
    several_symbols = Position.from_codes(["*o*", "o*o", "*o*"])
    for position in (pair, several_symbols):
        find_any(position)
        find_largest(position)
        find_all(position)
        count_by_size(position)
        many = Position(position.cards * 9)
        find_any(many)
        find_largest(many)
    minimal_swishes(pair).has_swish((0, 1))
    no_swish_deal_counts(pair)
    maximum_no_swish_sets(pair)
    kinds = Kinds.of(pair)
    cycles = CycleSearch.of(kinds)
    if cycles is not None:
        OrbitBlocks(kinds, cycles).best_set(Budget())
    sample_no_swish(pair, 2, 1, seed=0)
    sample_largest(pair, 2, 1, seed=0)
