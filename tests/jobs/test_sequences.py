"""The job that computes further terms of a sequence, and what it says of a formula that is wrong."""

from collections.abc import Callable
from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.exact_results import declaration
from ludex.catalogue.exact_results.declaration import IntegerSequence, RecordedSearch
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.jobs.sequences import SequenceArguments
from tests.jobs.stepping import steps_of

Compute = Callable[[int, Budget], int]


@pytest.fixture
def declare(monkeypatch: pytest.MonkeyPatch) -> Callable[[Compute], None]:
    """Give a function that declares a sequence whose recorded terms are 0, 1, 4, ..., 49."""

    def declare(compute: Compute) -> None:
        source = RecordedSearch(terms=lambda: [n * n for n in range(8)], compute=compute, proof="", last=11)
        sequence = IntegerSequence(
            name="set-squares", title="Squares", definition="a(n) is n squared.", offset=0, source=source
        )
        monkeypatch.setattr(declaration, "parts", lambda _name: ((sequence,),))

    return declare


def terms_of(catalogue: Catalogue, **arguments: Any) -> list[tuple[int, int, int]]:
    result = steps_of(catalogue, "sequence-terms", {"name": "set-squares", **arguments})[-1].result
    return [(found["n"], found["term"], found["predicted"]) for found in result["terms"]]


def test_further_terms_are_compared_with_the_conjecture(
    sqlite_catalogue: Catalogue, declare: Callable[[Compute], None]
) -> None:
    declare(lambda n, _budget: n * n)
    assert terms_of(sqlite_catalogue, terms=2) == [(8, 64, 64), (9, 81, 81)]


def test_the_job_ends_at_the_first_term_that_contradicts_the_conjecture(
    sqlite_catalogue: Catalogue, declare: Callable[[Compute], None]
) -> None:
    declare(lambda n, _budget: n * n + (n == 9))
    assert terms_of(sqlite_catalogue, terms=4) == [(8, 64, 64), (9, 82, 81)]


def test_the_job_ends_where_the_search_does(sqlite_catalogue: Catalogue, declare: Callable[[Compute], None]) -> None:
    declare(lambda n, _budget: n * n)
    assert [n for n, _, _ in terms_of(sqlite_catalogue, terms=10)] == [8, 9, 10, 11]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("set-nothing", "there is no sequence"),
        ("set-caps-3-values", "come from claims"),
        ("planarity-hardest-path", "the next term, for n = 13, would take too much memory or time"),
    ],
)
def test_only_sequences_that_are_computed_are_taken(sqlite_catalogue: Catalogue, name: str, message: str) -> None:
    with pytest.raises(Fault, match=message):
        steps_of(sqlite_catalogue, "sequence-terms", {"name": name})


def test_a_job_computes_one_term_unless_it_is_told_more() -> None:
    assert SequenceArguments(name="set-squares").terms == 1
