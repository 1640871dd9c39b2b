"""The difficulty of finding a largest swish on a table.

The grade is the luck that is needed: the number of ways to choose as many cards as a largest swish has, each in one of
two orientations, divided by the number of ways that form a largest swish. A card has four orientations, but a player
sees at once that some of them fit nowhere; of the factors that were tried, two agrees best with the
player of the tests, who does not choose at random.
"""

from math import comb

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.swish import solving
from ludex.games.swish.card import Symmetry
from ludex.games.swish.position import Position
from ludex.games.swish.swishes import Largest

MAX_CARDS = 24
"""The maximum number of cards of a table with a grade."""
_MORE = 3


def count_largest(position: Position, largest: Largest, budget: Budget) -> int | None:
    """Return the number of ways to place a `largest` swish of a position, within the `budget`.

    The result is None if the largest swish is not proved or does not exist, if the position cannot have a grade, or if
    the budget ends first.

    >>> from ludex.games.swish.solving.search import find_largest
    >>> table = Position.from_codes(["*o", "*o", "*o"])
    >>> count_largest(table, find_largest(table), Budget())
    6
    """
    if not largest.proved or not largest.size or not is_graded(position):
        return None
    try:
        return solving.search.count_by_size(position, budget=budget.quiet())[largest.size].placements
    except BudgetExhausted as exhausted:
        if exhausted.reason == "cancelled":
            raise
        return None


def is_graded(position: Position) -> bool:
    """Return whether a position can have a grade: whether it has at most 24 cards, which can only be flipped."""
    return len(position.cards) <= MAX_CARDS and position.symmetry is Symmetry.RECTANGLE


def grade_of(cards: int, size: int, swishes: int) -> int:
    """Return the grade of a position whose largest swish has `size` of the `cards` cards, in `swishes` ways.

    The grade is the binary logarithm, rounded down, of the number of ways to choose the cards, each in one of two
    orientations, divided by `swishes`. The logarithm is at least 0. The grade is 3 more, so that the words of
    :mod:`ludex.engine.difficulty` fit.

    >>> grade_of(16, 11, 8), grade_of(2, 2, 8)
    (23, 3)
    """
    return max(1, (comb(cards, size) << size) // swishes).bit_length() - 1 + _MORE
