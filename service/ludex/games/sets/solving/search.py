"""Sets of a position, exactly: any, all, how many, or the proof that there is none; by any of the five solvers."""

from dataclasses import dataclass

from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.position import Position
from ludex.games.sets.serialization import SetsLookedFor
from ludex.games.sets.solving.integer_program import IntegerProgram
from ludex.games.sets.solving.lookup import Lookup
from ludex.games.sets.solving.many_tables import FEW_CARDS, find_any_of_few
from ludex.games.sets.solving.names import Find, IntegerProgramEngine, SolverName
from ludex.games.sets.solving.smt import Smt
from ludex.games.sets.solving.solver import EVERY, FoundSets, SetCards, Solver

__all__ = [
    "IntegerProgramEngine",
    "SolverName",
    "SoughtSets",
    "count_sets",
    "find_all",
    "find_any",
    "look_for",
    "solver",
]

SETS_SOUGHT = 1000
"""The most sets that are sought in a position, if the caller names no other limit."""


@dataclass(frozen=True, slots=True)
class SoughtSets:
    """The result of a search: sets, how many there are, whether there is one. None: not known.

    `complete` is False if there are more sets than were listed.
    """

    sets: tuple[SetCards, ...] = ()
    count: int | None = None
    has_set: bool | None = None
    complete: bool = True

    def written(self, deck: Deck) -> SetsLookedFor:
        """Return it, of cards of a `deck`, in the form of an answer.

        >>> SoughtSets(((0, 1, 2),), has_set=True).written(Deck(1, 3))
        SetsLookedFor(count=None, sets=[['0', '1', '2']], complete=True)
        """
        return SetsLookedFor(self.count, [list(map(deck.code, one)) for one in self.sets], self.complete)


def solver(
    name: SolverName,
    deck: Deck,
    cards: tuple[int, ...] = (),
    engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT,
) -> Solver:
    """Return the solver called `name` with `cards` of a `deck` on its table; `engine` is for the integer program.

    Raises PositionError if the solver does not take the number of cards.

    >>> solver(SolverName.DYNAMIC, Deck(4, 3), (0, 16, 23)).any(Budget())
    (0, 16, 23)
    """
    match name:
        case SolverName.LOOKUP:
            return Lookup(deck, cards)
        case SolverName.BRUTE_FORCE:
            from ludex.games.sets.solving.brute_force import BruteForce

            return BruteForce(deck, cards)
        case SolverName.SMT:
            return Smt(deck, cards)
        case SolverName.DYNAMIC:
            from ludex.games.sets.solving.dynamic import Dynamic

            return Dynamic(deck, cards)
        case SolverName.INTEGER_PROGRAM:
            return IntegerProgram(deck, cards, engine)


def find_any(
    position: Position,
    name: SolverName = SolverName.LOOKUP,
    budget: Budget | None = None,
    engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT,
) -> SetCards | None:
    """Return a set of a position, or None: it is proved that there is none.

    Parameters
    ----------
    position : Position
        Any cards of a deck.
    name : SolverName
        The solver: 'lookup', 'brute-force', 'smt', 'dynamic' or 'integer-program'.
    budget : Budget, optional
        The limits of the search; without it there are none.
    engine : IntegerProgramEngine
        The engine of the solver 'integer-program'; the others do not use it.

    Returns
    -------
    tuple of int or None
        The numbers of the cards of a set, ascending, or None if there is none.

    Raises
    ------
    BudgetExhausted
        If the budget ended before it was decided.
    PositionError
        If the solver does not take this number of cards.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", sections 4 and 5; K. Chaudhuri and
    others, "On the complexity of the game of Set" (2003).

    >>> position = Position.from_codes(Deck(4, 3), ["0000", "1111", "0121", "0212"])
    >>> find_any(position), find_any(position, SolverName.INTEGER_PROGRAM)
    ((0, 16, 23), (0, 16, 23))
    """
    deck, cards = position.deck, position.cards
    if name is SolverName.LOOKUP and deck.values == 3 and deck.size <= FEW_CARDS:
        return find_any_of_few(deck, cards, budget or Budget())
    return solver(name, deck, cards, engine).any(budget or Budget())


def find_all(
    position: Position,
    limit: int = EVERY,
    name: SolverName = SolverName.LOOKUP,
    budget: Budget | None = None,
    engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT,
) -> FoundSets:
    """Return the sets of a position, each once, in the solver's own order.

    Parameters
    ----------
    position : Position
        Any cards of a deck.
    limit : int
        The most sets to return.
    name : SolverName
        The solver: 'lookup', 'brute-force', 'smt', 'dynamic' or 'integer-program'.
    budget : Budget, optional
        The limits of the search; without it there are none.
    engine : IntegerProgramEngine
        The engine of the solver 'integer-program'; the others do not use it.

    Returns
    -------
    FoundSets
        The sets as an array of int32 (sets, v), and whether they are all there are. If the budget ends first, they are
        those found so far.

    Raises
    ------
    PositionError
        If the solver does not take this number of cards.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 5.

    >>> len(find_all(Position.whole(Deck(4, 3)))), find_all(Position.whole(Deck(4, 3)), limit=5).complete
    (1080, False)
    """
    return solver(name, position.deck, position.cards, engine).all(budget or Budget(), limit)


def count_sets(
    position: Position,
    name: SolverName = SolverName.LOOKUP,
    budget: Budget | None = None,
    engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT,
) -> int:
    """Return how many sets a position has.

    Parameters
    ----------
    position : Position
        Any cards of a deck. `lookup` knows the number for a whole deck in closed form.
    name : SolverName
        The solver: 'lookup', 'brute-force', 'smt', 'dynamic' or 'integer-program'.
    budget : Budget, optional
        The limits of the count; without it there are none.
    engine : IntegerProgramEngine
        The engine of the solver 'integer-program'; the others do not use it.

    Returns
    -------
    int
        The number of sets.

    Raises
    ------
    BudgetExhausted
        If the budget ended first.
    PositionError
        If the solver does not take this number of cards.

    References
    ----------
    S. Takeshita, "Solving the Generalized Form of the Game of Set Efficiently", section 5.

    >>> count_sets(Position.whole(Deck(5, 4)))
    717056
    """
    return solver(name, position.deck, position.cards, engine).count(budget or Budget())


def look_for(position: Position, find: Find, limit: int = SETS_SOUGHT, budget: Budget | None = None) -> SoughtSets:
    """Look for what `find` says in a `position`: a set, the number of sets, or all of them up to a `limit`.

    `budget` limits the search (None: no limits). Raises BudgetExhausted and PositionError.

    >>> look_for(Position(Deck(1, 3), (0, 1, 2)), Find.ALL)
    SoughtSets(sets=((0, 1, 2),), count=1, has_set=True, complete=True)
    """
    match find:
        case Find.ANY:
            one = find_any(position, budget=budget)
            return SoughtSets(count=0, has_set=False) if one is None else SoughtSets((one,), has_set=True)
        case Find.COUNT:
            count = count_sets(position, budget=budget)
            return SoughtSets(count=count, has_set=count > 0)
        case Find.ALL:
            listed = find_all(position, limit, budget=budget)
            if not listed.complete:
                return SoughtSets(tuple(listed), has_set=True if len(listed) else None, complete=False)
            return SoughtSets(tuple(listed), len(listed), len(listed) > 0)
