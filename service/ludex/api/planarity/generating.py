"""`POST /planarity/generate`: levels with the proved minimum that is asked for, stored or not."""

from decimal import Decimal

from flask import Response
from pydantic import Field

from ludex.api.objects import object_text
from ludex.api.planarity import bounds
from ludex.api.planarity.drawings import PREFIX, example, search
from ludex.api.planarity.points import ChosenSeed, Delta, MethodName, units_of
from ludex.api.problems import refused
from ludex.api.replies import reply
from ludex.api.routes import Routes
from ludex.api.service import require_storing, service
from ludex.catalogue.kinds.planarity import LEVEL
from ludex.engine.random_numbers import chosen_seed
from ludex.operations.planarity import levels
from ludex.planarity.making.point_sets import Method
from ludex.planarity.making.provenance import GenerationError, Parameters
from ludex.requests.answers import stored_item_model
from ludex.requests.fields import Answer, Timed

routes = Routes("planarity-generation", tag=LEVEL.address, about=LEVEL.view.about, prefix=PREFIX)


class Generate(Timed):
    """What levels to generate, and how many."""

    model_config = example(vertices=8, edges=12, swaps=3, delta=0.02, seed=7, count=2)

    vertices: int = Field(ge=1, le=bounds.VERTICES)
    edges: int = Field(ge=0, le=bounds.EDGES)
    swaps: int = Field(ge=0, le=bounds.GENERATED_SWAPS, description="The minimum number of swaps, which is proved.")
    delta: Delta = Field(default=Decimal("0.02"), json_schema_extra={"default": 0.02})
    flips: int = Field(default=3, ge=0, le=bounds.GENERATED_FLIPS, description="Random Lawson flips of edges.")
    seed: ChosenSeed = None
    count: int = Field(default=1, ge=1, le=bounds.GENERATED_LEVELS, description="How many levels, all different.")
    method: MethodName = Method.REJECTION
    store: bool = Field(default=False, description="True: the levels are stored.")

    def parameters(self) -> Parameters:
        """Return what the generator is asked for. Raises ProblemError (422) for what no level can have."""
        delta = units_of(self.delta, self.vertices)
        try:
            return Parameters(
                self.vertices, self.edges, self.swaps, delta, self.flips, chosen_seed(self.seed), self.method
            )
        except GenerationError as error:
            raise refused(f"/{error.field}", error.message) from None


class GeneratedLevels(Answer):
    """Levels of different classes of swap-equivalent drawings."""

    items: list[stored_item_model(LEVEL)]  # type: ignore[valid-type]
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
    catalogue = service().catalogue if body.store else None
    with search("generate", body.time_limit, "generate") as budget:
        found = levels.generate_levels(catalogue, parameters, body.count, budget)
    every = zip(found.shown, found.items, strict=True)
    items = [object_text(one, duplicate_of=stored.duplicate_of) for one, stored in every]
    status = 201 if any(one.created for one in found.items) else 200
    return reply({"items": items, "shortfall": found.shortfall}, status)
