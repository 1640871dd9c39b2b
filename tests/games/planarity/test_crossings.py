"""Crossings, exact to the last unit."""

from hypothesis import given, settings

from ludex.games.planarity.crossings import count_crossings, crossing_pairs, is_plane
from ludex.games.planarity.drawing import Drawing
from tests.games.planarity.known_drawings import complete
from tests.games.planarity.sample_drawings import drawings
from tests.oracles.small_drawings import crossed_pairs
from tests.trials import examples

FAR = 2**30


@settings(deadline=None, max_examples=examples(100))
@given(drawings(most=9))
def test_the_crossing_pairs_are_those_of_the_definition(drawing: Drawing) -> None:
    pairs = crossing_pairs(drawing)
    assert {frozenset(pair) for pair in pairs} == crossed_pairs(drawing.points, drawing.edges)
    assert len(pairs) == count_crossings(drawing)
    assert is_plane(drawing) == (not pairs)


def test_a_crossing_of_a_hair_is_seen_at_the_ends_of_the_world() -> None:
    corners = ((-FAR, -FAR), (FAR, FAR), (-FAR, -FAR + 1), (FAR, FAR - 1))
    assert count_crossings(Drawing(corners, ((0, 1), (2, 3)))) == 1
    assert count_crossings(Drawing(corners, ((0, 2), (1, 3)))) == 0
    assert count_crossings(Drawing(((-FAR, -FAR), (FAR, FAR - 1), (FAR, FAR), (-FAR, -FAR + 1)), ((0, 1), (2, 3)))) == 0


def test_complete_graphs_in_convex_position_have_as_many_crossings_as_quadruples() -> None:
    for n, quadruples in ((4, 1), (5, 5), (8, 70), (64, 635_376)):
        assert count_crossings(Drawing(tuple((x, x * x) for x in range(n)), complete(n))) == quadruples


def test_a_listing_can_be_cut() -> None:
    drawing = Drawing(tuple((x, x * x) for x in range(6)), complete(6))
    assert crossing_pairs(drawing, 3) == crossing_pairs(drawing)[:3]
