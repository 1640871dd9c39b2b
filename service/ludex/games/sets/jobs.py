"""Jobs of SET: one stores all caps of a deck; two are experiments that time all solvers on the same games or tables."""

import time
from typing import Annotated, Any

from pydantic import Field

from ludex.engine.budget import Budget
from ludex.engine.experiment_rows import Rows
from ludex.games.sets import operations, study
from ludex.games.sets.requests.inputs import whole_deck
from ludex.games.sets.solving.solver import SolverName
from ludex.jobs.operation import collection_operation, rows_operation
from ludex.requests import bounds
from ludex.requests.fields import RequestModel, Seed, example

_Span = Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1, max_length=1000)]


class TimingArguments(RequestModel):
    """The solvers, and the number of trials."""

    solvers: Annotated[list[Annotated[SolverName, Field(strict=False)]], Field(min_length=1)] = Field(
        default=list(SolverName), description="Solvers to time."
    )
    trials: Annotated[int, Field(ge=1, le=10_000)] = Field(default=10, description="Number of games or tables per row.")
    seed: Seed = 0
    share: Annotated[float, Field(gt=0)] = Field(
        default=10.0,
        description=(
            "Time limit for a solver on one row, in seconds. A solver that exceeds it is left out of larger rows."
        ),
    )


class GameTimingArguments(TimingArguments):
    """The parameter that varies, and the other parameters of the games."""

    model_config = example(vary="values", span=[3, 4], trials=2)

    vary: Annotated[str, Field(pattern="^(values|properties|sets)$")] = Field(
        description="The parameter that varies: `values`, `properties` or `sets`."
    )
    span: _Span = Field(description="Values of the parameter that varies.")
    values: Annotated[int, Field(ge=1)] = Field(default=3, description="Number of values of a property.")
    properties: Annotated[int, Field(ge=1)] = Field(default=4, description="Number of properties of a card.")
    sets: Annotated[int, Field(ge=1)] = Field(default=5, description="Number of sets per game.")


def _game_times(request: GameTimingArguments, number: int, budget: Budget) -> Rows[Any]:
    shape: dict[str, Any] = {"values": request.values, "properties": request.properties, "sets": request.sets}
    vary = study.experiments.Vary(request.vary)
    return study.experiments.solver_times(vary, [number], **_how(request, budget), **shape)


def _how(request: TimingArguments, budget: Budget) -> dict[str, Any]:
    how: dict[str, Any] = {"solvers": request.solvers, "trials": request.trials, "seed": request.seed}
    return how | {"share": request.share, "budget": budget, "clock": time.thread_time}


class TableTimingArguments(TimingArguments):
    """The deck and the table sizes."""

    model_config = example(deck="set-3-4", span=[6, 9], trials=2)

    deck: str = Field(default="set-3-4", description="A whole deck.")
    span: _Span = Field(default=[6, 9, 12, 15, 18], description="Numbers of cards.")


def _table_times(request: TableTimingArguments, size: int, budget: Budget) -> Rows[Any]:
    return study.experiments.board_times(whole_deck(request.deck), [size], **_how(request, budget))


class CapsArguments(RequestModel):
    """The deck whose caps are stored."""

    model_config = example(deck="set-3-3")

    deck: Annotated[str, Field(max_length=bounds.LABEL_CHARACTERS)] = Field(
        description="Slug of a whole deck with at most 20,000 classes of caps, such as set-3-3."
    )


_CAPS = """Store all caps of a whole deck, one of each class, and the claim that states how many there are.

Each step stores 250 classes.
"""

OPERATIONS = (
    collection_operation(
        "set-caps",
        CapsArguments,
        lambda request, batch, context: operations.caps.store_caps(
            context.catalogue, whole_deck(request.deck), batch, context.budget.quiet()
        ),
        lambda request, context: operations.caps.count_classes(
            context.catalogue, whole_deck(request.deck), context.budget
        ),
        _CAPS,
        lambda request: whole_deck(request.deck),
    ),
    rows_operation(
        "sets-experiment-games",
        GameTimingArguments,
        lambda request: request.span,
        _game_times,
        "numbers",
        "Time solvers on games while one parameter varies. Each part handles one value of the parameter.",
    ),
    rows_operation(
        "sets-experiment-tables",
        TableTimingArguments,
        lambda request: request.span,
        _table_times,
        "sizes",
        "Time solvers on random tables until they find a set or prove that none exists. Each part handles one size.",
        lambda request: whole_deck(request.deck),
    ),
)
