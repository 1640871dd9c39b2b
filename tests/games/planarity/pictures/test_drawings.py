"""Pictures of Swap Planarity show every vertex, edge, crossing and step, whatever the coordinates."""

import re
from fractions import Fraction
from itertools import combinations
from math import ceil
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.planarity.drawing import Drawing, DrawingError
from ludex.games.planarity.pictures.drawings import (
    MAX_CROSSING_MARKS,
    MAX_DRAWN_STEPS,
    drawing_svg,
    drawings_svg,
    point_layout,
    point_set_svg,
    solution_svg,
)
from ludex.games.planarity.points import Point, Points, PointsError, orientation
from ludex.pictures.svg import PictureTooLarge
from tests.pictures.svg_documents import SVG, of_class, read, texts
from tests.trials import examples

K4 = Drawing(((0, 0), (8, 0), (8, 8), (0, 9)), tuple(combinations(range(4), 2)))
SQUARE = Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))
FAR = 2**30


def marks(root: ElementTree.Element, kind: str, mark: str) -> int:
    return sum((part.get("d") or "").count(mark) for part in of_class(root, kind))


def crossings(points: Points, edges: tuple[tuple[int, int], ...]) -> int:
    """Count crossings by solving for the place of each with fractions."""
    return sum(meet(*(points[end] for edge in pair for end in edge)) for pair in combinations(edges, 2))


def meet(p: Point, q: Point, r: Point, s: Point) -> bool:
    if {p, q} & {r, s}:
        return False
    (ax, ay), (bx, by) = (q[0] - p[0], q[1] - p[1]), (s[0] - r[0], s[1] - r[1])
    across = ax * by - ay * bx
    if not across:
        return False
    cx, cy = r[0] - p[0], r[1] - p[1]
    return 0 < Fraction(cx * by - cy * bx, across) < 1 and 0 < Fraction(cx * ay - cy * ax, across) < 1


@st.composite
def drawings(draw: st.DrawFn, least: int = 1, most: int = 9) -> Drawing:
    far = draw(st.sampled_from([12, 1000, FAR]))
    points = draw(st.lists(st.tuples(st.integers(-far, far), st.integers(-far, far)), min_size=least, max_size=most))
    kept: list[Point] = []
    for point in points:
        if point not in kept and all(orientation(a, b, point) for a, b in combinations(kept, 2)):
            kept.append(point)
    pairs = list(combinations(range(len(kept)), 2))
    return Drawing(tuple(kept), tuple(draw(st.lists(st.sampled_from(pairs), unique=True))) if pairs else ())


@given(drawings())
@settings(max_examples=examples(60), deadline=None)
def test_a_drawing_shows_each_vertex_edge_and_crossing_once(drawing: Drawing) -> None:
    root = read(drawing_svg(drawing))
    assert len(of_class(root, "vertex")) == drawing.vertices
    assert texts(root)[: drawing.vertices] == [str(vertex) for vertex in range(drawing.vertices)]
    assert marks(root, "free", "L") + marks(root, "crossed", "L") == len(drawing.edges)
    assert marks(root, "crossings", "M") == crossings(drawing.points, drawing.edges)


def test_crossings_are_marked_where_the_edges_cross() -> None:
    root = read(drawing_svg(K4))
    # Twice as long as wide from (0, 0): the diagonals of this set meet at (72/17, 72/17).
    spots = {part[0].text: (float(part.get("cx", "")), float(part.get("cy", ""))) for part in of_class(root, "vertex")}
    x0, y0 = spots["vertex 0 at (0, 0)"]
    unit = (spots["vertex 1 at (8, 0)"][0] - x0) / 8
    found = re.fullmatch(r"M(\S+) (\S+)h0", of_class(root, "crossings")[0].get("d", ""))
    assert found is not None
    assert (float(found[1]), float(found[2])) == pytest.approx((x0 + unit * 72 / 17, y0 - unit * 72 / 17), abs=0.02)
    assert texts(root)[-1] == "1 crossing"


def test_a_solution_shows_each_step_with_its_crossings_and_its_swap() -> None:
    start = Drawing(((0, 0), (8, 0), (8, 8), (0, 9)), ((0, 1), (0, 2), (0, 3), (1, 3)))
    root = read(solution_svg(start, [(1, 0)]))
    assert len(of_class(root, "step")) == 2
    assert marks(root, "swap", "L") == 1
    said = [text for text in texts(root) if not text.isdigit()]
    assert said == ["1 crossing", "swap 1: 1 – 0", "0 crossings"]


def test_vertices_stand_where_the_swaps_have_brought_them() -> None:
    start = Drawing(((0, 0), (8, 0), (1, 7)), ((0, 1), (1, 2)))
    root = read(solution_svg(start, [(0, 1), (1, 2)]))
    spots = [(part.get("cx"), part.get("cy")) for part in of_class(root, "vertex")]
    first, second, third = spots[:3]
    assert spots == [first, second, third, second, first, third, second, third, first]


@pytest.mark.parametrize(("swaps", "steps"), [(1, 2), (12, 13), (66, 67), (67, 66), (2016, 66)])
def test_of_a_long_solution_the_middle_is_left_out(swaps: int, steps: int) -> None:
    root = read(solution_svg(K4, [(0, 1)] * swaps))
    assert len(of_class(root, "step")) == steps
    left_out = [text for text in texts(root) if "more" in text]
    assert left_out == ([f"{swaps + 1 - MAX_DRAWN_STEPS} more swaps"] if swaps > MAX_DRAWN_STEPS else [])
    assert f"swap {swaps}: 0 – 1" in texts(root)
    # Each step but the last swaps vertices 0 and 1: the last shows the start again, or not.
    spots = [part.get("cx") for part in of_class(root, "vertex")]
    assert (spots[-4] == spots[0]) == (swaps % 2 == 0)


def test_a_swap_of_no_edge_is_refused() -> None:
    with pytest.raises(DrawingError, match="not an edge"):
        solution_svg(Drawing(((0, 0), (8, 0), (1, 7)), ((0, 1),)), [(1, 2)])


def test_steps_of_a_large_graph_are_refused_with_the_bound() -> None:
    points = tuple((x, x * x) for x in range(40))
    complete = Drawing(points, tuple(combinations(range(40), 2)))
    assert "A solution of 2 swaps" in solution_svg(complete, [(0, 1)] * 2)
    with pytest.raises(PictureTooLarge, match="1,200,000"):
        solution_svg(complete, [(0, 1)] * 30)


def test_a_solution_of_the_most_swaps_of_the_most_edges_of_a_plane_graph_is_drawn() -> None:
    points = tuple((x, x * x) for x in range(64))
    edges = [(0, v) for v in range(1, 64)] + [(1, v) for v in range(2, 64)] + [(v, v + 1) for v in range(2, 63)]
    assert len(edges) == 3 * 64 - 6
    picture = solution_svg(Drawing(points, tuple(edges)), [(0, 1)] * MAX_DRAWN_STEPS)
    assert len(of_class(read(picture), "step")) == MAX_DRAWN_STEPS + 1
    assert len(picture) < 6_000_000


def test_of_very_many_crossings_some_are_marked_and_all_are_counted() -> None:
    points = tuple((x, x * x) for x in range(30))
    picture = drawing_svg(Drawing(points, tuple(combinations(range(30), 2))))
    root = read(picture)
    # Points in convex position: each four of them cross once.
    assert texts(root)[-1] == f"{30 * 29 * 28 * 27 // 24:,} crossings"
    assert MAX_CROSSING_MARKS // 2 < marks(root, "crossings", "M") <= MAX_CROSSING_MARKS
    assert len(picture) < 200_000


@given(drawings(least=1))
@settings(max_examples=examples(40))
def test_a_point_set_shows_its_hull(drawing: Drawing) -> None:
    root = read(point_set_svg(drawing.points))
    corners = marks(root, "hull", "L") + 1
    assert texts(root)[-1].endswith(f", {corners} on the hull")
    outside = [part for part in of_class(root, "vertex") if part.get("fill") == part.get("stroke")]
    assert len(outside) == corners
    assert len(of_class(root, "vertex")) == drawing.vertices


def test_points_on_a_line_are_no_point_set() -> None:
    with pytest.raises(PointsError, match="on a line"):
        point_set_svg(((0, 0), (1, 1), (2, 2)))


@pytest.mark.parametrize(
    "points",
    [
        tuple((x * 2**24, x * x) for x in range(64)),
        tuple((x * 2**24 - FAR // 2, x * 2**24 + x * x) for x in range(64)),
        tuple((x * x, -x * 2**24) for x in range(64)),
        ((-FAR, -FAR), (FAR, FAR), (0, 1)),
        ((-FAR, -FAR), (FAR, FAR - 1), (FAR - 1, FAR - 1)),
    ],
)
def test_flat_sets_are_stretched_and_turn_as_before(points: Points) -> None:
    layout = point_layout(points, 300, 900)
    assert layout.stretched
    assert min(layout.width, layout.height) > 80
    places = layout.places
    assert all(-0.01 <= x <= layout.width + 0.01 and -0.01 <= y <= layout.height + 0.01 for x, y in places)
    for a, b, c in list(combinations(range(len(points)), 3))[:3000]:
        (ax, ay), (bx, by), (cx, cy) = places[a], places[b], places[c]
        turn = -((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
        assert (turn > 0) == (orientation(points[a], points[b], points[c]) > 0)


@given(drawings(least=2))
@settings(max_examples=examples(60), deadline=None)
def test_points_keep_inside_their_box(drawing: Drawing) -> None:
    layout = point_layout(drawing.points, 200, 900, drawing.edges)
    assert all(-0.01 <= x <= layout.width + 0.01 and -0.01 <= y <= layout.height + 0.01 for x, y in layout.places)
    assert (200 if drawing.vertices > 1 else 0) <= max(layout.width, layout.height) <= 900.01


def box(root: ElementTree.Element) -> list[float]:
    return list(map(float, root.get("viewBox", "").split()[2:]))


def shifts(root: ElementTree.Element) -> list[list[float]]:
    return [list(map(float, part.get("transform", "")[10:-1].split())) for part in root if part.tag == f"{SVG}g"]


@pytest.mark.parametrize("swaps", [1, 2, 3, 4, 9, 66])
def test_steps_are_in_rows_of_similar_length_of_at_most_ten(swaps: int) -> None:
    root = read(solution_svg(K4, [(0, 1)] * swaps))
    layout = point_layout(K4.points, 170, 520, K4.edges)
    across, down = layout.width + 2 * 20 + 14, layout.height + 2 * 20 + 44 + 14
    places = shifts(root)
    columns = len({x for x, _ in places})
    rows = ceil(len(places) / columns)
    assert len(places) == swaps + 1
    assert places == [
        pytest.approx([14 + place % columns * across, 14 + place // columns * down], rel=1e-4)
        for place in range(len(places))
    ]
    assert box(root) == pytest.approx([columns * across + 14, rows * down + 14], abs=0.02)
    assert columns == swaps + 1 if swaps < 3 else 2 <= columns <= 10
    assert rows * columns - len(places) < rows
    assert swaps < 9 or columns * across > rows * down


def test_numbers_that_are_given_are_shown_in_their_colours() -> None:
    root = read(drawing_svg(SQUARE, [7, 10, 7, 3]))
    assert texts(root)[:4] == ["7", "10", "7", "3"]
    colours = [part.get("fill") for part in of_class(root, "vertex")]
    assert colours[0] == colours[2] and len(set(colours)) == 3


def test_pictures_are_the_same_each_time_and_open_nothing() -> None:
    for picture in (drawing_svg(K4), solution_svg(K4, [(0, 1)]), point_set_svg(K4.points)):
        for part in read(picture).iter():
            assert part.tag.removeprefix(SVG) in {"svg", "title", "desc", "g", "rect", "path", "circle", "text"}
            assert not {"href", "style", "id", "src"} & set(part.attrib)
    assert drawing_svg(K4) == drawing_svg(K4)


def test_several_drawings_have_a_sheet_each_with_the_crossings_and_a_line():
    svg = drawings_svg("Two", "Two drawings.", [(SQUARE, "first"), (SQUARE, "second")])
    assert len(of_class(read(svg), "step")) == 2
    assert svg.count("1 crossing<") == 2 and "first" in svg and "second" in svg
    assert drawings_svg("None", "No drawings.", []).startswith("<svg")
    complete = Drawing(tuple((i, i * i) for i in range(64)), tuple((u, v) for v in range(64) for u in range(v)))
    with pytest.raises(PictureTooLarge, match="pairs of edges"):
        drawings_svg("Much", "", [(complete, "")])


def test_drawings_with_more_pairs_of_edges_than_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.games.planarity.pictures.drawings.MAX_STEP_PAIRS", 12)
    assert drawings_svg("", "", [(SQUARE, ""), (SQUARE, "")])
    monkeypatch.setattr("ludex.games.planarity.pictures.drawings.MAX_STEP_PAIRS", 11)
    with pytest.raises(PictureTooLarge, match="12 pairs of edges given; a picture can have at most 11"):
        drawings_svg("", "", [(SQUARE, ""), (SQUARE, "")])
