"""What jobs come to: the steps of each operation, made once or twice, leave the same in the catalogue."""

import json
import os
import stat
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.lists.listing import count, select_ids, stream
from ludex.catalogue.objects.reading import find
from ludex.catalogue.status import status_of
from ludex.catalogue.transfer.export import export_lines, lines_of_objects, sealed
from ludex.catalogue.transfer.imports.pipeline import ImportOptions
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.games.planarity import jobs
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.operations.levels import generate_to_order, store_level
from ludex.games.planarity.requests.import_with_solutions import import_with_solutions
from ludex.jobs.catalogue import EXPORT_SECONDS, delete_old_exports
from ludex.jobs.operations import (
    InvalidArguments,
    arguments_schema,
    by_name,
    example_arguments,
    find_operation,
    validate_arguments,
)
from tests.jobs.stepping import steps_of

LEVELS = {"vertices": 6, "edges": 8, "swaps": 2, "seed": 3}


def number_of(catalogue: Catalogue, kind: str) -> int:
    with catalogue.reading() as reader:
        return count(reader, catalogue.registry.kind[kind], {}).count


def labels_of(catalogue: Catalogue, kind: str) -> set[str]:
    with catalogue.reading() as reader:
        return {one.label for one in stream(reader, catalogue.registry.kind[kind], {}, whole=False)}


@pytest.mark.parametrize("twice", [False, True])
def test_a_job_generates_as_many_different_levels_as_asked_for_even_if_its_steps_are_made_twice(
    catalogue: Catalogue, twice: bool
) -> None:
    steps = steps_of(catalogue, "planarity-generate", LEVELS | {"count": 25}, twice=twice)
    assert len(steps) > 1
    result = steps[-1].result
    assert (result["new"], result["known"], result["shortfall"]) == (25, 0, None)
    assert number_of(catalogue, LEVEL.name) == 25
    assert len({step.done for step in steps}) == len(steps)


ORDER = {
    "vertices": "6..7",
    "edges": "6..10",
    "swaps": "1..3",
    "grade": "3..8",
    "spread": "even",
    "distinct": "graphs",
    "seed": 7,
    "count": 12,
}


@pytest.mark.parametrize("twice", [False, True])
def test_a_job_generates_the_levels_of_an_order_in_steps(
    catalogue: Catalogue, twice: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_ATTEMPTS", 3)
    steps = steps_of(catalogue, "planarity-generate", ORDER, twice=twice)
    assert len(steps) > 4
    order = by_name()["planarity-generate"].takes.model_validate(ORDER).order()
    found = generate_to_order(catalogue, order, 12, stores=False)
    result = steps[-1].result
    assert result["newest_labels"] == [level.label for level in found.items]
    assert (result["new"], result["known"], result["repeated"], result["shortfall"]) == (12, 0, 0, None)
    built = steps_of(catalogue, "planarity-pack-build", ORDER | {"slug": "spread"}, twice=twice)
    assert len(built) == len(steps)
    again = steps_of(catalogue, "planarity-pack-build", ORDER | {"slug": "spread"})
    assert again[-1].result == built[-1].result
    with catalogue.reading() as reader:
        assert find(reader, "spread").label == built[-1].result["label"]
    lacking = steps_of(catalogue, "planarity-generate", ORDER | {"vertices": 6, "grade": "39..40", "count": 3})
    assert "missing: 2 of grade 39, 1 of grade 40" in lacking[-1].result["shortfall"]


def test_the_jobs_that_generate_to_order_have_a_bound() -> None:
    for name, more in (("planarity-generate", {}), ("planarity-pack-build", {"slug": "x"})):
        with pytest.raises(ValueError, match=r"count: .*10,?000"):
            validate_arguments(by_name()[name], ORDER | more | {"count": 10_001})


@pytest.mark.slow
def test_a_job_says_when_there_are_no_further_levels(catalogue: Catalogue) -> None:
    # The census has four classes of four vertices and three edges: fewer of them need a swap.
    asked = {"vertices": 4, "edges": 3, "swaps": 1, "count": 50, "seed": 1}
    result = steps_of(catalogue, "planarity-generate", asked)[-1].result
    assert 0 < result["new"] == number_of(catalogue, LEVEL.name) < 4
    assert f"{result['new']} of 50 levels" in result["shortfall"]


@pytest.mark.parametrize("twice", [False, True])
def test_an_import_stores_every_line_once_and_names_those_that_are_refused(catalogue: Catalogue, twice: bool) -> None:
    # A point at each place of the first row with a circle at each of the second: no two alike under flips.
    cards = [f"{'.' * a}*{'.' * (6 - a)}/{'.' * b}o{'.' * (6 - b)}" for a in range(4) for b in range(7)]
    lines = [f"{one},{two}" for place, one in enumerate(cards[:6]) for two in cards[place + 1 :: 3]]
    text = "\n".join([*lines[:10], "no card", "", *lines[10:]]) + "\n"
    steps = steps_of(catalogue, "import", {"kind": "swish-position", "lines": text}, twice=twice)
    result = steps[-1].result
    stored = number_of(catalogue, "swish-position")
    assert result["refused"] == 1
    assert result["faults"][0]["line"] == 11
    assert result["new"] + result["duplicates"] == len(lines)
    assert result["new"] == (0 if twice else stored)
    assert steps[-2].done == len(lines) + 2


def test_an_import_of_an_export_makes_an_equal_catalogue_though_it_is_cut_into_steps(
    catalogue: Catalogue, postgresql_copy: Catalogue, tmp_path: Path
) -> None:
    steps_of(catalogue, "planarity-generate", LEVELS | {"count": 40})
    exported = steps_of(catalogue, "export", {}, tmp_path, twice=True)[-1].result
    file = tmp_path / exported["file"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text = file.read_text()
    assert text.splitlines() == list(sealed(export_lines(catalogue)))
    assert exported["objects"] == status_of(catalogue).objects
    steps = steps_of(postgresql_copy, "import", {"kind": "export", "lines": text})
    assert len(steps) > 1
    assert steps[-1].result["refused"] == 0
    assert sorted(export_lines(postgresql_copy)) == sorted(text.splitlines()[:-1])


def test_an_export_of_a_query_has_its_objects_and_their_claims(catalogue: Catalogue, tmp_path: Path) -> None:
    steps_of(catalogue, "planarity-generate", LEVELS | {"count": 40})
    exported = steps_of(catalogue, "export", {"where": "kind:level hull:4"}, tmp_path)[-1].result
    lines = (tmp_path / exported["file"]).read_text().splitlines()
    with catalogue.reading() as reader:
        nodes = list(select_ids(reader, "kind:level hull:4"))
        assert lines == list(sealed(lines_of_objects(reader, nodes, claims=True)))
    assert 0 < exported["objects"] == len(nodes) < number_of(catalogue, LEVEL.name)


@pytest.fixture
def postgresql_copy(empty_databases: Any) -> Any:
    from ludex.games.kinds import GAMES

    with empty_databases.one() as address:
        made = Catalogue(address, GAMES)
        yield made
        made.close()


def test_levels_without_a_proof_are_solved_again(catalogue: Catalogue) -> None:
    edges = ((0, 1), (0, 3), (1, 2), (2, 5), (3, 4), (4, 5))
    drawing = Drawing(((0, 0), (40, 7), (11, 41), (52, 55), (23, 20), (61, 3)), edges)
    stored = store_level(catalogue, drawing, Budget(seconds=0.0))
    assert not stored.document.proved  # type: ignore[attr-defined]
    steps = steps_of(catalogue, "planarity-solve-again", {"time_limit_each": 60}, twice=True)
    result = steps[-1].result
    assert (result["levels"], result["newly_proved"], result["still_unproved"]) == (1, 1, 0)
    assert result["newest_proved"] == [stored.label]
    with catalogue.reading() as reader:
        assert count(reader, LEVEL, {"proved": True}).count == 1


def test_the_levels_to_solve_again_are_those_of_a_query(catalogue: Catalogue) -> None:
    square = Drawing(((0, 0), (9, 0), (10, 10), (0, 9)), ((0, 2), (1, 3), (0, 1), (2, 3)))
    path = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))
    for drawing in (square, path):
        store_level(catalogue, drawing, Budget(seconds=0.0))
    result = steps_of(catalogue, "planarity-solve-again", {"where": "edges:3"})[-1].result
    assert (result["levels"], result["newly_proved"]) == (1, 1)
    result = steps_of(catalogue, "planarity-solve-again", {})[-1].result
    assert (result["levels"], result["newly_proved"]) == (1, 1)
    assert steps_of(catalogue, "planarity-solve-again", {})[-1].result["levels"] == 0


def test_a_query_is_continued_after_the_levels_of_the_parts_before(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = [
        store_level(catalogue, Drawing(((0, 0), (9, 0), (10, 10), (0, 9)), edges), Budget(seconds=0.0)).label
        for edges in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 2), (1, 3), (0, 1)), ((0, 2), (1, 3), (0, 1), (2, 3)))
    ]
    monkeypatch.setattr("ludex.games.planarity.jobs._PARTS_AT_ONCE", 1)
    monkeypatch.setattr("ludex.games.planarity.jobs._SOLVED_AT_ONCE", 3)
    with catalogue.reading() as reader:
        proved = count(reader, LEVEL, {"proved": True}).count
    steps = steps_of(catalogue, "planarity-solve-again", {"where": "kind:level"}, twice=True)
    assert [step.done for step in steps] == [1, 2, 3, 1, 0]
    result = steps[-1].result
    assert (result["levels"], result["newly_proved"], result["still_unproved"]) == (4, 4 - proved, 0)
    steps = steps_of(catalogue, "planarity-solve-again", {"labels": labels[2:]})
    assert [step.done for step in steps] == [1, 2, 0] and steps[-1].result["levels"] == 2


@pytest.mark.parametrize("job", ["planarity-solve-again", "import"])
def test_a_minimum_that_was_claimed_is_proved_or_improved_by_the_job(catalogue: Catalogue, job: str) -> None:
    path = {"points": [[0, 0], [2, 2], [2, 0], [0, 2]], "edges": [[0, 1], [1, 2], [2, 3]], "swaps": [[1, 2]]}
    # The cycle through the corners in the order 0, 2, 1, 3; its solution goes a long way round.
    cycle = {"points": path["points"], "edges": [[0, 1], [1, 2], [2, 3], [0, 3]]}
    lines = [json.dumps(one) for one in (path, cycle | {"swaps": [[1, 2], [0, 1], [0, 1]]})]
    batches = list(import_with_solutions(catalogue, lines, ImportOptions()))
    labels = [one.label for batch in batches for one in batch]
    assert minima(catalogue, labels) == [(1, False), (3, False)]
    arguments = {"kind": "planarity-level", "lines": "\n".join(lines)} if job == "import" else {}
    result = steps_of(catalogue, job, {"time_limit_each": 60, **arguments}, twice=True)[-1].result
    if job == "import":
        assert (result["new"], result["duplicates"], result["refused"]) == (0, 2, 0)
    else:
        assert (result["levels"], result["newly_proved"], result["still_unproved"]) == (2, 2, 0)
    # Each has a crossing, and a swap that takes it away.
    assert minima(catalogue, labels) == [(1, True), (1, True)]
    assert verify(catalogue).sound


def minima(catalogue: Catalogue, labels: Sequence[str]) -> list[tuple[int, bool]]:
    with catalogue.reading() as reader:
        documents = [json.loads(find(reader, label, LEVEL).text()) for label in labels]
    return [(one["min_swaps"], one["proved"]) for one in documents]


def test_a_census_in_steps_stores_the_classes_that_the_whole_has(catalogue: Catalogue) -> None:
    steps = steps_of(catalogue, "planarity-census", {"n": 4})
    # Four vertices: five connected graphs with two disjoint edges, and 15 classes of drawings.
    assert len(steps) == 5 + 1
    assert steps[-1].result["census"]["classes"] == 15 == number_of(catalogue, "planarity-census-class")
    assert number_of(catalogue, "planarity-census") == 1


def test_a_census_that_only_counts_is_stored_beside_the_whole_one(catalogue: Catalogue) -> None:
    steps = steps_of(catalogue, "planarity-census-counts", {"n": 5, "max_edges": 7})
    assert steps[-1].result["census"]["classes"] == 94 + 180 + 166 + 102
    steps_of(catalogue, "planarity-census", {"n": 5, "classes": False})
    assert number_of(catalogue, "planarity-census") == 2
    assert verify(catalogue).sound


def test_verification_in_steps_looks_at_everything_and_finds_what_is_wrong(catalogue: Catalogue) -> None:
    steps_of(catalogue, "planarity-generate", LEVELS | {"count": 3})
    sound = steps_of(catalogue, "verify", {})[-1]
    assert sound.result == {
        "sound": True,
        "complete": True,
        "checked": status_of(catalogue).objects,
        "findings": [],
        "unchecked": [],
    }
    with catalogue.database.writing() as connection:
        connection.exec_driver_sql("UPDATE planarity_level SET edges = edges + 1")
    wrong = steps_of(catalogue, "verify", {"where": "kind:level"})[-1].result
    assert not wrong["sound"]
    assert {one["label"] for one in wrong["findings"]} == labels_of(catalogue, "planarity-level")
    labels = sorted(labels_of(catalogue, "planarity-level"))
    some = steps_of(catalogue, "verify", {"where": f"kind:level (label:{labels[0]} or label:{labels[1]})"})[-1].result
    assert (some["checked"], {one["label"] for one in some["findings"]}) == (2, set(labels[:2]))
    assert steps_of(catalogue, "verify", {"where": "kind:level edges>1000"})[-1].result["checked"] == 0


def test_a_request_is_a_job_of_one_step_and_stores_as_the_service_does(catalogue: Catalogue) -> None:
    [step] = steps_of(catalogue, "swish-no-swish-sets", {"deck": "swish-2x3"}, twice=True)
    answer = json.loads(step.result)
    # The largest no-swish sets of boards without a middle are known: schema/documentation/explanation/no-swish-sets.md.
    assert answer["proved"]
    assert labels_of(catalogue, "swish-no-swish-set") == {answer["label"]}


def test_every_operation_says_what_it_does_and_has_arguments_to_begin_with() -> None:
    for operation in by_name().values():
        assert operation.about.partition("\n")[0].endswith("."), operation.name
        if example := example_arguments(operation):
            validate_arguments(operation, example)


def test_an_operation_is_found_by_its_name_and_has_arguments_of_its_model() -> None:
    verify_all = find_operation("verify")
    assert verify_all is by_name()["verify"]
    assert arguments_schema(verify_all)["properties"].keys() == verify_all.takes.model_fields.keys() >= {"where"}
    assert example_arguments(find_operation("sequence-terms"))["terms"] == 1
    with pytest.raises(Fault, match="'verfy' is not an operation; did you mean `verify`") as unknown:
        find_operation("verfy")
    assert unknown.value.place == ("operation",)
    with pytest.raises(InvalidArguments) as invalid:
        validate_arguments(verify_all, {"were": "kind:level"})
    assert invalid.value.faults == [(("arguments", "were"), "unknown field; did you mean `where`?")]
    assert str(invalid.value) == "arguments/were: unknown field; did you mean `where`?"


def test_files_of_exports_are_deleted_after_a_day(tmp_path: Path) -> None:
    old, new = tmp_path / "job-a.ndjson", tmp_path / "job-b.ndjson.partial"
    for file in (old, new):
        file.touch()
    os.utime(old, (0, time.time() - EXPORT_SECONDS - 60))
    delete_old_exports(tmp_path)
    assert sorted(tmp_path.iterdir()) == [new]
