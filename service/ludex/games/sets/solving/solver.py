"""What the five solvers have in common: a position that changes, and the exact answers about its sets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SetCards = tuple[int, ...]
"""The cards of a set, ascending."""

EVERY = 2**62
"""A limit that no number of sets reaches."""


@dataclass(frozen=True, slots=True)
class FoundSets:
    """Sets as an array of int32 (sets, v), a set in each row: the numbers of the cards, ascending in each row.

    `complete` says whether there are no others. If it is False, a limit or the budget ended the search.
    """

    cards: "NDArray[np.int32]"
    complete: bool

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[SetCards]:
        for row in self.cards:
            yield tuple(row.tolist())


class Solver(Protocol):
    """The cards of a deck on the table, their changes, and their sets. Every answer is exact.

    The searches raise BudgetExhausted if the budget ends before the answer is known; :meth:`all` gives what it has.
    """

    deck: Deck

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards on the table, in the order in which they came."""
        ...

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Lay `cards` on the table, within the `budget`. Raises PositionError for a card that is there already."""
        ...

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Take `cards` away, within the `budget`. Raises PositionError for a card that is not on the table."""
        ...

    def any(self, budget: Budget) -> SetCards | None:
        """Return a set, or None: it is proved, within the `budget`, that there is none."""
        ...

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return the sets found within the `budget`, at most `limit`, each once."""
        ...

    def count(self, budget: Budget) -> int:
        """Return how many sets there are, counted within the `budget`."""
        ...
