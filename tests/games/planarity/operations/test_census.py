"""The stored census has the totals of the counted census."""

from collections import Counter

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.operations.census import (
    CensusNotStored,
    store_batch,
    store_census,
    store_counts,
    stored_census,
)
from ludex.games.planarity.study.census import census_totals


def test_the_stored_census_has_the_totals_of_the_counted_one(catalogue):
    with pytest.raises(CensusNotStored):
        stored_census(catalogue, 4)
    met = []
    assert store_census(catalogue, 4, on_class=met.append) == 15
    stored, counted = stored_census(catalogue, 4), census_totals(4)
    assert stored.totals == counted.shares(4)
    assert sum(share.classes for share in stored.totals.distribution) == stored.totals.classes == len(met) == 15
    assert [share.min_swaps for share in stored.totals.distribution] == [0, 1, None]
    assert {one.document().min_swaps for one in stored.hardest} == {1}
    assert len(stored.hardest) == len(counted.hardest) == 4
    counts = Counter((len(one.drawing.edges), one.min_swaps) for one in met)
    assert store_counts(catalogue, 4, None, counts, Budget()) == stored.totals
    with pytest.raises(BudgetExhausted):
        store_census(catalogue, 5, Budget(seconds=0.0))
    with pytest.raises(ValueError, match="4 to 7"):
        store_census(catalogue, 3)


def test_the_classes_of_each_graph_are_a_batch(catalogue):
    batches = [store_batch(catalogue, "swap-classes-4", graph, Budget()) for graph in range(5)]
    # Of the connected graphs on four vertices, the star alone has no two disjoint edges.
    assert [(batch.done, batch.total) for batch in batches] == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    assert sum(batch.new for batch in batches) == 15
