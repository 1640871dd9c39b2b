"""Drawings have exact coordinates, and a value that is not valid is named by its place."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.planarity.drawing import Drawing, DrawingError, closed_neighbourhoods, integer_points, number_array
from tests.games.planarity.sample_drawings import drawings

TRIANGLE = ((0, 0), (4, 1), (1, 5))


@settings(deadline=None)
@given(drawings(), st.data())
def test_a_swap_undoes_itself(drawing: Drawing, data: st.DataObject) -> None:
    if drawing.edges:
        edge = data.draw(st.sampled_from(drawing.edges))
        assert drawing.after((edge, edge)) == drawing
        u, v = edge
        assert drawing.swapped((v, u)).points[u] == drawing.points[v]


@given(st.lists(st.tuples(*[st.decimals(-1000, 1000, places=3)] * 2), min_size=1, max_size=8))
def test_decimals_are_scaled_by_one_power_of_ten(numbers: list[tuple[Decimal, Decimal]]) -> None:
    points = integer_points(numbers)
    scale = {
        Decimal(x) / number
        for point, given_ in zip(points, numbers, strict=True)
        for x, number in zip(point, given_, strict=True)
        if number
    }
    assert len(scale) <= 1
    assert all(factor in {1, 10, 100, 1000} for factor in scale)


@pytest.mark.parametrize(
    ("points", "edges", "message", "place"),
    [
        ((), (), "0 points given; 1 to 128 are allowed", ("points",)),
        (tuple((x, x * x) for x in range(129)), (), "129 points", ("points",)),
        (((0, 0), (1, 1), (2, 2)), (), "points 0, 1 and 2 are on a line", ("points", 2)),
        (((5, 0), (5, 9), (0, 1), (5, 4)), (), "points 0, 1 and 3 are on a line", ("points", 3)),
        (((0, 0), (1, 7), (0, 0)), (), r"points 0 and 2 are the same: \[0, 0\]", ("points", 2)),
        (((0, 0), (2**30 + 1, 1)), (), r"a coordinate is outside", ("points", 1, 0)),
        (TRIANGLE, ((0, 1), (2, 2)), "the edge joins vertex 2 to itself", ("edges", 1)),
        (TRIANGLE, ((0, 1), (1, 2), (1, 0)), r"edge \[1, 0\] occurs twice, first as edge 0", ("edges", 2)),
        (TRIANGLE, ((0, 9),), "vertex 9 does not exist: the vertices are 0 to 2", ("edges", 0)),
        (TRIANGLE, ((0, -1),), "vertex -1 does not exist", ("edges", 0)),
        (TRIANGLE, tuple((0, 1) for _ in range(2017)), "2017 edges given; at most 2016", ("edges",)),
        (TRIANGLE, ((0, 1), (1,)), "not a pair of integers", ("edges", 1)),
        (TRIANGLE, ((0, 1), (1, True)), "True is not an integer", ("edges", 1, 1)),
        (((0, 0), (1.5, 1)), (), "1.5 is not an integer", ("points", 1, 0)),
    ],
)
def test_what_makes_no_drawing_is_refused_by_its_place(points, edges, message: str, place: tuple) -> None:
    with pytest.raises(DrawingError, match=message) as error:
        Drawing(points, edges)
    assert error.value.place == place


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (Decimal("NaN"), "not a number"),
        (Decimal("-Infinity"), "not a number"),
        (Decimal("1e999999"), "outside"),
        (Decimal("1e-351"), "351 decimals; at most 350"),
        pytest.param(10**5000, "outside", id="5001 digits"),
        (Decimal("1073741824.5"), "outside"),
        (Decimal("1e30"), "outside"),
        (2**30 + 1, "outside"),
        (0.5, "only these are exact"),
    ],
)
def test_numbers_out_of_reach_are_refused_before_any_arithmetic(number: int | Decimal, message: str) -> None:
    with pytest.raises(DrawingError, match=message) as error:
        integer_points([[0, 0], [3, number]])
    assert error.value.place == ("points", 1, 1)


def test_a_point_has_two_coordinates() -> None:
    with pytest.raises(DrawingError, match="two coordinates, not 3"):
        integer_points([[1, 2, 3]])


def test_numbers_keep_their_value_whatever_their_spelling() -> None:
    spelled = [[Decimal("0.10"), Decimal("1E+1")], [Decimal("0E-9"), Decimal("-2.5")]]
    assert integer_points(spelled) == ((1, 100), (0, -25))


@pytest.mark.parametrize(
    ("largest", "decimals"),
    # 2^30 = 1,073,741,824
    [
        ("0.1234567890123456", 9),
        ("300.00000000000006", 9),
        ("300.12345678", 6),
        ("1.0737418241", 9),
        ("1.0737418249", 8),
    ],
)
def test_the_error_names_the_most_decimals_that_fit(largest: str, decimals: int) -> None:
    points = [[Decimal(largest), 0], [Decimal("0.0000000001"), Decimal("0.5")]]
    with pytest.raises(DrawingError, match=f"at most {decimals} decimals fit") as error:
        integer_points(points)
    assert error.value.place == ("points", 0, 0)
    # Two points have no turn, so they can be rounded.
    assert max(map(abs, integer_points(points, decimals)[0])) <= 2**30
    for more in range(decimals + 1, 14):
        with pytest.raises(DrawingError, match=f"at most {decimals} decimals fit"):
            integer_points(points, more)


def test_rounding_keeps_the_turn_of_every_triple_or_is_refused() -> None:
    generator = Random(17)
    outcomes = set()
    for _ in range(60):
        points = [[Decimal(f"{generator.random():.6f}") for _ in range(2)] for _ in range(7)]
        decimals = generator.choice((1, 2))
        plain = [[Fraction(round(number, decimals)) for number in point] for point in points]
        kept = all(_turn(points, triple) == _turn(plain, triple) for triple in combinations(range(7), 3))
        outcomes.add(kept)
        if kept:
            scale = 10**decimals
            whole = [tuple(int(number * scale) for number in point) for point in plain]
            common = 10 if all(number % 10 == 0 for point in whole for number in point) else 1
            assert integer_points(points, decimals) == tuple((x // common, y // common) for x, y in whole)
            continue
        with pytest.raises(
            DrawingError, match=r"the turn of points [0-9], [0-9] and [0-9] changes; give [2-6]"
        ) as error:
            integer_points(points, decimals)
        better = int(error.value.message.rpartition(" ")[2])
        assert integer_points(points, better)
        with pytest.raises(DrawingError, match="changes"):
            integer_points(points, better - 1)
    assert outcomes == {False, True}


def _turn(points: Sequence[Sequence[Fraction | Decimal]], triple: tuple[int, ...]) -> tuple[bool, bool]:
    (a, b), (c, d), (e, f) = (points[index] for index in triple)
    area = (c - a) * (f - b) - (d - b) * (e - a)
    return area > 0, area < 0


def test_points_on_a_line_do_not_leave_it_by_rounding() -> None:
    line = [[Decimal("0.14"), Decimal("0.14")], [Decimal("0.3"), Decimal("0.3")], [Decimal("0.9"), Decimal("0.9")]]
    assert integer_points(line, 1) == ((1, 1), (3, 3), (9, 9))
    with pytest.raises(DrawingError, match="changes; no number of decimals that fits keeps all turns"):
        integer_points([[0, 0], [Decimal("1e-20"), 1], [0, 2]], 3)


def test_only_edges_are_swapped() -> None:
    with pytest.raises(DrawingError, match="not an edge"):
        Drawing(TRIANGLE, ((0, 1),)).swapped((1, 2))


@pytest.mark.parametrize(
    ("points", "place"), [([[0, 0], "12"], ("points", 1)), ([[0, 0], 5], ("points", 1)), ([[0, 0]] * 129, ("points",))]
)
def test_points_are_at_most_128_pairs(points: list, place: tuple) -> None:
    with pytest.raises(DrawingError) as error:
        integer_points(points)
    assert error.value.place == place


def test_the_largest_numbers_and_the_most_decimals_are_read() -> None:
    assert integer_points([[2**30, -(2**30)]]) == ((2**30, -(2**30)),)
    assert integer_points([[Decimal("1e-30"), 0], [0, Decimal(2**30) / 10**30]]) == ((1, 0), (0, 2**30))


def test_a_drawing_of_numpy_integers_is_a_drawing_of_integers() -> None:
    drawing = Drawing(np.array(TRIANGLE), np.array([[2, 0]]))
    assert (drawing.points, drawing.edges, drawing.vertices) == (TRIANGLE, ((0, 2),), 3)
    assert type(drawing.points[1][0]) is type(drawing.edges[0][0]) is int


def test_a_graph_is_drawn_on_numbers_and_on_other_points() -> None:
    drawing = Drawing.from_numbers([[0, 0], [Decimal("0.4"), 1], [1, 5]], [[2, 1]])
    assert drawing == Drawing(((0, 0), (4, 10), (10, 50)), ((1, 2),))
    assert drawing.moved(TRIANGLE) == Drawing(TRIANGLE, ((1, 2),))
    graph = drawing.graph()
    assert (sorted(graph.nodes), list(graph.edges), graph.nodes[1]["point"]) == ([0, 1, 2], [(1, 2)], (4, 10))


@given(drawings())
def test_the_arrays_and_bits_of_a_drawing_are_its_points_and_edges(drawing: Drawing) -> None:
    rows = number_array(drawing.points, drawing.edges)
    assert (rows.dtype, rows.tolist()) == (np.int64, [*map(list, drawing.points), *map(list, drawing.edges)])
    graph = drawing.graph()
    for vertex, bits in enumerate(closed_neighbourhoods(drawing)):
        assert {v for v in range(bits.bit_length()) if bits >> v & 1} == {vertex, *graph[vertex]}


def test_a_drawing_that_is_known_is_the_one_that_is_checked() -> None:
    checked = Drawing(((0, 0), (8, 0), (3, 9), (4, 3)), ((3, 0), (1, 2)))
    assert Drawing.unchecked(checked.points, checked.edges) == checked
