"""Recorded terms and numbers are those of the search that computes them."""

import pytest

from ludex.catalogue.exact_results.declaration import (
    IntegerSequence,
    RecordedSearch,
    results_of,
)
from ludex.engine.budget import Budget
from ludex.games.kinds import registry
from ludex.games.planarity.study.census import census_totals
from ludex.games.planarity.study.census_graphs import HARDEST_CLASSES


def test_recorded_terms_are_those_of_the_search() -> None:
    for sequence in results_of(registry(), IntegerSequence):
        if isinstance(sequence.source, RecordedSearch):
            terms = sequence.source.terms()
            for place in range(min(3, len(terms))):
                assert sequence.source.compute(sequence.offset + place, Budget()) == terms[place], sequence.name


@pytest.mark.slow
def test_the_recorded_numbers_of_hardest_classes_are_counted_again():
    for n in (4, 5, 6):
        totals = census_totals(n)
        hardest = totals.largest_by_edges
        assert {m: totals.counts[m, minimum] for m, minimum in hardest.items()} == HARDEST_CLASSES[n]
