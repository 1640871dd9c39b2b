"""Sets of a position, exactly: any, all, how many, or the proof that there is none; by any of the five solvers."""

from ludex.engine.budget import Budget
from ludex.sets.deck import Deck
from ludex.sets.position import Position
from ludex.sets.solving.names import IntegerProgramEngine, SolverName
from ludex.sets.solving.solver import EVERY, FoundSets, SetCards, Solver

__all__ = ["IntegerProgramEngine", "SolverName", "count_sets", "find_all", "find_any", "solver"]


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
    return solver(name, position.deck, position.cards, engine).any(budget or Budget())


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
