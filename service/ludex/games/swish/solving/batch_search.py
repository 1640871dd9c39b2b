"""Compiled searches of many deals from a deck.

For each deal, a search decides whether it contains a swish, or finds the size of a largest swish.
"""

import numpy as np
import numpy.typing as npt

from ludex.card_games.dealing import validated_deals
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish.kernels import tables
from ludex.games.swish.position import MAX_SEARCH_CARDS, Position, PositionError
from ludex.games.swish.solving.few_cards import FEW_SYMBOLS, STEPS, work_arrays
from ludex.games.swish.solving.placements import Integers, images_of, records_of, symbols_in
from ludex.games.swish.solving.search import find_any, find_largest
from ludex.games.swish.swishes import Rule


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
