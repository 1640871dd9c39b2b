"""Crossings and independent parts are those of the definitions, exact to the last unit."""

from itertools import combinations, product

import networkx
from hypothesis import given, settings

from ludex.games.planarity.crossings import (
    count_crossings,
    crossing_pairs,
    independent_parts,
    is_plane,
    parts,
    relevant_crossings,
)
from ludex.games.planarity.drawing import Drawing, Edge
from tests.games.planarity.known_drawings import complete
from tests.games.planarity.sample_drawings import drawings
from tests.oracles.small_drawings import crossed_pairs, turn
from tests.trials import examples

FAR = 2**30


@settings(deadline=None, max_examples=examples(100))
@given(drawings(most=9))
def test_the_crossing_pairs_are_those_of_the_definition(drawing: Drawing) -> None:
    pairs = crossing_pairs(drawing)
    assert {frozenset(pair) for pair in pairs} == crossed_pairs(drawing.points, drawing.edges)
    assert len(pairs) == count_crossings(drawing)
    assert is_plane(drawing) == (not pairs)


def test_crossings_of_nearly_parallel_edges_are_exact_at_the_largest_coordinates() -> None:
    corners = ((-FAR, -FAR), (FAR, FAR), (-FAR, -FAR + 1), (FAR, FAR - 1))
    assert count_crossings(Drawing(corners, ((0, 1), (2, 3)))) == 1
    assert count_crossings(Drawing(corners, ((0, 2), (1, 3)))) == 0
    assert count_crossings(Drawing(((-FAR, -FAR), (FAR, FAR - 1), (FAR, FAR), (-FAR, -FAR + 1)), ((0, 1), (2, 3)))) == 0


def test_complete_graphs_in_convex_position_have_as_many_crossings_as_quadruples() -> None:
    for n, quadruples in ((4, 1), (5, 5), (8, 70), (64, 635_376)):
        assert count_crossings(Drawing(tuple((x, x * x) for x in range(n)), complete(n))) == quadruples


def test_a_list_of_crossings_has_at_most_the_limit() -> None:
    drawing = Drawing(tuple((x, x * x) for x in range(6)), complete(6))
    assert crossing_pairs(drawing, 3) == crossing_pairs(drawing)[:3]


@settings(deadline=None, max_examples=examples(100))
@given(drawings(most=10))
def test_connected_parts_are_the_components_with_edges(drawing: Drawing) -> None:
    found, isolated = parts(drawing)
    components = sorted(map(sorted, networkx.connected_components(drawing.graph())))
    assert [list(part.vertices) for part in found] == [part for part in components if len(part) > 1]
    assert [[vertex] for vertex in isolated] == [part for part in components if len(part) == 1]
    for part in found:
        assert part.edges == tuple(edge for edge in drawing.edges if edge[0] in part.vertices)
        disjoint = any(not set(one) & set(other) for one, other in combinations(part.edges, 2))
        assert part.has_disjoint_edges == disjoint


def _crosses(drawing: Drawing, one: Edge, other: Edge) -> bool:
    (p, q), (r, s) = ([drawing.points[v] for v in segment] for segment in (one, other))
    return turn(p, q, r) * turn(p, q, s) < 0 and turn(r, s, p) * turn(r, s, q) < 0


@settings(deadline=None, max_examples=examples(100))
@given(drawings(most=9))
def test_segments_matter_that_edges_of_a_part_or_of_two_parts_can_lie_on(drawing: Drawing) -> None:
    found, _ = parts(drawing)
    for inside in (False, True):
        expected = set()
        for first, second in product(found, repeat=2):
            pairs = product(combinations(first.vertices, 2), combinations(second.vertices, 2))
            if first is not second or (inside and first.has_disjoint_edges):
                expected |= {frozenset(pair) for pair in pairs if _crosses(drawing, *pair)}
        segments, links = relevant_crossings(drawing, found, inside)
        assert sorted(segments) == sorted({segment for pair in expected for segment in pair})
        assert sorted(map(sorted, expected)) == sorted(sorted(segments[i] for i in link) for link in links.tolist())


@settings(deadline=None, max_examples=examples(100))
@given(drawings(most=10))
def test_parts_are_independent_if_no_segment_of_one_crosses_a_segment_of_another(drawing: Drawing) -> None:
    connected, _ = parts(drawing)
    touching = networkx.Graph()
    touching.add_nodes_from(part.vertices for part in connected)
    for one, other in combinations(connected, 2):
        pairs = product(combinations(one.vertices, 2), combinations(other.vertices, 2))
        if any(_crosses(drawing, *pair) for pair in pairs):
            touching.add_edge(one.vertices, other.vertices)
    expected = sorted(tuple(sorted(sum(group, ()))) for group in networkx.connected_components(touching))
    found = independent_parts(drawing)
    assert [part.vertices for part in found] == expected
    for part in found:
        assert part.drawing.points == tuple(drawing.points[v] for v in part.vertices)
        edges = sorted(edge for edge in drawing.edges if edge[0] in part.vertices)
        assert [part.named(edge) for edge in part.drawing.edges] == edges
