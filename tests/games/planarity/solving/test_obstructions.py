"""What excludes a plane arrangement is checked by an independent program, over random drawings without one."""

import random
from collections import Counter
from itertools import combinations, pairwise

import networkx
import pytest

from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.solving.obstructions import (
    EveryArrangement,
    TooManyEdges,
    obstruction,
    obstruction_document,
)
from ludex_check_claims.planarity.unreachable import unreachable
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Export, Wrong


def drawings():
    """Yield drawings of four to seven vertices, half of them on points in convex position, most with many edges."""
    for seed in range(120):
        numbers = random.Random(seed)
        n = numbers.randint(4, 7)
        points = [(i, i * i) for i in numbers.sample(range(-9, 9), n)]
        if seed % 2:
            points[0] = (0, 90)
            points[1] = (numbers.choice([-1, 1]), 40)
        share = numbers.choice([0.5, 0.7, 0.9])
        edges = tuple(pair for pair in combinations(range(n), 2) if numbers.random() < share)
        yield Drawing(tuple(points), edges)


def document(drawing):
    parts = {"points": [list(point) for point in drawing.points], "edges": [list(edge) for edge in drawing.edges]}
    return {"label": "x", "drawing": parts, "min_swaps": None}


def claim(certificate):
    return {"value": True, "proved": True, "certificate": certificate}


def test_what_excludes_a_plane_arrangement_holds():
    found = Counter()
    for drawing in drawings():
        solution = solve(drawing)
        if solution.proved and solution.min_swaps is None:
            reason = obstruction(drawing)
            came = unreachable(claim(obstruction_document(reason)), document(drawing), Export())
            assert came == (RECOMPUTED if reason.reason == "recompute" else CHECKED)
            found[getattr(reason, "graph", reason.reason)] += 1
    assert {"edges", "K5", "K3,3"} <= set(found)
    assert sum(found.values()) > 30


def test_without_an_obstruction_every_arrangement_of_the_parts_is_counted():
    # Two triangles whose segments cross wherever their vertices are, and K4 without an edge, which has just few enough.
    star = ((0, 0), (10, 1), (5, 9), (0, 6), (11, 7), (5, -3)), ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5))
    square = ((0, 0), (4, 0), (4, 3), (0, 4)), tuple(combinations(range(4), 2))
    assert obstruction(Drawing(*star)) == EveryArrangement(36)
    assert obstruction(Drawing(square[0], square[1][1:])) == EveryArrangement(24)
    assert obstruction(Drawing(*square)) == TooManyEdges((0, 1, 2, 3), (0, 1, 2, 3))
    assert obstruction_document(TooManyEdges((0, 1), (0,))) == {"vertices": [0, 1], "hull": [0], "reason": "edges"}


def test_k4_and_k23_exclude_points_in_convex_position():
    # K2,3 and a pendant edge have few edges; they are planar, and not outerplanar. So has K4 with a tail.
    points = tuple((i, i * i) for i in range(-4, 5))
    of_two = Drawing(points[:6], ((0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (4, 5)))
    tailed = Drawing(points[:7], (*combinations(range(4), 2), (3, 4), (4, 5), (5, 6)))
    for drawing, graph, inside in ((of_two, "K2,3", [-1, 4]), (tailed, "K4", [-1, 6])):
        reason = obstruction(drawing)
        assert (reason.reason, reason.graph) == ("outerplanar-subdivision", graph)
        assert unreachable(claim(obstruction_document(reason)), document(drawing), Export()) == CHECKED
        other = document(drawing)
        other["drawing"]["points"][0] = inside
        with pytest.raises(Wrong, match="hull"):
            unreachable(claim(obstruction_document(reason)), other, Export())


@pytest.mark.parametrize("seed", range(12))
def test_the_subdivision_is_the_one_that_a_test_after_each_edge_leaves(seed):
    graph = networkx.gnm_random_graph(9, 18 + seed, seed=seed)
    if networkx.check_planarity(graph)[0]:
        pytest.skip("planar")
    drawing = Drawing(tuple((n, n * n) for n in range(9)), tuple(graph.edges))
    left = networkx.check_planarity(drawing.graph(), counterexample=True)[1]
    found = obstruction(drawing)
    edges = {frozenset(pair) for path in found.paths for pair in pairwise(path)}
    assert edges == {frozenset(edge) for edge in left.edges}
