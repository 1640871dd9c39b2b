"""Levels: drawings stored with their solution, levels generated with a proved minimum."""

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from ludex.engine.random_numbers import seed_or_random
from ludex.engine.workers import processors, spread
from ludex.games.planarity import operations
from ludex.games.planarity.making.point_sets import Method
from ludex.games.planarity.making.provenance import Parameters
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.points import ChosenSeed, Delta, MethodName, units_of
from ludex.games.planarity.requests.solving import described
from ludex.games.planarity.requests.sources import TimedDrawing
from ludex.requests import text_answers as lines
from ludex.requests.answers import listed_answer, stored_answer
from ludex.requests.fields import Option, RequestModel, ServiceBounds, Timed, example
from ludex.requests.request import ExecutionContext, ListResult, Request, StoredResult, Stores

if TYPE_CHECKING:
    from ludex.games.planarity.kinds.level import LevelDocument

_MEASURING_SECONDS = 10.0
_MANY = 200
"""From so many levels on a command makes them in several processes, which take a second to begin."""


class AskedLevels(RequestModel):
    """What levels to generate."""

    vertices: Annotated[int, Field(ge=1, le=bounds.VERTICES), Option(("-n", "--n", "--vertices"))] = Field(
        description="Number of vertices."
    )
    edges: Annotated[int, Field(ge=0, le=bounds.EDGES), Option(("-m", "--edges"))] = Field(
        description="Number of edges."
    )
    swaps: Annotated[int, Field(ge=0, le=bounds.GENERATED_SWAPS), Option(("-s", "--swaps"))] = Field(
        description="The minimum number of swaps, which is proved."
    )
    delta: Delta = Field(default=Decimal("0.02"), json_schema_extra={"default": 0.02})
    flips: int = Field(default=3, ge=0, le=bounds.GENERATED_FLIPS, description="Random Lawson flips of edges.")
    seed: ChosenSeed = None
    method: MethodName = Method.REJECTION


class Generate(Timed, AskedLevels):
    """What levels to generate, and how many."""

    model_config = example(vertices=8, edges=12, swaps=3, delta=0.02, seed=7, count=2)

    count: Annotated[int, Field(ge=1), ServiceBounds(bounds.GENERATED_LEVELS)] = Field(
        default=1, description="How many levels, all different."
    )
    store: bool = Field(default=False, description="True: the levels are stored.")


def generate(asked: Generate, work: ExecutionContext) -> ListResult:
    """Generate levels whose proved minimum number of swaps is the one asked for.

    The same seed gives the same levels. With `store` they are stored, 201 if any is new; one that is stored already
    is shown as it is stored, with `duplicate_of`. The effort is bounded: `shortfall` says why there are fewer.
    """
    delta, seed = units_of(asked.delta, asked.vertices), seed_or_random(asked.seed)
    parameters = Parameters(asked.vertices, asked.edges, asked.swaps, delta, asked.flips, seed, asked.method)
    # The difficulty of what a command has found is measured however its search ended.
    own_time = work.bound(True) is None
    measuring = _MEASURING_SECONDS if own_time else None
    processes = processors() if own_time and asked.count >= _MANY else 0
    kept = work.kept
    with work.search() as budget, spread(processes, budget) as apply:
        found = operations.levels.generate_levels(
            kept, parameters, asked.count, budget, measuring=measuring, spread=apply
        )
    return ListResult(found.shown, found.items, {"shortfall": found.shortfall}, of=seed)


def _remark(found: ListResult, asked: Generate) -> str:
    new, shortfall = sum(one.created for one in found.stored), found.members["shortfall"]
    stored = f", {new} new, {len(found.stored) - new} stored before" if asked.store else ""
    return f"{len(found.items)} levels of seed {found.of}{stored}{'' if shortfall is None else f'; {shortfall}'}"


def add(asked: TimedDrawing, work: ExecutionContext) -> StoredResult:
    """Solve a drawing and store it as a level.

    201 if it is new, 200 if a swap-equivalent drawing is stored already: that is the answer then, with the
    matching in `duplicate_of`. If the time limit ends the search, the level is stored with `proved` false; the
    same request with more time improves it.
    """
    drawing = asked.read(work)
    with work.search() as budget:
        return StoredResult(operations.levels.store_level(work.catalogue, drawing, budget))


def _added(made: StoredResult, _asked: TimedDrawing) -> Iterator[str]:
    level: LevelDocument = made.stored.document  # type: ignore[assignment] # it is a level
    return lines.stored(made, described("swap", level.min_swaps, level.proved, level.lower_bound, level.reason))


GENERATE = Request(
    "POST /planarity/generate",
    "planarity generate",
    generate,
    lambda found, _asked: lines.listed_texts(found),
    "planarity/levels",
    Stores.CHOSEN,
    listed_answer(
        "GeneratedLevels",
        "planarity-level",
        shortfall=(str | None, Field(description="Why there are fewer than asked for; null if there are not.")),
    ),
    remark=_remark,
    fails=lambda found: not found.items,
)
ADD = Request(
    "POST /planarity/levels",
    "planarity add",
    add,
    _added,
    "planarity/levels",
    Stores.ALWAYS,
    stored_answer("planarity-level"),
)
