"""The fast solver: bit masks of the cards, branching on the rarest value; for v = 3 the third card is looked up."""

from collections.abc import Iterable
from math import comb

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.solving.listing import listed
from ludex.games.sets.solving.slot_search import SlotSearch
from ludex.games.sets.solving.slots import Slots
from ludex.games.sets.solving.solver import EVERY, FoundSets, SetCards
from ludex.games.sets.solving.table import Table
from ludex.games.sets.study.facts import sets_in_deck


class Lookup:
    """The cards of a `deck` on the table; each search begins anew, and takes microseconds on tables of a game.

    Cost: to prove that there is no set among 400 cards of 6 properties and 6 values takes some milliseconds. It is
    exponential in v at worst: the problem is NP-complete (Chaudhuri and others, 2003).

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
        self._slots: Slots | None = None

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards on the table, in the order in which they came."""
        return self._table.cards

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Lay `cards` on the table; the `budget` is not used. Raises PositionError for a card that is there already."""
        del budget
        new = tuple(cards)
        self._table.add(new)
        if self._slots is not None:
            self._slots.lay(new)

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Take `cards` away; the `budget` is not used. Raises PositionError for a card that is not on the table."""
        del budget
        gone = tuple(cards)
        self._table.remove(gone)
        if self._slots is not None:
            self._slots.take(gone)

    def any(self, budget: Budget) -> SetCards | None:
        """Return a set, or None: it is proved that there is none. Raises BudgetExhausted when the `budget` ends."""
        for piece in self._search()(budget, rows=1):
            for found in FoundSets(piece, complete=False):
                return found
        return None

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return the sets, at most `limit`, each once; incomplete if the time or memory of the `budget` ends first."""
        return listed(self._search()(budget), self.deck.values, budget, limit)

    def count(self, budget: Budget) -> int:
        """Return how many sets there are; for the whole deck by its closed form.

        Raises BudgetExhausted when the `budget` ends.
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
            self._slots = Slots(self.deck, self._table.cards)
        return SlotSearch(self._slots)
