"""One set in each of many tables of the same size, searched in compiled slices, or in a single small table."""

import numpy as np
from numpy.typing import NDArray

from ludex.card_games.dealing import validated_deals
from ludex.engine.budget import Budget
from ludex.games.sets import kernels
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.lookup import Lookup, Slots, mask_arrays, words_of
from ludex.games.sets.solving.solver import SetCards

FEW_CARDS = 729
"""The maximum size of a table, or of the deck of a single table, searched without consulting the budget."""

_PAIRS = 5_000_000
_TURNS, _WORK = 1000, 20_000
"""The numbers of pairs, or of turns and words in each, between two checks of the budget: some 20 ms."""


def find_any_in_each(deck: Deck, tables: NDArray[np.integer], budget: Budget | None = None) -> NDArray[np.int32]:
    """Return the set that :func:`ludex.games.sets.solving.search.find_any` finds on each table: int32 (tables, v).

    `tables` is an array (tables, n) of card numbers of a `deck`. The cards of a set are in ascending order. The row of
    a table without a set, which is proved, is all -1. `budget` limits the search (None for no limits). Raises
    ValueError for a card that is not in the deck or occurs twice on a table, and BudgetExhausted. Cost: for v = 3, half
    a microsecond for a table of 12 cards; otherwise some microseconds.

    >>> find_any_in_each(Deck(4, 3), np.array([[0, 40, 16, 23], [0, 1, 3, 4]])).tolist()
    [[0, 16, 23], [-1, -1, -1]]
    """
    budget = budget or Budget()
    checked = validated_deals(tables, deck.size)
    found = np.full((len(checked), deck.values), -1, np.int32)
    n = checked.shape[1]
    if n < deck.values:
        return found
    if deck.values <= 2:
        found[:] = np.sort(checked[:, : deck.values], axis=1)
    elif deck.values > 3:
        _by_masks(deck, checked, found, budget)
    elif n <= FEW_CARDS:
        _by_third_card(deck, checked, found, budget)
    else:
        for cards, row in zip(checked.tolist(), found, strict=True):
            row[:] = Lookup(deck, cards).any(budget) or -1
    return found


def find_any_in_small_table(deck: Deck, cards: SetCards, budget: Budget) -> SetCards | None:
    """Return a set among `cards` of a `deck` with three values and at most FEW_CARDS cards, or None.

    The result equals that of :func:`find_any_in_each`. The cards must be distinct. Raises BudgetExhausted when the
    `budget` is exhausted. Cost: 4 microseconds for 12 cards.
    """
    budget.check()
    found = np.empty((1, 3), np.int32)
    kernels.tables.find_in_each(
        np.array((cards,), np.int32), *words_of(deck.properties), np.zeros(deck.size, np.int8), found
    )
    first, second, third = found[0].tolist()
    return None if first < 0 else (first, second, third)


def _by_third_card(deck: Deck, tables: NDArray[np.int32], found: NDArray[np.int32], budget: Budget) -> None:
    words, lies = words_of(deck.properties), np.zeros(deck.size, np.int8)
    each = max(1, _PAIRS // tables.shape[1] ** 2)
    for begin in range(0, len(tables), each):
        budget.check()
        kernels.tables.find_in_each(tables[begin : begin + each], *words, lies, found[begin : begin + each])


def _by_masks(deck: Deck, tables: NDArray[np.int32], found: NDArray[np.int32], budget: Budget) -> None:
    n = tables.shape[1]
    places, freed, first_set = np.arange(n, dtype=np.int32), np.empty(n, np.int32), np.empty((1, deck.values), np.int32)
    slots = Slots(deck, range(n))
    slots.take(range(n))
    laid = slots.digits, slots.masks, slots.taken, slots.slot_of
    arrays = mask_arrays(deck, len(slots.taken))
    progress = np.zeros(kernels.tables.PROGRESS_LENGTH, np.int64)
    while progress[kernels.tables.NEXT] < len(tables):
        budget.check()
        kernels.tables.find_by_masks_in_each(
            deck.values, tables, places, freed, *laid, *arrays, first_set, progress, found, _TURNS, _WORK
        )
