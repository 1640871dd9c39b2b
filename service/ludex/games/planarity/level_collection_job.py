"""The job that stores the collection of graded levels and its packs."""

from typing import Annotated

from pydantic import Field

from ludex.engine.faults import Fault
from ludex.games.planarity import operations, study
from ludex.games.planarity.study.level_bands import LEVELS, source_of
from ludex.jobs.operation import Cursor, JobContext, JobOperation, Step
from ludex.requests.fields import RequestModel, example


class LevelCollectionArguments(RequestModel):
    """The size of the collection, and the parts to store."""

    model_config = example(levels=100, first=0, stop=20)

    levels: Annotated[int, Field(ge=10, le=1_000_000)] = Field(
        default=LEVELS, description="Number of levels of the whole collection, a multiple of ten."
    )
    first: Annotated[int, Field(ge=0)] = Field(default=0, description="Number of the first part.")
    stop: Annotated[int, Field(ge=1)] | None = Field(
        default=None,
        description=("Number of the part before which the job stops. By default, it stores all parts from `first` on."),
    )


def store_collection(request: LevelCollectionArguments, cursor: Cursor, context: JobContext) -> Step:
    """Make and store the collection of graded levels, which are inequivalent and have proved minima.

    Each step stores one part: the levels of one graph family with a given number of vertices. The levels depend only on
    the size of the collection, so several jobs can store different parts at the same time. The last step stores packs
    by difficulty and by theme if all levels are stored.
    """
    parts = study.level_collection.collection_parts(request.levels)[request.first : request.stop]
    before = dict(cursor) or {"parts": 0, "new": 0, "known": 0}
    done, total = (sum(part.size for part in some) for some in (parts[: before["parts"]], parts))
    if before["parts"] < len(parts):
        part = parts[before["parts"]]
        stored = operations.level_collection.store_part(context.catalogue, part, context.budget.quiet())
        context.check_cancelled()
        counts = {"new": before["new"] + stored.new, "known": before["known"] + stored.known}
        return Step({"parts": before["parts"] + 1, **counts}, {**counts, "packs": []}, done + part.size, total)
    slugs = []
    if operations.levels.count_levels(context.catalogue, {"source": source_of(request.levels)}) >= request.levels:
        packs = operations.level_collection.store_collection_packs(context.catalogue, request.levels)
        slugs = [pack.slug for pack in packs]
    else:
        context.say("some parts are not stored yet; the job that stores the last of them also stores the packs")
    return Step(None, {"new": before["new"], "known": before["known"], "packs": slugs}, total, total)


def _check(request: LevelCollectionArguments) -> None:
    """Raise Fault for parts that do not exist."""
    number = len(study.level_collection.collection_parts(request.levels))
    if request.first >= (number if request.stop is None else min(request.stop, number)):
        raise Fault(f"the collection has the parts 0 to {number - 1}, and at least one must be selected", ("first",))


LEVEL_COLLECTION = JobOperation(
    "planarity-level-collection", LevelCollectionArguments, store_collection, "levels", _check
)
