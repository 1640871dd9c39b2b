"""The interface of the five solvers, their names, and the sets that they return. This module loads no solver."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Find(StrEnum):
    """What to search for among cards: a set, the number of sets, or all sets."""

    ANY = "any"
    COUNT = "count"
    ALL = "all"


class SolverName(StrEnum):
    """The names of the solvers. All are exact; `lookup` is by far the fastest on a new table."""

    LOOKUP = "lookup"
    BRUTE_FORCE = "brute-force"
    SMT = "smt"
    DYNAMIC = "dynamic"
    INTEGER_PROGRAM = "integer-program"


class IntegerProgramEngine(StrEnum):
    """The engine that solves the integer program: CP-SAT of OR-tools, or HiGHS through SciPy."""

    CP_SAT = "cp-sat"
    HIGHS = "highs"


SetCards = tuple[int, ...]
"""The cards of a set in ascending order."""

EVERY = 2**62
"""A limit greater than any number of sets."""


@dataclass(frozen=True, slots=True)
class FoundSets:
    """Sets as rows of an array. A row contains the numbers of the cards of a set in ascending order.

    `cards` has the shape (sets, v) and the type int32. `complete` is True if there are no other sets. Otherwise, a
    limit or the budget ended the search.
    """

    cards: "NDArray[np.int32]"
    complete: bool

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[SetCards]:
        for row in self.cards:
            yield tuple(row.tolist())


class Solver(Protocol):
    """The interface of the solvers. A solver keeps the cards on a table and finds sets among them, exactly.

    Searches raise BudgetExhausted if the budget is exhausted before the result is known; :meth:`all` returns partial
    results instead.
    """

    deck: Deck

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards on the table, in the order in which they were added."""
        ...

    def add(self, cards: Iterable[int], budget: Budget) -> None:
        """Add `cards` to the table, within the `budget`. Raises PositionError for a card that is already present."""
        ...

    def remove(self, cards: Iterable[int], budget: Budget) -> None:
        """Remove `cards`, within the `budget`. Raises PositionError for a card that is not on the table."""
        ...

    def any(self, budget: Budget) -> SetCards | None:
        """Return a set, or None if it is proved, within the `budget`, that there is none."""
        ...

    def all(self, budget: Budget, limit: int = EVERY) -> FoundSets:
        """Return the sets found within the `budget`, at most `limit`, each once."""
        ...

    def count(self, budget: Budget) -> int:
        """Return the number of sets, counted within the `budget`."""
        ...
