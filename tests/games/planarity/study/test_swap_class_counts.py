"""Swap classes and graphs counted with Burnside's lemma, against the census, the literature and plain enumeration."""

from collections import Counter
from itertools import combinations, permutations, product
from math import factorial

import networkx as nx
import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.making.point_sets import collected_order_types
from ludex.games.planarity.study.census import census_totals
from ludex.games.planarity.study.census_graphs import connected_graphs
from ludex.games.planarity.study.swap_class_counts import (
    MAX_COUNTED,
    MIN_COUNTED,
    count_graphs,
    count_swap_classes,
    cycle_type,
    fixed_graphs,
)
from tests.oracles import order_types as oracle


# The census lists the classes of up to 7 points. `ludex_check_claims` counts those of 8 points by another method.
@pytest.mark.parametrize(("n", "classes"), [(4, 15), (5, 598), (6, 170_299), (7, 191_797_124), (8, 745_742_904_440)])
def test_the_counts_are_those_of_the_census(n: int, classes: int) -> None:
    assert count_swap_classes(n).classes == classes


@pytest.mark.parametrize("n", [4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_the_census_has_as_many_classes_for_each_number_of_edges(n: int) -> None:
    by_edges = {row.edges: row.classes for row in census_totals(n).shares(n).by_edges}
    counted = {edges: classes for edges, classes in enumerate(count_swap_classes(n).by_edges) if classes}
    assert counted == by_edges


@pytest.mark.parametrize("n", [4, 5, 6])
def test_double_cosets_of_both_symmetry_groups_are_as_many(n: int) -> None:
    # The classes of a graph and a crossing type are double cosets: one for each orbit of n! arrangements.
    graphs = [Counter(map(cycle_type, symmetries_of(n, graph.edges))) for graph in connected_graphs(n)]
    crossings = {
        repr(oracle.x_type_form(n, crossing)): crossing
        for points in collected_order_types(n)
        for crossing in [oracle.crossings(n, oracle.turns_of(points))]
    }
    groups = [Counter(map(cycle_type, oracle.symmetries(n, crossing))) for crossing in crossings.values()]
    total = 0
    for graph, group in product(graphs, groups):
        fixed = sum(graph[cycles] * group[cycles] * centralizer(cycles) for cycles in graph)
        orbits, rest = divmod(fixed, graph.total() * group.total())
        assert rest == 0
        total += orbits
    assert count_swap_classes(n).classes == total


def symmetries_of(n, edges):
    own = {frozenset(edge) for edge in edges}
    return [
        images
        for images in permutations(range(n))
        if all(frozenset(images[end] for end in edge) in own for edge in own)
    ]


def centralizer(cycles):
    order = 1
    for length, number in Counter(cycles).items():
        order *= length**number * factorial(number)
    return order


def test_all_classes_of_8_points_by_edges() -> None:
    counts = count_swap_classes(8)
    # Trees: 8^6 labelled ones without the 8 stars, and at most 16 symmetries of each crossing type.
    assert 3091 * (8**6 - 8) / 16 < counts.by_edges[7] < 3091 * (8**6 - 8)
    # All segments of the points.
    assert counts.by_edges[28] == 3091
    assert sum(group.x_types for group in counts.groups) == 3091
    assert counts.by_edges[:7] == (0,) * 7
    assert len(counts.by_edges) == 29


@pytest.mark.parametrize("cycles", [(1, 1, 1, 1), (1, 1, 2), (2, 2), (1, 3), (4,), (1, 2, 2), (2, 3), (1, 1, 3)])
def test_fixed_graphs_are_those_of_a_list(cycles: tuple[int, ...]) -> None:
    n = sum(cycles)
    images = shifted(cycles)
    found: Counter[int] = Counter()
    pairs = list(combinations(range(n), 2))
    for chosen in product((False, True), repeat=len(pairs)):
        edges = {frozenset(pair) for pair, taken in zip(pairs, chosen, strict=True) if taken}
        graph = nx.Graph(map(tuple, edges))
        whole = len(graph) == n and nx.is_connected(graph)
        if whole and not is_star(graph) and all(frozenset(images[end] for end in edge) in edges for edge in edges):
            found[len(edges)] += 1
    assert {edges: number for edges, number in enumerate(fixed_graphs(cycles)) if number} == found


def shifted(cycles):
    """Return a permutation with these cycles."""
    images = []
    for length in cycles:
        start = len(images)
        images += [start + (step + 1) % length for step in range(length)]
    return images


def is_star(graph):
    return max(dict(graph.degree).values()) == len(graph.edges)


# A001187: labelled connected graphs; n of them are stars.
@pytest.mark.parametrize(("n", "labelled"), [(4, 38), (5, 728), (6, 26_704), (7, 1_866_256), (8, 251_548_592)])
def test_the_identity_fixes_all_labelled_connected_graphs_but_the_stars(n: int, labelled: int) -> None:
    assert sum(fixed_graphs((1,) * n)) == labelled - n


def test_graphs_without_isolated_vertices_are_those_of_the_literature() -> None:
    # A002494.
    assert [sum(count_graphs(n)) for n in range(2, 9)] == [1, 2, 7, 23, 122, 888, 11_302]
    atlas = (graph for graph in nx.graph_atlas_g() if len(graph) == 6 and min(dict(graph.degree).values()))
    by_edges = Counter(len(graph.edges) for graph in atlas)
    assert {edges: number for edges, number in enumerate(count_graphs(6)) if number} == by_edges


@pytest.mark.parametrize("n", [MIN_COUNTED - 1, MAX_COUNTED + 1])
def test_other_sizes_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match="4 to 8"):
        count_swap_classes(n)


def test_the_count_ends_with_its_budget() -> None:
    with pytest.raises(BudgetExhausted):
        count_swap_classes(7, Budget(seconds=0.0))
