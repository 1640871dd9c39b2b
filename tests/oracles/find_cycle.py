"""Where the paper's FindCycle is misled: hypergraph cycles that are no swish. Imports nothing from ludex."""

from itertools import permutations

from tests.oracles.swish_cards import canonical, cells_of, one_pair_codes
from tests.oracles.swishes import laid_ways


def crossing_cycles(height, width):
    """Yield (a, x, b) and the laid codes of four different cards that make the closed walk a -> x -> b -> x -> a.

    Each leads from its circle to its point. No card is visited twice, so that it is a cycle of the hypergraph that
    FindCycle accepts; but two points meet on x.
    """
    codes = one_pair_codes(height, width)
    arrow = {(cells_of(code, "o")[0], cells_of(code, "*")[0]): code for code in codes}
    cells = sorted({tail for tail, _ in arrow})
    for x, a, b in permutations(cells, 3):
        laid = [arrow[a, x], arrow[x, b], arrow[b, x], arrow[x, a]]
        if len({canonical(code) for code in laid}) == 4:
            yield (a, x, b), laid


def is_hypergraph_cycle(laid):
    """Tell whether laid cards, in this order, are a cycle of the hypergraph with each card visited once."""
    meets = all(
        cells_of(one, "*") == cells_of(following, "o")
        for one, following in zip(laid, [*laid[1:], laid[0]], strict=True)
    )
    return meets and len({frozenset(laid_ways(code)) for code in laid}) == len(laid)
