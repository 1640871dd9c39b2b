"""Sequences in a catalogue: terms from claims, formats, and what is refused."""

import re
from dataclasses import replace

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.exact_results.declaration import (
    ClosedForm,
    IntegerSequence,
    OeisEntry,
    StoredClaims,
    TermClaim,
    find_result,
    results_of,
)
from ludex.catalogue.exact_results.formats import b_file, oeis_text, shown_terms
from ludex.catalogue.exact_results.reading import compute_next, read_sequences
from ludex.catalogue.objects.reading import UnknownObject
from ludex.engine.budget import Budget


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
