"""The job that stores the level collection: one part a step, and packs when all levels are stored."""

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.faults import Fault
from ludex.games.planarity.operations.levels import count_levels
from ludex.games.planarity.study.level_bands import source_of
from ludex.games.planarity.study.level_collection import collection_parts
from tests.jobs.stepping import steps_of

NAME = "planarity-level-collection"
SMALL = {"levels": 2_000, "first": 0, "stop": 3}


@pytest.mark.parametrize("twice", [False, True])
def test_each_step_stores_a_part_once(catalogue: Catalogue, twice: bool) -> None:
    steps = steps_of(catalogue, NAME, SMALL, twice=twice)
    sizes = [part.size for part in collection_parts(2_000)[:3]]
    assert [step.done for step in steps] == [sizes[0], sum(sizes[:2]), sum(sizes), sum(sizes)]
    assert {step.total for step in steps} == {sum(sizes)}
    assert count_levels(catalogue, {"source": source_of(2_000)}) == sum(sizes)
    assert steps[-1].result["packs"] == []


def test_jobs_with_different_parts_store_the_same_levels_as_one_job(catalogue: Catalogue) -> None:
    steps_of(catalogue, NAME, SMALL | {"first": 2})
    steps_of(catalogue, NAME, SMALL | {"stop": 2})
    assert steps_of(catalogue, NAME, SMALL)[-1].result["new"] == 0


def test_the_packs_are_stored_when_all_levels_are(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.games.planarity.operations.levels.count_levels", lambda *_: 2_000)
    packs = steps_of(catalogue, NAME, SMALL)[-1].result["packs"]
    assert {"difficulty-1-of-2000", "theme-trees-of-2000", "theme-cycles-of-2000"} <= set(packs)


@pytest.mark.parametrize("arguments", [{"levels": 15}, {"first": 300}, {"first": 5, "stop": 5}])
def test_sizes_and_parts_that_do_not_exist_are_refused(catalogue: Catalogue, arguments: dict[str, int]) -> None:
    with pytest.raises(Fault):
        steps_of(catalogue, NAME, arguments)
