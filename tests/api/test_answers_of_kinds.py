"""What is sent of the objects of every kind is what the models of the OpenAPI document say, no less and no more."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.api.routing.responses import list_url
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.games.kinds import GAMES
from ludex.requests.response_models import item_model, object_answer, page_answer
from ludex.settings import Settings
from tests.applications import application

REGISTRY = Registry(GAMES)


@pytest.fixture(scope="module")
def app(starting_address: str) -> Iterator[Flask]:
    """Give a service on the starting catalogue."""
    with application(Settings(database_url=starting_address)) as made:
        yield made


@pytest.mark.parametrize("kind", REGISTRY.kinds, ids=lambda kind: kind.name)
def test_every_answer_is_of_its_model(client: FlaskClient, kind: Kind[Any, Any]) -> None:
    import pandas  # takes long to import

    url = list_url(kind)
    page = client.get(f"{url}?limit=20")
    page_answer(kind)(REGISTRY).model_validate_json(page.data, strict=True)
    items = page.get_json()["items"]
    rows = client.get(f"{url}?limit=20&format=csv").text.splitlines()
    assert len(rows) == len(items) + 1
    table = pandas.read_csv(io.StringIO("\n".join(rows)))
    assert set(table.columns) >= {"label", "starting", "url", *(fact.name for fact in kind.facts)}
    assert list(table["label"]) == [item["label"] for item in items]
    for fact in kind.facts:
        if fact.plain is not str:
            known = [fact.within(item) for item in items]
            assert [None if pandas.isna(one) else one for one in table[fact.name]] == known, fact.name
    for item in items[:3]:
        assert item["kind"] == kind.name
        response = client.get(item["url"])
        assert response.get_json() | item == response.get_json()
        whole = client.get(f"/api/v1/objects/{item['label']}")
        object_answer(kind)(REGISTRY).model_validate_json(whole.data, strict=True)
        # A kind may have a request of its own that shows more.
        assert response.get_json() | whole.get_json() == response.get_json()
        if kind.view.picture is not None:
            assert client.get(f"/api/v1/objects/{item['label']}.svg").text.startswith("<svg")
    labels = [item["label"] for item in items[:3]] or ["none"]
    batch = client.post("/api/v1/objects/batch", json={"labels": labels})
    for item in batch.get_json()["items"]:
        item_model(kind).model_validate_json(json.dumps(item), strict=True)
    assert batch.get_json()["items"] == items[:3]
    facets = client.get(f"{url}/facets").get_json()["facets"]
    assert sum(value["count"] for value in facets["starting"]) == page.get_json()["count"]


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("text/csv", "text/csv"),
        ("application/x-ndjson", "application/x-ndjson"),
        ("application/json;q=0.5, text/csv", "text/csv"),
        ("*/*", "application/json"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "application/json"),
    ],
)
def test_the_header_accept_chooses_the_format_of_a_list(client: FlaskClient, accept: str, media: str) -> None:
    answer = client.get("/api/v1/swish/decks", headers={"Accept": accept})
    assert (answer.status_code, answer.mimetype) == (200, media)
    assert "Accept" in answer.headers["Vary"].split(", ")
    explicit = client.get("/api/v1/swish/decks?format=json", headers={"Accept": accept})
    assert explicit.mimetype == "application/json"
