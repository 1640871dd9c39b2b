"""Drawings and points written as JSON, read exactly."""

import pytest

from ludex.planarity.drawing_text import read_drawing, read_points


def test_decimals_are_read_exactly() -> None:
    drawing = read_drawing('{"points": [[0.1, 0.2], [1, 0.30], [0.3001, 5]], "edges": []}')
    assert drawing.points == ((1000, 2000), (10_000, 3000), (3001, 50_000))


def test_points_are_a_list_or_an_object() -> None:
    assert read_points("[[0, 0], [0.5, 1]]") == read_points(b'{"points": [[0, 0], [0.50, 1]]}') == ((0, 0), (5, 10))
    # Their position is no matter.
    assert len(read_points("[[0, 0], [0, 0]]")) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [("7", "a list"), ('{"edges": []}', "a list"), ('{"points": 3}', "points: a list"), ("[[0]]", "points/0: a pair"),
     ("[[0, 1e99]]", "points/0/1")],
)  # fmt: skip
def test_what_are_no_points_is_refused_with_its_place(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_points(text)
