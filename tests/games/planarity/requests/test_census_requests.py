"""The census: its list, its objects and its totals, on the published numbers for four points."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.games.planarity.requests.drawn import PLANARITY, problem

CENSUS = f"{PLANARITY}/census"
CLASSES = f"{CENSUS}/classes"


@pytest.fixture(scope="module", autouse=True)
def stocked(app: Flask) -> None:
    """Store the census of four points."""
    from ludex.games.planarity.operations.census import store_census

    assert store_census(app.extensions["ludex"].catalogue, 4) == 15


def test_the_census_of_four_points_has_fifteen_classes(client: FlaskClient) -> None:
    totals = client.get(f"{CENSUS}/4").get_json()
    assert (totals["n"], totals["classes"]) == (4, 15)
    assert sum(share["classes"] for share in totals["distribution"]) == 15
    assert [share["min_swaps"] for share in totals["distribution"]] == [0, 1, None]
    assert [share["edges"] for share in totals["by_edges"]] == [3, 4, 5, 6]
    assert {share["largest_min_swaps"] for share in totals["by_edges"]} <= {0, 1}
    assert totals["hardest"]
    assert all(one["min_swaps"] == 1 for one in totals["hardest"])
    counts = [one["optimal_solutions"]["sequences"] for one in totals["hardest"]]
    assert counts == sorted(counts)


def test_the_classes_are_listed_filtered_and_shown(client: FlaskClient) -> None:
    page = client.get(f"{CLASSES}?vertices=4&limit=4").get_json()
    assert (page["count"], len(page["items"])) == (15, 4)
    one = page["items"][0]
    whole = client.get(one["url"]).get_json()
    assert whole == whole | one
    assert client.get(f"/api/v1/objects/{one['label']}.svg").mimetype == "image/svg+xml"
    unreachable = client.get(f"{CLASSES}?edges=6&bogus=4").status_code
    assert unreachable == 400
    complete = client.get(f"{CLASSES}?edges=6").get_json()["items"]
    assert sorted(one["min_swaps"] is None for one in complete) == [False, True]
    assert len(client.get(f"{CLASSES}?format=ndjson").text.splitlines()) == 15
    assert client.get(f"{CLASSES}/random?seed=1&tree=true").get_json()["edges"] == 3
    facets = client.get(f"{CLASSES}/facets").get_json()["facets"]
    assert {value["value"]: value["count"] for value in facets["vertices"]} == {4: 15}
    batch = client.post("/api/v1/objects/batch", json={"labels": [one["label"], "none"]}).get_json()
    assert (batch["items"], batch["missing"]) == ([one], ["none"])


def test_a_census_that_is_not_stored_names_the_command(client: FlaskClient) -> None:
    found = problem(client.get(f"{CENSUS}/6"), 404)
    assert "ludex planarity census 6" in found["detail"]


def test_the_classes_of_a_family_or_a_graph_are_counted_without_storing(client: FlaskClient) -> None:
    trees = client.post(f"{CENSUS}/totals", json={"vertices": 5, "graphs": "trees"}).get_json()
    assert (trees["n"], trees["graphs"], trees["classes"]) == (5, 2, 94)
    assert trees["distribution"][-1] == {"min_swaps": 3, "classes": 1} and len(trees["hardest"]) == 1
    path = client.post(f"{CENSUS}/totals", json={"graph": {"graph6": "DhC"}}).get_json()
    [stored] = client.get(f"{CLASSES}?vertices=4&edges=3&limit=1").get_json()["items"]
    assert (path["n"], path["graphs"]) == (5, 1) and 0 < path["classes"] < 94
    by_label = client.post(f"{CENSUS}/totals", json={"graph": {"label": stored["graph"]}}).get_json()
    assert (by_label["n"], by_label["classes"]) == (4, 4)


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({}, 422, "/vertices"),
        ({"vertices": 8}, 400, "/vertices"),
        ({"vertices": 5, "graphs": "bushes"}, 400, "/graphs"),
        ({"vertices": 5, "graph": {"graph6": "DhC"}}, 422, "/graph"),
        ({"graphs": "trees", "graph": {"graph6": "DhC"}}, 422, "/graphs"),
        ({"graph": {"graph6": "Ds_"}}, 422, "/graph"),
        ({"graph": {"label": "planarity-graph-4-3-aaaaaaaaaaaaaaaa"}}, 422, "/graph/label"),
    ],
)
def test_wrong_graphs_are_refused_with_their_place(
    client: FlaskClient, body: dict[str, object], status: int, pointer: str
) -> None:
    found = problem(client.post(f"{CENSUS}/totals", json=body), status)
    assert [error["pointer"] for error in found["errors"]] == [pointer]


def test_a_family_that_takes_too_long_names_the_command_and_the_job(client: FlaskClient) -> None:
    found = problem(client.post(f"{CENSUS}/totals", json={"vertices": 7, "time_limit": 0.1}), 422)
    assert found["job"]["operation"] == "planarity-census-totals"
    assert "`ludex planarity census` computes without a limit" in found["detail"]
