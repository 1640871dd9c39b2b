"""Sets of a position, exactly: any, all, how many, or the proof that there is none; by any of the five solvers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.engine.budget import Budget
from ludex.sets.deck import Deck
from ludex.sets.position import Position
from ludex.sets.solving.many_tables import FEW_CARDS, find_any_of_few
from ludex.sets.solving.names import Find, IntegerProgramEngine, SolverName
from ludex.sets.solving.solver import EVERY, FoundSets, SetCards, Solver

if TYPE_CHECKING:
    from ludex.sets.written import SetsLookedFor

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
"""Of a position whose sets are all sought, where the caller names no other limit."""


@dataclass(frozen=True, slots=True)
class SoughtSets:
    """What came of a search: sets, how many there are, whether there is one.

    None: not known. `complete` is False where there are more sets than were listed.
    """

    sets: tuple[SetCards, ...] = ()
    count: int | None = None
    has_set: bool | None = None
    complete: bool = True

    def written(self, deck: Deck) -> "SetsLookedFor":
        """Return it as answers show it.

        >>> SoughtSets(((0, 1, 2),), has_set=True).written(Deck(1, 3))
        SetsLookedFor(count=None, sets=[['0', '1', '2']], complete=True)
        """
        from ludex.sets.written import SetsLookedFor

        return SetsLookedFor(self.count, [list(map(deck.code, one)) for one in self.sets], self.complete)


def solver(
    name: SolverName,
    deck: Deck,
    cards: tuple[int, ...] = (),
    engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT,
) -> Solver:
    """Return a solver with these cards on its table; `engine` is for the integer program.

    Raises PositionError where the solver does not take so many cards.

    >>> solver(SolverName.DYNAMIC, Deck(4, 3), (0, 16, 23)).any(Budget())
    (0, 16, 23)
    """
    match name:
        case SolverName.LOOKUP:
            from ludex.sets.solving.lookup import Lookup

            return Lookup(deck, cards)
        case SolverName.BRUTE_FORCE:
            from ludex.sets.solving.brute_force import BruteForce

            return BruteForce(deck, cards)
        case SolverName.SMT:
            from ludex.sets.solving.smt import Smt

            return Smt(deck, cards)
        case SolverName.DYNAMIC:
            from ludex.sets.solving.dynamic import Dynamic

            return Dynamic(deck, cards)
        case SolverName.INTEGER_PROGRAM:
            from ludex.sets.solving.integer_program import IntegerProgram

            return IntegerProgram(deck, cards, engine)


def find_any(
    position: Position,
    name: SolverName = SolverName.LOOKUP,
    budget: Budget | None = None,
    engine: IntegerProgramEngine = IntegerProgramEngine.CP_SAT,
) -> SetCards | None:
    """Return a set of the position, or None: it is proved that there is none.

    Raises BudgetExhausted where neither is known in time, PositionError for a position that the solver does not take.

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
    """Return the sets of the position, at most `limit`, each once, and whether they are all there are.

    Their order is the solver's own. Where the budget ends before all are found, those found so far are returned. Raises
    PositionError for a position that the solver does not take.

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
    """Return how many sets the position has; `lookup` knows the number of a whole deck in closed form.

    Raises as :func:`find_any`.

    >>> count_sets(Position.whole(Deck(5, 4)))
    717056
    """
    return solver(name, position.deck, position.cards, engine).count(budget or Budget())


def look_for(position: Position, find: Find, limit: int = SETS_SOUGHT, budget: Budget | None = None) -> SoughtSets:
    """Look for a set, the number of sets, or all of them up to a limit. Raises BudgetExhausted, PositionError.

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
