"""A game of another distribution is served: its kinds are stored, listed, found, drawn, exported over HTTP."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.requests import bounds
from tests.conftest import counting

POSITIONS = "/api/v1/solitaire/positions"
BOARDS = "/api/v1/solitaire/boards"
CORNER = "**./.../..."


@pytest.fixture(scope="module", autouse=True)
def stored(app: Flask) -> None:
    """Store eight positions of two to nine pegs on the board of side 3, each solved."""
    client = app.test_client()
    for pegs in range(2, 10):
        row = "*" * pegs + "." * (9 - pegs)
        rows = "/".join(row[start : start + 3] for start in (0, 3, 6))
        response = client.post(POSITIONS, json={"rows": rows, "solved": True, "title": f"{pegs} pegs"})
        assert response.status_code == 201, response.text


def test_an_object_by_its_label_is_one_statement(app: Flask, client: FlaskClient) -> None:
    item = client.get(f"{POSITIONS}?limit=1").get_json()["items"][0]
    with counting(app.extensions["ludex"].catalogue.database) as statements:
        assert client.get(item["url"]).status_code == 200
    assert len(statements) == 1


def test_a_page_and_a_batch_are_bounded_in_bytes(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    every = client.get(f"{POSITIONS}?side=3").get_json()["items"]
    monkeypatch.setattr(bounds, "PAGE_BYTES", 700)
    page = client.get(f"{POSITIONS}?side=3").get_json()
    assert 1 < len(page["items"]) < 8
    rest = []
    while page["next"] is not None:
        rest += page["items"]
        page = client.get(page["next"]).get_json()
    assert rest + page["items"] == every
    labels = [item["label"] for item in every]
    batch = client.post("/api/v1/objects/batch", json={"labels": labels}).get_json()
    assert batch["items"] == every[: len(batch["items"])]
    assert batch["remaining"] == labels[len(batch["items"]) :]
    assert 1 < len(batch["items"]) < 8


def test_names_are_given_taken_and_deleted(client: FlaskClient) -> None:
    def store(rows: str, slug: str) -> int:
        return client.post(POSITIONS, json={"rows": rows, "slug": slug}).status_code

    rows = "*...*/...../...../...../....."
    assert store(rows, "mine") == 201
    assert store("*..*/..../..../....", "yours") == 201
    shown = client.get(f"{POSITIONS}/mine").get_json()
    assert (shown["slug"], shown["slugs"], shown["rows"]) == ("mine", ["mine"], rows)
    assert shown["url"] == f"{POSITIONS}/{shown['label']}"
    assert client.get("/api/v1/objects/mine").get_json() == shown
    assert (
        client.post("/api/v1/objects/batch", json={"labels": ["mine"]}).get_json()["items"][0]["label"]
        == shown["label"]
    )
    assert store(CORNER, "mine") == 409
    assert store(CORNER, "full-3") == 409
    assert store(CORNER, "random") == 422
    assert store(CORNER, "No slug") == 422
    assert client.delete("/api/v1/objects/mine").status_code == 204
    assert client.get(f"{POSITIONS}/mine").status_code == 404
    assert client.delete("/api/v1/objects/mine").status_code == 404


def test_what_is_built_in_answers_and_stays(client: FlaskClient) -> None:
    shown = client.get(f"{POSITIONS}/full-5").get_json()
    assert (shown["pegs"], shown["url"], shown["starting"]) == (24, f"{POSITIONS}/full-5", False)
    assert client.get("/api/v1/objects/full-5").get_json() == shown
    assert client.get("/api/v1/objects/full-5.svg").status_code == 200
    assert client.delete("/api/v1/objects/full-5").status_code == 409
    board = client.get(f"{BOARDS}?side=3").get_json()["items"][0]
    assert client.delete(f"/api/v1/objects/{board['label']}").status_code == 409
    assert client.delete(board["url"]).status_code == 405


def test_a_solution_that_was_not_asked_for_is_added_later_in_the_cells_of_the_stored_position(
    client: FlaskClient,
) -> None:
    first = client.post(POSITIONS, json={"rows": "**../*.../..../...."}).get_json()
    assert first["outcome"] == {"fewest": None, "lower": None, "bound": None, "proved": False}
    again = client.post(POSITIONS, json={"rows": "..../..../...*/..**", "solved": True}).get_json()
    assert again["rows"] == "**../*.../..../...."
    assert again["outcome"] == {"fewest": 2, "lower": 2, "bound": "parity", "proved": True}
    assert again["solution"][0][0] in ([0, 0], [0, 1], [1, 0])
