"""The thesis's experiments (section 6): the time that each solver takes, as the values, properties or sets grow.

All solvers get the same boards: one game is played by `lookup`, and each solver is timed over its sequence of boards,
from an empty solver to the last set. The solvers of the thesis play different games, which cannot be compared. The
caller provides the clock; the thesis measures CPU time. A second experiment is a table of random cards, new to the
solver.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from statistics import fmean, median

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.experiment_rows import Rows, rows_of
from ludex.engine.random_numbers import numbered_seed
from ludex.sets.deck import Deck
from ludex.sets.making.games import GameParameters, GameRecord, play
from ludex.sets.position import Position, PositionError, is_set
from ludex.sets.solving.names import SolverName
from ludex.sets.solving.search import solver
from ludex.sets.solving.solver import SetCards, Solver
from ludex.sets.study.facts import most_sets_taken

ALL_SOLVERS = tuple(SolverName)
TRIALS = 10
SHARE = 10.0
MAX_TRIALS = 10_000

Clock = Callable[[], float]


class Vary(StrEnum):
    """What grows from cell to cell (sections 6.2, 6.3 and 6.4)."""

    VALUES = "values"
    PROPERTIES = "properties"
    SETS = "sets"


SPANS = {
    Vary.VALUES: (3, 4, 5, 6, 7),
    Vary.PROPERTIES: (2, 3, 4, 5, 6, 7, 8),
    Vary.SETS: (1, 2, 4, 6, 8, 10, 12, 15, 20),
}


class SolversDisagree(Exception):
    """A solver gave an answer that is wrong: then no experiment is worth anything."""


@dataclass(frozen=True, slots=True)
class TimeRow:
    """The time of a solver over games: to lay out the boards, and to find each of the sets.

    `found` are the sets of all games together, `cards` the most cards on a table. If fewer games were `finished` than
    there are trials, the mean is a lower bound: the time spent, divided by the number of trials. It is None if nothing
    was tried; `note` says why.
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
    """The time of a solver over tables of random cards: to lay them out, and to find a set or prove that there is none.

    `with_set` tables have one. The rest is as in :class:`TimeRow`.
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


@dataclass(frozen=True, slots=True)
class _Times:
    """What was measured of one solver in one cell."""

    finished: int
    mean: float | None
    median: float | None
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
    """Time the solvers over games, for each number of the span, then for each solver.

    Parameters
    ----------
    vary : Vary
        Which of `values`, `properties` and `sets` is replaced by the numbers of `span`.
    span : sequence of int, optional
        The numbers; without it those of :data:`SPANS`.
    clock : callable
        Returns the time in seconds.
    values, properties : int
        The deck.
    sets : int
        The sets wanted in a game. A game may end before it has them.
    solvers : sequence of SolverName
        The solvers to time.
    trials : int
        The number of games in each cell, 1 to 10,000.
    seed : int
        Decides the seeds of the games.
    share : float
        The seconds of the wall clock that a solver may take for the games of a cell. One that takes longer is left out
        of the larger cells.
    budget : Budget, optional
        The limits of the experiment; without it there are none.

    Returns
    -------
    Rows of TimeRow
        The rows that were finished, and why there are no more.

    Raises
    ------
    DeckError
        If a deck does not exist.
    ValueError
        If another number is out of range.
    SolversDisagree
        If a solver is wrong.

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
    decks = {number: Deck(one["properties"], one["values"]) for number, one in shapes.items()}
    if min((one["sets"] for one in shapes.values()), default=1) < 1:
        raise ValueError("a game finds at least one set")
    games: dict[int, list[GameRecord]] = {}
    timing = _Timing(clock, share, vary.value)

    def row(number: int, name: SolverName, budget: Budget) -> TimeRow:
        deck, wanted = decks[number], shapes[number]["sets"]
        if number not in games:
            games.clear()
            games[number] = [
                play(GameParameters(deck, game_seed, min(wanted, most_sets_taken(deck)), SolverName.LOOKUP), budget)
                for game_seed in _seeds(seed, trials)
            ]
        played = games[number]
        times = timing.of(number, name, [_Replayed(game) for game in played], budget)
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
    """Time the solvers on tables of random cards of a `deck`, for each of the `sizes`, then for each solver.

    The tables of one trial are the first cards of one deal. `clock`, `solvers`, `trials`, `seed`, `share`, `budget` and
    what is raised are as in :func:`solver_times`.

    >>> ticks = iter(range(1000))
    >>> tables = board_times(Deck(4, 3), [21], clock=lambda: next(ticks), solvers=[SolverName.LOOKUP], trials=4)
    >>> tables.rows[0].with_set, tables.rows[0].mean_seconds
    (4, 1.0)
    """
    _require(trials, share)
    for size in sizes:
        if not 0 <= size <= deck.size:
            raise ValueError(f"{size} cards, the deck has {deck.size:,}")
    timing = _Timing(clock, share, "cards")
    tables: dict[int, list[_Searched]] = {}

    def row(size: int, name: SolverName, budget: Budget) -> BoardTimeRow:
        if size not in tables:
            tables.clear()
            tables[size] = [_Searched.dealt(deck, size, deal, budget) for deal in _seeds(seed, trials)]
        searched = tables[size]
        times = timing.of(size, name, searched, budget)
        return BoardTimeRow(
            values=deck.values,
            properties=deck.properties,
            cards=size,
            solver=name.value,
            trials=trials,
            finished=times.finished,
            with_set=sum(one.has_set for one in searched),
            mean_seconds=times.mean,
            median_seconds=times.median,
            note=times.note,
        )

    return rows_of([(size, name) for size in sorted(set(sizes)) for name in solvers], row, budget)


@dataclass(frozen=True, slots=True)
class _Replayed:
    """A game whose boards a solver goes through."""

    game: GameRecord

    def run(self, name: SolverName, budget: Budget) -> list[SetCards | None]:
        deck = self.game.parameters.deck
        searching = solver(name, deck, self.game.dealt)
        found = []
        for turn in self.game.rounds:
            found.append(searching.any(budget))
            if turn.found is not None:
                searching.remove(turn.found, budget)
            if turn.drawn:
                searching.add(turn.drawn, budget)
        return found

    def require_right(self, found: Sequence[SetCards | None], name: SolverName) -> None:
        deck = self.game.parameters.deck
        for turn, cards in zip(self.game.rounds, found, strict=True):
            _require_right(deck, cards, turn.found is not None, name)


@dataclass(frozen=True, slots=True)
class _Searched:
    """A table on which a solver looks for a set, and whether it has one."""

    position: Position
    has_set: bool

    @classmethod
    def dealt(cls, deck: Deck, size: int, seed: int, budget: Budget) -> "_Searched":
        position = Position(deck, tuple(islice(deck.shuffled(seed), size)))
        return cls(position, solver(SolverName.LOOKUP, deck, position.cards).any(budget) is not None)

    def run(self, name: SolverName, budget: Budget) -> list[SetCards | None]:
        searching: Solver = solver(name, self.position.deck, self.position.cards)
        return [searching.any(budget)]

    def require_right(self, found: Sequence[SetCards | None], name: SolverName) -> None:
        for cards in found:
            _require_right(self.position.deck, cards, self.has_set, name)
            if cards is not None and not set(cards) <= set(self.position.cards):
                raise SolversDisagree(f"{name} found a set that is not on the table")


class _Timing:
    """Times solvers by a clock, and leaves out those that were too slow in a smaller cell."""

    def __init__(self, clock: Clock, share: float, unit: str) -> None:
        self._clock = clock
        self._share = share
        self._unit = unit
        self._slow: dict[SolverName, int] = {}
        self._warm: set[SolverName] = set()

    def of(
        self, number: int, name: SolverName, works: "Sequence[_Replayed] | Sequence[_Searched]", budget: Budget
    ) -> _Times:
        """Time a solver over the works of a cell. Raises BudgetExhausted if the whole experiment has to end."""
        if name in self._slow:
            return _Times(0, None, None, f"left out: not finished at {self._slow[name]} {self._unit}")
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
                work.require_right(found, name)
        except BudgetExhausted as error:
            budget.check()
            self._slow[name] = number
            spent = sum(seconds) + self._clock() - start
            ended = f"{self._share:g} s are over" if error.reason == "time" else error.reason
            return _Times(len(seconds), spent / len(works), None, f"not finished: {ended}")
        except PositionError as error:
            self._slow[name] = number
            return _Times(len(seconds), None, None, f"not taken: {error.message}")
        return _Times(len(seconds), fmean(seconds), median(seconds))

    def _warm_up(self, name: SolverName, budget: Budget) -> None:
        """Load what the solver needs: that is not part of the time of a search."""
        if name not in self._warm:
            for values in (3, 4):
                small = Deck(2, values)
                searching = solver(name, small, tuple(range(values, small.size)))
                searching.remove([values], budget)
                searching.add([0], budget)
                searching.any(budget)
            self._warm.add(name)


def _require_right(deck: Deck, cards: SetCards | None, has_set: bool, name: SolverName) -> None:
    if (cards is not None) != has_set or (cards is not None and not is_set(deck, cards)):
        raise SolversDisagree(f"{name} found {cards}, lookup {'a set' if has_set else 'none'}")


def _seeds(seed: int, trials: int) -> list[int]:
    return [numbered_seed(seed, trial) for trial in range(trials)]


def _require(trials: int, share: float) -> None:
    if not 1 <= trials <= MAX_TRIALS:
        raise ValueError(f"{trials} trials: 1 to {MAX_TRIALS:,} are possible")
    if not share > 0:
        raise ValueError(f"a share of {share:g} seconds")
