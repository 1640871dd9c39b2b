"""The search for a largest swish of the positions on which the depth-first search does not end.

A linear program bounds the size of a swish. On large boards, a large swish is then improved part by part. Finally, a
constraint model searches for a larger swish. Both searches end at the bound.
"""

from dataclasses import replace

from ludex.engine.budget import Budget
from ludex.games.swish.solving.large_swishes import improve_swish
from ludex.games.swish.solving.placements import Placements
from ludex.games.swish.solving.size_bounds import size_bound
from ludex.games.swish.solving.stack_model import largest_stack
from ludex.games.swish.swishes import Largest, Swish

_LARGE, _LARGEST = 200, 2_000
"""The minimum and maximum number of cells of positions in which a large swish is first improved part by part.

After that, the constraint model is solved.
"""


def find_largest_within_bound(
    placements: Placements, known: Swish | None, max_size: int | None, budget: Budget
) -> Largest:
    """Return a largest swish of `placements` of at most `max_size` cards (None for any number).

    The search starts from the swish `known` (None if no swish is known). If the `budget` is exhausted first, the swish
    is the largest one found, and the upper bound is that of the linear program.
    """
    bound = size_bound(placements, budget)
    if max_size is not None:
        bound = min(bound, max_size)
    if _is_large(placements, max_size, budget):
        known = improve_swish(placements, known, bound, budget.share(1.25))
    largest = largest_stack(placements, known, bound, budget)
    return largest if largest.proved else replace(largest, upper_bound=bound)


def _is_large(placements: Placements, max_size: int | None, budget: Budget) -> bool:
    """Return whether to improve a large swish part by part, which takes four fifths of a limited budget."""
    one_pair = all(card.is_one_pair for card in placements.position.cards)
    return max_size is None and budget.seconds is not None and one_pair and _LARGE <= placements.cells <= _LARGEST
