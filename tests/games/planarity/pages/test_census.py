"""The results of the census have known numbers."""

from flask.testing import FlaskClient

from tests.web.reading import csv_rows


def test_the_census_shows_its_hardest_puzzles(visitor: FlaskClient) -> None:
    text = visitor.get("/results/census").text
    assert "598" in text
    assert "3 swaps, 2 solutions, 1 crossing" in text
    assert "a day for 7" not in text
    rows = {
        (one["vertices"], one["edges"]): one["largest_minimum"]
        for one in csv_rows(visitor, "/results/census?format=csv")
    }
    assert rows["7", "9"] == "10"
