from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.planarity.points import hull, require_general_position
from ludex.games.planarity.untangle import UntangleError, circle, is_untangle, read_untangle, write_untangle

DESCRIPTIONS = (Path(__file__).parents[2] / "data" / "untangle.txt").read_text().split()


@pytest.mark.parametrize("text", DESCRIPTIONS)
def test_descriptions_of_the_game_are_written_back_as_they_were(text):
    drawing = read_untangle(text)
    assert write_untangle(drawing) == text
    assert f"{drawing.vertices}:" == text[: text.index(":") + 1]
    assert len(drawing.edges) == text.count("-")


@pytest.mark.parametrize("n", range(1, 129))
def test_the_vertices_lie_on_a_strictly_convex_curve_in_their_order(n):
    points = circle(n)
    require_general_position(points)
    corners = hull(points)
    turned = corners.index(0)
    assert corners[turned:] + corners[:turned] == tuple(range(n))


@settings(deadline=None)
@given(st.permutations([(0, 1), (2, 1), (3, 2), (0, 4), (4, 3)]), st.lists(st.booleans(), min_size=5, max_size=5))
def test_edges_come_in_any_order_and_sense(edges, turned):
    pairs = [edge[::-1] if turn else edge for edge, turn in zip(edges, turned, strict=True)]
    text = "5:" + ",".join(f"{u}-{v}" for u, v in pairs)
    assert write_untangle(read_untangle(text)) == "5:0-1,0-4,1-2,2-3,3-4"


@pytest.mark.parametrize(
    ("text", "begun"), [(" 4:0-1", True), ("12:", True), ("4", False), (":0-1", False), ("x4:", False)]
)
def test_a_description_begins_with_a_number_and_a_colon(text, begun):
    assert is_untangle(text) is begun


def test_a_graph_without_edges_and_surrounding_spaces_are_read():
    assert write_untangle(read_untangle("3:")) == "3:"
    assert read_untangle(" 2:0-1\n").edges == ((0, 1),)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("", "the colon is missing; a description has the form n:u-v,u-v,...", ()),
        ("4", "the colon is missing; a description has the form n:u-v,u-v,...", ()),
        ("0:", "'0' is not a valid number of vertices; write 1 to 128 before the colon", ("vertices",)),
        ("129:0-1", "'129' is not a valid number of vertices; write 1 to 128 before the colon", ("vertices",)),
        ("10000:0-1", "'10000' is not a valid number of vertices; write 1 to 128 before the colon", ("vertices",)),
        ("x:0-1", "'x' is not a valid number of vertices; write 1 to 128 before the colon", ("vertices",)),
        ("٣:0-1", "'٣' is not a valid number of vertices; write 1 to 128 before the colon", ("vertices",)),
        ("4:0-1,2", "edge 1 (2): an edge must be two numbers joined by a hyphen, such as 0-1", ("edges", 1)),
        ("4:0-1,", "edge 1 (): an edge must be two numbers joined by a hyphen, such as 0-1", ("edges", 1)),
        ("4:0--1", "edge 0 (0--1): an edge must be two numbers joined by a hyphen, such as 0-1", ("edges", 0)),
        ("4:0 - 1", "edge 0 (0 - 1): an edge must be two numbers joined by a hyphen, such as 0-1", ("edges", 0)),
        ("4:0-1,2-2", "edge 1 (2-2): the edge joins vertex 2 to itself", ("edges", 1)),
        ("4:0-1,2-3,1-0", "edge 2 (1-0): edge [1, 0] occurs twice, first as edge 0", ("edges", 2)),
        ("4:0-4", "edge 0 (0-4): vertex 4 does not exist: the vertices are 0 to 3", ("edges", 0)),
        (
            "9" * 20 + "8:",
            f"'{'9' * 20}' is not a valid number of vertices; write 1 to 128 before the colon",
            ("vertices",),
        ),
        (
            "4:" + "x" * 20 + "y",
            f"edge 0 ({'x' * 20}): an edge must be two numbers joined by a hyphen, such as 0-1",
            ("edges", 0),
        ),
        ("2:0-1," + " " * 39_992 + "0-1", "40001 characters given; at most 40000 are allowed", ()),
        ("2:0-1," + " " * 39_991 + "1-0", "edge 1 (1-0): edge [1, 0] occurs twice, first as edge 0", ("edges", 1)),
        ("4:" + "0-1," * 20_000, "80002 characters given; at most 40000 are allowed", ()),
    ],
)
def test_what_is_no_description_is_refused_with_its_place(text, message, place):
    with pytest.raises(UntangleError) as raised:
        read_untangle(text)
    assert (raised.value.message, raised.value.place) == (message, place)


def test_a_graph_has_at_most_2016_edges():
    edges = [f"{u}-{v}" for u in range(17) for v in range(u + 1, 128)]
    assert len(read_untangle("128:" + ",".join(edges[:2016])).edges) == 2016
    with pytest.raises(UntangleError) as raised:
        read_untangle("128:" + ",".join(edges[:2017]))
    assert (raised.value.message, raised.value.place) == ("2017 edges given; at most 2016 are allowed", ("edges",))


def test_four_points_on_the_circle_are_those_of_the_axes():
    assert circle(4) == ((10000, 5000), (5000, 10000), (0, 5000), (5000, 0))
