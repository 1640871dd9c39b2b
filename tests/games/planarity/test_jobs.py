"""The job that stores the level collection: one part of the collection is one part of the job."""

from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.games.planarity.jobs import (
    LEVEL_COLLECTION,
    OPERATIONS,
    LevelCollectionArguments,
    TrueMinimaArguments,
)
from ludex.games.planarity.operations.levels import count_levels
from ludex.games.planarity.study.level_bands import source_of
from ludex.games.planarity.study.level_collection import collection_parts
from ludex.jobs.operation import Division, JobContext
from ludex.operations.objects import newest_object

SMALL = LevelCollectionArguments(levels=2_000)
PARTS = collection_parts(2_000)


def division() -> Division:
    assert LEVEL_COLLECTION.division is not None
    return LEVEL_COLLECTION.division


def results_of(catalogue: Catalogue, parts: list[int]) -> list[Any]:
    context = JobContext(catalogue, Budget())
    return [LEVEL_COLLECTION.run(SMALL, {"first": part, "stop": part + 1}, context).result for part in parts]


def test_the_job_has_as_many_parts_as_the_collection(catalogue: Catalogue) -> None:
    context = JobContext(catalogue, Budget())
    cursors = division().plan(SMALL, [], context)
    assert [cursor["first"] for cursor in cursors] == [*range(len(PARTS))]
    assert division().plan(SMALL, [{"new": 1, "known": 0}], context) == []
    assert division().total(SMALL, context) == sum(part.size for part in PARTS)


def test_each_part_is_stored_once(catalogue: Catalogue) -> None:
    sizes = [part.size for part in PARTS[:3]]
    assert [result["new"] for result in results_of(catalogue, [0, 1, 2])] == sizes
    assert [(result["new"], result["known"]) for result in results_of(catalogue, [2, 0])] == [
        (0, sizes[2]),
        (0, sizes[0]),
    ]
    assert count_levels(catalogue, {"source": source_of(2_000)}) == sum(sizes)


def test_the_result_adds_up_the_parts_and_names_the_packs(catalogue: Catalogue) -> None:
    results = results_of(catalogue, [0, 1, 2])
    result = division().join(SMALL, [*results, {"new": 3, "known": 1}], JobContext(catalogue, Budget()))
    assert (result["new"], result["known"]) == (sum(part.size for part in PARTS[:3]) + 3, 1)
    assert {"difficulty-1-of-2000", "theme-trees-of-2000", "theme-cycles-of-2000"} <= set(result["packs"])


@pytest.mark.parametrize("levels", [15, 8, 1_000_010])
def test_sizes_that_do_not_exist_are_refused(levels: int) -> None:
    with pytest.raises(ValueError):
        collection_parts(LevelCollectionArguments(levels=levels).levels)


def test_levels_to_order_are_searched_for_in_one_part(catalogue: Catalogue) -> None:
    context = JobContext(catalogue, Budget())
    build = next(one for one in OPERATIONS if one.name == "planarity-pack-build")
    order = build.takes.model_validate({"slug": "own", "vertices": 6, "edges": 8, "swaps": 1, "seed": 7})
    assert build.division is not None
    assert build.division.plan(order, [], context) == [{"seed": 7, "first": newest_object(catalogue)}]
    assert build.division.plan(order, [{"labels": []}], context) == []


def test_drawings_may_be_scrambled_by_no_swap() -> None:
    assert TrueMinimaArguments(swaps=[0]).swaps == [0]
    with pytest.raises(ValueError):
        TrueMinimaArguments(swaps=[-1])
