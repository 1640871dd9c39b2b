"""Exact search for any swish, for all swishes, for a largest swish with proof, or for the numbers of swishes by size.

The search supports cards with any symbols (section 1.2), with flips (SWISH) and without flips (SIMPLE-SWISH, section
2). A compiled depth-first search over cells solves nearly all positions. If this search takes long, a constraint model
(CP-SAT) is solved in the rest of the budget. If the position is one of the polynomial cases, a matching replaces the
constraint model (`ludex.games.swish.solving.matching`). The algorithm `FindCycle` of the paper is not used, because it
may return a cycle of the hypergraph that passes through a cell twice. Such a cycle is not a swish.

Many deals from a deck are searched by compiled searches. For each deal, a search decides whether it contains a swish,
or finds the size of a largest swish.
For few cards, a single compiled call computes the layout and the result.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np
import numpy.typing as npt

from ludex.card_games.dealing import validated_deals
from ludex.engine.arguments import require_choice, require_integer
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.kernels import largest as largest_kernel
from ludex.games.swish.kernels import tables
from ludex.games.swish.position import MAX_SEARCH_CARDS, Position, PositionError
from ludex.games.swish.solving.depth_first import DepthFirst
from ludex.games.swish.solving.placements import FEW_CARDS, Images, Integers, images_of, records_of, symbols_in
from ludex.games.swish.swishes import (
    LISTING_LIMIT,
    Largest,
    Placement,
    Rule,
    SearchOutcome,
    SizeCount,
    Swish,
    SwishListing,
)

FEW_SYMBOLS = 512
"""The maximum number of symbols. It does not apply if each card has one point and one circle."""

# This many steps take about 10 ms, as in a slice of the depth-first search.
STEPS = 500_000

_NO_BUFFER = np.zeros((1, 1), dtype=np.uint64)
_NO_TALLY = np.zeros(1, dtype=np.int64)

Arrays = tuple[Integers, Integers, npt.NDArray[np.int64], npt.NDArray[np.uint64]]


def find_any_of_few_cards(position: Position, rule: Rule, max_size: int | None) -> SearchOutcome:
    """Return the first swish of a `position` under a `rule` that the depth-first search finds.

    The swish has at most `max_size` cards (None for any number). The outcome is undecided if there are too many cards,
    or if the search needs too many steps. Cost: 20 microseconds for a table of the commercial game.
    """
    return _solved(position, rule, max_size, seek_largest=False)


def find_largest_of_few_cards(position: Position, rule: Rule, max_size: int | None) -> SearchOutcome:
    """Return the largest swish of a `position` under a `rule`, by branch and bound.

    The swish has at most `max_size` cards (None for any number). The outcome is undecided if there are too many cards,
    or if the search needs too many steps. Cost: 70 microseconds for a table of the commercial game.
    """
    return _solved(position, rule, max_size, seek_largest=True)


def work_arrays(cards: int, symbols: int, images: Images) -> Arrays:
    """Return the arrays that `kernels.tables` uses: room, frames, tally and buffer.

    The arrays are large enough for `cards` cards with `symbols` points and circles in total, in the configurations of
    `images`.
    """
    configurations, cells = images.shape
    room = np.empty(tables.room_for(cards, configurations, symbols, cells), np.int32)
    return room, np.empty((cards + cells + 1, largest_kernel.FRAME_SIZE), np.int32), _NO_TALLY, _NO_BUFFER


def _solved(position: Position, rule: Rule, max_size: int | None, *, seek_largest: bool) -> SearchOutcome:
    cards = position.cards
    if len(cards) > FEW_CARDS:
        return SearchOutcome(None, decided=False)
    images = images_of(position, rule)
    records = records_of(cards)
    symbols = symbols_in(len(cards), records)
    if symbols > FEW_SYMBOLS:
        return SearchOutcome(None, decided=False)
    arrays = work_arrays(len(cards), symbols, images)
    most = len(cards) if max_size is None else min(max_size, len(cards))
    size, _ = tables.solve(seek_largest, images, position.width, len(cards), records, most, STEPS, *arrays)
    if size == tables.UNDECIDED:
        return SearchOutcome(None, decided=False)
    return SearchOutcome(
        _swish(position, sorted(arrays[0][:size].tolist()), len(images)) if size else None, decided=True
    )


def _swish(position: Position, nodes: list[int], configurations: int) -> Swish:
    """Return the swish that consists of the given nodes.

    Node `card * configurations + k` is configuration k of the card.
    """
    cards, ways = position.cards, position.symmetry.configurations
    placed = []
    for node in nodes:
        index, way = node // configurations, ways[node % configurations]
        placed.append(Placement(index, way, cards[index].configured(way)))
    return Swish(tuple(placed))


# The time limits of the depth-first search, in seconds. After the limit, the constraint model is solved instead. On
# larger boards, the depth-first search either finds and proves a largest swish quickly or does not succeed at all.
_PATIENCE, _LITTLE_PATIENCE = 0.4, 0.005
_SMALL_BOARD = 48


def _checked(
    position: Position, rule: Rule, max_size: int | None, budget: Budget | None
) -> tuple[Rule, int | None, Budget]:
    """Return the rule, the size and the budget of a search. Raises TypeError or ValueError for other values."""
    Position.require(position)
    most = None if max_size is None else require_integer(max_size, "max_size")
    return require_choice(rule, Rule, "rule"), most, Budget.require(budget)


def find_any(
    position: Position, rule: Rule = Rule.SWISH, max_size: int | None = None, budget: Budget | None = None
) -> Swish | None:
    """Return a swish, or None if it is proved that there is none.

    Parameters
    ----------
    position : Position
        At most 1,000 cards.
    rule : Rule
        Whether cards may be flipped (SWISH) or are placed as written (SIMPLE).
    max_size : int, optional
        The maximum number of cards of the swish, at least 2. By default, any number is allowed.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    Swish or None
        A swish, not necessarily a smallest or a largest one, or None, which proves that there is no swish.

    Raises
    ------
    BudgetExhausted
        If the budget is exhausted before the result is known.
    PositionError
        If there are more than 1,000 cards.

    Notes
    -----
    Cost: exponential in the worst case; the problem is NP-complete. A table of the commercial game takes 20
    microseconds.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.2 and Theorem 1.

    Examples
    --------
    >>> position = Position.from_codes(["*o./.../...", "o../.*./...", "..*/.o./..."])
    >>> find_any(position).indices
    (1, 2)
    """
    rule, max_size, budget = _checked(position, rule, max_size, budget)
    budget.check()
    outcome = find_any_of_few_cards(position, rule, max_size)
    if outcome.decided:
        return outcome.swish
    from ludex.games.swish.solving import matching

    if (largest := matching.match_one_symbol(position, rule, 2)) is not None:
        return largest.swish
    search = DepthFirst.of(position, rule, copies_differ=False, budget=budget)
    outcome = search.first(max_size, budget, _PATIENCE)
    if outcome.decided:
        return outcome.swish
    if (largest := matching.match_two_symbols(search.placements, rule, max_size, budget)) is not None:
        return largest.swish
    from ludex.games.swish.solving.stack_model import find_stack

    return find_stack(search.placements, max_size, budget)


def find_largest(
    position: Position, rule: Rule = Rule.SWISH, max_size: int | None = None, budget: Budget | None = None
) -> Largest:
    """Return a swish with as many cards as possible, with a proof if the budget suffices.

    Parameters
    ----------
    position : Position
        At most 1,000 cards.
    rule : Rule
        Whether cards may be flipped (SWISH) or are placed as written (SIMPLE).
    max_size : int, optional
        The maximum number of cards of the swish, at least 2. By default, any number is allowed.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    Largest
        The swish, or None if there is none, and whether this is proved. If the budget is exhausted first, the swish is
        the largest one found, with a proved upper bound on the size of a swish.

    Raises
    ------
    PositionError
        If there are more than 1,000 cards.

    Notes
    -----
    Cost: exponential in the worst case, but polynomial for cards of one symbol each (Theorem 2) and for
    cards of at most two symbols placed as written. A table of the commercial game takes 70 microseconds.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.2.

    Examples
    --------
    >>> position = Position.from_codes(["*o./.../...", ".*o/.../...", "*.o/.../...", "*.o/.../..."])
    >>> find_largest(position).size
    4
    """
    rule, max_size, budget = _checked(position, rule, max_size, budget)
    if budget.exhausted():
        return Largest(None, proved=False)
    outcome = find_largest_of_few_cards(position, rule, max_size)
    if outcome.decided:
        return Largest(outcome.swish, proved=True)
    from ludex.games.swish.solving import matching

    if (matched := matching.match_one_symbol(position, rule, max_size)) is not None:
        return matched
    try:
        search = DepthFirst.of(position, rule, copies_differ=False, budget=budget)
        outcome = search.first(max_size, budget, _PATIENCE)
    except BudgetExhausted:
        return Largest(None, proved=False)
    if outcome.swish is not None or not outcome.decided:
        small = search.placements.cells <= _SMALL_BOARD
        patience = _PATIENCE if small else _LITTLE_PATIENCE
        outcome = search.largest(max_size, budget, patience, known=outcome.swish)
    if outcome.decided:
        return Largest(outcome.swish, proved=True)
    if budget.exhausted():
        return Largest(outcome.swish, proved=False)
    if (matched := matching.match_two_symbols(search.placements, rule, max_size, budget)) is not None:
        return matched
    from ludex.games.swish.solving.stack_model import find_largest_within_bound

    return find_largest_within_bound(search.placements, rule, outcome.swish, max_size, budget)


def iterate_swishes(
    position: Position, rule: Rule = Rule.SWISH, max_size: int | None = None, budget: Budget | None = None
) -> Iterator[Swish]:
    """Yield every swish of a `position` under a `rule`, one for each placement, sorted by size.

    The swishes have at most `max_size` cards (None for any number). Raises BudgetExhausted if the `budget` (None for no
    limits) is exhausted, and PositionError if there are more than 1,000 cards.
    """
    rule, max_size, budget = _checked(position, rule, max_size, budget)
    yield from DepthFirst.of(position, rule, budget=budget).each_by_size(max_size, budget)


def find_all(
    position: Position,
    rule: Rule = Rule.SWISH,
    max_size: int | None = None,
    budget: Budget | None = None,
    limit: int = LISTING_LIMIT,
) -> SwishListing:
    """Return the swishes of a position, one for each placement, smallest first.

    Stacks that differ by a flip of the whole stack count separately. Coincident configurations count once.

    Parameters
    ----------
    position : Position
        At most 1,000 cards.
    rule : Rule
        Whether cards may be flipped (SWISH) or are placed as written (SIMPLE).
    max_size : int, optional
        The maximum number of cards of a swish, at least 2. By default, any number is allowed.
    budget : Budget, optional
        The limits of the search. The default has no limits.
    limit : int
        The maximum number of swishes to return.

    Returns
    -------
    SwishListing
        The swishes, and whether the list is complete.

    Raises
    ------
    BudgetExhausted
        If the budget is exhausted before any swish is found or excluded.
    PositionError
        If there are more than 1,000 cards.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.2.

    Examples
    --------
    >>> len(find_all(Position.from_codes(["*o", "*o"])).items)
    2
    """
    limit = require_integer(limit, "limit")
    items: list[Swish] = []
    try:
        for swish in iterate_swishes(position, rule, max_size, budget):
            if len(items) == limit:
                return SwishListing(tuple(items), complete=False)
            items.append(swish)
    except BudgetExhausted:
        if not items:
            raise
        return SwishListing(tuple(items), complete=False)
    return SwishListing(tuple(items), complete=True)


def count_by_size(
    position: Position, rule: Rule = Rule.SWISH, max_size: int | None = None, budget: Budget | None = None
) -> dict[int, SizeCount]:
    """Return the numbers of card sets and of placements that form a swish, for each size that occurs.

    Parameters
    ----------
    position : Position
        At most 1,000 cards.
    rule : Rule
        Whether cards may be flipped (SWISH) or are placed as written (SIMPLE).
    max_size : int, optional
        The maximum number of cards of a swish, at least 2. By default, any number is allowed.
    budget : Budget, optional
        The limits of the count. The default has no limits.

    Returns
    -------
    dict of int to SizeCount
        For each number of cards, the numbers of card sets and of placements (stacks on fixed cells) that form a swish.

    Raises
    ------
    BudgetExhausted
        If the budget is exhausted first.
    PositionError
        If there are more than 1,000 cards.

    Notes
    -----
    Cost: proportional to the number of placements. All card sets with the same first card are in memory at
    the same time. If there are at most 64 cards, a card set needs eight bytes.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.2.

    Examples
    --------
    >>> count_by_size(Position.from_codes(["*o", "*o", "*o"]))
    {2: SizeCount(card_sets=3, placements=6)}
    """
    rule, max_size, budget = _checked(position, rule, max_size, budget)
    search = DepthFirst.of(position, rule, budget=budget)
    parts = search.placements.independent_parts()
    if len(parts) <= 1:
        return {size: SizeCount(*counts) for size, counts in search.count(max_size, budget).items()}
    combined = {0: (1, 1)}
    for cards in parts:
        counted = DepthFirst.of(position.part(cards), rule, budget=budget).count(max_size, budget)
        combined = _combine(combined, {0: (1, 1)} | counted, max_size)
    return {size: SizeCount(*combined[size]) for size in sorted(combined) if size}


def _combine(
    first: dict[int, tuple[int, int]], second: dict[int, tuple[int, int]], max_size: int | None
) -> dict[int, tuple[int, int]]:
    """Return the numbers of card sets and of placements for the swishes of two independent parts together.

    >>> _combine({0: (1, 1), 2: (1, 4)}, {0: (1, 1), 2: (2, 2)}, None)
    {0: (1, 1), 2: (3, 6), 4: (2, 8)}
    """
    combined: dict[int, tuple[int, int]] = {}
    for (size, counts), (further, others) in product(first.items(), second.items()):
        if max_size is None or size + further <= max_size:
            before = combined.get(size + further, (0, 0))
            combined[size + further] = (before[0] + counts[0] * others[0], before[1] + counts[1] * others[1])
    return combined


def have_swish(deck: Position, deals: npt.NDArray[np.integer], budget: Budget | None = None) -> npt.NDArray[np.bool_]:
    """Return a boolean array that states for each deal of a `deck` whether it contains a swish.

    `deals` is an array of shape (deals, n) that contains card indices. `budget` limits the search (None for no limits).
    Raises ValueError if a card is not in the deck or occurs twice in a deal, PositionError if a deal has more than
    1,000 cards, and BudgetExhausted. Cost: a few microseconds for a deal of 16 cards of a commercial deck.

    >>> deck = Position.from_codes(["*o.", "o*.", "*.o"])
    >>> have_swish(deck, np.array([[0, 1], [0, 2]])).tolist()
    [True, False]
    """
    budget = budget or Budget()
    checked = _checked_deals(deck, deals)
    sizes = _sizes(deck, checked, budget, seek_largest=False)
    for deal in np.flatnonzero(sizes == tables.UNDECIDED):
        swish = find_any(deck.part(checked[deal].tolist()), budget=budget.quiet())
        sizes[deal] = 0 if swish is None else swish.size
    return sizes > 0


def largest_sizes(deck: Position, deals: npt.NDArray[np.integer], budget: Budget | None = None) -> Integers:
    """Return an int32 array that contains the size of a largest swish for each deal of a `deck`.

    The size is 0 if a deal has no swish. The parameters and the exceptions are those of :func:`have_swish`. Cost: about
    50 microseconds for a deal of 16 cards of a commercial deck.

    >>> largest_sizes(Position.from_codes(["*o.", "o*.", "*.o"]), np.array([[0, 1], [0, 2]])).tolist()
    [2, 0]
    """
    budget = budget or Budget()
    checked = _checked_deals(deck, deals)
    sizes = _sizes(deck, checked, budget, seek_largest=True)
    for deal in np.flatnonzero(sizes == tables.UNDECIDED):
        largest = find_largest(deck.part(checked[deal].tolist()), budget=budget.quiet())
        if not largest.proved:
            raise BudgetExhausted(budget.exhausted() or "time")
        sizes[deal] = largest.size
    return sizes


def _checked_deals(deck: Position, deals: npt.NDArray[np.integer]) -> Integers:
    checked = validated_deals(deals, len(deck.cards))
    if checked.shape[1] > MAX_SEARCH_CARDS:
        raise PositionError(f"the deals have {checked.shape[1]} cards; a search supports at most {MAX_SEARCH_CARDS}")
    return checked


def _sizes(deck: Position, deals: Integers, budget: Budget, *, seek_largest: bool) -> Integers:
    """Return the sizes of the swishes that the compiled searches find.

    The size is UNDECIDED if a search takes too long. Raises BudgetExhausted.
    """
    n = deals.shape[1]
    if n < 2:
        return np.zeros(len(deals), np.int32)
    sizes = np.full(len(deals), tables.UNDECIDED, np.int32)
    records = records_of(deck.cards)
    lengths = np.array([len(card.record) for card in deck.cards])
    most = int(np.sort(lengths)[-n:].sum())
    most_symbols = symbols_in(n, records[:most])
    if most_symbols > FEW_SYMBOLS and not all(card.is_one_pair for card in deck.cards):
        return sizes
    images = images_of(deck, Rule.SWISH)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    arrays = work_arrays(n, most_symbols, images)
    dealt = np.empty(most, np.uint8)
    begin = 0
    while begin < len(deals):
        budget.check()
        begin = tables.solve_each(
            seek_largest, images, deck.width, records, starts, deals, begin, STEPS, dealt, *arrays, sizes
        )
    return sizes
