from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.making.point_sets import Method, sample_points
from ludex.games.planarity.points import PointsError, require_general_position
from ludex.games.planarity.variants import (
    HALF,
    collapse_edge,
    drag_vertices,
    exchange_vertices,
    rotate_edge,
    stretch_edge,
)

HOUSE = Drawing(((0, 0), (6, 1), (7, 8), (-2, 7), (3, 13)), ((0, 1), (0, 2), (1, 2), (0, 3), (2, 3), (2, 4), (3, 4)))


def in_general_position(points):
    try:
        require_general_position(points)
    except PointsError:
        return False
    return True


def similar(a, b):
    """Tell whether two drawings are the same but for their scale."""
    scale = Fraction(b.points[0][0] - b.points[1][0] or 1, a.points[0][0] - a.points[1][0] or 1)
    return a.edges == b.edges and [(x * scale, y * scale) for x, y in a.points] == list(b.points)


@pytest.fixture(params=range(8))
def drawing(request):
    points = sample_points(7, 100, Method.REJECTION, request.param)
    return Drawing(points, ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (0, 6), (1, 5)))


def middle(points, u, v):
    return (points[u][0] + points[v][0], points[u][1] + points[v][1])


def test_a_rotated_edge_keeps_its_centre_and_length_and_stands_upright_on_itself(drawing):
    turned = rotate_edge(drawing, (1, 5))
    scale = 1 if turned.points[0] == drawing.points[0] else 2
    before = [(scale * x, scale * y) for x, y in drawing.points]
    assert [turned.points[v] for v in (0, 2, 3, 4, 6)] == [before[v] for v in (0, 2, 3, 4, 6)]
    assert middle(turned.points, 1, 5) == middle(before, 1, 5)
    (ax, ay), (bx, by) = before[1], before[5]
    (px, py), (qx, qy) = turned.points[1], turned.points[5]
    assert (qx - px, qy - py) == (ay - by, bx - ax)


def test_two_rotations_are_a_swap(drawing):
    assert similar(drawing.swapped((1, 5)), rotate_edge(rotate_edge(drawing, (5, 1)), (1, 5)))


def test_a_stretched_edge_is_twice_as_long_and_back_again(drawing):
    longer = stretch_edge(drawing, (2, 3), 2)
    scale = Fraction(longer.points[0][0], drawing.points[0][0])
    (ax, ay), (bx, by) = drawing.points[2], drawing.points[3]
    (px, py), (qx, qy) = longer.points[2], longer.points[3]
    assert (qx - px, qy - py) == (2 * scale * (bx - ax), 2 * scale * (by - ay))
    assert middle(longer.points, 2, 3) == tuple(scale * c for c in middle(drawing.points, 2, 3))
    assert similar(drawing, stretch_edge(longer, (2, 3), HALF))


def test_halves_and_quarters_scale_the_whole_drawing():
    triangle = Drawing(((0, 0), (1, 0), (5, 7)), ((0, 1),))
    assert rotate_edge(triangle, (0, 1)).points == ((1, -1), (1, 1), (10, 14))
    assert stretch_edge(triangle, (0, 1), 2).points == ((-1, 0), (3, 0), (10, 14))
    assert stretch_edge(triangle, (0, 1), HALF).points == ((1, 0), (3, 0), (20, 28))


def test_another_factor_is_refused():
    with pytest.raises(DrawingError, match="the factor of an edge must be 2 or 1/2, not 3"):
        stretch_edge(HOUSE, (0, 1), 3)


def test_a_collapsed_edge_is_a_vertex_in_its_middle_with_all_their_edges():
    united = collapse_edge(HOUSE, (0, 2))
    assert united.points == ((7, 8), (12, 2), (-4, 14), (6, 26))
    assert united.edges == ((0, 1), (0, 2), (0, 3), (2, 3))


def test_a_graph_collapses_to_one_vertex(drawing):
    for left in range(6, 0, -1):
        drawing = collapse_edge(drawing, drawing.edges[-1])
        assert drawing.vertices == left
    assert drawing.edges == ()


@settings(deadline=None)
@given(st.integers(0, 4), st.integers(0, 4))
def test_an_exchange_undoes_itself(u, v):
    if u != v:
        assert exchange_vertices(HOUSE, u, v) != HOUSE
        assert exchange_vertices(exchange_vertices(HOUSE, u, v), v, u) == HOUSE


def drag(moves):
    return drag_vertices(HOUSE.points, HOUSE.edges, list(moves.items()))


@settings(deadline=None)
@given(st.dictionaries(st.integers(0, 4), st.tuples(st.integers(-9, 9), st.integers(-9, 9))))
def test_vertices_are_dragged_to_where_they_are_in_general_position(moves):
    points = [moves.get(vertex, point) for vertex, point in enumerate(HOUSE.points)]
    if in_general_position(points):
        assert drag(moves) == Drawing(tuple(points), HOUSE.edges)
    else:
        with pytest.raises(DrawingError, match=r"are on a line|are the same"):
            drag(moves)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (lambda: rotate_edge(HOUSE, (0, 4)), r"\[0, 4\] is not an edge of the drawing"),
        (lambda: stretch_edge(HOUSE, (1, 3), 2), r"\[1, 3\] is not an edge of the drawing"),
        (lambda: collapse_edge(HOUSE, (7, 8)), r"\[7, 8\] is not an edge of the drawing"),
        (lambda: exchange_vertices(HOUSE, 0, 5), "vertex 5 does not exist: the vertices are 0 to 4"),
        (lambda: exchange_vertices(HOUSE, -1, 2), "vertex -1 does not exist: the vertices are 0 to 4"),
        (lambda: exchange_vertices(HOUSE, 2, 2), "only two different vertices can exchange places, not 2 and 2"),
        (lambda: drag({9: (0, 1)}), "vertices must be 0 to 4"),
        (lambda: drag({0: (6, 1)}), "points 0 and 1 are the same"),
        (lambda: drag({1: (3, 13)}), "points 1 and 4 are the same"),
        (lambda: drag({3: (12, 2)}), "points 0, 1 and 3 are on a line"),
        (lambda: drag({3: (2**30 + 1, 2)}), "a coordinate is outside"),
    ],
)
def test_what_leads_to_no_drawing_is_named(move, message):
    with pytest.raises(DrawingError, match=message):
        move()


def test_an_edge_that_turns_onto_a_line_with_others_is_named():
    # Turned, edge 0-1 stands on x = 2, where vertices 2 and 3 are.
    upright = Drawing(((0, 0), (4, 0), (2, 5), (2, 9)), ((0, 1), (2, 3)))
    with pytest.raises(DrawingError, match="points 0, 1 and 2 are on a line"):
        rotate_edge(upright, (0, 1))


def test_a_stretch_beyond_the_bounds_names_the_vertex():
    far = Drawing(((0, 0), (2**30, 0), (5, 7)), ((0, 1),))
    with pytest.raises(DrawingError, match="at vertex 1, a coordinate is outside"):
        stretch_edge(far, (0, 1), 2)
