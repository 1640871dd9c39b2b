"""Sequences, records and collections: their terms and cells from claims, their formats, and refused names."""

import re
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.storing import claims_of
from ludex.catalogue.exact_results.declaration import (
    ClosedForm,
    Collection,
    IntegerSequence,
    OeisEntry,
    RecordTable,
    StoredClaims,
    TermClaim,
    find_result,
    results_of,
)
from ludex.catalogue.exact_results.formats import b_file, oeis_text, shown_terms
from ludex.catalogue.exact_results.reading import (
    SequenceTerms,
    compute_next,
    read_collections,
    read_records,
    read_sequences,
)
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import UnknownObject, find
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget
from ludex.games.kinds import GAMES, registry
from ludex.jobs.operations import find_operation, validate_arguments
from ludex.operations import collections as operations
from ludex_check_claims.claims import claim_verdict
from ludex_check_claims.discovery import find_checks
from ludex_check_claims.export import read_export
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, WRONG
from tests.jobs.stepping import steps_of


def closed(**changes: object) -> IntegerSequence:
    fields = {
        "name": "set-powers",
        "title": "Powers",
        "definition": "a(n) is the n-th power of 3.",
        "offset": 0,
        "source": ClosedForm(term=lambda n: 3**n, count=600, formula="a(n) = 3^n", proof="By König's definition."),
    }
    return IntegerSequence(**(fields | changes))  # type: ignore[arg-type]


def test_an_empty_catalogue_has_the_terms_without_claims(sqlite_catalogue: Catalogue) -> None:
    with sqlite_catalogue.reading() as reader:
        found = read_sequences(reader)
        assert len(found) == len(results_of(reader.registry, IntegerSequence))
    for sequence in found:
        assert bool(sequence.terms) == (sequence.source != "claims"), sequence.name
        assert set(sequence.claims) <= {None}
        assert not sequence.complete


def test_an_unknown_name_is_refused(sqlite_catalogue: Catalogue) -> None:
    with sqlite_catalogue.reading() as reader, pytest.raises(UnknownObject, match="there is no sequence 'set-x'"):
        find_result(reader.registry, IntegerSequence, "set-x")


def test_the_next_term_of_a_closed_form_is_computed(sqlite_catalogue: Catalogue) -> None:
    with sqlite_catalogue.reading() as reader:
        [terms] = read_sequences(reader, [closed()])
    assert compute_next(closed(), terms, Budget()) == (600, 3**600)


def test_the_next_term_from_claims_needs_another_command(sqlite_catalogue: Catalogue) -> None:
    with sqlite_catalogue.reading() as reader:
        sequence = find_result(reader.registry, IntegerSequence, "set-caps-3-values")
        [terms] = read_sequences(reader, [sequence])
    with pytest.raises(ValueError, match=r"run ludex sets caps count set-3-1 --store"):
        compute_next(sequence, terms, Budget())


def test_no_command_computes_a_term_after_the_last(sqlite_catalogue: Catalogue) -> None:
    stated = StoredClaims(claim=lambda n: TermClaim(subject=f"x-{n}", statement="set.x"), command="run {n}", proof="")
    for last, command in ((3, "run 3"), (2, None)):
        sequence = closed(offset=3, source=replace(stated, last=last))
        with sqlite_catalogue.reading() as reader:
            [terms] = read_sequences(reader, [sequence])
        assert (terms.next_command, terms.complete, "more" in terms.keywords) == (command, False, True)
    with pytest.raises(ValueError, match="the term for n = 3 would take too much memory or time"):
        compute_next(sequence, terms, Budget())


def test_a_b_file_has_an_index_and_a_term_on_each_line(sqlite_catalogue: Catalogue) -> None:
    with sqlite_catalogue.reading() as reader:
        [sequence] = read_sequences(reader, [closed(offset=2)])
    lines = b_file(sequence).splitlines()
    assert lines[0] == "# set-powers: Powers"
    assert lines[1:3] == ["2 9", "3 27"]
    assert len(lines) == 601


def test_the_oeis_format_is_ascii_with_one_number(sqlite_catalogue: Catalogue) -> None:
    with sqlite_catalogue.reading() as reader:
        [sequence] = read_sequences(
            reader, [closed(oeis=OeisEntry("A000244", "a(n) = A000244(n)."), keywords=("nice",))]
        )
    lines = oeis_text(sequence).splitlines()
    assert all(re.fullmatch(r"%[A-Zo] A000244( [ -~]+)?", line) for line in lines)
    terms = ", ".join(line.split(" ", 2)[2].rstrip(",") for line in lines if line[1] in "STU").split(", ")
    assert list(map(int, terms)) == shown_terms(sequence) == [3**n for n in range(len(terms))]
    assert len(", ".join(terms)) <= 260
    assert "%K A000244 nonn,easy,nice" in lines
    assert "%O A000244 0,2" in lines
    assert any("Konig's definition" in line for line in lines)


@pytest.mark.parametrize(
    ("change", "message"),
    [({"name": "powers"}, "joined by hyphens"), ({"name": "set-Powers"}, "joined by hyphens")],
)
def test_a_bad_name_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        closed(**change)


def test_a_bad_number_is_refused() -> None:
    with pytest.raises(ValueError, match="a number in the OEIS must be A and six digits, not '244'"):
        OeisEntry("244", "")


@pytest.fixture(scope="module")
def sequences(starting: Catalogue) -> dict[str, SequenceTerms]:
    """Return the sequences of the starting catalogue by name."""
    with starting.reading() as reader:
        return {sequence.name: sequence for sequence in read_sequences(reader)}


def test_there_are_at_least_thirty_sequences_with_terms(sequences: dict[str, SequenceTerms]) -> None:
    assert len(sequences) >= 30
    assert all(len(sequence.terms) >= 2 for sequence in sequences.values())
    assert all(len(sequence.claims) == len(sequence.terms) for sequence in sequences.values())


def test_terms_from_claims_each_have_a_claim(sequences: dict[str, SequenceTerms]) -> None:
    stated = [sequence for sequence in sequences.values() if sequence.source == "claims"]
    assert len(stated) >= 15
    assert all(None not in sequence.claims for sequence in stated)


def test_claims_about_closed_forms_state_the_same_terms(
    starting: Catalogue, sequences: dict[str, SequenceTerms]
) -> None:
    checked = 0
    with starting.reading() as reader:
        for sequence in sequences.values():
            if sequence.source != "closed-form":
                continue
            for term, claim in zip(sequence.terms, sequence.claims, strict=True):
                if claim is not None:
                    [stated] = claims_of(reader, find(reader, claim.subject).id, claim.statement)
                    assert stated.value == term
                    checked += 1
    assert checked >= 40


def test_a_conjecture_states_its_range_and_agrees_with_the_terms(sequences: dict[str, SequenceTerms]) -> None:
    found = {name: sequence.conjecture for name, sequence in sequences.items() if sequence.conjecture is not None}
    path = found["planarity-hardest-path"]
    assert path.formula == "a(n) = floor((n^2 - 3n + 2)/4)"
    last = sequences["planarity-hardest-path"].next_index - 1
    assert path.statement.startswith("Conjecture: ")
    assert f"Checked for n = 2 to {last}; the first n that is not checked is {last + 1}" in path.statement
    assert all(term == (n - 1) * (n - 2) // 4 for n, term in sequences["planarity-hardest-path"].indexed)
    assert all(sequences[name].source == "search" and sequences[name].formula is None for name in found)


KNOWN = {
    # The terms of the OEIS entries, from the index of the first term of the sequence.
    "swish-cards-1xn": ("A000217", [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55]),
    "swish-maximum-1xn": ("A002620", [0, 1, 2, 4, 6, 9, 12, 16, 20, 25]),
    "swish-maximum-2xn": ("A000982", [1, 2, 5, 8, 13, 18, 25, 32, 41, 50, 61]),
    "swish-maximum-sets-1xn": ("A081123", [1, 1, 2, 2, 6, 6, 24, 24, 120, 120, 720]),
    "set-sets-3-values": ("A016142", [1, 12, 117, 1080, 9801, 88452]),
    "set-caps-maximum-3-values": ("A090245", [2, 4, 9, 20, 45, 112]),
    "set-caps-maximum-2-properties": ("A000290", [0, 1, 4, 9, 16, 25, 36, 49]),
    "planarity-folded-cycle": ("A000217", [1, 3, 6, 10, 15, 21, 28, 36, 45, 55]),
    "planarity-plane-paths": ("A001792", [1, 3, 8, 20, 48, 112, 256, 576, 1280, 2816]),
    # A004320 begins with 0, 3, 16, which are the terms for n = 2, 3, 4.
    "planarity-crossings-bipartite": ("A004320", [0, 0, 3, 16, 50, 120, 245, 448]),
    "planarity-abstract-order-types": ("A006247", [1, 2, 3, 16, 135, 3315, 158830]),
    "planarity-order-types": ("A063666", [1, 1, 1, 2, 3, 16, 135, 3315, 158817]),
}


def test_sequences_of_the_oeis_have_its_terms(sequences: dict[str, SequenceTerms]) -> None:
    assert {name for name, sequence in sequences.items() if sequence.oeis is not None} == KNOWN.keys()
    for name, (number, known) in KNOWN.items():
        terms = sequences[name].terms
        length = min(len(terms), len(known))
        assert sequences[name].oeis == number
        assert terms[:length] == known[:length]


def test_swap_classes_by_edges_add_up_to_all_swap_classes(sequences: dict[str, SequenceTerms]) -> None:
    classes = sequences["planarity-swap-classes"]
    assert classes.terms[:3] == [15, 598, 170_299]
    for n, term in classes.indexed:
        by_edges = sequences[f"planarity-classes-by-edges-{n}"]
        assert sum(by_edges.terms) == term
        assert by_edges.complete and by_edges.next_index == n * (n - 1) // 2 + 1
    assert not classes.complete and classes.next_command == "ludex atlas build planarity-swap-classes-8"


def test_closed_forms_have_a_formula_and_a_proof() -> None:
    closed = [
        sequence.source
        for sequence in results_of(registry(), IntegerSequence)
        if isinstance(sequence.source, ClosedForm)
    ]
    assert all(source.formula.startswith("a(n) = ") and source.proof for source in closed)


@pytest.fixture(scope="module")
def tables(starting):
    with starting.reading() as reader:
        return {table.name: table for table in read_records(reader)}


def test_every_declared_table_has_cells(tables):
    assert [table.name for table in results_of(registry(), RecordTable)] == list(tables)
    for table in tables.values():
        assert table.cells
        assert len({(cell.row, cell.column) for cell in table.cells}) == len(table.cells)
        assert table.rows and table.columns


def test_declared_values_are_those_of_the_stored_claims(tables):
    compared = 0
    for declared in results_of(registry(), RecordTable):
        cells = {(cell.row, cell.column): cell for cell in tables[declared.name].cells}
        for record in declared.records():
            cell = cells.get((record.row, record.column))
            if record.value is not None and cell is not None and cell.source == "claim":
                assert cell.value == record.value, (declared.name, record.row, record.column)
                compared += 1
    assert compared > 30


def test_an_empty_catalogue_has_the_values_with_a_proof_only(lend):
    with lend() as address:
        empty = Catalogue(address, GAMES)
        with empty.reading() as reader:
            found = {table.name: table for table in read_records(reader)}
        empty.close()
    assert {cell.source for table in found.values() for cell in table.cells} == {"proof", "cited"}
    assert found["swish-deals"].cells == []
    assert found["set-largest-caps"].cell(5, 2).value == 16
    assert found["set-largest-caps"].cell(3, 4) is None


def test_an_unknown_table_is_named(starting):
    with pytest.raises(UnknownObject, match="'planarity-easiest'"):
        find_result(starting.registry, RecordTable, "planarity-easiest")


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
