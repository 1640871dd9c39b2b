"""The estimate of minima: uniform random classes, and intervals that contain what a census counts."""

from collections import Counter
from itertools import permutations

import pytest

from ludex.engine.budget import Budget
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.study.census import census_totals
from ludex.games.planarity.study.minima_estimate import ClassSampler, estimate_minima, pair_orbits, symmetries_of
from ludex.games.planarity.study.swap_class_counts import count_swap_classes
from tests.oracles.small_drawings import crossed_pairs


@pytest.mark.parametrize("n", [4, 5, 6])
def test_the_strata_have_the_sizes_of_burnsides_lemma(n: int) -> None:
    sampler = ClassSampler(n)
    by_edges = count_swap_classes(n).by_edges
    assert [sampler.classes(edges) for edges in range(len(by_edges))] == list(by_edges)


@pytest.mark.parametrize(("edges", "classes"), [(4, 94), (8, 42), (9, 11)])
def test_every_class_is_equally_likely(edges: int, classes: int) -> None:
    sampler, numbers = ClassSampler(5), RandomNumbers(2)
    drawn = Counter(swap_key(sampler.draw(edges, numbers)) for _ in range(60 * classes))
    assert len(drawn) == classes
    # Pearson's statistic has the mean classes - 1 and about the variance 2 (classes - 1).
    statistic = sum((count - 60) ** 2 / 60 for count in drawn.values())
    assert statistic < classes - 1 + 4 * (2 * (classes - 1)) ** 0.5


def test_symmetries_are_the_permutations_that_keep_crossings() -> None:
    points = ((0, 0), (9, 0), (12, 8), (5, 13), (4, 5))
    pairs = tuple((u, v) for u in range(5) for v in range(u + 1, 5))
    crossed = crossed_pairs(points, pairs)
    keeping = {
        order
        for order in permutations(range(5))
        if crossed_pairs(tuple(points[order[v]] for v in range(5)), pairs) == crossed
    }
    assert {symmetry.permutation for symmetry in symmetries_of(points)} == keeping


def test_orbits_of_pairs_are_closed_and_disjoint() -> None:
    permutation = (1, 2, 0, 4, 3, 5)
    orbits = pair_orbits(permutation)
    assert sorted(pair for orbit in orbits for pair in orbit) == [(u, v) for u in range(6) for v in range(u + 1, 6)]
    for orbit in orbits:
        images = {tuple(sorted((permutation[u], permutation[v]))) for u, v in orbit}
        assert images == set(orbit)


@pytest.mark.slow
def test_most_intervals_contain_the_shares_of_the_census() -> None:
    census = census_totals(5)
    covered = {True: [0, 0], False: [0, 0]}
    for seed in range(20):
        rows = estimate_minima(5, samples=40, seed=seed).rows
        totals = [row for row in rows if row.edges is None]
        assert {row.classes for row in totals} == {598}
        assert sum(row.share for row in totals) == pytest.approx(1)
        for row in rows:
            if row.samples:
                counted = census.by_minimum if row.edges is None else census.counts
                exact = counted.get(row.minimum if row.edges is None else (row.edges, row.minimum), 0) / row.classes
                covered[row.edges is None][0] += row.low <= exact <= row.high
                covered[row.edges is None][1] += 1
    for inside, number in covered.values():
        assert 0.9 < inside / number < 0.995


def test_graphs_with_too_many_edges_need_no_sample() -> None:
    [row] = [row for row in estimate_minima(5, samples=5).rows if row.edges == 10]
    assert (row.minimum, row.samples, row.share, row.low, row.high) == (None, 0, 1, 1, 1)


def test_chosen_numbers_of_edges_have_no_total() -> None:
    rows = estimate_minima(6, samples=20, edges=[7, 5]).rows
    assert list(dict.fromkeys(row.edges for row in rows)) == [5, 7]
    assert rows == estimate_minima(6, samples=20, edges=[5, 7]).rows


def test_invalid_numbers_are_refused_and_budgets_end_the_estimate() -> None:
    for arguments, fault in (
        ({"n": 9}, "for 4 to 8 points, not 9"),
        ({"samples": 0}, "1 to 100,000, not 0"),
        ({"n": 5, "edges": [3]}, "4 to 10"),
    ):
        with pytest.raises(ValueError, match=fault):
            estimate_minima(**arguments)
    assert estimate_minima(5, samples=5, budget=Budget(stop=lambda: True)).ended == "cancelled"
