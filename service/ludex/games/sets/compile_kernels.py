"""Compile the kernels of SET before they are used."""

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.identity.equivalence import compare
from ludex.games.sets.position import Position as Table
from ludex.games.sets.solving.cap_layers import find_cap_in_layers
from ludex.games.sets.solving.caps import largest_cap_within
from ludex.games.sets.solving.search import find_any, make_solver
from ludex.games.sets.solving.solver import SolverName
from ludex.games.sets.study.no_set_probability import play_by_round, sample_no_set


def compile_kernels() -> None:
    """Compile the kernels by running every search on tiny tables.

    Tables with two, three and four values are used, because different kernels search them.
    """
    budget = Budget()
    for values in (2, 3, 4):
        deck = Deck(2, values)
        cards = tuple(range(1, deck.size))
        for name in (SolverName.LOOKUP, SolverName.BRUTE_FORCE, SolverName.DYNAMIC):
            table = make_solver(name, deck, cards)
            table.any(budget)
            table.add([0], budget)
            table.remove([1], budget)
            table.all(budget)
            table.count(budget)
        whole = Table.whole(deck)
        compare(whole, whole)
        largest_cap_within(Table(deck, cards))
        find_any(Table(deck, cards))
        sample_no_set(deck, values, 1, seed=0)
        play_by_round(deck, 1, seed=0)
    find_cap_in_layers(20, budget)
