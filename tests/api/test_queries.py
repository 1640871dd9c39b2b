"""`?where=QUERY` of lists, facets and random objects, on the command line, in Python and on list pages."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex import Catalogue
from ludex.settings import Settings
from tests.applications import application

LEVELS = "/api/v1/planarity/levels"


@pytest.fixture(scope="module")
def visitor(starting_address: str) -> Any:
    """Give a client of a service on a starting catalogue."""
    with application(Settings(database_url=starting_address)) as app:
        yield app.test_client()


def test_every_request_of_a_list_takes_a_query(visitor: FlaskClient, starting_address: str) -> None:
    query = {"where": "swaps:2 vertices:8 or swaps:3 vertices:9 sort:-edges"}
    listed = visitor.get(LEVELS, query_string=query).get_json()
    labels = [item["label"] for item in listed["items"]]
    assert {(item["min_swaps"], item["vertices"]) for item in listed["items"]} == {(2, 8), (3, 9)}
    assert [item["edges"] for item in listed["items"]] == sorted(
        (item["edges"] for item in listed["items"]), reverse=True
    )
    lines = visitor.get(LEVELS, query_string={**query, "format": "csv"}).text.splitlines()
    assert [line.partition(",")[0] for line in lines[1:]] == labels
    facets = visitor.get(f"{LEVELS}/facets", query_string=query).get_json()["facets"]
    assert {facet["value"] for facet in facets["min_swaps"]} == {2, 3}
    assert visitor.get(f"{LEVELS}/random", query_string=query).get_json()["label"] in labels
    with Catalogue(starting_address) as catalogue:
        assert [found.label for found in catalogue.find("levels", **query)] == labels


def test_a_page_continues_in_the_order_of_the_query(visitor: FlaskClient) -> None:
    found, following = [], f"{LEVELS}?where=swaps:2+sort:-crossings&limit=7"
    while following:
        page = visitor.get(following).get_json()
        found += [item["crossings"] for item in page["items"]]
        following = page["next"]
    assert len(found) == page["count"] > 7
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize("path", ["", "/facets", "/random"])
def test_an_invalid_query_is_a_problem_with_its_place(visitor: FlaskClient, path: str) -> None:
    response = visitor.get(f"{LEVELS}{path}", query_string={"where": "vertices:8 plannar"})
    assert response.status_code == 400
    assert response.get_json()["errors"] == [
        {"pointer": "/where", "detail": "character 12: unknown name 'plannar' of levels; did you mean 'planar'?"}
    ]
    assert visitor.get(f"{LEVELS}{path}", query_string={"where": "a" * 1001}).status_code == 400


def test_an_invalid_query_of_a_stream_is_refused_before_it_begins(visitor: FlaskClient) -> None:
    assert visitor.get(LEVELS, query_string={"where": "(", "format": "ndjson"}).status_code == 400


def test_a_list_page_shows_its_query(visitor: FlaskClient) -> None:
    page = visitor.get("/planarity/levels?min_swaps=3..4&where=easy+or+-bipartite&sort=-grade").text
    assert 'value="min_swaps:3..4 (easy or -bipartite) sort:-grade"' in page
    same = visitor.get("/planarity/levels", query_string={"where": "min_swaps:3..4 (easy or -bipartite) sort:-grade"})
    assert 'value="min_swaps:3..4 (easy or -bipartite) sort:-grade"' in same.text
    invalid = visitor.get("/planarity/levels?where=plannar")
    assert invalid.status_code == 200
    assert "did you mean &#39;planar&#39;?" in invalid.text


@pytest.mark.parametrize(
    "query",
    [
        *("vertices=x", "vertices=-1", "vertices=3..x", "vertices=1e9", f"vertices={2**63}", f"vertices={'9' * 5000}"),
        *("planar=maybe", "colour=red", "verteces=3", "pack=", "tag=%00", "where=(", "min_swaps=1&min_swaps=2"),
    ],
)
def test_facets_and_random_objects_refuse_filters_as_the_list_does(visitor: FlaskClient, query: str) -> None:
    answers = [visitor.get(f"{LEVELS}{path}?{query}") for path in ("", "/facets", "/random")]
    assert [answer.status_code for answer in answers] == [400] * 3
    errors = [answer.get_json()["errors"] for answer in answers]
    assert errors[1:] == [errors[0]] * 2
    assert "Input" not in errors[0][0]["detail"]
