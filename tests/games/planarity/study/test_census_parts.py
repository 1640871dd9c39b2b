"""The classes counted on all crossing types at once are those of the listed census, and of Burnside's lemma."""

from collections import Counter
from dataclasses import replace
from itertools import chain, combinations_with_replacement, product

import networkx as nx
import pytest

from ludex.engine.budget import Budget, BudgetExhausted, Progress
from ludex.games.planarity.solving.class_counts import count_each_graph, count_graph_classes, point_sets
from ludex.games.planarity.study.census import CountedCensus, census, census_totals, count_census
from ludex.games.planarity.study.census_graphs import connected_graphs, largest_minimum
from ludex.games.planarity.study.census_parts import census_faults, count_classes, graphs_by_edges, summarize_part
from ludex.games.planarity.study.swap_class_counts import count_swap_classes
from tests.oracles import untangling


@pytest.mark.parametrize("n", [4, 5])
def test_the_counts_are_those_of_the_listed_classes(n: int) -> None:
    listed = Counter((len(found.drawing.edges), found.min_swaps) for found in census(n))
    assert count_classes(n, connected_graphs(n)) == listed


def test_symmetric_point_sets_count_orbits_once() -> None:
    # All drawings of K4 on the corners of a square are equivalent, and so are those on a triangle with an inner point.
    assert count_graph_classes(4, ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))).by_minimum == {0: 1, None: 1}
    assert [len(point_sets(n)) for n in (4, 5, 6)] == [2, 3, 15]


def test_the_sums_for_six_points_are_those_of_burnside() -> None:
    counts = count_classes(6, graphs_by_edges(6))
    assert summarize_part(6, None, counts).classes == count_swap_classes(6).classes == 170_299
    counts[5, 0] += 1
    with pytest.raises(ArithmeticError, match="Burnside"):
        summarize_part(6, None, counts)


@pytest.mark.parametrize("max_edges", [None, 5])
def test_a_stated_census_is_counted_again(max_edges: int | None) -> None:
    counts = count_classes(5, graphs_by_edges(5, max_edges))
    census_ = CountedCensus(summarize_part(5, max_edges, counts), None)
    if max_edges is None:
        census_ = count_census(5, Budget())
        assert census_.proof is not None
        assert list(census_faults(replace(census_, proof=None), Budget())) == []
    assert list(census_faults(census_, Budget())) == []
    more = replace(census_, shares=replace(census_.shares, classes=census_.shares.classes + 1))
    [fault] = census_faults(more, Budget())
    assert fault == f"the census has {census_.shares.classes} classes, and its counts differ from the stated counts"
    [fault] = census_faults(replace(census_, proof={"by": "nothing"}), Budget())
    assert fault == "the stated proof of the census differs from the computed proof"


def test_graphs_with_few_edges_are_those_of_all_graphs() -> None:
    every = graphs_by_edges(6)
    assert [len(graph.edges) for graph in every] == sorted(len(graph.edges) for graph in every)
    # Of the 112 connected graphs on six vertices (A001349), a star alone has no two disjoint edges.
    assert len(every) == 112 - 1
    assert graphs_by_edges(6, 7) == tuple(graph for graph in every if len(graph.edges) <= 7)


@pytest.mark.parametrize("edges", [((0, 1), (2, 3), (3, 4)), ((0, 1), (2, 3), (2, 4), (3, 4))])
def test_the_largest_minimum_of_graphs_in_two_parts(edges: tuple[tuple[int, int], ...]) -> None:
    expected = max(untangling.largest_minimum(points, edges) for points in point_sets(5))
    assert count_graph_classes(5, edges).largest == expected


@pytest.mark.slow
def test_the_largest_minima_of_disconnected_graphs_on_eight_points() -> None:
    graphs = [
        union for sizes in ((2, 6), (3, 5), (4, 4), (2, 2, 4), (2, 3, 3), (2, 2, 2, 2)) for union in unions(sizes)
    ]
    # Of the 12,346 graphs (A000088), 11,117 are connected (A001349), and 1,044 have isolated vertices.
    assert len(graphs) == 12_346 - 11_117 - 1_044
    largest = dict.fromkeys(range(4, 17), -1)
    for edges in graphs:
        largest[len(edges)] = max(largest[len(edges)], count_graph_classes(8, edges).largest)
    assert [largest[m] for m in (4, 5, 6)] == [largest_minimum(8, m) for m in (4, 5, 6)]
    assert all(largest[m] <= (largest_minimum(8, m) or 0) for m in range(7, 17))


def unions(sizes: tuple[int, ...]) -> list[tuple[tuple[int, int], ...]]:
    """Return the disjoint unions of connected graphs with these numbers of vertices, in ascending order."""
    choices = [combinations_with_replacement(_connected(size), sizes.count(size)) for size in sorted(set(sizes))]
    return [
        tuple((int(u), int(v)) for u, v in nx.disjoint_union_all(chain(*choice)).edges) for choice in product(*choices)
    ]


def _connected(n: int) -> list[nx.Graph]:
    return [graph for graph in nx.graph_atlas_g() if len(graph) == n and nx.is_connected(graph)]


@pytest.mark.slow
def test_the_trees_on_eight_points() -> None:
    counts = count_classes(8, graphs_by_edges(8, 7), processes=2)
    summary = summarize_part(8, 7, counts)
    assert (summary.classes, summary.max_edges) == (777_147_480, 7)
    # The largest minimum of all connected graphs on 8 points is 14.
    assert summary.by_edges[0].largest_min_swaps == 10


# The minima were counted before by listing all arrangements on each crossing type.
@pytest.mark.slow
def test_the_census_of_seven_points() -> None:
    totals = census_totals(7)
    assert totals.classes == 191_797_124
    assert list(totals.by_minimum.values()) == [
        8702118, 33671735, 55392577, 39364907, 13972629, 3926960, 842880, 99766, 3703, 110, 12, 35819727,
    ]  # fmt: skip
    assert len(totals.hardest) == 12


def test_counting_reports_and_ends_with_its_budget() -> None:
    reports: list[Progress] = []
    stopping = Budget(progress=reports.append, stop=lambda: len(reports) > 5)
    with pytest.raises(BudgetExhausted):
        list(count_each_graph(5, connected_graphs(5), stopping))
    assert [report.done for report in reports] == list(range(len(reports)))
    assert {report.total for report in reports} == {20}
