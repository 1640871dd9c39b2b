"""Exact search for one set, all sets, or the number of sets of a position, with any of the five solvers."""

from dataclasses import dataclass
from importlib.util import find_spec

from ludex.engine.arguments import require_choice, require_integer
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position, SetSearchResponse
from ludex.games.sets.solving.integer_program import IntegerProgram
from ludex.games.sets.solving.lookup import FEW_CARDS, Lookup, find_any_in_small_table
from ludex.games.sets.solving.solver import EVERY, Find, FoundSets, IntegerProgramEngine, SetCards, Solver, SolverName

__all__ = [
    "IntegerProgramEngine",
    "SetSearchResult",
    "SolverName",
    "count_sets",
    "find_all",
    "find_any",
    "make_solver",
    "search_sets",
]

_WITHOUT_Z3 = "Z3 is not installed; install it with `pip install 'ludex[smt]'`, or use another solver, such as lookup"

DEFAULT_SET_LIMIT = 1000
"""The default limit on the number of sets that a search returns."""


@dataclass(frozen=True, slots=True)
class SetSearchResult:
    """The result of a search: sets, the number of sets, and whether there is a set. Values that are not known are None.

    `complete` is False if there are more sets that are not listed.
    """

    sets: tuple[SetCards, ...] = ()
    count: int | None = None
    has_set: bool | None = None
    complete: bool = True

    def as_response(self, deck: Deck) -> SetSearchResponse:
        """Return the result for cards of a `deck` as a response.

        >>> SetSearchResult(((0, 1, 2),), has_set=True).as_response(Deck(1, 3))
        SetSearchResponse(count=None, sets=[['0', '1', '2']], complete=True)
        """
        return SetSearchResponse(self.count, [list(map(deck.code, cards)) for cards in self.sets], self.complete)


def make_solver(
    name: SolverName,
    deck: Deck,
    cards: tuple[int, ...] = (),
    engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT,
) -> Solver:
    """Return the solver called `name`, with `cards` of a `deck` on its table.

    `engine` is only used by the solver 'integer-program'. Raises PositionError if the solver does not support the
    number of cards, and Fault if a package that it needs is not installed.

    >>> make_solver(SolverName.DYNAMIC, Deck(4, 3), (0, 16, 23)).any(Budget())
    (0, 16, 23)
    """
    match name:
        case SolverName.LOOKUP:
            return Lookup(deck, cards)
        case SolverName.BRUTE_FORCE:
            from ludex.games.sets.solving.brute_force import BruteForce

            return BruteForce(deck, cards)
        case SolverName.SMT:
            if find_spec("z3") is None:
                raise Fault(_WITHOUT_Z3)
            from ludex.games.sets.solving.smt import Smt

            return Smt(deck, cards)
        case SolverName.DYNAMIC:
            from ludex.games.sets.solving.dynamic import Dynamic

            return Dynamic(deck, cards)
        case SolverName.INTEGER_PROGRAM:
            return IntegerProgram(deck, cards, engine)


def _checked(
    position: Position, name: SolverName, engine: IntegerProgramEngine, budget: Budget | None
) -> tuple[SolverName, IntegerProgramEngine, Budget]:
    """Return the solver, its engine and the budget of a search. Raises TypeError or ValueError for other values."""
    Position.require(position)
    return (
        require_choice(name, SolverName, "name"),
        require_choice(engine, IntegerProgramEngine, "engine"),
        Budget.require(budget),
    )


def find_any(
    position: Position,
    name: SolverName = SolverName.LOOKUP,
    budget: Budget | None = None,
    engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT,
) -> SetCards | None:
    """Return a set of a position, or None if it is proved that there is none.

    Parameters
    ----------
    position : Position
        Any cards of a deck.
    name : SolverName
        The solver: 'lookup', 'brute-force', 'smt', 'dynamic' or 'integer-program'.
    budget : Budget, optional
        The limits of the search. The default has no limits.
    engine : IntegerProgramEngine
        The engine of the solver 'integer-program'. Other solvers ignore it.

    Returns
    -------
    tuple of int or None
        The numbers of the cards of a set, ascending, or None if there is no set.

    Raises
    ------
    BudgetExhausted
        If the budget is exhausted before the result is known.
    PositionError
        If the solver does not support this number of cards.

    Notes
    -----
    The problem is NP-complete. Nevertheless, `lookup` takes only microseconds for the table of a game.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", sections 4 and 5; K. Chaudhuri and
    others, "On the complexity of the game of Set" (2003).

    Examples
    --------
    >>> position = Position.from_codes(Deck(4, 3), ["0000", "1111", "0121", "0212"])
    >>> find_any(position), find_any(position, SolverName.INTEGER_PROGRAM)
    ((0, 16, 23), (0, 16, 23))
    """
    name, engine, budget = _checked(position, name, engine, budget)
    deck, cards = position.deck, position.cards
    if name is SolverName.LOOKUP and deck.values == 3 and deck.size <= FEW_CARDS:
        return find_any_in_small_table(deck, cards, budget)
    return make_solver(name, deck, cards, engine).any(budget)


def find_all(
    position: Position,
    limit: int = EVERY,
    name: SolverName = SolverName.LOOKUP,
    budget: Budget | None = None,
    engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT,
) -> FoundSets:
    """Return the sets of a position, each once, in the order in which the solver finds them.

    Parameters
    ----------
    position : Position
        Any cards of a deck.
    limit : int
        The maximum number of sets to return.
    name : SolverName
        The solver: 'lookup', 'brute-force', 'smt', 'dynamic' or 'integer-program'.
    budget : Budget, optional
        The limits of the search. The default has no limits.
    engine : IntegerProgramEngine
        The engine of the solver 'integer-program'. Other solvers ignore it.

    Returns
    -------
    FoundSets
        The sets as an array of shape (sets, v) and type int32, and whether these are all sets. If the budget is
        exhausted, the array contains the sets found so far.

    Raises
    ------
    PositionError
        If the solver does not support this number of cards.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 5.

    Examples
    --------
    >>> len(find_all(Position.whole(Deck(4, 3)))), find_all(Position.whole(Deck(4, 3)), limit=5).complete
    (1080, False)
    """
    name, engine, budget = _checked(position, name, engine, budget)
    limit = require_integer(limit, "limit")
    return make_solver(name, position.deck, position.cards, engine).all(budget, limit)


def count_sets(
    position: Position,
    name: SolverName = SolverName.LOOKUP,
    budget: Budget | None = None,
    engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT,
) -> int:
    """Return the number of sets of a position.

    Parameters
    ----------
    position : Position
        Any cards of a deck. `lookup` counts the sets of a whole deck in closed form.
    name : SolverName
        The solver: 'lookup', 'brute-force', 'smt', 'dynamic' or 'integer-program'.
    budget : Budget, optional
        The limits of the count. The default has no limits.
    engine : IntegerProgramEngine
        The engine of the solver 'integer-program'. Other solvers ignore it.

    Returns
    -------
    int
        The number of sets.

    Raises
    ------
    BudgetExhausted
        If the budget is exhausted first.
    PositionError
        If the solver does not support this number of cards.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 5.

    Examples
    --------
    >>> count_sets(Position.whole(Deck(5, 4)))
    717056
    """
    name, engine, budget = _checked(position, name, engine, budget)
    return make_solver(name, position.deck, position.cards, engine).count(budget)


def search_sets(
    position: Position, find: Find, limit: int = DEFAULT_SET_LIMIT, budget: Budget | None = None
) -> SetSearchResult:
    """Search a `position` for a set, the number of sets, or all sets up to a `limit`, as `find` selects.

    `budget` limits the search (None for no limits). Raises BudgetExhausted and PositionError.

    >>> search_sets(Position(Deck(1, 3), (0, 1, 2)), Find.ALL)
    SetSearchResult(sets=((0, 1, 2),), count=1, has_set=True, complete=True)
    """
    match find:
        case Find.ANY:
            cards = find_any(position, budget=budget)
            return SetSearchResult(count=0, has_set=False) if cards is None else SetSearchResult((cards,), has_set=True)
        case Find.COUNT:
            count = count_sets(position, budget=budget)
            return SetSearchResult(count=count, has_set=count > 0)
        case Find.ALL:
            listed = find_all(position, limit, budget=budget)
            if not listed.complete:
                return SetSearchResult(tuple(listed), has_set=True if len(listed) else None, complete=False)
            return SetSearchResult(tuple(listed), len(listed), len(listed) > 0)
