"""The experiments of the thesis (section 6), which time each solver for several numbers of values, properties or sets.

All solvers process the same boards. `lookup` plays a game, and each solver is timed while it processes the boards of
this game, from the first cards to the last set. In the thesis, the solvers play different games, so their times are not
comparable. The caller provides the clock; the thesis measures CPU time. A second experiment times the solvers on tables
of random cards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from statistics import fmean, median

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.experiment_rows import Rows, rows_of
from ludex.engine.random_numbers import derived_seed
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import GameParameters, GameRecord
from ludex.games.sets.position import Position, PositionError, is_set
from ludex.games.sets.solving.playing import play
from ludex.games.sets.solving.search import make_solver
from ludex.games.sets.solving.solver import SetCards, Solver, SolverName
from ludex.games.sets.study.closed_forms import max_sets_in_game

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


ALL_SOLVERS = tuple(SolverName)
TRIALS = 10
SHARE = 10.0
MAX_TRIALS = 10_000


class Vary(StrEnum):
    """The parameter that differs between the cells of the experiment (sections 6.2, 6.3 and 6.4)."""

    VALUES = "values"
    PROPERTIES = "properties"
    SETS = "sets"


SPANS = {
    Vary.VALUES: (3, 4, 5, 6, 7),
    Vary.PROPERTIES: (2, 3, 4, 5, 6, 7, 8),
    Vary.SETS: (1, 2, 4, 6, 8, 10, 12, 15, 20),
}


@dataclass(frozen=True, slots=True)
class TimeRow:
    """The time that a solver takes in several games to process the boards and to find all sets.

    `found` is the number of sets that were found in all games together, and `cards` is the maximum number of cards on a
    table. If fewer than `trials` games were `finished`, the mean is a lower bound: the elapsed time divided by the
    number of trials. If nothing was run, the mean is None, and `note` states why.
    """

    values: int
    properties: int
    sets: int
    solver: str
    trials: int
    finished: int
    found: int
    cards: int
    mean_seconds: float | None
    median_seconds: float | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class BoardTimeRow:
    """The time that a solver takes to process random tables: to find a set on each table or prove that there is none.

    `with_set` is the number of tables with a set. All other fields have the same meaning as in :class:`TimeRow`.
    """

    values: int
    properties: int
    cards: int
    solver: str
    trials: int
    finished: int
    with_set: int
    mean_seconds: float | None
    median_seconds: float | None
    note: str = ""


def solver_times(
    vary: Vary,
    span: Sequence[int] | None = None,
    *,
    clock: Clock,
    values: int = 3,
    properties: int = 4,
    sets: int = 5,
    solvers: Sequence[SolverName] = ALL_SOLVERS,
    trials: int = TRIALS,
    seed: int = 0,
    share: float = SHARE,
    budget: Budget | None = None,
) -> Rows[TimeRow]:
    """Time each solver on games, for each number in `span`.

    Parameters
    ----------
    vary : Vary
        The parameter that varies over the numbers in `span`: `values`, `properties` or `sets`.
    span : sequence of int, optional
        The numbers. The default is given by :data:`SPANS`.
    clock : callable
        A function that returns the time in seconds.
    values, properties : int
        The deck.
    sets : int
        The number of sets to find in a game. A game may end earlier.
    solvers : sequence of SolverName
        The solvers to time.
    trials : int
        The number of games in each cell, 1 to 10,000.
    seed : int
        The seed from which the seeds of the games are derived.
    share : float
        The time limit, in seconds of wall-clock time, for one solver and the games of one cell. A solver that exceeds
        the limit does not take part in the cells after this cell.
    budget : Budget, optional
        The limits of the experiment. The default has no limits.

    Returns
    -------
    Rows of TimeRow
        The completed rows, and why the experiment ended early.

    Raises
    ------
    DeckError
        If a deck does not exist.
    ValueError
        If another number is out of range.
    SolversDisagree
        If a solver returns a wrong result (see :mod:`ludex.games.sets.study.experiments`).

    Examples
    --------
    >>> ticks = iter(range(1000))
    >>> rows = solver_times(Vary.SETS, [1], clock=lambda: next(ticks), solvers=[SolverName.LOOKUP], trials=3).rows
    >>> rows[0].found, rows[0].mean_seconds
    (3, 1.0)
    """
    _require(trials, share)
    numbers = sorted(set(SPANS[vary] if span is None else span))
    shapes = {
        number: {"values": values, "properties": properties, "sets": sets} | {vary.value: number} for number in numbers
    }
    decks = {number: Deck(shape["properties"], shape["values"]) for number, shape in shapes.items()}
    if min((shape["sets"] for shape in shapes.values()), default=1) < 1:
        raise ValueError("the number of sets of a game must be at least 1")
    games: dict[int, list[GameRecord]] = {}
    timing = SolverTimer(clock, share, vary.value)

    def row(number: int, name: SolverName, budget: Budget) -> TimeRow:
        deck, wanted = decks[number], shapes[number]["sets"]
        if number not in games:
            games.clear()
            games[number] = [
                play(GameParameters(deck, game_seed, min(wanted, max_sets_in_game(deck)), SolverName.LOOKUP), budget)
                for game_seed in _seeds(seed, trials)
            ]
        played = games[number]
        times = timing.of(number, name, [GameReplay(game) for game in played], budget)
        return TimeRow(
            values=deck.values,
            properties=deck.properties,
            sets=wanted,
            solver=name.value,
            trials=trials,
            finished=times.finished,
            found=sum(turn.found is not None for game in played for turn in game.rounds),
            cards=max(turn.table for game in played for turn in game.rounds),
            mean_seconds=times.mean,
            median_seconds=times.median,
            note=times.note,
        )

    return rows_of([(number, name) for number in numbers for name in solvers], row, budget)


def board_times(
    deck: Deck,
    sizes: Sequence[int],
    *,
    clock: Clock,
    solvers: Sequence[SolverName] = ALL_SOLVERS,
    trials: int = TRIALS,
    seed: int = 0,
    share: float = SHARE,
    budget: Budget | None = None,
) -> Rows[BoardTimeRow]:
    """Time each solver on tables of random cards of a `deck`, for each of the `sizes`.

    All tables of a trial consist of the first cards of the same deal. `clock`, `solvers`, `trials`, `seed`, `share`,
    `budget` and the exceptions are the same as in :func:`solver_times`.

    >>> ticks = iter(range(1000))
    >>> tables = board_times(Deck(4, 3), [21], clock=lambda: next(ticks), solvers=[SolverName.LOOKUP], trials=4)
    >>> tables.rows[0].with_set, tables.rows[0].mean_seconds
    (4, 1.0)
    """
    _require(trials, share)
    for size in sizes:
        if not 0 <= size <= deck.size:
            raise ValueError(f"{size} cards are too many: the deck has {deck.size:,}")
    timing = SolverTimer(clock, share, "cards")
    tables: dict[int, list[TableSearch]] = {}

    def row(size: int, name: SolverName, budget: Budget) -> BoardTimeRow:
        if size not in tables:
            tables.clear()
            tables[size] = [TableSearch.dealt(deck, size, deal, budget) for deal in _seeds(seed, trials)]
        searched = tables[size]
        times = timing.of(size, name, searched, budget)
        return BoardTimeRow(
            values=deck.values,
            properties=deck.properties,
            cards=size,
            solver=name.value,
            trials=trials,
            finished=times.finished,
            with_set=sum(table.has_set for table in searched),
            mean_seconds=times.mean,
            median_seconds=times.median,
            note=times.note,
        )

    return rows_of([(size, name) for size in sorted(set(sizes)) for name in solvers], row, budget)


def _seeds(seed: int, trials: int) -> list[int]:
    return [derived_seed(seed, trial) for trial in range(trials)]


def _require(trials: int, share: float) -> None:
    if not 1 <= trials <= MAX_TRIALS:
        raise ValueError(f"the number of trials must be 1 to {MAX_TRIALS:,}, not {trials}")
    if not share > 0:
        raise ValueError(f"the share must be more than 0 seconds, not {share:g}")
