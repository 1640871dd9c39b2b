"""The results on boards of SWISH have the numbers of the closed forms."""

import pytest
from flask.testing import FlaskClient

from tests.web.reading import csv_rows


def test_the_shares_of_a_high_board_end_at_4096_cells(visitor: FlaskClient) -> None:
    rows = csv_rows(visitor, "/results/boards?height=255&width=1&format=csv&table=cards")
    assert [int(one["width"]) for one in rows if one["height"] == "255"] == list(range(1, 17))


@pytest.mark.parametrize(("asked", "drawn"), [("height=4&width=5", True), ("height=3&width=7", False)])
def test_sets_of_sixty_cards_are_drawn_and_larger_ones_listed(visitor: FlaskClient, asked: str, drawn: bool) -> None:
    text = visitor.get(f"/results/boards?{asked}").text
    assert ("A no-swish set of" in text) is drawn
    assert "table=cards" in text


@pytest.mark.parametrize(
    "asked", ["height=0&width=3", "height=many&width=3", "height=255&width=255", "height=²", "height=000004&width=3"]
)
def test_a_board_that_there_is_not_is_told(visitor: FlaskClient, asked: str) -> None:
    answer = visitor.get(f"/results/boards?{asked}")
    assert answer.status_code == 200
    assert '<div class="notice bad">' in answer.text


def test_the_largest_board_is_shown(visitor: FlaskClient) -> None:
    assert "64 × 64" in visitor.get("/results/boards?height=64&width=64").text
    assert "not drawn" in visitor.get("/results/boards?height=64&width=64&symmetry=square").text
