"""Finding swishes, exactly: any, all, the largest with its proof, and how many there are of each size.

Works for cards with any symbols (section 1.2), with flips (SWISH) and without (SIMPLE-SWISH, section 2). A compiled
depth-first search over cells answers nearly all questions; where it takes long, a constraint model (CP-SAT) takes
over what is left of the budget. The paper's `FindCycle` is not used: a cycle of the hypergraph may pass through one
cell twice, and is then no swish.
"""

from collections.abc import Iterator

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.swish.found import Rule, Swish
from ludex.swish.position import Position
from ludex.swish.solving.answers import Largest, Listing, SizeCount

LISTING_LIMIT = 1000

# How long the depth-first search tries before the constraint model takes over, in seconds.
_PATIENCE = 0.4


def find_any(
    position: Position, rule: Rule = Rule.SWISH, max_size: int | None = None, budget: Budget | None = None
) -> Swish | None:
    """Return a swish of at most max_size cards, or None where there is none.

    Raises BudgetExhausted where neither was decided in time. Cost: exponential in the worst case (the paper's
    Theorem 1).

    >>> position = Position.from_codes(["*o./.../...", "o../.*./...", "..*/.o./..."])
    >>> find_any(position).indices
    (1, 2)
    """
    from ludex.swish.solving.few_cards import first_of_few

    budget = budget or Budget()
    budget.check()
    outcome = first_of_few(position, rule, max_size)
    if outcome.decided:
        return outcome.swish
    from ludex.swish.solving.depth_first import DepthFirst

    search = DepthFirst.of(position, rule, copies_differ=False, budget=budget)
    outcome = search.first(max_size, budget, patience=_PATIENCE)
    if outcome.decided:
        return outcome.swish
    from ludex.swish.solving.stack_model import find_stack

    return find_stack(search.placements, max_size, budget)


def find_largest(
    position: Position, rule: Rule = Rule.SWISH, max_size: int | None = None, budget: Budget | None = None
) -> Largest:
    """Return a swish with as many cards as possible (at most max_size), proved where the budget allows.

    >>> position = Position.from_codes(["*o./.../...", ".*o/.../...", "*.o/.../...", "*.o/.../..."])
    >>> find_largest(position).size
    4
    """
    from ludex.swish.solving.few_cards import largest_of_few

    budget = budget or Budget()
    if budget.exhausted():
        return Largest(None, proved=False)
    outcome = largest_of_few(position, rule, max_size)
    if outcome.decided:
        return Largest(outcome.swish, proved=True)
    from ludex.swish.solving.depth_first import DepthFirst

    try:
        search = DepthFirst.of(position, rule, copies_differ=False, budget=budget)
        outcome = search.first(max_size, budget, patience=_PATIENCE)
    except BudgetExhausted:
        return Largest(None, proved=False)
    if outcome.swish is not None or not outcome.decided:
        outcome = search.largest(max_size, budget, patience=_PATIENCE, known=outcome.swish)
    if outcome.decided:
        return Largest(outcome.swish, proved=True)
    if budget.exhausted():
        return Largest(outcome.swish, proved=False)
    from ludex.swish.solving.stack_model import largest_stack

    return largest_stack(search.placements, outcome.swish, max_size, budget)


def iterate_swishes(
    position: Position, rule: Rule = Rule.SWISH, max_size: int | None = None, budget: Budget | None = None
) -> Iterator[Swish]:
    """Yield every swish, one a placement, by size. Raises BudgetExhausted where the budget ends first."""
    from ludex.swish.solving.depth_first import DepthFirst

    budget = budget or Budget()
    yield from DepthFirst.of(position, rule, budget=budget).each_by_size(max_size, budget)


def find_all(
    position: Position,
    rule: Rule = Rule.SWISH,
    max_size: int | None = None,
    budget: Budget | None = None,
    limit: int = LISTING_LIMIT,
) -> Listing:
    """Return the swishes, one a placement, smallest first; at most `limit` of them, and as many as the budget allows.

    Stacks that differ by a flip of the whole count separately, coincident configurations once. Raises
    BudgetExhausted where time ended before any was found or excluded.

    >>> len(find_all(Position.from_codes(["*o", "*o"])).items)
    2
    """
    items: list[Swish] = []
    try:
        for swish in iterate_swishes(position, rule, max_size, budget):
            if len(items) == limit:
                return Listing(tuple(items), complete=False)
            items.append(swish)
    except BudgetExhausted:
        if not items:
            raise
        return Listing(tuple(items), complete=False)
    return Listing(tuple(items), complete=True)


def count_by_size(
    position: Position, rule: Rule = Rule.SWISH, max_size: int | None = None, budget: Budget | None = None
) -> dict[int, SizeCount]:
    """Return how many card sets form a swish, and how many placements do, for each size that has one.

    Raises BudgetExhausted. Cost: proportional to the number of placements; the card sets that share their first card
    are held in memory at once, eight bytes each up to 64 cards.

    >>> count_by_size(Position.from_codes(["*o", "*o", "*o"]))
    {2: SizeCount(card_sets=3, placements=6)}
    """
    from ludex.swish.solving.depth_first import DepthFirst

    budget = budget or Budget()
    counted = DepthFirst.of(position, rule, budget=budget).count(max_size, budget)
    return {size: SizeCount(card_sets, placements) for size, (card_sets, placements) in counted.items()}
