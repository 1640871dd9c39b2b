"""`POST /planarity/generate`: levels with the proved minimum that is asked for, stored or not."""

from decimal import Decimal
from secrets import randbelow
from typing import TYPE_CHECKING

from flask import Response
from pydantic import ConfigDict, Field

from ludex.api import bounds
from ludex.api.models import Answer, Duplicate, Timed
from ludex.api.planarity import PREFIX
from ludex.api.planarity.deltas import Delta, possible_delta
from ludex.api.planarity.levels import Level, show, show_unstored
from ludex.api.planarity.point_sets import MethodName
from ludex.api.planarity.searching import search
from ludex.api.problems import refused
from ludex.api.routes import Routes, reply
from ludex.api.service import require_storing, service
from ludex.catalogue.planarity.preparing import PreparedLevel, prepare_level
from ludex.catalogue.planarity.storing_levels import store_levels
from ludex.engine.budget import Budget
from ludex.planarity.making.point_sets import Method
from ludex.planarity.making.provenance import GenerationError, Parameters

if TYPE_CHECKING:
    from ludex.planarity.making.generation import Generated

routes = Routes(
    "planarity-generation", tag="Planarity levels", about="Drawings to make plane by swaps, stored once.", prefix=PREFIX
)


class Generate(Timed):
    """What levels to generate, and how many."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"vertices": 8, "edges": 12, "swaps": 3, "delta": 0.02, "seed": 7, "count": 2}]}
    )

    vertices: int = Field(ge=1, le=bounds.VERTICES)
    edges: int = Field(ge=0, le=bounds.EDGES)
    swaps: int = Field(ge=0, le=bounds.GENERATED_SWAPS, description="The minimum number of swaps, which is proved.")
    delta: Delta = Field(default=Decimal("0.02"), json_schema_extra={"default": 0.02})
    flips: int = Field(default=3, ge=0, le=bounds.GENERATED_FLIPS, description="Random Lawson flips of edges.")
    seed: int | None = Field(default=None, ge=0, le=bounds.SEED, description="Not given: the service chooses one.")
    count: int = Field(default=1, ge=1, le=bounds.GENERATED_LEVELS, description="How many levels, all different.")
    method: MethodName = "rejection"
    store: bool = Field(default=False, description="True: the levels are stored.")

    def parameters(self) -> Parameters:
        """Return what the generator is asked for. Raises ProblemError (422) for what no level can have."""
        delta = possible_delta(self.vertices, self.delta)
        seed = randbelow(bounds.SEED + 1) if self.seed is None else self.seed
        try:
            return Parameters(self.vertices, self.edges, self.swaps, delta, self.flips, seed, Method(self.method))
        except GenerationError as error:
            raise refused(f"/{error.field}", error.message) from None


class GeneratedLevels(Answer):
    """Levels of different classes of swap-equivalent drawings."""

    items: list[Level]
    shortfall: str | None = Field(description="Why there are fewer than asked for; null where there are not.")


@routes.post("/generate", {201: GeneratedLevels, 200: GeneratedLevels}, problems=(403, 422, 503))
def generate_levels(body: Generate) -> Response:
    """Generate levels whose proved minimum number of swaps is the one asked for.

    The same seed gives the same levels. With `store` they are stored, 201 where any is new; one that is stored already
    is shown as it is stored, with `duplicate_of`. The effort is bounded: `shortfall` says why there are fewer.
    """
    if body.store:
        require_storing()
    parameters = body.parameters()
    with search("generate", body.time_limit, "generate") as budget:
        from ludex.planarity.making.generation import generate

        batch = generate(parameters, body.count, budget)
        levels = [_prepared(generated, budget) for generated in batch.items]
    if not body.store or not levels:
        return reply(GeneratedLevels(items=[show_unstored(level) for level in levels], shortfall=batch.shortfall))
    with service().catalogue.writing() as session:
        stored = store_levels(session, levels)
    items = [
        show(one.level, None if one.matching is None else Duplicate(relation="swap", matching=list(one.matching)))
        for one in stored
    ]
    status = 201 if any(one.created for one in stored) else 200
    return reply(GeneratedLevels(items=items, shortfall=batch.shortfall), status)


def _prepared(generated: "Generated", budget: Budget) -> PreparedLevel:
    from ludex.planarity.study.difficulty import difficulty

    measures = difficulty(generated.drawing, generated.solution, budget)
    return prepare_level(generated.drawing, generated.solution, measures, generated.provenance.as_document())
