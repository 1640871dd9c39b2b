"""Families of graphs on fixed point sets: the search against a direct one, and the record against the search."""

from math import factorial

import pytest

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.study.graph_families import (
    FAMILIES,
    convex_points,
    fewest_crossings,
    ladder_edges,
    recorded_results,
    search_distances,
)
from tests.oracles import arrangements

SMALL = [(name, n) for name, family in FAMILIES.items() for n in range(family.least, 7, family.step)]


@pytest.mark.parametrize(("name", "n"), SMALL)
def test_minima_are_those_of_a_direct_search(name: str, n: int) -> None:
    family = FAMILIES[name]
    found = search_distances(family, n)
    expected = arrangements.minima(list(family.points(n)), list(family.edges(n)))
    assert dict(enumerate(found.by_minimum)) == expected
    assert found.unreachable == factorial(n) - expected.total()


@pytest.mark.parametrize("name", FAMILIES)
def test_a_hardest_arrangement_has_the_largest_minimum(name: str) -> None:
    family = FAMILIES[name]
    for distances in recorded_results().distances[name]:
        points, n = family.points(distances.vertices), distances.vertices
        drawing = Drawing(tuple(points[place] for place in distances.hardest), family.edges(n))
        if n <= 8:
            assert solve(drawing).min_swaps == distances.largest_minimum


@pytest.mark.parametrize("name", FAMILIES)
def test_the_record_agrees_with_the_search(name: str) -> None:
    for distances in recorded_results().distances[name]:
        assert sum(distances.by_minimum) + distances.unreachable == factorial(distances.vertices)
        if distances.vertices <= 7:
            assert search_distances(FAMILIES[name], distances.vertices) == distances


def test_plane_paths_in_convex_position_are_counted_by_the_known_formula() -> None:
    for distances in recorded_results().distances["path"][1:]:
        assert distances.plane_drawings(symmetries=2) == distances.vertices * 2 ** (distances.vertices - 3)


def test_fewest_crossings_agree_with_the_theorem_of_riskin_and_with_a_direct_search() -> None:
    recorded = recorded_results().fewest_crossings
    assert recorded == tuple(n * n * (n - 1) * (n - 2) // 6 for n in range(1, len(recorded) + 1))
    assert recorded[:5] == tuple(fewest_crossings(n) for n in range(1, 6))
    edges = [(u, v) for u in range(3) for v in range(3, 6)]
    assert fewest_crossings(3) == arrangements.fewest_crossings(list(convex_points(6)), edges)


def test_graphs_outside_a_family_are_refused() -> None:
    with pytest.raises(ValueError, match="even number of vertices, not 5"):
        ladder_edges(5)
    with pytest.raises(ValueError, match="the family wheel has no graph with 3 vertices"):
        search_distances(FAMILIES["wheel"], 3)
    with pytest.raises(ValueError, match="at most 40,000,000 are supported"):
        search_distances(FAMILIES["path"], 13)
