"""The classes of the census are orbits, whose sizes add up; the numbers of graphs and point sets are published ones.

The census holds every swap class of small connected graphs once, with its proved minimum.
"""

from collections import Counter
from itertools import permutations
from math import factorial

import pytest

from ludex.engine.budget import Budget, BudgetExhausted, Progress
from ludex.games.planarity.identity.swap_class import swap_key
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.solution import SolutionCounts
from ludex.games.planarity.study.census import CensusClass, CountedCensus, census, census_totals, count_census
from ludex.games.planarity.study.census_graphs import GraphFamily, connected_graphs, graphs_of_family
from ludex.games.planarity.study.census_parts import census_faults
from tests.oracles.small_drawings import swap_signature
from tests.oracles.untangling import fewest_moves

# OEIS A001187, the labelled connected graphs, less the n stars; x-types by Pilz and Welzl.
LABELLED = {4: 38 - 4, 5: 728 - 5}
X_TYPES = {4: 2, 5: 3}


@pytest.mark.parametrize("n", [4, 5])
def test_the_shares_add_up_to_all_arrangements_of_all_graphs(n):
    proof = count_census(n).proof
    assert sum(factorial(n) // graph.symmetries for graph in proof.graphs) == LABELLED[n]
    assert len(proof.point_sets) == X_TYPES[n]
    sizes = Counter()
    for share in proof.classes:
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


KITE = ((0, 0), (8, 0), (3, 9), (4, 3))
SQUARE = ((0, 0), (8, 0), (9, 9), (0, 7))


@pytest.fixture(scope="module")
def five() -> list[CensusClass]:
    return list(census(5))


@pytest.mark.parametrize(("n", "graphs"), [(4, 5), (5, 20), (6, 111), (7, 852)])
def test_all_connected_graphs_but_the_star_take_part(n: int, graphs: int) -> None:
    # A001349: 6, 21, 112, 853 connected graphs.
    assert len(connected_graphs(n)) == graphs


def test_four_points_have_the_classes_of_definition_2() -> None:
    listed = list(census(4))
    drawings = [
        (tuple(points[place] for place in places), graph.edges)
        for graph in connected_graphs(4)
        for points in (KITE, SQUARE)
        for places in permutations(range(4))
    ]
    signatures = {swap_signature(*drawing) for drawing in drawings}
    assert len(listed) == len(signatures) == 15
    assert {
        swap_signature(census_class.drawing.points, census_class.drawing.edges) for census_class in listed
    } == signatures


def test_each_class_says_what_a_plain_search_finds(five: list[CensusClass]) -> None:
    for census_class in [*census(4), *five[::7]]:
        found = fewest_moves(census_class.drawing.points, census_class.drawing.edges, census_class.drawing.edges)
        counts = census_class.optimal_solutions
        assert found == (census_class.min_swaps, counts.arrangements or 0, counts.sequences or 0)
        assert census_class.key == swap_key(census_class.drawing)


def test_the_solver_says_the_same_as_the_census(five: list[CensusClass]) -> None:
    for census_class in five:
        solution = solve(census_class.drawing)
        assert solution.proved
        assert (solution.crossings, solution.min_swaps) == (census_class.crossings, census_class.min_swaps)
        if census_class.min_swaps is not None:
            assert SolutionCounts(solution.arrangements, solution.sequences) == census_class.optimal_solutions


# The largest minima are known from a census made before, by other code.
def test_the_largest_minima_are_the_known_ones() -> None:
    assert max(census_totals(4).largest_by_edges.values()) == 1
    assert census_totals(5).largest_by_edges == {4: 3, 5: 3, 6: 3, 7: 3, 8: 3, 9: 1}


@pytest.mark.slow
def test_six_points_have_the_known_largest_minima_and_no_class_twice() -> None:
    totals = census_totals(6)
    assert totals.largest_by_edges == {5: 5, 6: 4, 7: 5, 8: 6, 9: 6, 10: 6, 11: 5, 12: 3}
    listed = 0
    keys = set()
    for census_class in census(6):
        listed += 1
        keys.add(census_class.key)
    assert listed == len(keys) == totals.classes


def test_totals_count_the_listed_classes(five: list[CensusClass]) -> None:
    totals = census_totals(5)
    assert totals.classes == 598
    assert totals.by_minimum == {
        minimum: sum(1 for census_class in five if census_class.min_swaps == minimum) for minimum in (0, 1, 2, 3, None)
    }
    assert list(totals.by_minimum)[-1] is None
    assert {census_class.key for census_class in totals.hardest} == {
        census_class.key for census_class in five if census_class.min_swaps == 3
    }
    sequences = [census_class.optimal_solutions.sequences for census_class in totals.hardest]
    assert sequences == sorted(number or 0 for number in sequences)


def test_what_reaches_no_plane_drawing_is_listed_as_such(five: list[CensusClass]) -> None:
    complete = [census_class for census_class in five if len(census_class.drawing.edges) == 10]
    # K5 is not planar: one class for each of the three order types.
    assert [(census_class.min_swaps, census_class.optimal_solutions) for census_class in complete] == [
        (None, SolutionCounts(None, None))
    ] * 3


@pytest.mark.parametrize("n", [-1, 0, 3, 8])
def test_other_sizes_are_refused_at_once(n: int) -> None:
    with pytest.raises(ValueError, match="4 to 7"):
        census(n)
    with pytest.raises(ValueError, match="4 to 7"):
        census_totals(n)


def test_the_census_reports_and_ends_with_its_budget() -> None:
    reports: list[Progress] = []
    stopping = Budget(progress=reports.append, stop=lambda: len(reports) > 9)
    listed = []
    with pytest.raises(BudgetExhausted):
        listed.extend(census(5, stopping))
    assert 8 < len(reports) < 12
    assert 0 < len(listed) < 598
    assert {report.total for report in reports} == {20 * 3}
    assert [report.done for report in reports] == sorted(report.done for report in reports)


# An independent count.
def test_the_minima_of_the_trees_on_seven_vertices() -> None:
    totals = census_totals(7, graphs=graphs_of_family(7, "trees"))
    assert list(totals.by_minimum.values()) == [502316, 683943, 406080, 113181, 19088, 2074, 142, 25]
    assert list(totals.by_minimum) == list(range(8))
    assert len({found.key for found in totals.hardest}) == 25


def test_families_and_graphs_are_parts_of_the_census(five: list[CensusClass]) -> None:
    trees = list(census(5, graphs=graphs_of_family(5, GraphFamily.TREES)))
    assert trees == [found for found in five if len(found.drawing.edges) == 4]
    by_graph = [census_totals(5, graphs=[graph]).classes for graph in connected_graphs(5)]
    assert sum(by_graph) == 598


def test_graphs_have_the_number_of_vertices_of_the_census() -> None:
    with pytest.raises(ValueError, match="7 vertices"):
        census_totals(7, graphs=graphs_of_family(5, "trees"))
