"""The objects that jobs store: each once and in order, in pages, as a filter of lists, and whatever becomes of jobs."""

from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.filters import ListingError
from ludex.catalogue.lists.listing import count, facets, page
from ludex.catalogue.objects.reading import find
from ludex.catalogue.objects.store_result import job_objects
from ludex.catalogue.objects.storing import delete_object
from ludex.catalogue.transfer.export import export_lines
from ludex.games.planarity.kinds import LEVEL
from ludex.jobs.job import State
from ludex.jobs.operations import by_name, start_job
from ludex.jobs.store import JobStore
from ludex.jobs.worker import WorkerRegistry
from tests.jobs.executing import ended, executing, finish, paused_after, until

GENERATE = {"vertices": 6, "edges": 8, "swaps": 2, "seed": 3, "count": 25}


def labels(catalogue: Catalogue, job: str) -> list[str]:
    with catalogue.reading() as reader:
        return [item.label for item in job_objects(reader, job, limit=10_000).items]


def listed(catalogue: Catalogue, job: str, kind: str = LEVEL.name) -> list[str]:
    with catalogue.reading() as reader:
        return [item.label for item in page(reader, catalogue.registry.kind[kind], {"job": job}, limit=1000).items]


def run(catalogue: Catalogue, store: JobStore, folder: Path, operation: str, **arguments: Any) -> str:
    job = start_job(store, operation, arguments)
    assert finish(catalogue, store, job.id, folder).state is State.SUCCEEDED
    return job.id


def test_the_levels_that_a_job_generates_are_listed_once_each_also_if_they_were_stored_before(
    catalogue: Catalogue, store: JobStore, tmp_path: Path
) -> None:
    first = run(catalogue, store, tmp_path, "planarity-generate", **GENERATE)
    again = run(catalogue, store, tmp_path, "planarity-generate", **GENERATE | {"count": 10})
    made = labels(catalogue, first)
    assert len(set(made)) == len(made) == 25
    # The first batch of both jobs.
    assert labels(catalogue, again) == made[:10]
    assert (set(listed(catalogue, first)), set(listed(catalogue, again))) == (set(made), set(made[:10]))
    # Their graphs were stored only as targets of links.
    assert listed(catalogue, first, "planarity-graph") == [] == listed(catalogue, "job-nobody-knows")
    with catalogue.reading() as reader:
        assert count(reader, LEVEL, {"job": first, "min_swaps": 2}).count == 25
        assert [
            (value.value, value.count) for value in facets(reader, LEVEL, {"job": first}, ["vertices"])["vertices"]
        ] == [(6, 25)]
        with pytest.raises(ListingError, match="job"):
            count(reader, LEVEL, {"job": "\x00"})


def test_the_objects_of_a_job_come_in_pages(catalogue: Catalogue, store: JobStore, tmp_path: Path) -> None:
    job = run(catalogue, store, tmp_path, "planarity-generate", **GENERATE)
    after: int | None = None
    pages: list[list[str]] = []
    while not pages or after is not None:
        with catalogue.reading() as reader:
            found = job_objects(reader, job, after, 10)
        assert found.count == 25 and {item.kind for item in found.items} == {LEVEL.name}
        after = found.after
        pages.append([item.label for item in found.items])
    assert [len(part) for part in pages] == [10, 10, 5]
    assert list(chain.from_iterable(pages)) == labels(catalogue, job)


def test_an_import_lists_new_and_stored_objects(catalogue: Catalogue, store: JobStore, tmp_path: Path) -> None:
    lines = ["*o,o*", "no card", "*o./...,o../.*.", "*o,o*"]
    first = run(catalogue, store, tmp_path, "import", kind="swish-position", lines="\n".join(lines[:2]))
    second = run(catalogue, store, tmp_path, "import", kind="swish-position", lines="\n".join(lines))
    assert len(labels(catalogue, first)) == 1 and len(labels(catalogue, second)) == 2
    assert labels(catalogue, first)[0] in labels(catalogue, second)
    text = "\n".join(export_lines(catalogue))
    third = run(catalogue, store, tmp_path, "import", kind="export", lines=text)
    assert set(labels(catalogue, second)) < set(labels(catalogue, third))


def test_a_job_of_a_request_lists_what_it_stored(catalogue: Catalogue, store: JobStore, tmp_path: Path) -> None:
    points = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [2, 3], [0, 2]]}
    for _ in range(2):  # the second job finds the level stored
        job = run(catalogue, store, tmp_path, "planarity-add", **points)
        assert len(labels(catalogue, job)) == 1 and labels(catalogue, job) == listed(catalogue, job)


def test_a_job_whose_worker_dies_after_it_stored_lists_every_object_once(
    catalogue: Catalogue, store: JobStore, tmp_path: Path
) -> None:
    cards = [f"*{'.' * gap}o{'.' * (60 - gap)},*{'.' * 61}" for gap in range(50)]
    job = start_job(store, "import", {"kind": "swish-position", "lines": "\n".join(cards)})
    with executing(catalogue, store, tmp_path, paused_after(1, by_name()["import"]), worker="dead"):
        until(store, job.id, lambda found: found.progress.done == 20)
        before = labels(catalogue, job.id)
        assert len(before) == 20
    with executing(catalogue, store, tmp_path, worker="next"):
        WorkerRegistry(store.database, "next").recover()
        assert ended(store, job.id).state is State.SUCCEEDED
    every = labels(catalogue, job.id)
    assert every[:20] == before
    assert len(set(every)) == len(every) == 50


def test_the_list_stays_without_the_job_and_loses_deleted_objects(
    catalogue: Catalogue, store: JobStore, tmp_path: Path
) -> None:
    job = run(catalogue, store, tmp_path, "planarity-generate", **GENERATE)
    assert store.purge_finished(-2) == 1
    first, *others = labels(catalogue, job)
    with catalogue.writing() as writer:
        delete_object(writer, find(writer, first).id)
    assert labels(catalogue, job) == others
