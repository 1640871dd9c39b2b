"""Measures of graphs whose values are known in closed form."""

import networkx
import pytest

from ludex.graphs.measures import MEASURES, MeasureError, available_measures, measure


def measured(graph, *names):
    return [result.value for result in measure(graph, names)]


@pytest.mark.parametrize("n", [4, 7, 12])
def test_cycles_paths_stars_and_complete_graphs(n):
    cycle, path = networkx.cycle_graph(n), networkx.path_graph(n)
    star, complete = networkx.star_graph(n - 1), networkx.complete_graph(n)
    names = ("diameter", "radius", "girth", "treewidth_upper_bound", "degeneracy", "node_connectivity")
    assert measured(cycle, *names) == [n // 2, n // 2, n, 2, 2, 2]
    assert measured(path, *names) == [n - 1, n // 2, None, 1, 1, 1]
    assert measured(star, *names) == [2, 1, None, 1, 1, 1]
    assert measured(complete, *names) == [1, 1, 3, n - 1, n - 1, n - 1]
    assert measured(path, "wiener_index") == [(n + 1) * n * (n - 1) // 6]
    assert measured(complete, "edge_connectivity", "density", "transitivity") == [n - 1, 1, 1]
    assert measured(star, "center", "articulation_points", "bridges") == [[0], [0], [[0, k] for k in range(1, n)]]
    assert measured(star, "betweenness") == [{"0": 1} | {str(k): 0 for k in range(1, n)}]


def test_a_graph_in_parts_has_no_distances():
    parts = networkx.disjoint_union(networkx.path_graph(2), networkx.path_graph(3))
    assert measured(parts, "components", "diameter", "eccentricity", "wiener_index") == [2, None, None, None]


def test_digraphs_have_measures_of_their_own():
    turning = networkx.DiGraph([(0, 1), (1, 2), (2, 0), (2, 3)])
    assert measured(turning, "strong_components", "weak_components", "acyclic") == [2, 1, False]
    assert "diameter" not in available_measures(turning)
    with pytest.raises(MeasureError, match=r"'diameter'.*strong_components"):
        measure(turning, ["diameter"])


def test_each_measure_is_made_by_the_function_that_it_names():
    for graph in (networkx.petersen_graph(), networkx.DiGraph([(0, 1), (1, 0), (1, 2)])):
        for result in measure(graph, available_measures(graph)):
            assert result.by == f"networkx.{MEASURES[result.name].function}"
            assert result.value is not None or result.name in ("bridges",)


def test_a_graph_that_is_too_large_is_refused():
    with pytest.raises(MeasureError, match="too large"):
        measure(networkx.path_graph(3000), ["betweenness"])
    assert measured(networkx.path_graph(3000), "density") == [2 / 3000]


@pytest.mark.parametrize(
    ("largest", "smallest_refused", "name", "value"),
    [
        # v (v + e) is at most 3,000,000: 1,732 vertices without edges, or 1,225 of which one is alone.
        (networkx.empty_graph(1732), networkx.empty_graph(1733), "radius", None),
        (
            networkx.disjoint_union(networkx.path_graph(1224), networkx.empty_graph(1)),
            networkx.path_graph(1225),
            "radius",
            None,
        ),
        # v^2 (v + e): 144^3 and 145^3.
        (networkx.empty_graph(144), networkx.empty_graph(145), "edge_connectivity", 0),
    ],
)
def test_a_measure_is_computed_up_to_three_million_steps(largest, smallest_refused, name, value):
    assert measured(largest, name) == [value]
    with pytest.raises(MeasureError, match=f"{name}: a graph of .* is too large"):
        measure(smallest_refused, [name])


def test_values_are_plain_json():
    triangle = networkx.complete_graph(3)
    assert measured(triangle, "closeness", "average_clustering") == [{"0": 1, "1": 1, "2": 1}, 1]
    assert measured(networkx.path_graph(3), "closeness") == [{"0": 2 / 3, "1": 1, "2": 2 / 3}]
    assert type(measured(triangle, "density")[0]) is int
    assert measured(networkx.DiGraph([(0, 1), (1, 0), (1, 2)]), "reciprocity", "acyclic") == [2 / 3, False]


def test_a_graph_without_vertices_has_no_values():
    assert measured(networkx.Graph(), "diameter", "density") == [None, None]
