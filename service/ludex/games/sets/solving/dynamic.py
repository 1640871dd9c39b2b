"""The incremental solver, which maintains all sets of a changing table (a corrected version of thesis section 5.4).

The algorithm of the thesis stores partial sets, extends them greedily, and starts new partial sets only from pairs of
newly drawn cards. It therefore misses sets whose cards come from three draws. For v > 3, two cards do not determine a
set, and the algorithm misses sets even if the table does not change.

The solver in this module is complete. When a card is added, the solver lists all sets that consist of this card and
cards already on the table. When a card is removed, the solver removes all sets that contain it. A search then only
reads the stored sets.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.kernels import dynamic as kernel
from ludex.games.sets.solving.lookup import CardSlots, mask_arrays, numbers_of
from ludex.games.sets.solving.solver import EVERY, FoundSets, SetCards
from ludex.games.sets.solving.table import Table

_WORK = 4_000_000
"""The number of steps in a slice for v <= 3, which takes about 20 ms."""
_TURNS = 64
"""The number of turns in a slice for v >= 4."""
_TURN_WORK = 300_000
"""The number of words tested in each turn. A slice takes at most about 20 ms."""
_FOUND = 256
"""The maximum number of sets that a turn finds."""
_LEAST_CAPACITY = 512
_CELLS = 2**31
"""The maximum number of cells. Cells are numbered by integers of type int32."""

# The kernel has the same constants, but it is loaded only by the functions that call it.
_NEXT, _COUNT, _BEGUN = range(3)


class KeptSets:
    """The sets among those cards of a `deck` that have slots.

    The sets are stored in the arrays that `ludex.games.sets.kernels.dynamic` describes.
    """

    __slots__ = ("_heads", "_known", "_search", "_sets", "_slots", "_state", "deck")

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._slots = CardSlots(deck)
        self._state = np.zeros(kernel.STATE_LENGTH, np.int64)
        self._sets: NDArray[np.int32] = np.empty((_LEAST_CAPACITY, 3, deck.values), np.int32)
        self._heads: NDArray[np.int32] = np.empty(0, np.int32)
        self._known: NDArray[np.uint64] = np.empty(0, np.uint64)
        self._search: tuple[NDArray[Any], ...] = ()
        self._fit_slots()

    def __contains__(self, card: int) -> bool:
        return bool(self._slots.slot_of[card] >= 0)

    @property
    def count(self) -> int:
        """Return the number of sets."""
        return int(self._state[_COUNT])

    def first(self) -> SetCards:
        """Return any stored set. There must be at least one."""
        return tuple(sorted(self._slots.cards[self._sets[0, 0]].tolist()))

    def rows(self, rows: int) -> NDArray[np.int32]:
        """Return the cards of the first `rows` sets, in ascending order in each row."""
        cards = self._slots.cards[self._sets[:rows, 0]]
        cards.sort(axis=1)
        return cards

    def enter(self, cards: Sequence[int], budget: Budget) -> None:
        """Add `cards` and all sets that contain them.

        Raises BudgetExhausted when the `budget` is exhausted. In that case, some of the first cards have been added
        with all their sets, and the remaining cards have not been added.
        """
        slots = self._slots.lay(cards)
        self._fit_slots()
        self._state[_NEXT] = self._state[_BEGUN] = 0
        try:
            while self._state[_NEXT] < len(slots):
                budget.check()
                if self.count + self._room_needed() > len(self._sets):
                    self._grow(budget)
                self._enter_some(slots)
        except BaseException:
            # The budget is exhausted, or one of its callbacks raised an exception.
            self.leave(cards[self._state[_NEXT] :])
            raise

    def leave(self, cards: Sequence[int]) -> None:
        """Remove `cards` and their sets."""
        slots = self._slots.take(cards)
        kernel.leave(self.deck.values, slots, self._known, self._sets, self._heads, self._state)

    def _enter_some(self, new: NDArray[np.int32]) -> None:
        """Run one slice of the search. `new` lists the slots of all cards that are being added."""
        slots, values = self._slots, self.deck.values
        kept = (self._known, self._sets, self._heads, self._state)
        if values <= 2:
            kernel.enter_few(values, new, slots.used, *kept, _WORK)
        elif values == 3:
            ones, twos, numbers_of = self._search
            kernel.enter_threes(new, slots.used, slots.digits, ones, twos, numbers_of, slots.slot_of, *kept, _WORK)
        else:
            enter: Any = kernel.enter
            enter(values, new, slots.digits, slots.masks, *self._search, *kept, _TURNS, _TURN_WORK)

    def _room_needed(self) -> int:
        """Return the number of free rows that a slice requires: the maximum number of sets that one step can find."""
        return _FOUND if self.deck.values >= 4 else self._slots.used

    def _grow(self, budget: Budget) -> None:
        """Double the capacity for sets. Raises BudgetExhausted if the memory does not suffice."""
        count, rows = self.count, len(self._sets)
        more = max(2 * rows, count + self._room_needed())
        budget.hold(self._sets.nbytes // rows * (rows + more))
        if more * self.deck.values >= _CELLS:
            raise BudgetExhausted("memory")
        budget.check()
        sets = np.empty((more, 3, self.deck.values), np.int32)
        sets[:count] = self._sets[:count]
        self._sets = sets
        budget.hold(sets.nbytes)

    def _fit_slots(self) -> None:
        """Extend the arrays that have an entry for each slot to the current number of slots."""
        slots, values = self._slots, self.deck.values
        room, words = len(slots.cards), len(slots.taken)
        if len(self._heads) >= room:
            return
        self._heads = _longer(self._heads, room, -1)
        self._known = _longer(self._known, words, 0)
        if values == 3:
            ones, twos = np.empty(room, np.int64), np.empty(room, np.int64)
            self._search = (ones, twos, numbers_of(self.deck.properties))
        elif values >= 4:
            self._search = (*mask_arrays(self.deck, words), np.empty((_FOUND, values), np.int32))


def _longer(array: NDArray[Any], length: int, filling: int) -> NDArray[Any]:
    longer = np.full(length, filling, array.dtype)
    longer[: len(array)] = array
    return longer


class Dynamic:
    """A solver that maintains all sets of the cards on the table.

    Cost: `any` and `count` take constant time. Adding a card requires a search for the sets that contain it. Removing a
    card takes v steps for each of its sets. Each set takes `12 * v` bytes of the budget's memory.

    >>> solver = Dynamic(Deck(4, 3), [0, 16, 40])
    >>> solver.any(Budget()) is None
    True
    >>> solver.add([23, 80], Budget())
    >>> solver.count(Budget()), sorted(solver.all(Budget()))
    (2, [(0, 16, 23), (0, 40, 80)])
    >>> solver.remove([16], Budget())
    >>> solver.any(Budget())
    (0, 40, 80)
    """

    def __init__(self, deck: Deck, cards: Iterable[int] = ()) -> None:
        self.deck = deck
        self._table = Table(deck, cards)
        self._kept = KeptSets(deck)
        self._waiting = self._table.cards

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards on the table, in the order in which they were added."""
        return self._table.cards

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Add `cards` to the table, and find the sets that contain them.

        Raises PositionError for a card that is already present. Raises BudgetExhausted when the `budget` is exhausted.
        In that case, the cards are on the table, and the next query continues the search.
        """
        new = tuple(cards)
        self._table.add(new)
        self._waiting += new
        self._catch_up(budget)

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Remove `cards` and their sets. The `budget` is not used.

        Raises PositionError for a card that is not on the table.
        """
        del budget
        gone = tuple(cards)
        self._table.remove(gone)
        self._kept.leave([card for card in gone if card in self._kept])
        self._waiting = tuple(card for card in self._waiting if card not in gone)

    def any(self, budget: Budget) -> SetCards | None:
        """Return a set, or None if it is proved that there is none. Raises BudgetExhausted."""
        if self._kept.count == 0:
            self._catch_up(budget)
        return self._kept.first() if self._kept.count else None

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return at most `limit` sets, each once. The result is incomplete if the `budget` is exhausted first."""
        complete = True
        try:
            self._catch_up(budget)
        except BudgetExhausted:
            complete = False
        count = self._kept.count
        return FoundSets(self._kept.rows(min(limit, count)), complete and limit >= count)

    def count(self, budget: Budget) -> int:
        """Return the number of sets. Raises BudgetExhausted when the `budget` is exhausted."""
        self._catch_up(budget)
        return self._kept.count

    def _catch_up(self, budget: Budget) -> None:
        """Find the sets of cards that have not been searched yet.

        If BudgetExhausted is raised, the sets found so far are preserved.
        """
        waiting = self._waiting
        if not waiting:
            return
        try:
            self._kept.enter(waiting, budget)
        except BaseException:
            self._waiting = tuple(card for card in waiting if card not in self._kept)
            raise
        self._waiting = ()
