"""The classes of the census are orbits, whose sizes add up; the numbers of graphs and point sets are published ones."""

from collections import Counter
from math import factorial

import pytest

from ludex.engine.budget import Budget
from ludex.games.planarity.study.census import census_totals
from ludex.games.planarity.study.census_parts import census_faults
from ludex.games.planarity.study.census_proof import CountedCensus, count_census

# OEIS A001187, the labelled connected graphs, less the n stars; x-types by Pilz and Welzl.
LABELLED = {4: 38 - 4, 5: 728 - 5}
X_TYPES = {4: 2, 5: 3}


@pytest.mark.parametrize("n", [4, 5])
def test_the_shares_add_up_to_all_arrangements_of_all_graphs(n):
    proof = count_census(n).proof
    assert sum(factorial(n) // graph.symmetries for graph in proof.graphs) == LABELLED[n]
    assert len(proof.point_sets) == X_TYPES[n]
    sizes = Counter()
    for share in proof.shares:
        together = proof.graphs[share.graph].symmetries * proof.point_sets[share.point_set].symmetries
        assert together % share.stabiliser == 0
        sizes[share.graph, share.point_set] += share.classes * together // share.stabiliser
    assert set(sizes.values()) == {factorial(n)}
    assert len(sizes) == len(proof.graphs) * len(proof.point_sets)


def test_the_shares_are_those_of_the_census_counted_by_class():
    assert count_census(5).shares == census_totals(5).shares(5)


def test_a_census_that_is_stated_otherwise_is_named():
    right = count_census(4)
    assert list(census_faults(right, Budget())) == []
    assert list(census_faults(CountedCensus(count_census(5).shares, right.proof), Budget()))
