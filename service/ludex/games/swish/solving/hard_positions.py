"""The search for a largest swish of the positions on which the depth-first search does not end.

Cards with one point and one circle each are first treated as a circulation between orbits: its size is a bound, and in
most positions with many cards, it can be placed as a swish. For other cards, a linear program bounds the size of a
swish. Finally, a constraint model searches for a larger swish. Both searches end at the bound.
"""

from dataclasses import replace

from ludex.engine.budget import Budget
from ludex.games.swish.solving.card_arcs import CardArcs
from ludex.games.swish.solving.circulations import circulation_bound, lift_circulations
from ludex.games.swish.solving.placements import Placements
from ludex.games.swish.solving.size_bounds import size_bound
from ludex.games.swish.solving.stack_model import largest_stack
from ludex.games.swish.swishes import Largest, Rule, Swish


def find_largest_within_bound(
    placements: Placements, rule: Rule, known: Swish | None, max_size: int | None, budget: Budget
) -> Largest:
    """Return a largest swish of `placements` under a `rule` of at most `max_size` cards (None for any number).

    The search starts from the swish `known` (None if no swish is known). If the `budget` is exhausted first, the swish
    is the largest one found, with the upper bound of the circulation or of the linear program.
    """
    if rule is Rule.SWISH and len(placements) and all(card.is_one_pair for card in placements.position.cards):
        arcs = CardArcs.of(placements)
        bound = circulation_bound(placements, arcs)
        if max_size is None or bound <= max_size:
            lifted = lift_circulations(arcs, bound, budget)
            if len(lifted) > (0 if known is None else known.size):
                known = placements.swish(lifted.tolist())
    else:
        bound = size_bound(placements, budget)
    if max_size is not None:
        bound = min(bound, max_size)
    if budget.exhausted() and bound > (0 if known is None else known.size):
        return Largest(known, proved=False, upper_bound=bound)
    largest = largest_stack(placements, known, bound, budget)
    return largest if largest.proved else replace(largest, upper_bound=bound)
