"""Complete collections as objects: their claims, what verification finds, and the jobs that store all members."""

from dataclasses import replace
from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.exact_results.declaration import Collection, find_result, results_of
from ludex.catalogue.exact_results.reading import read_collections
from ludex.catalogue.lists.listing import count
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget, Unchecked
from ludex.engine.faults import Fault
from ludex.games.kinds import registry
from ludex.games.planarity.kinds import COLLECTION
from ludex.games.planarity.study.collections import SORTS, count_collection
from ludex.jobs.operation import Step
from ludex.jobs.operations import find_operation, validate_arguments
from ludex.operations import collections as operations
from ludex_check_claims.planarity.collections import collection_size
from ludex_check_claims.verdicts import RECOMPUTED, Export, Wrong
from tests.jobs.stepping import steps_of

SMALL = [f"{sort}-{n}" for sort, known in SORTS.items() for n in known.points if n <= 6]


def steps(catalogue: Catalogue, name: str, *, twice: bool = False) -> list[Step]:
    """Make the steps of the job that stores a collection, and join its parts."""
    collection = find_result(catalogue.registry, Collection, name)
    return steps_of(catalogue, collection.operation, collection.arguments, twice=twice)


@pytest.mark.parametrize("name", SMALL)
def test_the_checker_counts_the_same_by_other_methods(name: str) -> None:
    claim, document = stated(name)
    assert collection_size(claim, document, Export()) == RECOMPUTED
    for members in (claim["value"]["members"] - 1, claim["value"]["members"] + 1):
        with pytest.raises(Wrong, match="the collection has"):
            collection_size(claim | {"value": claim["value"] | {"members": members}}, document, Export())
    with pytest.raises(Wrong, match="document"):
        collection_size(claim, document | {"size": document["size"] + 1}, Export())


def test_the_checker_refuses_other_collections() -> None:
    claim, document = stated("x-types-4")
    with pytest.raises(Wrong, match="no such collection"):
        collection_size(claim, document | {"collection": "x-types-9", "points": 9}, Export())


def stated(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the claim and the document of a collection, as JSON."""
    counted = count_collection(name)
    shares = [list(share) for share in counted.shares]
    value = {"members": counted.size, f"by_{counted.counted_by}": shares}
    claim = {"value": value, "proved": True, "lower": None, "upper": None, "certificate": None}
    document = {"kind": "planarity-collection", "collection": name, "points": counted.points, "size": counted.size}
    return claim, document | {"counted_by": counted.counted_by, "shares": shares}


@pytest.mark.parametrize("name", ["order-types-5", "x-types-6", "swap-classes-4", "graphs-6", "planar-graphs-5"])
def test_a_job_stores_all_members_and_the_claim(catalogue: Catalogue, name: str) -> None:
    *taken, joined = steps(catalogue, f"planarity-{name}")
    [batches] = {step.result["batches"] for step in taken}
    assert len(taken) == max(batches, 1)
    with catalogue.reading() as reader:
        [state] = read_collections(reader, [find_result(reader.registry, Collection, f"planarity-{name}")])
    assert state.complete
    assert state.stored == state.size == joined.result["size"] == joined.result["new"]
    assert state.claim is not None
    assert verify(catalogue).sound
    assert steps(catalogue, f"planarity-{name}")[-1].result["new"] == 0


def test_a_job_whose_steps_are_repeated_stores_nothing_twice(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that is killed after storing a batch leaves the cursor of the previous step."""
    monkeypatch.setattr(operations, "BATCH", 10)  # so that there are several batches and parts
    *taken, joined = steps(catalogue, "planarity-graphs-6", twice=True)
    assert [step.result["batches"] for step in taken] == [13] * 13
    assert joined.result == {"new": 0, "size": 122}  # each batch was stored by its first run
    with catalogue.reading() as reader:
        [state] = read_collections(reader, [find_result(reader.registry, Collection, "planarity-graphs-6")])
        assert count(reader, reader.registry.kind["planarity-graph"], {}).count == state.size == 122
    assert state.complete
    assert verify(catalogue).sound


def test_swap_classes_of_seven_points_are_only_counted(catalogue: Catalogue) -> None:
    [_, joined] = steps(catalogue, "planarity-swap-classes-7")
    assert joined.result == {"new": 0, "size": 191_797_124}
    with catalogue.reading() as reader:
        assert count(reader, reader.registry.kind["planarity-census-class"], {}).count == 0


def test_a_false_size_is_found() -> None:
    counted = count_collection("x-types-5")
    (crossings, members), *rest = counted.shares
    false = replace(counted, shares=((crossings, members + 1), *rest))
    assert list(COLLECTION.check(counted, Budget())) == []
    [fault] = COLLECTION.check(false, Budget())
    assert "has 3 members" in fault
    [unchecked] = COLLECTION.check(count_collection("swap-classes-4"), Budget(seconds=0.0))
    assert isinstance(unchecked, Unchecked)


@pytest.mark.parametrize("name", ["order-types", "order-types-9", "x-types-٣", "cubes-4", "", "graphs--1"])
def test_unknown_collections_are_refused(name: str) -> None:
    with pytest.raises(Fault, match="not a collection"):
        validate_arguments(find_operation("planarity-collection"), {"collection": name})


def test_declared_sizes_are_counted() -> None:
    declared = {collection.name: collection.size for collection in results_of(registry(), Collection)}
    for name in SMALL:
        assert declared[f"planarity-{name}"] == count_collection(name).size
