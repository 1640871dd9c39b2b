"""Binary programs for external solvers: the largest swish, and the largest set without a swish."""

from collections.abc import Iterable
from itertools import pairwise

from ludex.engine.arguments import require_choice, require_integers
from ludex.engine.binary_program import BinaryProgram
from ludex.engine.budget import Budget
from ludex.engine.formula import Clause
from ludex.games.swish.position import Position
from ludex.games.swish.solving.independent_sets import minimal_swishes
from ludex.games.swish.solving.placements import placements_of
from ludex.games.swish.swishes import Rule, Swish


def largest_swish_program(position: Position, rule: Rule = Rule.SWISH, budget: Budget | None = None) -> BinaryProgram:
    """Return the program for a largest swish: in a solution, the true counted variables are the cards of a swish.

    Parameters
    ----------
    position : Position
        At most 1,000 cards.
    rule : Rule
        Whether cards may be flipped (SWISH) or are placed as written (SIMPLE).
    budget : Budget, optional
        The limits of the layout. The default has no limits.

    Returns
    -------
    BinaryProgram
        The program has a variable for each placement that may take part in a swish. A card is placed at most once. Each
        cell has either exactly one point and one circle, or neither.

    Raises
    ------
    PositionError
        If there are more than 1,000 cards.
    BudgetExhausted
        If the budget is exhausted.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.2.

    Examples
    --------
    >>> program = largest_swish_program(Position.from_codes(["*o", "*o"]))
    >>> program.names[:2], len(program.clauses)
    (('card 0 identity', 'card 0 flip-left'), 8)
    """
    Position.require(position)
    rule, budget = require_choice(rule, Rule, "rule"), Budget.require(budget)
    placements = placements_of(position, rule, budget=budget)
    names = tuple(f"card {placed.index} {placed.configuration}" for placed in placements.placed)
    variables = len(names)
    first = placements.first.tolist()
    groups = [tuple(range(begin + 1, end + 1)) for begin, end in pairwise(first)]
    clauses: list[Clause] = []
    for cell in range(placements.cells):
        points, circles = (
            tuple(i + 1 for i in values[starts[cell] : starts[cell + 1]].tolist())
            for starts, values in (placements.with_point, placements.with_circle)
        )
        groups += [points, circles]
        clauses += [(-placement, *circles) for placement in points] + [(-placement, *points) for placement in circles]
    at_most_one = tuple(group for group in groups if len(group) > 1)
    return BinaryProgram(variables, names, tuple(clauses), at_most_one, tuple(range(1, variables + 1)))


def swish_of_program(position: Position, true: Iterable[int], rule: Rule = Rule.SWISH) -> Swish:
    """Return the swish that corresponds to a solver's solution of a :func:`largest_swish_program`.

    Parameters
    ----------
    position : Position
        The cards of the program.
    true : iterable of int
        The true literals of the solution. Negative literals and auxiliary variables are ignored.
    rule : Rule
        The rule of the program.

    Returns
    -------
    Swish
        The cards of the swish, with their configurations.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 1.2.

    Examples
    --------
    >>> swish_of_program(Position.from_codes(["*o", "*o"]), [1, -2, -3, 4]).indices
    (0, 1)
    """
    Position.require(position)
    literals = require_integers(true, "true")
    placements = placements_of(position, require_choice(rule, Rule, "rule"))
    return placements.swish([literal - 1 for literal in literals if 0 < literal <= len(placements)])


def no_swish_program(position: Position, budget: Budget | None = None) -> BinaryProgram:
    """Return the program for a largest no-swish set: in a solution, the true counted variables are the cards.

    Parameters
    ----------
    position : Position
        At most 64 cards.
    budget : Budget, optional
        The limits of the search for the minimal swishes. The default has no limits.

    Returns
    -------
    BinaryProgram
        The program has a variable for each card and a clause for each minimal swish. The clause states that at least
        one card of the swish is left out. Copies of a card are chosen in order.

    Raises
    ------
    PositionError
        If there are more than 64 cards.
    BudgetExhausted
        If the budget is exhausted.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 3.1.

    Examples
    --------
    >>> no_swish_program(Position.from_codes(["*o", "*o"])).clauses
    ((1, -2), (-1, -2))
    """
    Position.require(position)
    known = minimal_swishes(position, Budget.require(budget))
    cards = len(position.cards)
    clauses: list[Clause] = [
        (earlier + 1, -(later + 1)) for members in known.kinds.members for earlier, later in pairwise(members)
    ]
    for mask in known.masks.tolist():
        clauses.append(tuple(-(card + 1) for card in range(cards) if mask >> card & 1))
    names = tuple(f"card {index}" for index in range(cards))
    return BinaryProgram(cards, names, tuple(clauses), (), tuple(range(1, cards + 1)))
