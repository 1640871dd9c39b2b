"""The estimate of minima: uniform random classes, and intervals that contain what a census counts.

The swaps of the simulated player, against a walk through all arrangements and against plays.
"""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.random_numbers import RandomNumbers
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.solving.arrangements import SolvedArrangements
from ludex.games.planarity.solving.state_space import effective_edges
from ludex.games.planarity.study.census import census_totals, search_arrangements
from ludex.games.planarity.study.minima_estimate import (
    ClassSampler,
    Plays,
    estimate_minima,
    expected_swaps,
    pair_orbits,
    play,
    symmetries_of,
)
from ludex.games.planarity.study.swap_class_counts import count_swap_classes
from tests.oracles.small_drawings import crossed_pairs, swapped


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


CYCLE = Graph(5, ((0, 1), (1, 2), (2, 3), (3, 4), (0, 4)))


def solved_arrangements(graph: Graph) -> list[tuple[SolvedArrangements, np.ndarray]]:
    found = []
    for solved in search_arrangements(graph.vertices, Budget(), [graph]):
        edges = effective_edges(solved.drawing(0))
        found.append((solved, np.array([solved.arrangements.pairs[edge] for edge in edges])))
    return found


def walked(points: tuple, edges: tuple, noise: float, most: int) -> float:
    """Return the expected number of swaps of the player by following the probabilities of all arrangements."""
    chances, total = {points: 1.0}, 0.0
    for _ in range(most):
        following: dict = {}
        for laid, chance in chances.items():
            if not crossed_pairs(laid, edges):
                continue
            total += chance
            after = [swapped(laid, edge) for edge in edges]
            crossings = [len(crossed_pairs(other, edges)) for other in after]
            best = [other for other, count in zip(after, crossings, strict=True) if count == min(crossings)]
            for other in after:
                following[other] = following.get(other, 0.0) + chance * noise / len(after)
            for other in best:
                following[other] = following.get(other, 0.0) + chance * (1 - noise) / len(best)
        chances = following
    return total


def test_expected_swaps_are_those_of_the_walk() -> None:
    for solved, moves in solved_arrangements(CYCLE):
        expected = expected_swaps(solved, moves, 0.3)
        for place in np.flatnonzero(solved.distance > 0)[::40].tolist():
            drawing = solved.drawing(place)
            assert expected[place] == pytest.approx(walked(drawing.points, drawing.edges, 0.3, 60), rel=1e-3)


def test_plane_arrangements_take_no_swaps_and_unreachable_ones_have_no_expected_number() -> None:
    complete = Graph(5, tuple(combinations(range(5), 2)))
    for graph in (CYCLE, complete):
        for solved, moves in solved_arrangements(graph):
            expected = expected_swaps(solved, moves)
            assert (expected[solved.distance == 0] == 0).all()
            assert np.isinf(expected[solved.distance < 0]).all()
            assert (expected[solved.distance > 0] >= solved.distance[solved.distance > 0]).all()


def test_plays_have_the_expected_mean() -> None:
    [(solved, moves), *_] = solved_arrangements(CYCLE)
    expected = expected_swaps(solved, moves)
    hardest = int(np.argmax(np.where(np.isfinite(expected), expected, 0)))
    played = play(solved.drawing(hardest), plays=3_000, most_swaps=5_000, seed=1)
    assert played.cut_off == 0
    assert played.mean == pytest.approx(expected[hardest], rel=0.1)
    assert play(solved.drawing(hardest), 50, seed=2) == play(solved.drawing(hardest), 50, seed=2)


def test_plays_that_are_cut_off_count_with_their_limit() -> None:
    solved = max((solved for solved, _ in solved_arrangements(CYCLE)), key=lambda solved: int(solved.distance.max()))
    far = int(solved.distance.argmax())
    assert solved.distance[far] > 1
    assert play(solved.drawing(far), plays=5, most_swaps=1) == Plays(mean=1, plays=5, most_swaps=1, cut_off=5)


def test_numbers_out_of_range_and_exhausted_budgets_end_the_plays() -> None:
    [(solved, moves), *_] = solved_arrangements(CYCLE)
    with pytest.raises(ValueError, match="noise"):
        expected_swaps(solved, moves, 0)
    with pytest.raises(ValueError, match="positive"):
        play(solved.drawing(0), 0)
    with pytest.raises(BudgetExhausted):
        play(solved.drawing(0), budget=Budget(stop=lambda: True))
