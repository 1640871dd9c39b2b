"""`GET /search`: results and readings of a text, page by page, and a clear answer to any text."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.kinds.registry import registry_of
from ludex.catalogue.search.pages import page_entries
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from ludex.version import shipped
from tests.applications import application

SEARCH = "/api/v1/search"


@pytest.fixture(scope="module")
def visitor(starting_address: str) -> Any:
    """Give a client of a service on a starting catalogue."""
    with application(Settings(database_url=starting_address)) as app:
        yield app.test_client()


def answer(client: FlaskClient, text: str, **parameters: object) -> Any:
    response = client.get(SEARCH, query_string={"q": text, **parameters})
    assert response.status_code == 200, response.text
    return response.get_json()


def test_the_answer_has_the_documented_members(visitor: FlaskClient) -> None:
    found = answer(visitor, "levels with 6 swaps", limit=2)
    assert set(found) == {"items", "understood", "next", "error"}
    assert [set(item) for item in found["items"]] == [{"label", "kind", "title", "url"}] * 2
    [understood] = found["understood"]
    assert understood == {
        "kind": "planarity-level",
        "filters": {"min_swaps": 6},
        "query": "kind:level min_swaps:6",
        "text": "Levels of Swap Planarity: min_swaps:6",
        "url": "/api/v1/planarity/levels?min_swaps=6",
    }


@pytest.mark.parametrize(
    "text", ["levels with 6 swaps", "triangle-free graphs", "easy levels", "levels with graph K4", "caps of 3^4"]
)
def test_the_url_of_a_reading_lists_the_objects_that_are_found(visitor: FlaskClient, text: str) -> None:
    found = answer(visitor, text, limit=1000)
    [understood] = found["understood"]
    labels = [item["label"] for item in found["items"] if item["kind"] == understood["kind"]]
    listed = visitor.get(f"{understood['url']}&limit=1000")
    assert listed.status_code == 200
    assert labels == [item["label"] for item in listed.get_json()["items"]]


def test_the_urls_of_results_lead_to_them(visitor: FlaskClient) -> None:
    for text in ("K5", "easy", "C~", "swish", "levels", "min swaps", "set-81"):
        for item in answer(visitor, text, limit=5)["items"]:
            address = item["url"].partition("#")[0]
            if not address.startswith("/docs/"):
                assert visitor.get(address).status_code == 200, item


def test_every_page_that_is_found_exists(visitor: FlaskClient) -> None:
    folder = shipped("documentation")
    assert folder is not None
    for entry in page_entries(registry_of(GAMES)):
        address, _, anchor = entry.address.partition("#")
        if address.startswith("/docs/"):
            assert (folder / address.removeprefix("/docs/")).with_suffix(".md").is_file()
            continue
        response = visitor.get(address)
        assert response.status_code in (200, 302), entry
        assert not anchor or f'id="{anchor}"' in response.text, entry


def test_next_leads_through_all_results(visitor: FlaskClient) -> None:
    found: list[str] = []
    following: str | None = f"{SEARCH}?q=packs&limit=3"
    while following is not None:
        page = visitor.get(following).get_json()
        assert page["items"]
        found += [item["url"] for item in page["items"]]
        following = page["next"]
    assert len(found) == len(set(found)) > 6


@pytest.mark.parametrize(
    ("query", "status", "pointer"),
    [
        ({}, 400, "/q"),
        ({"q": "x" * 8001}, 400, "/q"),
        ({"q": "x", "limit": 0}, 400, "/limit"),
        ({"q": "x", "limit": 1001}, 400, "/limit"),
        ({"q": "x", "cursor": "zzz"}, 400, "/cursor"),
        ({"q": "x", "other": "1"}, 400, "/other"),
        ({"q": '{"points": '}, 422, "/q"),
    ],
)
def test_wrong_input_has_a_problem(visitor: FlaskClient, query: dict[str, Any], status: int, pointer: str) -> None:
    response = visitor.get(SEARCH, query_string=query)
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    assert response.get_json()["errors"][0]["pointer"] == pointer


def test_a_cursor_belongs_to_its_text(visitor: FlaskClient) -> None:
    following = answer(visitor, "levels", limit=3)["next"]
    assert visitor.get(following.replace("q=levels", "q=graphs")).status_code == 400


def test_an_error_in_a_query_is_told_beside_the_results(visitor: FlaskClient) -> None:
    found = answer(visitor, "levels graph:petersn")
    assert found["error"] == "character 8: graph: no graph is called 'petersn'; did you mean 'petersen'?"
    assert found["items"][0]["kind"] == "list"
    assert answer(visitor, "levels")["error"] is None


def test_a_filter_by_a_linked_object_takes_names_and_suggests_them(visitor: FlaskClient) -> None:
    listed = visitor.get("/api/v1/planarity/levels", query_string={"graph": "petersn"})
    assert listed.status_code == 400
    assert "did you mean 'petersen'?" in listed.text
    label = answer(visitor, "diamond graph")["items"][0]["label"]
    by_name, by_label = (
        visitor.get("/api/v1/planarity/census/classes", query_string={"graph": graph}).get_json()["count"]
        for graph in ("diamond", label)
    )
    assert by_name == by_label > 0
