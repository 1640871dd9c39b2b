"""The default solver. For v = 3, it looks up the third card; for v >= 4, it uses bit masks and branches on rare values.

Two functions of this module use no solver object. One finds a set on each of many tables of the same size, in compiled
slices; the other finds a set on one small table.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ludex.card_games.dealing import validated_deals
from ludex.engine.budget import Budget
from ludex.games.sets import kernels
from ludex.games.sets.deck import Deck, digit_array
from ludex.games.sets.solving.solver import EVERY, FoundSets, SetCards
from ludex.games.sets.solving.table import Table, collect_sets
from ludex.games.sets.study.closed_forms import sets_in_deck

if TYPE_CHECKING:
    Array = NDArray[Any]
    MaskArrays = tuple[Array, Array, Array, Array, Array, Array, Array, Array, Array]


_WORD = 64


class CardSlots:
    """Slots for `cards` of a `deck`, with a bit mask of the slots for each value of each property.

    The attribute `cards`, of type int32, contains the card in each slot, or -1 for a free slot. Slots that become free
    are used again. Cost: adding or removing a card takes p steps. The memory is v * p bits for each slot and four bytes
    for each card of the deck.
    """

    __slots__ = ("cards", "deck", "digits", "free", "masks", "slot_of", "taken", "used")

    def __init__(self, deck: Deck, cards: Sequence[int] = ()) -> None:
        self.deck = deck
        self.slot_of = np.full(deck.size, -1, np.int32)
        self.used = 0
        self.free: list[int] = []
        self._make(len(cards))
        self.lay(cards)

    def _make(self, slots: int) -> None:
        words = max(1, -(-slots // _WORD))
        self.cards: NDArray[np.int32] = np.full(words * _WORD, -1, np.int32)
        self.digits: NDArray[np.int8] = np.zeros((words * _WORD, self.deck.properties), np.int8)
        self.masks: NDArray[np.uint64] = np.zeros((self.deck.properties * self.deck.values, words), np.uint64)
        self.taken: NDArray[np.uint64] = np.zeros(words, np.uint64)

    def lay(self, cards: Sequence[int]) -> NDArray[np.int32]:
        """Assign free slots to `cards`, and return these slots. The cards must not have slots yet."""
        reused = [self.free.pop() for _ in range(min(len(cards), len(self.free)))]
        fresh = len(cards) - len(reused)
        if self.used + fresh > len(self.cards):
            self._grow(self.used + fresh)
        slots = np.array([*reused, *range(self.used, self.used + fresh)], np.int32)
        self.used += fresh
        numbers = np.array(cards, np.int32)
        self.cards[slots] = numbers
        kernels.tables.lay(numbers, slots, self.deck.values, self.digits, self.masks, self.taken, self.slot_of)
        return slots

    def take(self, cards: Iterable[int]) -> NDArray[np.int32]:
        """Free the slots of `cards`, and return them."""
        numbers = np.fromiter(cards, np.int32)
        slots = np.empty_like(numbers)
        kernels.tables.take(numbers, slots, self.deck.values, self.digits, self.masks, self.taken, self.slot_of)
        self.cards[slots] = -1
        self.free += slots.tolist()
        return slots

    def _grow(self, least: int) -> None:
        """Extend the arrays to at least `least` slots, and to at least twice the current number."""
        cards, digits, masks, taken = self.cards, self.digits, self.masks, self.taken
        self._make(max(least, 2 * len(cards)))
        self.cards[: len(cards)] = cards
        self.digits[: len(cards)] = digits
        self.masks[:, : len(taken)] = masks
        self.taken[: len(taken)] = taken


_WORK = 20_000_000
"""The number of words or pairs tested in a slice, which takes about 20 ms."""
_ROWS = 1 << 14
"""The maximum number of sets that are listed at a time."""


class SlotSearch:
    """A search for all sets of the cards in `slots`; `found` is the number of sets found so far."""

    __slots__ = ("_slots", "found")

    def __init__(self, slots: CardSlots) -> None:
        self._slots = slots
        self.found = 0

    def __call__(self, budget: Budget, rows: int = _ROWS) -> Iterator[NDArray[np.int32]]:
        """Yield the sets in arrays of up to `rows` rows. The cards of each row are in ascending order.

        With 0 rows, the sets are only counted and nothing is yielded. Raises BudgetExhausted when the `budget` is
        exhausted.
        """
        if self._slots.deck.values <= 2:
            pieces = self._of_any_cards(budget)
        elif self._slots.deck.values == 3:
            pieces = self._by_third_card(budget, rows)
        else:
            pieces = self._by_masks(budget, rows)
        for piece in pieces:
            yield np.sort(self._slots.cards[piece], axis=1)

    def _by_masks(self, budget: Budget, rows: int) -> Iterator[NDArray[np.int32]]:
        slots = self._slots
        arrays = mask_arrays(slots.deck, len(slots.taken))
        state = arrays[0]
        state[kernels.lookup.LAST] = slots.used
        values = slots.deck.values
        while state[kernels.lookup.FIRST] < state[kernels.lookup.LAST]:
            budget.check()
            found = np.empty((rows, values), np.int32)
            filled = kernels.lookup.search(values, slots.digits, slots.masks, slots.taken, *arrays, found, _WORK)
            self.found = int(state[kernels.lookup.FOUND])
            if filled:
                yield found[:filled]

    def _by_third_card(self, budget: Budget, rows: int) -> Iterator[NDArray[np.int32]]:
        slots = self._slots
        ones, twos = np.empty(slots.used, np.int64), np.empty(slots.used, np.int64)
        kernels.tables.split(slots.used, slots.digits, ones, twos)
        number_of = numbers_of(slots.deck.properties)
        state = np.zeros(kernels.tables.STATE_LENGTH, np.int64)
        state[kernels.tables.LAST] = slots.used
        while state[kernels.tables.FIRST] < state[kernels.tables.LAST]:
            budget.check()
            found = np.empty((rows, 3), np.int32)
            filled = kernels.tables.search(
                slots.cards, slots.used, ones, twos, number_of, slots.slot_of, state, found, _WORK
            )
            self.found = int(state[kernels.tables.FOUND])
            if filled:
                yield found[:filled]

    def _of_any_cards(self, budget: Budget) -> Iterator[NDArray[np.int32]]:
        """List the sets for v <= 2, where any v cards form a set."""
        budget.check()
        taken = np.flatnonzero(self._slots.cards >= 0).astype(np.int32)
        if self._slots.deck.values == 1:
            self.found = len(taken)
            yield taken.reshape(-1, 1)
            return
        for i, first in enumerate(taken):
            budget.check()
            others = taken[i + 1 :]
            self.found += len(others)
            yield np.stack([np.full_like(others, first), others], axis=1)


def mask_arrays(deck: Deck, words: int) -> "MaskArrays":
    """Return the arrays that the kernel `lookup` needs for a `deck` and masks of `words` words. First comes `state`."""
    v, p = deck.values, deck.properties
    state = np.zeros(kernels.lookup.STATE_LENGTH, np.int64)
    state[kernels.lookup.LEVEL] = kernels.lookup.BEGIN
    return (
        state,
        np.empty((v, words), np.uint64),
        np.empty((v, words), np.uint64),
        np.empty(v, np.int32),
        np.empty(p, np.int8),
        np.empty((v, p), np.uint64),
        np.empty(64, np.int32),
        np.empty((64, p), np.int8),
        np.empty((p * v, 1), np.uint64),
    )


@lru_cache(maxsize=16)
def numbers_of(properties: int) -> NDArray[np.int64]:
    """Return the card number of each word of p = `properties` bits.

    A bit that is set means the value 1, and a bit that is not set means the value 0.
    """
    bits = np.arange(2**properties, dtype=np.int64)
    return sum((((bits >> k) & 1) * 3**k for k in range(properties)), np.zeros_like(bits))


@lru_cache(maxsize=4)
def words_of(properties: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the words of all cards of the deck with three values and p = `properties`, and the array `numbers_of`.

    These arrays determine the third card of a set. See `ludex.games.sets.kernels.tables`.
    """
    deck = Deck(properties, 3)
    ones, twos = np.empty(deck.size, np.int64), np.empty(deck.size, np.int64)
    digits = digit_array(deck, np.arange(deck.size, dtype=np.int32)).astype(np.int8)
    kernels.tables.split(deck.size, digits, ones, twos)
    return ones, twos, numbers_of(properties)


class Lookup:
    """The default solver. Each search starts from the beginning and takes microseconds on tables of a game.

    Cost: a few milliseconds to prove that there is no set among 400 cards of 6 properties and 6 values. The cost is
    exponential in v in the worst case, because the problem is NP-complete (Chaudhuri and others, 2003).

    >>> solver = Lookup(Deck(4, 3), [0, 16, 23, 40])
    >>> solver.any(Budget()), solver.count(Budget())
    ((0, 16, 23), 1)
    >>> solver.remove([16], Budget())
    >>> solver.any(Budget()) is None
    True
    """

    def __init__(self, deck: Deck, cards: Iterable[int] = ()) -> None:
        self.deck = deck
        self._table = Table(deck, cards)
        self._slots: CardSlots | None = None

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards on the table, in the order in which they were added."""
        return self._table.cards

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Add `cards` to the table. The `budget` is not used. Raises PositionError for a card already present."""
        del budget
        new = tuple(cards)
        self._table.add(new)
        if self._slots is not None:
            self._slots.lay(new)

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Remove `cards`. The `budget` is not used. Raises PositionError for a card that is not on the table."""
        del budget
        gone = tuple(cards)
        self._table.remove(gone)
        if self._slots is not None:
            self._slots.take(gone)

    def any(self, budget: Budget) -> SetCards | None:
        """Return a set, or None if it is proved that there is none. Raises BudgetExhausted."""
        for piece in self._search()(budget, rows=1):
            for found in FoundSets(piece, complete=False):
                return found
        return None

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return at most `limit` sets, each once. The result is incomplete if the `budget` is exhausted first."""
        return collect_sets(self._search()(budget), self.deck.values, budget, limit)

    def count(self, budget: Budget) -> int:
        """Return the number of sets. For a whole deck, it is computed in closed form.

        Raises BudgetExhausted when the `budget` is exhausted.
        """
        if len(self._table) == self.deck.size:
            return sets_in_deck(self.deck)
        if self.deck.values <= 2:
            return comb(len(self._table), self.deck.values)
        search = self._search()
        for _ in search(budget, rows=0):
            pass
        return search.found

    def _search(self) -> SlotSearch:
        if self._slots is None:
            self._slots = CardSlots(self.deck, self._table.cards)
        return SlotSearch(self._slots)


FEW_CARDS = 729
"""A table of at most this number of cards is searched without checking the budget.

For :func:`find_any_in_small_table`, this is also the maximum size of the deck.
"""

_PAIRS = 5_000_000
_TURNS, _WORK = 1000, 20_000
"""The amount of work between two checks of the budget, about 20 ms: pairs of cards, or turns and words in each turn."""


def find_any_in_each(deck: Deck, tables: NDArray[np.integer], budget: Budget | None = None) -> NDArray[np.int32]:
    """Return, for each table, the set that :func:`ludex.games.sets.solving.search.find_any` finds on it.

    `tables` is an array of shape (tables, n) that contains the numbers of cards of a `deck`. The result has the shape
    (tables, v) and the type int32. Each row contains the cards of a set in ascending order, or only -1 if it is proved
    that the table has no set. `budget` limits the search (None for no limits). Raises BudgetExhausted, and ValueError
    for a card that is not in the deck or that occurs twice on a table. Cost: half a microsecond for a table of 12 cards
    if v = 3; otherwise a few microseconds.

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
    """Return a set among `cards`, or None. The `deck` has three values and at most FEW_CARDS cards.

    The result is the same as that of :func:`find_any_in_each`. The cards must be distinct. Raises BudgetExhausted when
    the `budget` is exhausted. Cost: 4 microseconds for 12 cards.
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
    slots = CardSlots(deck, range(n))
    slots.take(range(n))
    laid = slots.digits, slots.masks, slots.taken, slots.slot_of
    arrays = mask_arrays(deck, len(slots.taken))
    progress = np.zeros(kernels.tables.PROGRESS_LENGTH, np.int64)
    while progress[kernels.tables.NEXT] < len(tables):
        budget.check()
        kernels.tables.find_by_masks_in_each(
            deck.values, tables, places, freed, *laid, *arrays, first_set, progress, found, _TURNS, _WORK
        )
