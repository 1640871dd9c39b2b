"""Jobs of SET: the experiments, which time all solvers on the same games and tables."""

import time
from typing import Annotated, Any

from pydantic import Field

from ludex.engine.experiment_rows import Rows
from ludex.games.sets import study
from ludex.games.sets.requests.sources import whole_deck
from ludex.games.sets.solving.solver import SolverName
from ludex.jobs.experiments import rows_step
from ludex.jobs.operation import Cursor, JobContext, Operation, Step
from ludex.requests.fields import RequestModel, Seed, example

_Span = Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1, max_length=1000)]


class TimesAsked(RequestModel):
    """How solvers are timed."""

    solvers: Annotated[list[Annotated[SolverName, Field(strict=False)]], Field(min_length=1)] = Field(
        default=list(SolverName), description="The solvers to time."
    )
    trials: Annotated[int, Field(ge=1, le=10_000)] = Field(default=10, description="Games, or tables, of each row.")
    seed: Seed = 0
    share: Annotated[float, Field(gt=0)] = Field(
        default=10.0, description="Seconds that a solver may take for a row; if more, it ends there."
    )


class GameTimes(TimesAsked):
    """What varies in the games that solvers are timed on, and the rest of their shape."""

    model_config = example(vary="values", span=[3, 4], trials=2)

    vary: Annotated[str, Field(pattern="^(values|properties|sets)$")] = Field(description="What varies.")
    span: _Span = Field(description="The numbers that are tried.")
    values: Annotated[int, Field(ge=1)] = 3
    properties: Annotated[int, Field(ge=1)] = 4
    sets: Annotated[int, Field(ge=1)] = 5


def game_times(asked: GameTimes, cursor: Cursor, work: JobContext) -> Step:
    """Time the solvers over games while one number of their shape varies; each step is a number."""

    def rows(number: int) -> Rows[Any]:
        shape: dict[str, Any] = {"values": asked.values, "properties": asked.properties, "sets": asked.sets}
        how: dict[str, Any] = {"solvers": asked.solvers, "trials": asked.trials, "seed": asked.seed}
        how |= {"share": asked.share, "budget": work.budget, "clock": time.thread_time}
        return study.experiments.solver_times(study.experiments.Vary(asked.vary), [number], **how, **shape)

    return rows_step(asked.span, rows, cursor, work)


class TableTimes(TimesAsked):
    """The deck and the sizes of the tables that solvers are timed on."""

    model_config = example(deck="set-3-4", span=[6, 9], trials=2)

    deck: str = Field(default="set-3-4", description="A whole deck.")
    span: _Span = Field(default=[6, 9, 12, 15, 18], description="Numbers of cards.")


def table_times(asked: TableTimes, cursor: Cursor, work: JobContext) -> Step:
    """Time the solvers on tables of random cards, to a set or the proof that there is none; each step is a size."""

    def rows(size: int) -> Rows[Any]:
        how: dict[str, Any] = {"solvers": asked.solvers, "trials": asked.trials, "seed": asked.seed}
        how |= {"share": asked.share, "budget": work.budget, "clock": time.thread_time}
        return study.experiments.board_times(whole_deck(asked.deck), [size], **how)

    return rows_step(asked.span, rows, cursor, work)


OPERATIONS = (
    Operation("sets-experiment-games", GameTimes, game_times, "numbers"),
    Operation("sets-experiment-tables", TableTimes, table_times, "sizes", lambda asked: whole_deck(asked.deck)),
)
