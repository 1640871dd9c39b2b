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
