"""The results of the census have known numbers."""

from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.games.planarity.operations.census import store_counts
from ludex.games.planarity.study.census_parts import count_classes, graphs_by_edges
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


def test_a_counted_census_explains_the_search_and_names_its_edges(
    client: FlaskClient, sqlite_catalogue: Catalogue
) -> None:
    counts = count_classes(5, graphs_by_edges(5, 6))
    store_counts(sqlite_catalogue, 5, 6, counts, Budget())
    label = client.get("/api/v1/planarity/censuses").get_json()["items"][0]["label"]
    text = client.get(f"/objects/{label}").text
    assert f"with at most 6 edges, two of them disjoint, on 5 points form {sum(counts.values())} classes" in text
    assert "add up to the number that follows from Burnside" in text
    assert "Add up the assignments" not in text
