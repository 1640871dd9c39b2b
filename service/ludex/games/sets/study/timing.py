"""Time all solvers on the same work: on games whose boards they process, or on tables that they search for a set."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import fmean, median

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameRecord
from ludex.games.sets.position import Position, PositionError, is_set
from ludex.games.sets.solving.search import make_solver
from ludex.games.sets.solving.solver import SetCards, Solver, SolverName

Clock = Callable[[], float]


class SolversDisagree(Exception):
    """An error for a wrong result of a solver, which makes the experiment invalid."""


@dataclass(frozen=True, slots=True)
class TimingResult:
    """The measurements of a solver in a cell. `finished` is the number of completed games or tables."""

    finished: int
    mean: float | None
    median: float | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class GameReplay:
    """A `game` whose boards a solver processes."""

    game: GameRecord

    def run(self, name: SolverName, budget: Budget) -> list[SetCards | None]:
        """Return the results of the solver called `name` on each board. Raises BudgetExhausted."""
        deck = self.game.parameters.deck
        searching = make_solver(name, deck, self.game.dealt)
        found = []
        for turn in self.game.rounds:
            found.append(searching.any(budget))
            if turn.found is not None:
                searching.remove(turn.found, budget)
            if turn.drawn:
                searching.add(turn.drawn, budget)
        return found

    def require_correct(self, found: Sequence[SetCards | None], name: SolverName) -> None:
        """Raise SolversDisagree if the result `found` of the solver called `name` is wrong."""
        deck = self.game.parameters.deck
        for turn, cards in zip(self.game.rounds, found, strict=True):
            _require_right(deck, cards, turn.found is not None, name)


@dataclass(frozen=True, slots=True)
class TableSearch:
    """A table that a solver searches for a set, and whether the table has a set."""

    position: Position
    has_set: bool

    @classmethod
    def dealt(cls, deck: Deck, size: int, seed: int, budget: Budget) -> "TableSearch":
        """Return the first `size` cards of a `deck` shuffled with a `seed`, and whether they contain a set.

        Raises BudgetExhausted when the `budget` is exhausted.
        """
        position = Position(deck, tuple(islice(deck.shuffled(seed), size)))
        return cls(position, make_solver(SolverName.LOOKUP, deck, position.cards).any(budget) is not None)

    def run(self, name: SolverName, budget: Budget) -> list[SetCards | None]:
        """Return the result of the solver called `name`. Raises BudgetExhausted when the `budget` is exhausted."""
        searching: Solver = make_solver(name, self.position.deck, self.position.cards)
        return [searching.any(budget)]

    def require_correct(self, found: Sequence[SetCards | None], name: SolverName) -> None:
        """Raise SolversDisagree if the result `found` of the solver called `name` is wrong."""
        for cards in found:
            _require_right(self.position.deck, cards, self.has_set, name)
            if cards is not None and not set(cards) <= set(self.position.cards):
                raise SolversDisagree(f"{name} found a set that is not on the table")


class SolverTimer:
    """A timer that measures solvers with a `clock`, and leaves out solvers that were too slow in a smaller cell.

    A solver has `share` seconds of wall-clock time for the work of a cell. `unit` names the parameter that grows from
    cell to cell.
    """

    def __init__(self, clock: Clock, share: float, unit: str) -> None:
        self._clock = clock
        self._share = share
        self._unit = unit
        self._slow: dict[SolverName, int] = {}
        self._warm: set[SolverName] = set()

    def of(
        self, number: int, name: SolverName, works: "Sequence[GameReplay] | Sequence[TableSearch]", budget: Budget
    ) -> TimingResult:
        """Time the solver called `name` on the `works` of the cell with this `number`, within the `budget`.

        Raises BudgetExhausted if the budget of the whole experiment is exhausted, and SolversDisagree if a result is
        wrong.
        """
        if name in self._slow:
            return TimingResult(0, None, None, f"left out: not finished at {self._slow[name]} {self._unit}")
        self._warm_up(name, budget)
        limited = Budget(min(self._share, budget.remaining()), budget.memory_bytes, budget.stop)
        seconds: list[float] = []
        start = self._clock()
        try:
            for work in works:
                limited.check()
                start = self._clock()
                found = work.run(name, limited)
                seconds.append(self._clock() - start)
                work.require_correct(found, name)
        except BudgetExhausted as error:
            budget.check()
            self._slow[name] = number
            spent = sum(seconds) + self._clock() - start
            ended = f"{self._share:g} s are over" if error.reason == "time" else error.reason
            return TimingResult(len(seconds), spent / len(works), None, f"not finished: {ended}")
        except PositionError as error:
            self._slow[name] = number
            return TimingResult(len(seconds), None, None, f"not taken: {error.message}")
        return TimingResult(len(seconds), fmean(seconds), median(seconds))

    def _warm_up(self, name: SolverName, budget: Budget) -> None:
        """Load the solver and its libraries, so that loading is not part of the time of a search."""
        if name not in self._warm:
            for values in (3, 4):
                small = Deck(2, values)
                searching = make_solver(name, small, tuple(range(values, small.size)))
                searching.remove([values], budget)
                searching.add([0], budget)
                searching.any(budget)
            self._warm.add(name)


def _require_right(deck: Deck, cards: SetCards | None, has_set: bool, name: SolverName) -> None:
    if (cards is not None) != has_set or (cards is not None and not is_set(deck, cards)):
        raise SolversDisagree(f"{name} found {cards}, but lookup found {'a set' if has_set else 'none'}")
