"""Values that are not what a search or a value of a game takes are refused at once, with the place."""

from decimal import Decimal
from typing import Any

import pytest

from ludex import planarity, sets, swish


@pytest.mark.parametrize(
    ("points", "edges", "message"),
    [
        (((0, float("nan")), (1, 0)), ((0, 1),), "points/0/1: nan is not an integer"),
        (((0, 0.5), (1, 0)), ((0, 1),), "points/0/1: 0.5 is not an integer"),
        (((0, 0), (1, True)), ((0, 1),), "points/1/1: True is not an integer"),
        (((0, 0), (1, 0, 2)), ((0, 1),), "points/1: not a pair"),
        (((0, 0), (1, 0)), ((0, 1.0),), "edges/0/1: 1.0 is not an integer"),
        (((0, 0), (1, 0)), (0,), "edges/0: not a pair"),
    ],
)
def test_a_drawing_takes_pairs_of_integers(points: Any, edges: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        planarity.Drawing(points, edges)


def test_a_drawing_of_lists_is_the_drawing_of_tuples() -> None:
    points: Any = [[0, 0], [1, 0]]
    edges: Any = [[1, 0]]
    drawing = planarity.Drawing(((0, 0), (1, 0)), ((0, 1),))
    assert planarity.Drawing(points, edges) == drawing
    assert hash(planarity.Drawing(points, edges)) == hash(drawing)


@pytest.mark.parametrize("number", [0.5, float("nan"), "1", None])
def test_decimals_of_a_drawing_are_exact(number: Any) -> None:
    with pytest.raises(ValueError, match=r"points/1/0: .* is neither an integer nor a Decimal"):
        planarity.Drawing.from_numbers([[0, Decimal("0.5")], [number, 0]], [[0, 1]])


def test_a_position_takes_a_list_of_cards() -> None:
    cards: Any = [swish.Card.from_code("*o"), swish.Card.from_code("o*")]
    assert swish.Position(cards) == swish.Position.from_codes(["*o", "o*"])
    wrong: Any
    for wrong, message in (("*o", "one text"), (["*o", 3], "code 1 is a int")):
        with pytest.raises(TypeError, match=message):
            swish.Position.from_codes(wrong)
    wrong = ["*o"]
    with pytest.raises(TypeError, match="card 0 is a str"):
        swish.Position(wrong)


def test_a_search_takes_a_position() -> None:
    wrong: Any = ["*o", "o*"]
    for search in (swish.find_any, swish.find_largest, swish.find_all, swish.count_by_size):
        with pytest.raises(TypeError, match=r"a list is not a Position; Position\.from_codes creates a Position"):
            search(wrong)
    for search_sets in (sets.find_any, sets.find_all, sets.count_sets):
        with pytest.raises(TypeError, match=r"a list is not a Position; Position\.from_codes creates a Position"):
            search_sets(wrong)


def test_a_solver_of_drawings_takes_a_drawing() -> None:
    wrong: Any = {"points": [[0, 0]], "edges": []}
    with pytest.raises(TypeError, match=r"a dict is not a Drawing; Drawing\(points, edges\) creates a Drawing"):
        planarity.solve(wrong)
