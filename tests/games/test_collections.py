"""The declarations of complete collections agree with the kinds, and count what is stored."""

from math import inf
from pathlib import Path
from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.exact_results.declaration import Collection, find_result, results_of
from ludex.catalogue.exact_results.reading import read_collections
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import UnknownObject
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.verification import verify
from ludex.games.kinds import GAMES, registry
from ludex.jobs.operations import find_operation, validate_arguments
from ludex.operations import collections as operations
from ludex_check_claims.claims import claim_verdict
from ludex_check_claims.discovery import find_checks
from ludex_check_claims.export import read_export
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, WRONG
from tests.jobs.stepping import steps_of

COMPLETE = {
    **{f"planarity-order-types-{n}": size for n, size in ((3, 1), (4, 2), (5, 3), (6, 16), (7, 135))},
    **{f"planarity-x-types-{n}": size for n, size in ((4, 2), (5, 3), (6, 15), (7, 122))},
    **{"planarity-swap-classes-4": 15, "planarity-swap-classes-5": 598},
    **{f"planarity-{word}-{n}": n - 1 for word in ("graphs", "planar-graphs") for n in (2, 3)},  # all have names
    **{"swish-cards-4x3": 36, "set-cards-3-4": 81},
}


def test_the_starting_catalogue_has_the_small_collections(starting: Catalogue) -> None:
    with starting.reading() as reader:
        states = {state.name: state for state in read_collections(reader)}
    assert {name: state.size for name, state in states.items() if state.complete} == COMPLETE
    partial = states["planarity-order-types-8"]
    assert 0 < partial.stored < partial.size == 3315
    assert partial.claim is None
    for name, size in (("graphs-4", 7), ("planar-graphs-4", 7), ("graphs-6", 122), ("planar-graphs-6", 109)):
        named = states[f"planarity-{name}"]
        assert not named.complete
        assert 0 < named.stored < named.size == size


def test_filters_and_jobs_are_valid(starting: Catalogue) -> None:
    with starting.reading() as reader:
        for collection in results_of(reader.registry, Collection):
            page(reader, reader.registry.kind[collection.kind], collection.filters, limit=1)
            assert collection.name.startswith(f"{reader.registry.kind[collection.kind].game}-")
            assert bool(collection.operation) == bool(collection.time)
            if collection.operation:
                validate_arguments(find_operation(collection.operation), dict(collection.arguments))


SMALL = ["swish-swishes-36-2", "swish-swishes-60-2", "set-caps-3-2", "set-caps-3-3", "set-caps-4-2", "set-caps-5-1"]


@pytest.mark.parametrize("name", SMALL)
def test_a_job_stores_all_members_and_the_claim(
    name: str, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(operations, "BATCH", 10)
    collection = find_result(catalogue.registry, Collection, name)
    steps = steps_of(catalogue, collection.operation, collection.arguments, twice=True)
    assert len(steps) == -(-collection.size // 10) + 1
    assert steps[-1].result == {"new": 0, "size": collection.size}  # each batch was stored by its first run
    with catalogue.reading() as reader:
        [state] = read_collections(reader, [collection])
    assert (state.stored, state.complete, state.claim) == (collection.size, True, collection.subject)
    assert verify(catalogue).sound
    # The checker counts by another method, without Ludex.
    file = tmp_path / "export.ndjson"
    file.write_text("".join(f"{line}\n" for line in export_lines(catalogue)))
    export, faults = read_export(str(file), inf)
    claims = [claim for claim in export.claims if claim["subject"] == collection.subject]
    assert claims and not faults
    for claim in claims:
        assert claim_verdict(claim, export, find_checks())[0] in (CHECKED, RECOMPUTED)
    wrong = {**claims[0], "value": _changed(claims[0]["value"])}
    assert claim_verdict(wrong, export, find_checks())[0] == WRONG


def _changed(value: Any) -> Any:
    return value + 1 if isinstance(value, int) else [*value[:-1], [value[-1][0] + 1, value[-1][1]]]


def test_names_are_unique_and_have_a_form() -> None:
    names = [collection.name for collection in results_of(registry(), Collection)]
    assert len(set(names)) == len(names)
    with pytest.raises(ValueError, match="joined by hyphens"):
        Collection(name="Order types", title="", kind="", filters={}, size=1, source="")
    with pytest.raises(UnknownObject, match="no collection"):
        find_result(Registry(GAMES), Collection, "order-types")
