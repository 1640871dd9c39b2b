"""The job that stores the collection of graded levels and its packs."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from ludex.games.planarity import operations, study
from ludex.games.planarity.study.level_bands import LEVELS
from ludex.jobs.operation import Cursor, Division, JobContext, JobOperation, Step, numbered_parts
from ludex.requests.fields import RequestModel, example


class LevelCollectionArguments(RequestModel):
    """The size of the collection."""

    model_config = example(levels=100)

    levels: Annotated[int, Field(ge=10, le=1_000_000)] = Field(
        default=LEVELS, description="Number of levels of the whole collection, a multiple of ten."
    )


def store_part(request: LevelCollectionArguments, cursor: Cursor, context: JobContext) -> Step:
    """Make and store the collection of graded levels, which are inequivalent and have proved minima.

    Each part of the job stores the levels of one graph family with a given number of vertices. At the end, the job
    stores packs by difficulty and by theme.
    """
    part = study.level_collection.collection_parts(request.levels)[cursor["first"]]
    stored = operations.level_collection.store_part(context.catalogue, part, context.budget.quiet())
    context.check_cancelled()
    return Step(None, {"new": stored.new, "known": stored.known}, part.size)


def _join(request: LevelCollectionArguments, results: Sequence[Any], context: JobContext) -> Any:  # noqa: ANN401 - JSON
    packs = operations.level_collection.store_collection_packs(context.catalogue, request.levels)
    counts = {name: sum(result[name] for result in results) for name in ("new", "known")}
    return {**counts, "packs": [pack.slug for pack in packs]}


_DIVISION = Division(
    numbered_parts(lambda request: len(study.level_collection.collection_parts(request.levels)), 1),
    _join,
    lambda request, _context: request.levels,
)
LEVEL_COLLECTION = JobOperation(
    "planarity-level-collection", LevelCollectionArguments, store_part, "levels", division=_DIVISION
)
