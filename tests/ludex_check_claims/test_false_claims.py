"""False claims whose certificates look right are refused."""

import random
from itertools import combinations
from typing import Any

import networkx
import pytest

from ludex_check_claims.claims import claim_verdict
from ludex_check_claims.discovery import find_checks
from ludex_check_claims.documents import facts_verdict
from ludex_check_claims.export import with_optional_members
from ludex_check_claims.planarity.collections import collection_size
from ludex_check_claims.planarity.planar_graphs import count_planar_graphs, is_planar
from ludex_check_claims.planarity.unreachable import unreachable
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, WRONG, Clock, Export, Wrong

SQUARE = {"points": [[0, 0], [9, 0], [9, 9], [0, 9]], "edges": [[0, 1], [1, 2], [2, 3], [0, 3]]}


@pytest.mark.parametrize(
    ("drawing", "vertices", "hull", "reason"),
    [
        ({"points": [[0, 0], [9, 0], [5, 7]], "edges": [[0, 1]]}, [2], [2], "three vertices or more"),
        (SQUARE, [0, 1, 2, 3], [0, 1, 2, 3, -1, -2, -3, -4], "does not have"),
        (SQUARE, [0, 1, 2, 3], [0, 1, 2, 3, 4], "does not have"),
        (SQUARE, [], [0, 1, 2, 3], "repeated or missing"),
        (SQUARE, [0, 1, 2, 3, 3], [0, 1, 2, 3], "repeated or missing"),
    ],
)
def test_a_plane_drawing_does_not_have_too_many_edges(
    drawing: dict[str, Any], vertices: list[int], hull: list[int], reason: str
) -> None:
    claim: dict[str, Any] = {
        "value": True,
        "proved": True,
        "certificate": {"reason": "edges", "vertices": vertices, "hull": hull},
    }
    with pytest.raises(Wrong, match=reason):
        unreachable(claim, {"min_swaps": None, "drawing": drawing}, Export())


def test_a_collection_of_78_points_does_not_exist() -> None:
    claim: dict[str, Any] = {"proved": True, "lower": None, "upper": None, "value": {}}
    document = {"kind": "planarity-collection", "collection": "graphs-78", "points": 78}
    with pytest.raises(Wrong, match="no such collection"):
        collection_size(claim, document, Export())


SET_FREE = {
    **{
        "label": "cards",
        "kind": "set-position",
        "properties": 1,
        "values": 3,
        "cards": ["0", "1"],
        "size": 2,
        "sets": 0,
    },
    **{"canonical_order": [0, 1], "has_set": False},
}
NO_SET: dict[str, Any] = {
    **{"claim": "set.no-set", "subject": "cards", "value": True, "proved": True, "evidence": "recomputed"},
    **{"method": "search of all sets", "certificate": {"recompute": {"choices": 1}}, "engine": "1.0.0"},
}


def verdict_on(claim: dict[str, Any], document: dict[str, Any]) -> tuple[str, str]:
    return claim_verdict(with_optional_members(claim), Export({document["label"]: document}), find_checks())


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"value": 1}, ""),
        ({"value": 1.0}, "value has 1.0, which is not a whole number"),
        ({"certificate": {"recompute": {"choices": True}}}, "choices has a truth value"),
        ({"certificate": {"recompute": {"choices": 1.0}}}, "choices has 1.0"),
        ({"certificate": {"recompute": {"choices": [False]}}}, "a list has a truth value"),
    ],
)
def test_a_number_is_not_replaced_by_an_equal_truth_value_or_fraction(changed: dict[str, Any], reason: str) -> None:
    assert verdict_on(NO_SET, SET_FREE)[0] in (CHECKED, RECOMPUTED)
    verdict, said = verdict_on(NO_SET | changed, SET_FREE)
    assert verdict == WRONG
    assert reason in said


@pytest.mark.parametrize(("member", "value"), [("properties", True), ("properties", 1.0), ("cards", ["0", True])])
def test_a_fact_is_not_replaced_by_an_equal_value_of_another_type(member: str, value: object) -> None:
    assert facts_verdict(SET_FREE, Export(), find_checks()) == (RECOMPUTED, "")
    assert facts_verdict(SET_FREE | {member: value}, Export(), find_checks())[0] == WRONG


def planar(graph: networkx.Graph) -> bool:
    number = {v: place for place, v in enumerate(graph)}
    return is_planar(len(graph), [(number[u], number[v]) for u, v in graph.edges])


def test_planarity_agrees_with_networkx() -> None:
    numbers = random.Random(1)
    seen = {True: 0, False: 0}
    for _ in range(600):
        n = numbers.randint(5, 20)
        graph = networkx.gnm_random_graph(n, numbers.randint(n, 3 * n - 6), seed=numbers.randint(0, 10**6))
        expected = networkx.check_planarity(graph)[0]
        assert planar(graph) is expected
        seen[expected] += 1
    assert min(seen.values()) > 50


@pytest.mark.parametrize("graph", [networkx.complete_graph(5), networkx.complete_bipartite_graph(3, 3)])
def test_the_two_minimal_graphs_are_not_planar(graph: networkx.Graph) -> None:
    assert not planar(graph)
    for edge in list(graph.edges):
        smaller = graph.copy()
        smaller.remove_edge(*edge)
        assert planar(smaller)


@pytest.mark.parametrize("n", range(2, 7))
def test_small_numbers_are_those_of_all_graphs(n: int) -> None:
    """Compare with the atlas of all graphs with up to seven vertices."""
    atlas = (graph for graph in networkx.graph_atlas_g() if len(graph) == n)
    found = [g for g in atlas if networkx.check_planarity(g)[0] and all(degree for _, degree in g.degree)]
    counted = count_planar_graphs(n, Clock(Export(), 60))
    expected = [sum(len(g.edges) == edges for g in found) for edges in range(len(list(combinations(range(n), 2))) + 1)]
    assert [counted.get(edges, 0) for edges in range(len(expected))] == expected


def test_the_number_of_planar_graphs_of_7_vertices_is_the_published_one() -> None:
    # OEIS A005470: 142 planar graphs of 6 vertices and 822 of 7.
    assert sum(count_planar_graphs(7, Clock(Export(), 60)).values()) == 822 - 142


@pytest.mark.slow
def test_the_number_of_planar_graphs_of_8_vertices_is_the_published_one() -> None:
    # OEIS A005470: 822 planar graphs of 7 vertices and 6,966 of 8.
    assert sum(count_planar_graphs(8, Clock(Export(), 240)).values()) == 6966 - 822
