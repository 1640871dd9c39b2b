"""The incremental solver: it keeps every set of the table while cards come and go (thesis, section 5.4, corrected).

The thesis keeps partial sets, extends them greedily and begins new ones only with pairs of newly drawn cards. So it
misses sets whose cards come from three draws. For v > 3, two cards do not decide a set, and it misses even sets of a
table that does not change. This solver is complete: when a card comes, all sets of it and cards that are already there
are listed (see :mod:`ludex.games.sets.solving.lookup`); when it goes, its sets go. What a search would find is there
already.
"""

from collections.abc import Iterable

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.kept_sets import KeptSets
from ludex.games.sets.solving.solver import EVERY, FoundSets, SetCards
from ludex.games.sets.solving.table import Table


class Dynamic:
    """The cards of a `deck` on the table, with all their sets at hand.

    Cost: `any` and `count` take a step. A card that comes costs a search for the sets with it; one that goes costs v
    steps for each of its sets. Each set takes 12 * v bytes of the budget's memory.

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
        """Return the cards on the table, in the order in which they came."""
        return self._table.cards

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Lay `cards` on the table, and find the sets with them.

        Raises PositionError for a card that is there already. Raises BudgetExhausted when the `budget` ends: then the
        cards are on the table, and the next question goes on with the search.
        """
        new = tuple(cards)
        self._table.add(new)
        self._waiting += new
        self._catch_up(budget)

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Take `cards` away, and their sets; the `budget` is not used. Raises PositionError if one is not there."""
        del budget
        gone = tuple(cards)
        self._table.remove(gone)
        self._kept.leave([card for card in gone if card in self._kept])
        self._waiting = tuple(card for card in self._waiting if card not in gone)

    def any(self, budget: Budget) -> SetCards | None:
        """Return a set, or None: it is proved that there is none. Raises BudgetExhausted when the `budget` ends."""
        if self._kept.count == 0:
            self._catch_up(budget)
        return self._kept.first() if self._kept.count else None

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return the sets, at most `limit`, each once; incomplete if the `budget` ends before all are found."""
        complete = True
        try:
            self._catch_up(budget)
        except BudgetExhausted:
            complete = False
        count = self._kept.count
        return FoundSets(self._kept.rows(min(limit, count)), complete and limit >= count)

    def count(self, budget: Budget) -> int:
        """Return how many sets there are. Raises BudgetExhausted when the `budget` ends."""
        self._catch_up(budget)
        return self._kept.count

    def _catch_up(self, budget: Budget) -> None:
        """Find the sets with the cards whose sets are not known yet. Raises BudgetExhausted, and keeps what it has."""
        waiting = self._waiting
        if not waiting:
            return
        try:
            self._kept.enter(waiting, budget)
        except BaseException:
            self._waiting = tuple(card for card in waiting if card not in self._kept)
            raise
        self._waiting = ()
